/** No input deletes a system without the typed phrase (hazards, E2); `npm run test:soak` presses a million keys. */
import { test } from 'vitest';
import { monkeys } from './monkey.ts';

test('24,000 random keys and 240 random pastes among them delete nothing', { timeout: 900_000 }, async () => {
  await monkeys({ keys: 24_000, pastes: 240 });
});
