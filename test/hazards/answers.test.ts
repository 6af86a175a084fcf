/** Malformed responses, as the user sees them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aUserLoadingAll, laterPages, pages } from '../support/hazards.ts';
import { body, bomb } from '../../src/demo/faults/misbehaviours.ts';
import { aCrowd, aProblem, aService, aStale, daysAgo, onRequest, systemsCalled } from '../support/service.ts';
import { aUser, aUserOf, row, type User } from '../support/user.ts';

test('a page that is too large once unpacked ends before it fills the memory, and says which page it was', async () => {
  const { user } = await aUserLoadingAll(laterPages(() => bomb()));
  await user.sees('200 of 450 loaded · incomplete: page 2 could not be loaded', 'The answer is too large');
  expect(residentMiB(user)).toBeLessThan(300);
});

test('keys given twice, __proto__, numbers beyond 2^53 and lone surrogates spoil no other field, and lose no digit', async () => {
  const odd = `{"systemId":"a","systemId":"S-odd","hostname":"od\\ud800d","__proto__":{"state":"polluted"},
    "enrolmentKeyId":9007199254740993,"lastSeen":"${daysAgo(3)}"}`;
  const list = `{"metadata":{"lastPage":0,"total":1},"links":{"next":null},"items":[${odd}]}`;
  const { user } = await aUserOf({
    systems: aCrowd(),
    intercept: onRequest('GET', ({ path }) => {
      if (path.endsWith('/systems')) return body('application/json', list);
      return path.endsWith('/S-odd') ? body('application/json', odd) : undefined;
    }),
    columns: 160,
  });
  await user.sees(row('od‹U+D800›d', '3 d'));
  expect(user.screen()).not.toContain('polluted');
  await user.presses('open the system').sees(row('system id', 'S-odd'), row('enrolment key', '9007199254740993'));
});

test('one id under two names is shown with both, and marked only by hand', async () => {
  const systems = [aStale('old-1'), ...aCrowd()];
  const { user } = await aUserOf({
    systems,
    intercept: pages(({ items }) => ({
      items: [...items, { ...items[0], hostname: 'db-primary', lastSeen: daysAgo(190) }],
    })),
    columns: 160,
  });
  await user.presses('mark all stale').sees('1 listed under two names: not marked.');
  await user.goesTo('(listed twice)');
  await user.presses('open the system').sees('old-1', 'db-primary');
});

test('a list that changed while it was read says so, and the review says how much of it was seen', async () => {
  const { user } = await aUserLoadingAll(
    // Two of each three pages give another total; the list is loaded twice.
    pages(({ metadata }, at) => (at % 3 === 0 ? {} : { metadata: { ...metadata, total: 460 } })),
  );
  const words = /[Tt]he list changed while it was loaded: 450 of 4\d\d seen/;
  await user.sees('the list changed while it was loaded, r refreshes');
  await user.presses('mark and move down').sees('1 marked');
  await user.presses('review and delete').sees('› Delete ', words);
});

test('where pages of 200 are refused, 20,000 systems in pages of 50 are read, with rows at once, and all fit', async () => {
  const service = await aService({
    systems: systemsCalled('web', 20_000),
    intercept: ({ query }) => (query.get('per_page') === '200' ? aProblem(400, 'per_page is too large') : undefined),
  });
  const user = aUser(service, { columns: 120, ownProcess: true });
  await user.sees('web-1 ', 'The service refused pages of 200 systems. Its own page size is used.');
  await user.presses('to the last row, all pages').sees(/page \d+ of 400 · esc stops/);
  await user.presses('go back one level').sees('Stopped. The loaded systems stay');
  user.presses('to the last row, all pages');
  await user.terminal.waitFor('20,000 systems', { timeout: 120_000 });
  expect(residentMiB(user)).toBeLessThan(250);
  await user.leaves();
});

/** Resident memory of the program. */
function residentMiB(user: User): number {
  const status = readFileSync(`/proc/${user.terminal.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
