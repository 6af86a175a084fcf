import { runOtherCellsOf } from './matrix.ts';

runOtherCellsOf('deletion');
