import { runEveryFaultAt } from './matrix.ts';

runEveryFaultAt('key creation');
