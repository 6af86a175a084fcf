import { runEveryFaultAt } from './matrix.ts';

runEveryFaultAt('deletion');
