import { runCellsOf } from '../matrix.ts';

runCellsOf('details', 'other');
