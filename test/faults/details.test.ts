import { meetEveryFaultAt } from './matrix.ts';

meetEveryFaultAt('details');
