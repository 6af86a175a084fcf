import { runCellsOf } from '../matrix.ts';

runCellsOf('key creation', 'other');
