/** Each promise of `docs/safety.md` is broken once, in a copy of the checkout: a test that it links must fail. */
import { beforeAll, expect, test } from 'vitest';
import { broken } from './claims/break.ts';
import { claims } from './claims/page.ts';

let verdicts: Awaited<ReturnType<typeof broken>>;

beforeAll(async () => {
  verdicts = await broken(claims, 3);
}, 3_600_000);

test.each(claims)('broken, it fails the test that it links: $says', (claim) => {
  expect(verdicts.get(claim)).toBe('seen');
});
