import { runOtherCellsOf } from './matrix.ts';

runOtherCellsOf('later page');
