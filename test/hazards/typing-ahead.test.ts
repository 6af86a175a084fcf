/** A phrase typed too early: while the review opens, or while it checks its systems. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aCrowd, aGate, onRequest, staleSystems, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, type Met } from '../support/user.ts';

const phrase = 'delete 30 from Northwind';

/** A person with 30 stale systems marked, at a service that answers their checks when `answer` is called. */
async function aReviewer() {
  const { opened, open: answer } = aGate();
  const met = await aUserOf({
    systems: [...staleSystems(30), ...aCrowd(), ...systemsCalled('spare', 30)],
    intercept: onRequest('GET', ({ path }) => (path.includes('/systems/') ? opened : undefined)),
    anyToken: true,
  });
  await met.user.marksStale(30);
  return { ...met, answer };
}

/** Expects that the phrase was not typed: only reads were sent, and the review is unchanged. */
function expectUntouched({ service, user }: Met): void {
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(user.screen()).toMatch(/30 marked$/m);
  expect(user.screen()).toContain('Delete 30 systems');
  expect(user.screen()).toMatch(/^│ [>…] +│$/m);
}

test('a phrase typed ahead of the review, key by key, while systems are checked, is swallowed whole, with its enter', async () => {
  const reviewer = await aReviewer();
  const { service, user, answer } = reviewer;
  await user.presses('review and delete').sees('› Delete ');
  for (const key of [...Array.from(phrase), '\r']) {
    user.types(key);
    await setTimeout(60);
  }
  await user.sees('Typed too early: ignored.');
  expectUntouched(reviewer);
  await user.sees('Checking 0 of 30. Type the phrase now', asked(phrase));
  expectUntouched(reviewer);

  await user.typesPhrase(phrase);
  await user.pressesKey('enter').sees('enter: 30 of 30 systems left to check; your text stays', `> ${phrase}`);
  expect(service.sent('DELETE')).toEqual([]);
  answer();
  await user.sees((screen) => !/Checking|left to check/.test(screen), `> ${phrase}`, 'enter deletes');
  await user.pressesKey('enter').sees('30 systems deleted');
});
