import { runOtherCellsOf } from './matrix.ts';

runOtherCellsOf('key creation');
