import { runCellsOf } from './matrix.ts';

runCellsOf('deletion', 'first');
