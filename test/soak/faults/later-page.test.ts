import { runCellsOf } from '../../faults/matrix.ts';

runCellsOf('later page', 'other');
