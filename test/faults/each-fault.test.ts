import { runOneCellOfEachFault } from './matrix.ts';

runOneCellOfEachFault();
