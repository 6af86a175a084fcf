/** Each outcome of a deletion and of a new key, by one fault. `npm run test:soak` has every fault. */
import { runCellsOf } from './matrix.ts';

for (const operation of ['deletion', 'key creation'] as const) runCellsOf(operation, 'first');
