import { runCellsOf } from '../../faults/matrix.ts';

runCellsOf('organisations', 'other');
