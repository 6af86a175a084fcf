import { runCellsOf } from '../matrix.ts';

runCellsOf('first page', 'other');
