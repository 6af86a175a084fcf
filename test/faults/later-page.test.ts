import { meetEveryFaultAt } from './matrix.ts';

meetEveryFaultAt('later page');
