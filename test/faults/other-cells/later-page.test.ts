import { runCellsOf } from '../matrix.ts';

runCellsOf('later page', 'other');
