/** The list of operations and its keys, with documents that mislead or do harm. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostileDocument } from '../support/documents/hostile.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { anElsewhere, describedBy } from '../support/explorer.ts';
import { aService, aSystem, type StoryService } from '../support/service.ts';
import { aUser, aUserIn, row, type User } from '../support/user.ts';

function aDescribedService(text: string): Promise<StoryService> {
  const systems = [aSystem({ hostname: 'laptop-anna', state: 'Connected' })];
  return aService({ systems, intercept: describedBy(text) });
}

async function opensAll(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.presses('every operation of the service').sees('› Operations on laptop-anna', 'in all (A)');
  await user.presses('every operation of the service').sees(/› Operations *\n/);
}

test('A before the sign-in is refused', async () => {
  const service = await aDescribedService('{}');
  const user = aUser(service, { env: { ROLLCALL_TOKEN: '' } });
  await user.sees('access token');
  user.presses('every operation of the service');
  await user.rests();
  expect(user.screen()).not.toContain('Operations');
  expect(service.asksForDefinition()).toEqual([]);
});

test('the list is filtered, sorted, walked by tag, copied and exported; a row has operations of its own', async () => {
  const service = await aDescribedService(JSON.stringify(usualDocument()));
  const user = await aUserIn('Northwind', service, { columns: 120, rows: 40 });
  await user
    .presses('every operation of the service')
    .sees('5 operations on this row, 81 in all (A)', row('▌', 'Gets a system'), row('PUT    !', 'Disables a system'));
  await user.presses('every operation of the service').sees('81 operations: 32 read, 49 change', row('▌ Account'));
  await user.pressesKey(']').sees(row('▌ Organisation', 'Gets the organisation'));
  user.pressesKey(']');
  user.presses('move down');
  await user.pressesKey('[').sees(row('▌ Users'));
  await user.presses('filter the operations').sees('filter:');
  await user.types('tga:dns').sees('unknown field "tga". Did you mean tag?');
  user.pressesKey('ctrl-u');
  user.types('tag:systems is:heavy -path:*/tags/*');
  await user.sees(/shown by filter "tag:systems is:heavy/, row('▌', 'DELETE !'));
  await user.presses('apply the filter').sees((screen) => !screen.includes('filter: tag'));
  await user.presses('copy: path, id, curl').sees('› Copy', '/org/{orgId}/');
  await user.presses('next', 2).sees(/-X (?:DELETE|PUT|POST)\b/);
  await user.presses('copy it').sees('Copied through your terminal: printf');
  await user.presses('export the list to CSV and JSON').sees(/Written: rollcall-operations-\S+\.csv and \.json/);
  const files = readdirSync(user.home.path).filter((name) => name.startsWith('rollcall-operations'));
  const [csv = '', json = ''] = files.sort().map((name) => join(user.home.path, name));
  expect([csv, json].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  const records = JSON.parse(readFileSync(json, 'utf8')) as { readonly weight: string; readonly tag: string }[];
  expect(records.length).toBeGreaterThan(1);
  expect(records.every(({ weight, tag }) => weight === 'heavy' && /systems/i.test(tag))).toBe(true);
  expect(readFileSync(csv, 'utf8').trimEnd().split('\n')).toHaveLength(records.length + 1);
  await user.pressesKey('esc').sees('81 operations: 32 read, 49 change');
  await user.presses('sort by path, method, last use or tag').sees('by path');
  await user.presses('to the first row').sees(row('▌ Account', '/account'));
  await user.presses('sort by path, method, last use or tag', 2).sees('by last use ↓');
  await user.pressesKey('esc').sees('› Systems', 'laptop-anna');
});

test('the base URL is used for Swagger 2.0 with another host, and the difference is said', async () => {
  const stranger = await anElsewhere();
  onTestFinished(stranger.close);
  const [, host = ''] = stranger.address.split('//');
  const paths = { '/account/orgs': { get: { tags: ['Account'], summary: 'Lists the organisations' } } };
  const document = { swagger: '2.0', schemes: ['http'], host, basePath: '/v9', paths };
  const service = await aDescribedService(JSON.stringify(document));
  const user = await aUserIn('Northwind', service, { columns: 140 });
  user.presses('every operation of the service');
  await user.sees(
    `The definition names ${stranger.address}/v9. Requests go to your address alone.`,
    'names no operation on laptop-anna',
  );
  user.presses('every operation of the service');
  await user.sees('1 operation: 1 read, 0 change', 'its server is not used');
  user.presses('copy: path, id, curl');
  await user.presses('next').sees(/curl .*\/account\/orgs/);
  expect(user.screen()).not.toContain(host);
  await user.pressesKey('esc').sees('1 operation: ');
  await user.pressesKey('enter').sees('› GET ');
  await user.pressesKey('s', 'enter').sees('200 in');
  expect(service.requests.at(-1)?.path).toBe('/account/orgs');
  expect(stranger.connections()).toBe(0);
});

test('a hostile document is listed whole, in rows that stay rows, and nobody else is asked', async () => {
  const stranger = await anElsewhere();
  onTestFinished(stranger.close);
  const service = await aDescribedService(hostileDocument(1, stranger.address));
  const user = aUser(service, { columns: 100, rows: 30 });
  await opensAll(user);
  await user.sees(/5,2\d\d operations: 1,\d{3} read, 3,\d{3} change/, '__proto__');
  for (const key of ['pageDown', 'pageDown', ']', ']', 'pageDown', 'G'] as const) {
    user.pressesKey(key);
    await user.rests();
    const lines = user.screen().split('\n');
    expect(lines[0]).toContain('› Operations');
    expect(lines[1]).toMatch(/^5,2\d\d operations/);
    expect(lines[3]).toMatch(/^ {2}TAG .*METHOD .*WHAT IT DOES .*PATH/);
    expect(lines.at(-1)).toMatch(/^enter open.*commands {2}\? help$/);
    expect(lines.filter((line) => line.startsWith('▌'))).toHaveLength(1);
  }
  await user.sees(/▌ 1,\d{3} operations cannot be used: enter says why/);
  await user.pressesKey('enter').sees('› Cannot be used', 'Its path does not begin with "/".');
  await user.pressesKey('esc').sees('› Operations');
  user.presses('filter the operations');
  await user.types('-is:usable path:passwd').sees('file:///etc/passwd', row('▌', '–'));
  await user.pressesKey('enter').sees((screen) => !screen.includes('filter: '));
  await user.pressesKey('enter').sees('› Cannot be used', 'file:///etc/passwd', 'Its path does not begin with "/".');
  const raw = user.terminal.raw();
  for (const sequence of ['\u001B]52', '\u001B]8', '\u001B[8m', '\u009B', '\u202E', '\u{E0041}']) {
    expect(raw).not.toContain(sequence);
  }
  expect(stranger.connections()).toBe(0);
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
});
