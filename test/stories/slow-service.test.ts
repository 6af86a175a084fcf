/** Working on while a slow service answers. */
import { expect, test } from 'vitest';
import { stalledAfter } from '../../src/demo/faults/misbehaviours.ts';
import { aGate, aProblem, aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, aUserOf, row } from '../support/user.ts';

/** Northwind is open; searches, and lists with disabled systems, are answered once they are let go. */
async function aPatientUser() {
  const { opened, open: letGo } = aGate();
  const enabled = [...systemsCalled('server', 9), ...systemsCalled('laptop', 3)];
  const met = await aUserOf({
    systems: [...enabled, aSystem({ hostname: 'old', isEnabled: false })],
    intercept: ({ query }) => (query.has('search') || query.get('include_disabled') === 'true' ? opened : undefined),
  });
  return { ...met, letGo };
}

test('a slow search says that it searches; what it finds begins with the cursor on its first row', async () => {
  const { user, letGo } = await aPatientUser();
  await user.goesTo('server-3');
  await user.presses('search').sees('search the service:');
  await user.types('laptop').sees('search the service: laptop');
  await user.presses('apply the text').sees('searching "laptop"… · esc stops');
  await user.presses('review and delete').sees('d: another list is loading');
  await user.presses('mark and move down').sees(row('▌', 'server-4'), '1 marked');
  letGo();
  await user.sees('3 systems', row('▌', 'laptop-1'), '1 marked, 1 not shown');
  await user.presses('go back one level').sees('12 systems', row('✓', 'server-3'));
});

test('a slow list with disabled systems says so, and esc stops it', async () => {
  const { service, user, letGo } = await aPatientUser();
  await user.goesTo('server-3');
  await user.presses('show or hide disabled systems').sees('loading with disabled systems… · esc stops');
  await user.presses('go back one level').sees('Stopped. The list is unchanged.', '12 systems', row('▌', 'server-3'));
  letGo();
  await service.received('GET', 3);
  expect(user.screen()).toContain('12 systems');
});

test.each([
  'mark all stale',
  'to the last row, all pages',
  'refresh, or load more',
  'show or hide disabled systems',
  'stale systems: threshold and ages',
  'show the details of this system',
  'review and delete',
  'review and disable',
])('after "%s" without an answer the seconds of the wait are shown, whatever was said first', async (key) => {
  let isHung = false;
  const { user } = await aUserOf({
    systems: systemsCalled('web', 450, { lastSeen: daysAgo(200) }),
    intercept: ({ path }) => (isHung && path.startsWith('/org/') ? stalledAfter('') : undefined),
  });
  isHung = true;
  await user.presses(key).sees(/Waiting \d s for the service/);
});

test('a failed read is said until it is read; a search that failed can be mended', async () => {
  let isBroken = false;
  const { user } = await aUserOf({
    systems: [...systemsCalled('server', 9), ...systemsCalled('laptop', 3)],
    intercept: () => (isBroken ? aProblem(418, 'Made up') : undefined),
  });
  isBroken = true;
  await user.presses('refresh, or load more').sees('not refreshed, r retries: refused (418)', 'Made up');
  await user.presses('move down').sees(row('▌', 'server-2'), 'not refreshed, r retries: refused (418)');
  await user.presses('search').sees('search the service:');
  await user.types('laptpo').sees('search the service: laptpo', 'search "laptpo" failed');
  await user.presses('apply the text').sees('r searches "laptpo" again.');
  isBroken = false;
  await user.presses('search').sees('search the service: laptpo');
  await user.pressesKey('ctrl-w').sees((screen) => !screen.includes('service: laptpo'));
  await user.types('laptop').sees('3 systems', (screen) => !screen.includes('failed'));
});

test('a filter and a search that are typed ahead of the first page are taken as text, not as keys', async () => {
  const held = Promise.withResolvers<undefined>();
  const service = await aService({
    systems: [...systemsCalled('server', 9), ...systemsCalled('web', 3)],
    intercept: ({ path, query }) => (path.endsWith('/systems') && !query.has('search') ? held.promise : undefined),
  });
  const user = aUser(service);
  await user.sees('loading the first page…');
  await user.types('f-1').sees('filter: -1');
  await user.presses('cancel, and restore').sees((screen) => !screen.includes('filter:'));
  await user.pressesKey('f', 'e', 'r', '-', '1').sees('filter: er-1');
  await user.presses('apply the filter').sees((screen) => !screen.includes('filter:'));
  await user.types('/web').sees('search the service: web', '3 systems · 0 shown by filter');
  await user.presses('cancel, and restore the list').sees('loading the first page…');
  held.resolve(undefined);
  await user.sees('12 systems · 1 shown by filter "er-1"', row('▌', 'server-1'));
});

test('s ahead of the first page marks what is stale once every page is read', async () => {
  const held = Promise.withResolvers<undefined>();
  const service = await aService({
    systems: systemsCalled('server', 9, { lastSeen: daysAgo(200) }),
    intercept: ({ path }) => (path.endsWith('/systems') ? held.promise : undefined),
  });
  const user = aUser(service);
  await user.sees('loading the first page…');
  user.presses('mark all stale');
  held.resolve(undefined);
  await user.sees('9 systems', '9 marked: stale over 90 d.');
});
