import { runEveryFaultAt } from './matrix.ts';

runEveryFaultAt('details');
