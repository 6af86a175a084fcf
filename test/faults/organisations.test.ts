import { runEveryFaultAt } from './matrix.ts';

runEveryFaultAt('organisations');
