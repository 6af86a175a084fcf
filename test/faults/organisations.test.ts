import { meetEveryFaultAt } from './matrix.ts';

meetEveryFaultAt('organisations');
