/** A list is called complete only when it is: even if it moved during the scan, or ended too soon. */
import { expect, test } from 'vitest';
import type { Intercept } from '../../src/demo/service.ts';
import { laterPages, listRequests, pages } from '../support/hazards.ts';
import { aCrowd, aService, daysAgo, idOf, staleSystems, type StoryService, systemsCalled } from '../support/service.ts';
import { aUserIn, aUserOf, row, runAt } from '../support/user.ts';

/** 450 systems in three pages; so many are removed, one at each request for the second page. */
async function aMovingService(times: number): Promise<StoryService> {
  let removed = 0;
  const intercept = laterPages(({ query }) => {
    if (query.get('page') === '1' && removed < times) service.remove(idOf(`web-${++removed}`));
    return undefined;
  });
  const service: StoryService = await aService({ systems: systemsCalled('web', 450), intercept });
  return service;
}

/** The end of `rollcall systems`, and the names that it prints. */
async function listed(service: StoryService) {
  const { output, ...ended } = await runAt(service, 'systems', '--org=Northwind', '--json');
  const names = (JSON.parse(output) as { readonly hostname: string }[]).map(({ hostname }) => hostname);
  return { names, ended };
}

test('a list that moved while it was read is read once more, by itself, and nothing is missing', async () => {
  const service = await aMovingService(1);
  const user = await aUserIn('Northwind', service, { columns: 120 });
  user.presses('to the last row, all pages');
  await user.sees('449 systems', row('▌', 'web-450'), (screen) => !/once more|changed|incomplete/.test(screen));
  expect(listRequests(service)).toBe(6);
  // The system that the removal hid between the first page and the second.
  await user.presses('filter').sees('filter:');
  await user.types('name:web-201').pressesKey('enter').sees('1 shown by filter', 'web-201');
});

test('a list that moves again says so, there and in the review, and is read no third time', async () => {
  const service = await aMovingService(9);
  const user = await aUserIn('Northwind', service, { columns: 120 });
  user.presses('to the last row, all pages');
  const words = '448 systems · the list changed while it was loaded, r refreshes';
  await user.sees(words);
  expect(listRequests(service)).toBe(6);
  await user.goesTo('web-450');
  await user.presses('mark and move down').sees('1 marked');
  user.presses('review and delete');
  await user.sees('The list changed while it was loaded: 448 of 448 seen.', 'Nothing to delete');
  expect(user.terminal.raw()).toContain('\u001b[91m  The list changed while it was loaded: 448 of 448 seen.');
  expect(service.sent('DELETE')).toHaveLength(0);
});

test.each([
  ['once: it is whole', 1, { exitCode: 0, complaint: '' }, 449],
  [
    'twice: it says so',
    9,
    {
      exitCode: 1,
      complaint: 'rollcall: The list changed while it was loaded, twice: 448 of 448. Systems may be missing here.\n',
    },
    448,
  ],
])('rollcall systems of a list that moves %s', async (_, times, ends, count) => {
  const service = await aMovingService(times);
  const { names, ended } = await listed(service);
  expect(ended).toEqual(ends);
  expect(names).toHaveLength(count);
  if (times === 1) expect(names).toEqual(service.hostnames());
  expect(listRequests(service)).toBe(6);
});

/** Ways in which 450 systems are not all listed, and the count of the listed ones. */
const short: readonly (readonly [string, () => Intercept, number])[] = [
  [
    'whose link passes a page over',
    () =>
      pages(({ links }) => ({
        links: { ...links, next: typeof links['next'] === 'string' ? links['next'].replace('page=1', 'page=2') : null },
      })),
    250,
  ],
  ['whose first page has no next one', () => pages(({ links }) => ({ links: { ...links, next: null } })), 200],
  [
    'whose last page is empty',
    () => pages(({ links, items }) => ({ items: links['next'] === null ? [] : items })),
    400,
  ],
];

test.each(short)(
  'a list %s is incomplete, with both numbers, and rollcall systems ends with 1',
  async (_, how, count) => {
    const service = await aService({
      systems: systemsCalled('web', 450, { lastSeen: daysAgo(200) }),
      intercept: how(),
    });
    const { names, ended } = await listed(service);
    const complaint = `rollcall: The service listed ${count} of 450 systems, twice. Systems are missing here.\n`;
    expect(ended).toEqual({ exitCode: 1, complaint });
    expect(names).toHaveLength(count);

    const user = await aUserIn('Northwind', service);
    await user.presses('mark all stale').sees(`${count} marked`, `incomplete: ${count} of 450 systems listed`);
    user.presses('review and delete');
    await user.sees(`Only loaded systems are here: incomplete: ${count} of 450 systems listed.`);
    expect(user.terminal.raw()).toContain('\u001b[91m  Only loaded systems are here');
  },
);

test.each<[string, () => Intercept]>([
  ['gives no totals', () => pages(() => ({ metadata: undefined }))],
  [
    'gives its total on the first page only',
    () => pages(({ metadata }, at) => (at === 0 ? {} : { metadata: { ...metadata, total: undefined } })),
  ],
])('a list that %s is whole, and read once', async (_, how) => {
  const service = await aService({ systems: systemsCalled('web', 450), intercept: how() });
  const { names, ended } = await listed(service);
  expect(ended).toEqual({ exitCode: 0, complaint: '' });
  expect(names).toHaveLength(450);
  expect(listRequests(service)).toBe(3);
});

test('a system deleted in this session is no move of the list', async () => {
  const { user } = await aUserOf({ systems: [...staleSystems(2), ...aCrowd(), ...systemsCalled('web', 30)] });
  await user.deletesStale(2, '2 deleted');
  user.presses('back to the list, or the history');
  await user.sees('50 systems', (screen) => !/once more|changed|incomplete/.test(screen));
});
