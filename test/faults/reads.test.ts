/** Each outcome of each read, by one fault. `npm run test:soak` has every fault; what each means is a table of units. */
import { runCellsOf } from './matrix.ts';

for (const operation of ['organisations', 'first page', 'later page', 'details'] as const) {
  runCellsOf(operation, 'first');
}
