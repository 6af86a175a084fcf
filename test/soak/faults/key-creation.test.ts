import { runCellsOf } from '../../faults/matrix.ts';

runCellsOf('key creation', 'other');
