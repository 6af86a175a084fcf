import { meetEveryFaultAt } from './matrix.ts';

meetEveryFaultAt('deletion');
