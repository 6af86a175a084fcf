import { runOtherCellsOf } from './matrix.ts';

runOtherCellsOf('details');
