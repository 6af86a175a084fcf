/** Searching for systems, and returning to the position before. */
import { expect, test } from 'vitest';
import { aService, aSystem, type StoryService, systemsCalled } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';

const systems = [
  ...systemsCalled('server', 12, { platformType: 'Linux' }),
  ...systemsCalled('laptop', 3, { platformType: 'Windows', description: 'sales' }),
  aSystem({ hostname: 'retired', isEnabled: false, state: 'Disabled' }),
];

async function aSearcher(): Promise<{ service: StoryService; user: User }> {
  const service = await aService({ systems });
  const user = aUser(service);
  await user.opens('Northwind');
  return { service, user };
}

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
  user.presses('search');
  user.types('laptop');
  await user.sees('3 systems', '1 marked (1 not in this list)');
  user.presses('leave, and show what was shown before');
  await user.sees('15 systems', row('▸', 'server-9'), row('✓', 'server-3'), /1 marked$/m);
});

test('enter keeps the search; esc then shows all again, and marks made meanwhile stay', async () => {
  const { user } = await aSearcher();
  await user.goesTo('server-9');
  user.presses('search');
  user.types('laptop');
  await user.sees('3 systems');
  user.presses('keep what is typed');
  await user.marks('laptop-2');
  user.presses('go back one level');
  await user.sees('15 systems', row('▸', 'server-9'), row('✓', 'laptop-2'));
});

test('a search without a match says so, and how to come back', async () => {
  const { user } = await aSearcher();
  user.presses('search');
  user.types('web');
  await user.sees('No systems match "web". esc shows all 15.');
  user.presses('leave, and show');
  await user.sees('15 systems', 'laptop-1');
});

test('a filter narrows what is here without asking the service', async () => {
  const { service, user } = await aSearcher();
  const { length } = service.requests;
  user.presses('filter the loaded systems');
  user.types('os:windows -laptop-2');
  await user.sees('2 shown by filter', 'laptop-1', 'laptop-3');
  expect(user.screen()).not.toContain('server-');
  user.presses('take the filter or pattern');
  user.presses('mark all matching systems');
  await user.sees('2 marked');
  user.presses('go back one level');
  await user.sees(row('✓', 'laptop-1'), row('✓', 'laptop-3'), 'server-1');
  expect(service.requests).toHaveLength(length);
});

test('disabled systems are shown on request', async () => {
  const { service, user } = await aSearcher();
  await user.sees('disabled hidden');
  user.presses('show or hide disabled systems');
  await user.sees('16 systems', 'disabled shown', row('retired', 'Disabled'));
  user.presses('show or hide disabled systems');
  await user.sees('15 systems', 'disabled hidden');
  expect(service.sent('GET').map(({ query }) => query.get('include_disabled'))).toEqual([
    null,
    'false',
    'true',
    'false',
  ]);
});

test('the list is sorted and the sort reversed; the cursor stays on its system', async () => {
  const { user } = await aSearcher();
  await user.goesTo('server-2');
  user.presses('sort by the next column');
  await user.sees('by name ↑', /laptop-1 [^]*server-1 [^]*server-10/, row('▸', 'server-2'));
  user.presses('reverse the sort');
  await user.sees('by name ↓', /server-9 [^]*server-1 [^]*laptop-1 /, row('▸', 'server-2'));
});

test('a filter that matches nothing, and m without marks, give the cursor back to its system', async () => {
  const { user } = await aSearcher();
  await user.goesTo('server-9');
  user.presses('filter the loaded systems');
  await user.sees('filter what is here:');
  user.types('zzzzz');
  await user.sees('No system here matches "zzzzz"');
  user.presses('take the filter');
  await user.sees((screen) => !screen.includes('filter what is here:'));
  user.presses('go back one level');
  await user.sees(row('▸', 'server-9'));
  user.presses('show marked systems only');
  await user.sees('No system here matches "is:marked"');
  user.presses('show marked systems only');
  await user.sees(row('▸', 'server-9'));
});
