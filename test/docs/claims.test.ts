/** Each promise of `docs/safety.md` links tests, and has a patch that breaks it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claims, promises } from './claims/page.ts';

test.each(promises())('it links tests, and can be broken: $text', ({ text, tests }) => {
  const own = claims.filter(({ says }) => text.includes(says));
  expect(own.length).toBeGreaterThan(0);
  for (const { test: file } of own) {
    expect(
      tests.some((link) => file === link || file.startsWith(`${link}/`)),
      file,
    ).toBe(true);
  }
});

test.each(claims)('its patch fits the page and the source: $says', ({ says, file, from }) => {
  expect(promises().filter(({ text }) => text.includes(says))).toHaveLength(1);
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2);
});
