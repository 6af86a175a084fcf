/** Searching for systems, and returning to the position before. */
import { expect, test } from 'vitest';
import { aSystem, type StoryService, systemsCalled } from '../support/service.ts';
import { aUserOf, type Met, row } from '../support/user.ts';

const systems = [
  ...systemsCalled('server', 12, { platformType: 'Linux' }),
  ...systemsCalled('laptop', 3, { platformType: 'Windows', description: 'sales' }),
  aSystem({ hostname: 'retired', isEnabled: false, state: 'Disabled' }),
];

const aSearcher = (): Promise<Met> => aUserOf({ systems });

/** The searches that the service received. */
function searches(service: StoryService): string[] {
  return service.sent('GET').flatMap(({ query }) => query.get('search') ?? []);
}

test('a search that is typed fast asks the service once it pauses', async () => {
  const { service, user } = await aSearcher();
  user.presses('search');
  for (const letter of 'laptop') user.types(letter);
  await user.sees('3 systems', 'search "laptop"');
  expect(user.screen()).not.toContain('server');
  expect(searches(service)).toEqual(['laptop']);
});

test('esc brings the rows, the cursor and the marks back', async () => {
  const { user } = await aSearcher();
  await user.marks('server-3');
  await user.goesTo('server-9');
  await user.presses('search').types('laptop').sees('3 systems', '1 marked, 1 not shown');
  user.presses('cancel, and restore the list');
  await user.sees('15 systems', row('▌', 'server-9'), row('✓', 'server-3'), /1 marked$/m);
});

test('enter keeps the search; esc then shows all again, and marks made meanwhile stay', async () => {
  const { user } = await aSearcher();
  await user.goesTo('server-9');
  await user.presses('search').types('laptop').sees('3 systems');
  user.presses('apply the text');
  await user.marks('laptop-2');
  await user.presses('go back one level').sees('15 systems', row('▌', 'server-9'), row('✓', 'laptop-2'));
});

test('a search without a match says so, and how to come back', async () => {
  const { user } = await aSearcher();
  await user.presses('search').types('web').sees('No systems match "web". esc shows all 15.');
  await user.presses('cancel, and restore the list').sees('15 systems', 'laptop-1');
});

test('a filter narrows what is here without asking the service', async () => {
  const { service, user } = await aSearcher();
  const { length } = service.requests;
  user.presses('filter the loaded systems');
  await user.types('os:windows -laptop-2').sees('2 shown by filter', 'laptop-1', 'laptop-3');
  expect(user.screen()).not.toContain('server-');
  await user.presses('apply the filter').presses('mark all matching systems').sees('2 marked');
  await user.presses('go back one level').sees(row('✓', 'laptop-1'), row('✓', 'laptop-3'), 'server-1');
  expect(service.requests).toHaveLength(length);
});

test('disabled systems are shown on request', async () => {
  const { service, user } = await aSearcher();
  await user.sees('disabled hidden');
  await user.presses('show or hide disabled systems').sees('16 systems', 'disabled shown', row('retired', 'disabled'));
  await user.presses('show or hide disabled systems').sees('15 systems', 'disabled hidden');
  const asked = service.sent('GET').map(({ query }) => query.get('include_disabled'));
  expect(asked).toEqual([null, 'false', 'true', 'false']);
});

test('the sort moves to the column beside, through those that are shown', async () => {
  const systems = [...systemsCalled('web', 1), aSystem({ hostname: 'box', tags: [{ tag: 'a' }], platformType: 'Zos' })];
  const { user } = await aUserOf({ systems });
  const [left, right] = ['sort by the column to the left', 'sort by the column to the right'];
  await user.presses(right).sees('by name ↑', 'NAME ↑', /box [^]*web-1 /);
  await user.presses(right).sees('by state ↑', 'STATE ↑');
  await user
    .presses(left)
    .presses(left)
    .sees(/NAME +STATE +LAST/, /web-1 [^]*box /);
  await user.presses(left).sees('by tags ↑', 'TAGS ↑');
  await user.presses(left, 2).sees('by platform ↑', 'PLATFORM ↑', /web-1 [^]*box /);
  await user.presses('reverse the sort').sees('by platform ↓', /box [^]*web-1 /);
});

test('the list is sorted and the sort reversed; the cursor stays on its system', async () => {
  const { user } = await aSearcher();
  await user.goesTo('server-2');
  user.presses('sort by the next column');
  await user.sees('by name ↑', /NAME ↑[^]*laptop-1 [^]*server-2 [^]*server-10/, row('▌', 'server-2'));
  await user.presses('reverse the sort').sees('by name ↓', /server-9 [^]*server-1 [^]*laptop-1 /, row('▌', 'server-2'));
});

test('a filter that matches nothing, and m without marks, give the cursor back to its system', async () => {
  const { user } = await aSearcher();
  await user.goesTo('server-9');
  await user.presses('filter the loaded systems').sees('filter:');
  await user.types('zzzzz').sees('No loaded system matches "zzzzz"');
  await user.presses('apply the filter').sees((screen) => !screen.includes('filter:'));
  await user.presses('go back one level').sees(row('▌', 'server-9'));
  await user.presses('show marked systems only').sees('No loaded system matches "is:marked"');
  await user.presses('show marked systems only').sees(row('▌', 'server-9'));
});

test('a filter of lists, alternatives and patterns; a mistake keeps the text and says what is meant', async () => {
  const { service, user } = await aSearcher();
  const { length } = service.requests;
  await user.presses('filter the loaded systems').sees('filter:');
  user.types('name:server-1*,laptop-3 -server-11 or server-5');
  await user.sees('5 shown by filter', 'server-1 ', 'server-10', 'server-12', 'laptop-3', 'server-5', '5 of 15');
  await user.pressesKey('ctrl-u').sees((screen) => !screen.includes('shown by filter'));
  await user.types('os:windows ').sees('3 shown by filter');
  for (const letter of 'age:>90d') user.types(letter);
  await user.sees('filter: os:windows age:>90d', 'unknown field "age". Did you mean seen?', '3 shown by filter');
  await user.presses('apply the filter').sees('filter: os:windows age:>90d', 'Did you mean seen?');
  await user.presses('complete').sees('filter: os:windows seen:>90d', (screen) => !screen.includes('unknown field'));
  user.pressesKey('ctrl-u').types('seen:>30m');
  await user.presses('apply the filter').sees('"30m": min or mo?', 'filter: seen:>30m');
  user.types('in');
  await user.presses('apply the filter').sees((screen) => !screen.includes('filter:'), '15 shown by filter');
  await user.presses('filter the loaded systems').presses('recall an earlier filter').sees('filter: seen:>30min');
  expect(service.requests).toHaveLength(length);
});

test('? at the start of a word shows the filter language over the list; in quotes and words it is typed', async () => {
  const { user } = await aSearcher();
  await user.presses('filter the loaded systems').sees('filter:');
  await user.types('os:linux ').sees('12 shown by filter');
  await user.types('?').sees('Filter language', 'seen:>90d', 'last seen more than 90 days ago');
  await user.pressesKey('esc').sees('filter: os:linux', '12 shown by filter');
  await user.types('"?').sees('filter: os:linux "?', 'The closing " is missing.');
  await user.pressesKey('ctrl-u').types('server-1?').sees('3 shown by filter', 'server-10', 'server-11', 'server-12');
});
