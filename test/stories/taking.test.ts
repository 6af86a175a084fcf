/** Copying and exporting: to the clipboard, into files, into a pipe. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { leaksIn } from '../support/canary.ts';
import { aHome, runWithoutTerminal, runWithoutTerminalIn } from '../support/program.ts';
import { aService, aSystem, daysAgo, onRequest, systemsCalled } from '../support/service.ts';
import { aUserOf, environmentFor, row, runAt } from '../support/user.ts';

const systems = [
  ...systemsCalled('web', 3),
  aSystem({ hostname: '=cmd()', lastSeen: daysAgo(200), tags: [{ tag: 'till' }] }),
];

test('a name, an id or all fields go to the clipboard of the terminal, and are shown as well', async () => {
  const { user } = await aUserOf({ systems });
  await user.marks('web-1', 'web-2');
  user.presses('copy: name, id, fields');
  await user.sees(row('▌', 'name'), 'web-3', 'all fields, as JSON', 'ids of the 2 marked');
  await user.presses('next', 3).sees(row('▌ all fields'), '"hostname": "web-3"');
  await user.presses('next').sees(row('▌ names of the 2 marked'), /web-1 *\nweb-2/);
  await user.presses('copy it').sees('Copied through your terminal: 2 lines');
  expect(user.terminal.raw()).toContain(`]52;c;${Buffer.from('web-1\nweb-2\n').toString('base64')}`);
});

test('marked, shown or all loaded systems are exported to two files that only their owner can read', async () => {
  const home = aHome();
  const { user } = await aUserOf({ systems, home });
  await user.marks('web-1');
  user.presses('export to CSV and JSON');
  await user.sees('marked systems: 1 system', 'shown systems: 4 systems', 'all loaded systems: 4 systems');
  await user.presses('write marked systems').sees('Written:');
  await user.presses('export to CSV and JSON').sees('marked systems');
  user.presses('write all loaded systems');
  await expect.poll(() => filesIn(home.path).length).toBe(4);

  const [first = '', second = ''] = filesIn(home.path).filter((name) => name.endsWith('.csv'));
  const tables = [first, second].map((name) => readFileSync(join(home.path, name), 'utf8'));
  const rows = tables.map((text) => parse<Record<string, string>>(text, { columns: true }));
  expect(rows.map(({ length }) => length).sort()).toEqual([1, 4]);
  expect(tables.join('')).toContain(`'=cmd()`);
  for (const name of filesIn(home.path)) expect(statSync(join(home.path, name)).mode & 0o777).toBe(0o600);
});

/** Whole files: an empty one only takes the name. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith('rollcall-systems-'));
  return names.filter((name) => statSync(join(folder, name)).size > 0);
}

describe('rollcall systems', () => {
  test('prints an array with the fields of the specification, the age and staleness', async () => {
    const service = await aService({ systems });
    const { exitCode, output, complaint } = await runAt(service, 'systems', '--org=Northwind', '--json');
    expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
    const printed = JSON.parse(output) as Record<string, unknown>[];
    expect(printed).toHaveLength(4);
    expect(printed[3]).toMatchObject({
      hostname: '=cmd()',
      state: 'Disconnected',
      tags: [{ tag: 'till' }],
      ageDays: 200,
      stale: true,
      connection: 'notConnected',
    });
    expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
    expect(leaksIn(output, service.token)).toEqual([]);
  });

  test('as CSV and as lines, filtered, the stale ones with the disabled', async () => {
    const disabled = aSystem({ hostname: 'retired', lastSeen: daysAgo(400), isEnabled: false, state: 'Disabled' });
    const service = await aService({ systems: [...systems, disabled] });
    const env = environmentFor(service);
    const csv = await runWithoutTerminalIn(env, 'systems', '--csv', '--filter', 'name:web-2');
    expect(parse(csv.output, { columns: true })).toMatchObject([{ hostname: 'web-2', stale: 'false' }]);
    const table = await runWithoutTerminalIn(env, 'systems', '--stale', '--days', '100');
    expect(table.output).toMatch(/^ +NAME +STATE +LAST SEEN.*\n● =cmd\(\) .*200 d.*\n● retired +disabled +400 d.*\n$/);
  });

  test('without --org the only organisation is named; of several none is taken, not even the one opened last', async () => {
    const service = await aService({ systems });
    const one = await runAt(service, 'systems', '--json');
    expect(one).toMatchObject({
      exitCode: 0,
      complaint: expect.stringMatching(/The organisation is Northwind \(/) as string,
    });

    const several = await runWithoutTerminal('systems', '--demo', '--json');
    expect(several).toMatchObject({ exitCode: 2, output: '' });
    expect(several.complaint).toMatch(/Several organisations: choose one with --org\. Northwind Traders \(/);
  });

  test('in pages that are followed to the end', async () => {
    const service = await aService({ systems: systemsCalled('web', 450) });
    const { output } = await runAt(service, 'systems', '--org=Northwind', '--json');
    expect(JSON.parse(output)).toHaveLength(450);
  });

  test.each<[string, string[], number, RegExp]>([
    [
      'a filter with a mistake',
      ['--filter', 'is:purple'],
      2,
      /--filter, at 4: unknown "is:purple"\. Known: stale, marked/,
    ],
    [
      'an organisation that is not there',
      ['--org', 'Nowhere'],
      2,
      /--org: no organisation has the name or id "Nowhere"\. There are: Northwind/,
    ],
    ['two formats', ['--json', '--csv'], 2, /Use only one of --json, --csv and --table/],
    ['a flag of another command', ['--preview'], 2, /--preview goes with rollcall and rollcall api\./],
  ])('refuses %s with what is wrong, and prints nothing', async (_, flags, code, words) => {
    const service = await aService({ systems });
    const { exitCode, output, complaint } = await runAt(service, 'systems', ...flags);
    expect({ exitCode, output }).toEqual({ exitCode: code, output: '' });
    expect(complaint).toMatch(words);
  });

  test('prints nothing of a list that cannot be read whole', async () => {
    const intercept = onRequest('GET', ({ query }) => (query.has('page') ? { status: 403, body: '{}' } : undefined));
    const service = await aService({ systems: systemsCalled('web', 450), intercept });
    const { exitCode, output, complaint } = await runAt(service, 'systems');
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    expect(complaint).toMatch(/403/);
  });
});
