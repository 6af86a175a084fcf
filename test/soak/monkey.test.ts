/** No input deletes a system without the typed phrase (hazards, E2): the long form of the monkey of every run. */
import { test } from 'vitest';
import { monkeys } from '../hazards/monkey.ts';

test('1,000,000 random keys and 10,000 random pastes among them delete nothing', { timeout: 14_400_000 }, async () => {
  await monkeys({ keys: 1_000_000, pastes: 10_000 });
});
