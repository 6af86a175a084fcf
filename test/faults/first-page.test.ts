import { runOtherCellsOf } from './matrix.ts';

runOtherCellsOf('first page');
