/** Records that rollcall 0.1.0 saved, and the first format of all: they are read and told for ever. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, runWithoutTerminalIn } from '../support/program.ts';
import { requestsFolderOf } from '../support/request-records.ts';
import { anOrganisation, aService, aSystem } from '../support/service.ts';
import { aUserIn, environmentFor, acrossLines, row, type User } from '../support/user.ts';
import type { Expected } from '../support/watched-screen.ts';
import { aHomeWithRecords } from '../support/records.ts';

const interrupted = 'the session ended before the answer was saved';

const readTarget = acrossLines('Read its target before you send it again.');

/** The newest first: a part of its row, and what its details say. */
const runs: readonly (readonly [row: RegExp, ...details: Expected[]])[] = [
  // The last line is torn: its system was not reached, as far as the file says.
  [
    row('●', '2025-11-26 02:37', 'Northwind', 'interrupted', '3 unknown · 3 deleted · 2 not reached'),
    ...[
      '› Interrupted deletion',
      'a deletion of 8 systems in Northwind',
      '✓ 3 deleted   ● 3 unknown   – 2 not reached',
    ],
    row('● unknown', 'old-4', interrupted),
    row('– not reached', 'old-7', 'not reached before the deletion ended'),
  ],
  [
    row('●', '2025-11-26 02:36', 'Northwind', 'interrupted', '4 unknown · 3 disabled · 1 not reached'),
    ...['› Interrupted disabling', 'disabling 8 systems in Northwind', '✓ 3 disabled   ● 4 unknown   – 1 not reached'],
    row('● unknown', 'old-7', interrupted),
    row('– not reached', 'old-8', 'not reached before disabling ended'),
  ],
  [
    row('●', '2025-11-26 02:35', 'Northwind', 'interrupted', '4 unknown · 3 deleted · 1 not reached'),
    ...['› Interrupted deletion', '✓ 3 deleted   ● 4 unknown   – 1 not reached'],
    row('● unknown', 'old-7', interrupted),
    row('– not reached', 'old-8', 'not reached before the deletion ended'),
  ],
  [
    row('✓', '2025-11-26 02:34', 'Northwind', '3 enabled'),
    ...['› Enabling finished', '3 systems enabled', 'Checked against a fresh list at 02:34 UTC.'],
    row('✓ enabled', 'till-2', 'laptops'),
  ],
  [
    row('✓', '2025-11-26 02:33', 'Northwind', '3 disabled'),
    ...['› Disabling finished', '3 systems disabled', 'Checked against a fresh list at 02:33 UTC.'],
    row('✓ disabled', 'till-2', 'laptops'),
  ],
  [
    row('2025-11-26 02:32', 'Northwind', 'preview', '2 would be deleted'),
    ...['› Preview finished', 'Nothing was deleted', 'Requests that would be sent'],
    row('✓ would be deleted', 'old-2', 'laptops'),
  ],
  [
    row('✗', '2025-11-26 02:31', 'Northwind', '1 refused · 2 failed · 1 unknown · 2 deleted'),
    ...['› Deletion finished', '2 systems deleted', '✓ 2 deleted   ✗ 1 refused   ✗ 2 failed   ● 1 unknown'],
    row('✗ refused', 'old-2', '409 "Some title" (trace trace-77)'),
    row('✗ failed', 'old-3', 'the service did not find it at first; the system still exists'),
    row('✗ failed', 'old-4', '500 "Some title" (trace trace-77) from the service; the system still exists'),
    row('● unknown', 'old-5', 'accepted (202), and still exists'),
  ],
  // The first format says neither which kind it is nor the time of the service, and calls "refused" what nobody refused.
  [
    row('✗', '2025-11-26 02:30', 'Northwind', '1 refused · 1 failed · 1 unknown · 2 deleted · 1 already gone'),
    ...['› Deletion finished', '✓ 2 deleted   ○ 1 already gone   ✗ 1 refused   ✗ 1 failed   ● 1 unknown'],
    row('✗ failed', 'old-4', 'no answer was received; the system still exists'),
    row('● unknown', 'old-5', 'no answer was received; may be deleted'),
  ],
];

const requests: readonly (readonly [row: RegExp, ...details: Expected[]])[] = [
  [
    row('2025-11-26 02:31', 'Northwind', 'preview', 'PUT …/things/12/disable'),
    ...['Preview: this would have been sent. Nothing was.', 'asked for     2025-11-26 02:31:27 UTC'],
    ...['"name": "till"', '"apiKey": "•••"', 'No body.'],
  ],
  [
    row('✓', 'Northwind', 'done, 204', 'PUT …/things/12/disable'),
    ...[
      '✓ done, 204 in 5 ms',
      'The service carried it out.',
      'operation     PUT /org/{orgId}/things/{thingId}/disable',
    ],
    ...['Before it, the service had:', '"name": "till"', '"apiKey": "•••"'],
  ],
  [
    row('●', 'Northwind', 'no outcome', 'PUT …/silent'),
    ...['● no outcome', acrossLines('rollcall ended before it could be saved.'), readTarget],
  ],
  [row('✓', 'done, 201', 'PUT /account'), 'PUT http://127.0.0.1:4010/account', '"name": "x"'],
  [row('●', 'Northwind', 'unknown', 'PUT …/lost'), '● unknown in 4 ms', readTarget],
  [
    row('●', 'Northwind', 'unknown, 500', 'POST …/tags/500'),
    ...['● unknown, 500 in 3 ms', 'code          conflict', 'trace id      trace-12', readTarget],
  ],
  [
    row('✗', 'Northwind', 'refused, 409', 'DELETE …/keys/409'),
    ...['✗ refused, 409 in 3 ms', 'The service refused it', 'code          conflict', 'trace id      trace-12'],
  ],
  [row('✓', 'Northwind', 'done, 201', 'POST …/enrolment-keys'), '"description": "tills"'],
  [row('✓', 'Northwind', 'done, 202', 'PUT …/accepted'), '✓ done, 202 in 3 ms'],
  [
    row('✓', 'Northwind', 'done, 201', 'POST …/tags'),
    ...['sent          2025-11-26 02:31:24 UTC', 'profile       default, at http://127.0.0.1:4010'],
    ...['"tag": "café"', '"n": 9223372036854775807', '"password": "•••"'],
  ],
];

/** Each row is in the list, and opens. */
async function opensEach(user: User, list: Expected, rows: typeof runs): Promise<void> {
  await user.sees(list, ...rows.map(([listed]) => listed));
  for (const [listed, ...details] of rows) {
    const lines = (await user.sees(list, listed)).split('\n');
    const distance = lines.findIndex((line) => listed.test(line)) - lines.findIndex((line) => line.startsWith('▌'));
    user.presses(distance < 0 ? 'move up' : 'move down', Math.abs(distance));
    await user.sees(list, new RegExp(`▌.*${listed.source}`));
    await user.pressesKey('enter').sees(...details);
    await user.pressesKey('esc').sees(list);
    await user.rests();
  }
}

function contentsOf(home: Home): readonly string[] {
  return [home.runsFolder, requestsFolderOf(home)].flatMap((folder) =>
    readdirSync(folder).map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`),
  );
}

async function aUserReading() {
  const systems = [aSystem({ hostname: 'laptop-anna', state: 'Connected' })];
  const service = await aService({ organisations: [anOrganisation({ orgId: 'N1', systems })] });
  const home = aHomeWithRecords();
  const user = await aUserIn('Northwind', service, { home, columns: 120, rows: 40 });
  return { home, user };
}

/** The list with these rows alone. */
async function filters(user: User, text: string): Promise<void> {
  await user.presses('filter the history').sees('filter:');
  await user.types(text).pressesKey('enter').sees(`filter "${text}"`);
}

test('kept runs and requests are in one history; what was cut off is told once, together', async () => {
  const { user } = await aUserReading();
  await user.sees('2 changes were interrupted, the last of 2025-11-26 02:37 UTC. E shows them.');
  const all = [...runs, ...requests].map(([listed]) => listed);
  await user.opensHistory('18 entries, newest first · 3 with an unknown outcome', ...all);
  await user.leaves();
});

test.each([
  ['runs are listed, and open with their results', '-kind:request', runs, 1],
  // A result that was looked at is marked as such, behind all that was there.
  ['requests are listed, and open with all that was saved of them', 'kind:request', requests, 2],
] as const)('kept %s', async (_, filter, rows, seen) => {
  const { home, user } = await aUserReading();
  const before = contentsOf(home);
  await user.opensHistory('18 entries');
  await filters(user, filter);
  await opensEach(user, `${rows.length} of 18 entries`, rows);
  await user.leaves();
  const after = contentsOf(home);
  expect(after.map((text, at) => text.slice(0, before[at]?.length))).toEqual(before);
  expect(after.join('').split('"kind":"seen"')).toHaveLength(seen);
  if (seen === 1) expect(after).toEqual(before);
});

/** The lines of `rollcall runs` with this filter, and the environment of the command. */
async function aPrinter(filter: string) {
  const env = { ...aHomeWithRecords().env, ...environmentFor(await aService({ systems: [] })) };
  const { output } = await runWithoutTerminalIn(env, 'runs', '--filter', filter);
  return { env, printed: output.split('\n').filter((line) => /^\d/.test(line)) };
}

test('kept runs are printed, and written as JSON', async () => {
  const { env, printed } = await aPrinter('-kind:request');
  expect(printed).toEqual([
    '2025-11-26 02:37 UTC  Northwind  interrupted  3 deleted · 3 unknown · 2 not reached',
    '2025-11-26 02:36 UTC  Northwind  interrupted  3 disabled · 4 unknown · 1 not reached',
    '2025-11-26 02:35 UTC  Northwind  interrupted  3 deleted · 4 unknown · 1 not reached',
    '2025-11-26 02:34 UTC  Northwind  finished  3 enabled',
    '2025-11-26 02:33 UTC  Northwind  finished  3 disabled',
    '2025-11-26 02:32 UTC  Northwind  preview  2 would be deleted',
    '2025-11-26 02:31 UTC  Northwind  finished  2 deleted · 1 refused · 2 failed · 1 unknown',
    '2025-11-26 02:30 UTC  Northwind  finished  2 deleted · 1 already gone · 1 refused · 1 failed · 1 unknown',
  ]);
  const json = await runWithoutTerminalIn(env, 'runs', '--json', '--filter', '-kind:request');
  expect(JSON.parse(json.output)).toMatchObject([
    { does: 'delete', state: 'interrupted', counts: { deleted: 3, unknown: 3, notAttempted: 2 } },
    { does: 'disable', state: 'interrupted', counts: { disabled: 3, unknown: 4, notAttempted: 1 } },
    { does: 'delete', state: 'interrupted', counts: { deleted: 3, unknown: 4, notAttempted: 1 } },
    { does: 'enable', state: 'finished', counts: { enabled: 3 } },
    { does: 'disable', state: 'finished', counts: { disabled: 3 } },
    { does: 'delete', isPreview: true, state: 'finished', counts: { wouldDelete: 2 } },
    { does: 'delete', state: 'finished', counts: { deleted: 2, refused: 1, failed: 2, unknown: 1 } },
    { does: 'delete', state: 'finished', counts: { deleted: 2, alreadyGone: 1, failed: 1, unknown: 1 } },
  ]);
});

test('kept requests are printed, and written as JSON', async () => {
  const { env, printed } = await aPrinter('kind:request');
  expect(printed.map((line) => line.replace('2025-11-26 02:31 UTC  ', ''))).toEqual([
    'Northwind  preview  PUT …/things/12/disable',
    'Northwind  done, 204  PUT …/things/12/disable',
    'Northwind  no outcome  PUT …/silent',
    'done, 201  PUT /account',
    'Northwind  unknown  PUT …/lost',
    'Northwind  unknown, 500  POST …/tags/500',
    'Northwind  refused, 409  DELETE …/keys/409',
    'Northwind  done, 201  POST …/enrolment-keys',
    'Northwind  done, 202  PUT …/accepted',
    'Northwind  done, 201  POST …/tags',
  ]);
  const json = await runWithoutTerminalIn(env, 'runs', '--json', '--filter', 'is:refused kind:request');
  expect(JSON.parse(json.output)).toMatchObject([
    { does: 'request', state: 'refused', method: 'DELETE', status: 409, traceId: 'trace-12', isPreview: false },
  ]);
  const all = await runWithoutTerminalIn(env, 'runs', '--json');
  expect(JSON.parse(all.output)).toHaveLength(18);
});
