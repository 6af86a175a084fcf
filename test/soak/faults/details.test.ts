import { runCellsOf } from '../../faults/matrix.ts';

runCellsOf('details', 'other');
