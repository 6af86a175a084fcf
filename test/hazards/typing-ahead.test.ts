/** A phrase typed too early: while the review opens, or while it checks its systems. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { aCrowd, aGate, idOf, onRequest, staleSystems, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, type Met, row } from '../support/user.ts';

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

describe('a phrase typed ahead of the review', () => {
  test.each([
    ['key by key, while systems are checked', 60],
    ['in one piece, while systems are checked', 0],
  ])('%s, is swallowed whole, with its enter', async (_, pause) => {
    const reviewer = await aReviewer();
    const { service, user, answer } = reviewer;
    await user.presses('review and delete').sees('› Delete ');
    for (const key of pause === 0 ? [`${phrase}\r`] : [...Array.from(phrase), '\r']) {
      user.types(key);
      await setTimeout(pause);
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

  test('and the letters of the list mean nothing in it, armed or not', async () => {
    const reviewer = await aReviewer();
    const { user, answer } = reviewer;
    user.presses('review and delete');
    answer();
    await user.sees(asked(phrase));
    for (const letter of 'hnixXpqsP@') {
      await user.types(letter).sees(/does nothing here|Typed too early|no limit blocks/, '…');
      await user.sees(asked(phrase));
    }
    expectUntouched(reviewer);
    await user.presses('move down').sees(row('▌✗', 'old-2'));
    await user.types('g').sees(row('▌✗', 'old-1'));
    expectUntouched(reviewer);
    await user.presses('go back one level').sees('30 marked', '› Systems ');
  });

  test('and one typed during the check stays in its field where the count changes, and the new phrase is required', async () => {
    const { service, user, answer } = await aReviewer();
    await user.presses('review and delete').sees(asked(phrase));
    await user.typesPhrase(phrase);
    service.remove(idOf('old-1'));
    answer();
    await user.sees(asked('delete 29 from Northwind'), `> ${phrase}`, 'This is not the phrase above.');
    await user.pressesKey('enter').sees('Not the phrase. Nothing was deleted.', `> ${phrase}`);
    await user.pressesKey('ctrl-u').sees((screen) => !screen.includes('Not the phrase.'));
    await user.typesPhrase('delete 29 from Northwind');
    await user.pressesKey('enter').sees('29 systems deleted');
    expect(service.sent('DELETE')).toHaveLength(29);
  });
});
