import { runEveryFaultAt } from './matrix.ts';

runEveryFaultAt('later page');
