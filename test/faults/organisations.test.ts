import { runCellsOf } from './matrix.ts';

runCellsOf('organisations', 'first');
