/** Requests in the history: the start reports interrupted ones, and all of them are listed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome, type Home } from '../support/program.ts';
import { aRecord, anEnd, recordsIn, withoutSessions } from '../support/request-records.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, aUserIn, row } from '../support/user.ts';

const dayMs = 24 * 60 * 60_000;

/** A home with a request of yesterday without an outcome, and a refused one. */
async function aHomeWithRequests(): Promise<Home> {
  const home = aHome();
  const folder = home.changesFolder;
  const records = recordsIn(folder);
  await records.begin(aRecord({ at: new Date(Date.now() - dayMs).toISOString() }, { sent: { apiKey: '•••' } }));
  const refused = await records.begin(aRecord({ method: 'DELETE', address: 'https://api.example/org/N1/keys/12' }));
  if (!refused.ok) throw new Error(refused.code);
  const outcome = { kind: 'refused', problem: null } as const;
  await records.end(refused.path, anEnd({ outcome, status: 409, traceId: 'trace-12' }));
  withoutSessions(folder);
  return home;
}

function serviceOfOne() {
  return aService({ systems: [aSystem({ hostname: 'laptop-anna', state: 'Connected' })] });
}

test('a request without an outcome is told at the start, until somebody has looked at it', async () => {
  const service = await serviceOfOne();
  const home = await aHomeWithRequests();
  const user = aUser(service, { home, columns: 120 });
  await user.sees('laptop-anna', /A request of yesterday \d\d:\d\d UTC was interrupted: PUT …\/disable\./);
  await user.sees('E shows it.');
  user.presses('history: deletions, disabling, requests');
  await user.sees(
    '2 requests, newest first · 1 with an unknown outcome',
    row('✗', 'Northwind Traders', 'refused, 409', 'DELETE …/keys/12'),
    row('●', 'no outcome', 'PUT …/systems/K3F9Q/disable'),
  );
  // A request that was only listed is reported again.
  await user.leaves();
  const second = aUser(service, { home, columns: 80 });
  await second.sees(/Interrupted: PUT …\/disable, yesterday \d\d:\d\d UTC\. E shows it\.|A request of yesterday/);
  second.presses('history: deletions, disabling, requests');
  await second.goesTo('K3F9Q');
  await second.pressesKey('enter').sees('Its outcome is not known', '"apiKey": "•••"');
  await second.pressesKey('G').sees('pos-0412');
  await second.pressesKey('esc').sees('2 requests');
  await second.leaves();
  const third = await aUserIn('Northwind', service, { home });
  await third.rests();
  expect(third.screen()).not.toMatch(/interrupted|known outcome/i);
  await third.leaves();
});

test('requests are filtered, copied, read and refreshed', async () => {
  const service = await serviceOfOne();
  const home = await aHomeWithRequests();
  const folder = home.changesFolder;
  const [name = ''] = readdirSync(folder).sort();
  const user = await aUserIn('Northwind', service, {
    home,
    columns: 120,
    rows: 40,
    flags: ['--read-only'],
    ownProcess: true,
  });
  await user.presses('every operation of the service').sees('› Operations');
  await user.pressesKey('p').sees('2 requests', row('▌✗', 'DELETE'));
  await user.pressesKey('f').sees('filter:');
  await user.types('is:unknown').sees('1 of 2 requests', row('▌●', 'PUT'));
  await user.pressesKey('enter', 'y').sees('Copied through your terminal');
  await user.presses('read its record').sees('› Record', 'Its outcome is not known');
  await user.pressesKey('f').sees('find:');
  await user.types('apiKey').pressesKey('enter').sees('1 of 1', '"apiKey": "•••"');
  await user.pressesKey('esc').sees('1 of 2 requests', row('▌●', 'PUT'));
  await user.pressesKey('esc').sees(/2 requests, newest first · 1 with/);
  const records = recordsIn(folder);
  await records.begin(aRecord({ method: 'PATCH', address: 'https://api.example/account', orgId: null, orgName: null }));
  await user.pressesKey('r').sees('3 requests', row('▸', 'in progress', 'PATCH /account'));
  await user.pressesKey('esc').sees(/› Operations/);
  await user.leaves();
  // No later start tells of a request that was looked at.
  expect(readFileSync(join(folder, name), 'utf8')).toContain('"seen"');
});

test('without records nothing is told, nothing is made, and the list says so', async () => {
  const service = await serviceOfOne();
  const user = await aUserIn('Northwind', service);
  user.presses('history: deletions, disabling, requests');
  await user.sees('Nothing was changed yet.');
  await user.leaves();
  expect(existsSync(user.home.changesFolder)).toBe(false);
});
