import { runCellsOf } from '../../faults/matrix.ts';

runCellsOf('first page', 'other');
