/** Malformed responses, as the user sees them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aUserDeletingAnswered, aUserLoadingAll, laterPages, listRequests, pages } from '../support/hazards.ts';
import { body, bomb, brokenAfter, headOfJson } from '../../src/demo/faults/misbehaviours.ts';
import { outcomesIn } from '../support/records.ts';
import { aCrowd, aProblem, aService, aStale, daysAgo, idOf, onRequest, systemsCalled } from '../support/service.ts';
import { aUser, aUserOf, acrossLines, row, type User } from '../support/user.ts';

describe('a page that is too large', () => {
  test('packed, ends before it fills the memory, and says which page it was', async () => {
    const { user } = await aUserLoadingAll(laterPages(() => bomb()));
    await user.sees('200 of 450 loaded · incomplete: page 2 could not be loaded', 'The answer is too large');
    expect(residentMiB(user)).toBeLessThan(300);
  });

  test('by its number of systems', async () => {
    const items = Array.from({ length: 10_001 }, (_, at) => ({ systemId: `X${at}` }));
    const { user } = await aUserLoadingAll(pages((_, at) => (at === 1 ? { items } : {})));
    await user.sees('200 of 450 loaded · incomplete: page 2 could not be loaded');
  });
});

test('a truncated page is retried twice, and no part of it is used', async () => {
  const { service, user } = await aUserLoadingAll(
    laterPages(() => brokenAfter(`${headOfJson}{"items":[{"systemId":"half"`)),
  );
  await user.sees('200 of 450 loaded · incomplete: page 2 could not be loaded', 'r retries');
  expect(listRequests(service)).toBe(4);
  await user.presses('filter the loaded systems').types('half').sees('No loaded system matches');
});

describe('a page of a proxy in the place of an answer', () => {
  const portal = body('text/html', '<title>Proxy \u001b[2Jlogin</title>');

  test('is reported by its title, sanitised', async () => {
    const { user } = await aUserLoadingAll(laterPages(() => portal));
    await user.sees('200 of 450 loaded', 'The answer did not come from the API', 'Proxy ␛[2Jlogin');
  });

  test('is no success of a deletion', async () => {
    const { user } = await aUserDeletingAnswered(['old-1'], portal);
    await user.sees('✓ 0 deleted   ✗ 1 failed', row('failed', 'old-1'), acrossLines('the system still exists'));
    await user.leaves();
    expect(outcomesIn(user.home).get(idOf('old-1'))).toBe('failed');
  });
});

test('the status of the answer counts, not that of its problem details, and their type is not fetched', async () => {
  const stranger = await aService({ systems: [] });
  const details = {
    type: `${stranger.baseUrl}/x/${'y'.repeat(5000)}`,
    status: 200,
    title: 'Teapot',
    detail: 'short',
    traceId: 't\u001b-1',
  };
  const { user } = await aUserLoadingAll(laterPages(() => ({ ...aProblem(418, ''), body: JSON.stringify(details) })));
  await user.sees('418', 'Teapot', 't␛-1');
  expect(stranger.requests).toEqual([]);
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

test('a system that is listed twice is one row, with the later time it was seen, and deleted once', async () => {
  const systems = [aStale('old-1'), ...aCrowd()];
  const { user } = await aUserOf({
    systems,
    intercept: pages(({ items }) => ({ items: [...items, { ...items[0], lastSeen: daysAgo(100) }] })),
    columns: 160,
  });
  await user.sees(row('old-1 (listed twice)', '100 d'), '1 listed twice');
  expect(user.screen().match(/^.{4}old-1 /gm)).toHaveLength(1);
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

test.each([0, -1, 1e12, null, 'many', 1.5])(
  'with a total of %j, pages are counted and everything is read',
  async (total) => {
    const { user } = await aUserLoadingAll(pages(({ metadata }) => ({ metadata: { ...metadata, total } })));
    await user.sees(/^450 systems · /m);
  },
);

test(
  'and B18 of 100,000 systems in pages of 50, because 200 are refused, rows are there at once, and all fit',
  { timeout: 400_000 },
  async () => {
    const service = await aService({
      systems: systemsCalled('web', 100_000),
      intercept: ({ query }) => (query.get('per_page') === '200' ? aProblem(400, 'per_page is too large') : undefined),
    });
    const user = aUser(service, { columns: 120, ownProcess: true });
    await user.sees('web-1 ', 'The service refused pages of 200 systems. Its own page size is used.');
    await user.presses('to the last row, all pages').sees(/page \d+ of 2,000 · esc stops/);
    await user.presses('go back one level').sees('Stopped. The loaded systems stay');
    user.presses('to the last row, all pages');
    await user.terminal.waitFor('100,000 systems', { timeout: 360_000 });
    expect(residentMiB(user)).toBeLessThan(250);
    await user.leaves();
  },
);

/** Resident memory of the program. */
function residentMiB(user: User): number {
  const status = readFileSync(`/proc/${user.terminal.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
