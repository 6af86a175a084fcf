/** The details of one system. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { entries } from '../support/records.ts';
import { aCrowd, aProblem, aService, aStale, aSystem, daysAgo, idOf } from '../support/service.ts';
import { asked, aUserIn, aUserOf, row, runAt } from '../support/user.ts';

const database = aSystem({
  hostname: 'database',
  description: 'Primary, Lyon',
  state: 'Connected',
  lastSeen: daysAgo(214),
  connectedFrom: '203.0.113.7',
  customDns: ['10.0.0.53', { hostname: 'intranet.example', address: '10.1.2.3' }],
  enrolmentKeyId: 29,
  enrolmentKeyDescription: 'servers',
  osVersion: 'Debian 13.1',
  tags: [{ tag: 'prod' }, { tag: 'edge' }],
});

test('every field is shown, as the service has it now', async () => {
  const { service, user } = await aUserOf({ systems: [database] });
  service.change(idOf('database'), { description: 'Replica, Lyon', osVersion: 'Debian 14' });
  user.presses('open the system');
  await user.sees(
    'Checked just now',
    row('name', 'database'),
    row('system id', 'ID-database'),
    row('state', 'Connected'),
    row('WHY', 'Connected now: never stale'),
    row('last seen', 'UTC'),
    row('enrolled at', 'UTC'),
    row('enabled', 'yes'),
    row('description', 'Replica, Lyon'),
    row('connected from', '203.0.113.7'),
    row('enrolment key', 'servers (29)'),
    row('platform', 'Linux'),
    row('OS version', 'Debian 14'),
    row('agent version', '4.18.2'),
    row('tags', 'prod edge'),
    row('custom DNS', '10.0.0.53, intranet.example · 10.1.2.3'),
  );
  await user.presses('go back one level').sees('1 system');
});

test('where a refresh fails, the known fields stay until the next one', async () => {
  let isBroken = true;
  const { user } = await aUserOf({
    systems: [database],
    intercept: ({ path }) =>
      isBroken && path.endsWith(idOf('database')) ? aProblem(500, 'Internal error') : undefined,
  });
  user.presses('open the system');
  await user.sees('The service failed to read the system', row('description', 'Primary, Lyon'));
  isBroken = false;
  user.presses('refresh the system');
  await user.sees('Checked just now', row('description', 'Primary, Lyon'));
});

test('a system that is gone is said to be gone', async () => {
  const { service, user } = await aUserOf({ systems: [database] });
  service.remove(idOf('database'));
  user.presses('open the system');
  await user.sees('There is no such system, or this token may not see it', row('name', 'database'));
});

test('it is marked where it is looked at', async () => {
  const { user } = await aUserOf({ systems: [database] });
  await user.presses('open the system').sees('Checked just now');
  await user.presses('mark or unmark the system').sees('1 marked');
  await user.presses('go back one level').sees(row('✓', 'database'));
});

test('d, D and A are about the system that is looked at, whatever is marked, and esc leads back to it', async () => {
  const { user } = await aUserOf({ systems: [aStale('old-1'), aStale('old-2'), ...aCrowd()] });
  await user.presses('mark all stale').sees('2 marked');
  await user.goesTo('old-2');
  await user.presses('open the system').sees('Checked just now');
  await user.presses('review and delete').sees('Delete 1 system', row('old-2'), asked('delete old-2'));
  await user.presses('back to the list').sees(/› old-2 /, '2 marked');
  await user.presses('review and disable').sees('Disable 1 system', row('old-2'), asked('disable old-2'));
  await user.presses('back to the list').sees(/› old-2 /, '2 marked');
  await user.deletes('delete old-2', '1 system deleted');
  await user.presses('back to the list').sees('1 marked', row('✓', 'old-1'));
});

test('a name that would act on the terminal is shown as what it is', async () => {
  const user = await aUserIn(
    'Northwind',
    await aService({ systems: [aSystem({ hostname: 'evil\u{1B}[2J\u{202E}name' })] }),
  );
  await user.sees('evil␛[2J‹U+202E›name');
  await user.presses('open the system').sees('Contains hidden characters');
  expect(user.terminal.raw()).not.toContain('evil\u{1B}');
  expect(user.terminal.raw()).not.toContain('\u{202E}');
});

test('fields beside those of the specification are shown, copied, exported and recorded', async () => {
  const site = { name: 'Łódź \u{1B}[2J', floors: [1, { racks: null }] };
  const sent = { site, isVirtual: false, maintenanceWindowBegins: 'Sunday' };
  const home = aHome();
  const { service, user } = await aUserOf({ systems: [aStale('old-laptop', { ...sent }), ...aCrowd()], home });
  user.presses('open the system');
  await user.sees(
    row('isVirtual', 'false'),
    row('site', 'name="Łódź \\u001b[2J" floors=(1, (racks=–))'),
    row('maintenanceWindowBegins', 'Sunday'),
  );
  await user.presses('copy: name, id, fields').sees('all fields, as JSON');
  await user.pressesKey('down', 'down', 'down').sees(row('▌', 'all fields, as JSON'));
  await user.presses('copy it').sees('Copied through your terminal');
  expect(JSON.parse(copied(user.terminal.raw()))).toMatchObject({ hostname: 'old-laptop', ...sent });
  await user.presses('go back one level').sees('21 systems');
  await user.presses('export to CSV and JSON').sees('all loaded systems: 21 systems');
  await user.presses('write all loaded systems').sees('Written:');
  const name = readdirSync(home.path).find((one) => one.endsWith('.json')) ?? '';
  expect(JSON.parse(readFileSync(join(home.path, name), 'utf8'))).toContainEqual(expect.objectContaining(sent));

  await user.deletes('delete old-laptop', '1 system deleted');
  expect(entries(home).find(({ kind }) => kind === 'plan')?.systems).toEqual([expect.objectContaining(sent)]);
  expect(entries(home).find(({ kind }) => kind === 'intent')?.was).toMatchObject(sent);

  const { output } = await runAt(service, 'systems', '--json');
  expect(JSON.parse(output)).toHaveLength(20);
  service.change(idOf('busy-1'), sent);
  const later = await runAt(service, 'systems', '--json');
  expect(JSON.parse(later.output)).toContainEqual(expect.objectContaining(sent));
});

/** The last text that was sent to the terminal's clipboard. */
function copied(raw: string): string {
  const [, base64 = ''] = [...raw.matchAll(/\]52;c;([\w+/=]+)/g)].at(-1) ?? [];
  return Buffer.from(base64, 'base64').toString();
}
