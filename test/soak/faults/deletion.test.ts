import { runCellsOf } from '../../faults/matrix.ts';

runCellsOf('deletion', 'other');
