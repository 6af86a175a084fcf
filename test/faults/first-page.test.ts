import { meetEveryFaultAt } from './matrix.ts';

meetEveryFaultAt('first page');
