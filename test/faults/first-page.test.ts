import { runEveryFaultAt } from './matrix.ts';

runEveryFaultAt('first page');
