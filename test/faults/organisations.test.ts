import { runOtherCellsOf } from './matrix.ts';

runOtherCellsOf('organisations');
