/** Browsing twelve thousand systems. */
import { expect, test } from 'vitest';
import { aProblem, aService, type StoryService, systemsCalled, theDemoFleet } from '../support/service.ts';
import { aUser, aUserOf, row } from '../support/user.ts';

const all = /\n(12,0\d\d) systems/;

/** The requested pages, by their numbers. */
function pagesRequested(service: StoryService): number[] {
  const lists = service.sent('GET').filter(({ path }) => path.endsWith('/systems'));
  return lists.map(({ query }) => Number(query.get('page')));
}

function numbersUpTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, number) => number);
}

test('pages are read as the cursor comes near them, and not before', async () => {
  const service = await aService({ fleet: theDemoFleet(), latencyMs: 5 });
  const user = aUser(service, { flags: ['--org', 'Northwind Traders'] });
  await user.sees(/\n200 of 12,0\d\d loaded/);
  await user.presses('down a screen', 4).sees((screen) => !screen.includes('lab-bench-001'));
  expect(pagesRequested(service)).toEqual([0]);
  await user.presses('down a screen', 4).sees('400 of 12,0');
  expect(pagesRequested(service)).toEqual([0, 1]);
});

test('the last row is reached in one step, and no page is read twice on the way', async () => {
  const service = await aService({ fleet: theDemoFleet() });
  const user = aUser(service, { flags: ['--org', 'Northwind Traders'], columns: 160 });
  await user.sees('200 of 12,0');
  await user.presses('to the last row').sees(all);
  const last = service.systems('Northwind Traders').findLast(({ isEnabled }) => isEnabled === true);
  // The pane beside the list has the id of the system under the cursor.
  await user.sees(row('│', String(last?.systemId)));
  expect(pagesRequested(service)).toEqual(numbersUpTo(60));

  await user.presses('to the first row').sees(row('▌', 'lab-bench-001'));
  expect(pagesRequested(service)).toHaveLength(61);
});

test('reading everything is stopped with esc, and what was read stays', async () => {
  const held = Promise.withResolvers<undefined>();
  const service = await aService({
    fleet: theDemoFleet(),
    intercept: ({ query }) => (query.get('page') === '4' ? held.promise : undefined),
  });
  const user = aUser(service, { flags: ['--org', 'Northwind Traders'] });
  await user.sees('200 of 12,0');
  await user.presses('to the last row').sees('800 of 12,0', 'page 5 of 61');
  await user.presses('go back one level').sees('Stopped. The loaded systems stay');
  held.resolve(undefined);
  await user.sees('1,000 of 12,0');
  expect(pagesRequested(service)).toEqual(numbersUpTo(4));
});

test('a failed page leaves the rows before it, and is read by a retry', async () => {
  let isBroken = true;
  const { user } = await aUserOf({
    systems: systemsCalled('laptop', 450),
    intercept: ({ query }) => (isBroken && query.get('page') === '1' ? aProblem(503, 'Down for a moment') : undefined),
  });
  await user.presses('to the last row').sees('200 of 450 loaded', '503 "Down', 'r retries', row('▌', 'laptop-200'));

  isBroken = false;
  await user.presses('refresh, or load more').sees('450 systems', row('▌', 'laptop-450'));
  expect(user.screen()).not.toContain('503');
});
