/** Somebody looks at one system. */
import { expect, test } from 'vitest';
import { aProblem, aService, aSystem, daysAgo, idOf } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';

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
  const service = await aService({ systems: [database] });
  const user = aUser(service);
  await user.opens('Northwind');
  service.change(idOf('database'), { description: 'Replica, Lyon', osVersion: 'Debian 14' });
  user.presses('show all fields');
  await user.sees(
    'read from the service just now',
    row('name', 'database'),
    row('system id', 'ID-database'),
    row('state', 'Connected'),
    row('stale', 'no: it is connected'),
    row('last seen', 'UTC, 214 d ago'),
    row('enrolled at', 'UTC, 700 d ago'),
    row('enabled', 'yes'),
    row('description', 'Replica, Lyon'),
    row('connected from', '203.0.113.7'),
    row('enrolment key', 'servers (29)'),
    row('platform', 'Linux'),
    row('OS version', 'Debian 14'),
    row('agent version', '4.18.2'),
    row('tags', 'prod, edge'),
    row('custom DNS', '10.0.0.53', 'intranet.example'),
  );
  user.presses('go back one level');
  await user.sees('1 of 1 read');
});

test('where it cannot be read, what was known of it stays, until it is read again', async () => {
  let isBroken = true;
  const service = await aService({
    systems: [database],
    intercept: ({ path }) =>
      isBroken && path.endsWith(idOf('database')) ? aProblem(500, 'Internal error') : undefined,
  });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('show all fields');
  await user.sees('The service failed to read the system', row('description', 'Primary, Lyon'));
  isBroken = false;
  user.presses('read it again');
  await user.sees('read from the service just now', row('description', 'Primary, Lyon'));
});

test('a system that is gone is said to be gone', async () => {
  const service = await aService({ systems: [database] });
  const user = aUser(service);
  await user.opens('Northwind');
  service.remove(idOf('database'));
  user.presses('show all fields');
  await user.sees('There is no such system, or this token may not see it', row('name', 'database'));
});

test('it is marked where it is looked at', async () => {
  const user = aUser(await aService({ systems: [database] }));
  await user.opens('Northwind');
  user.presses('show all fields');
  await user.sees('read from the service just now');
  user.presses('mark or unmark it');
  await user.sees('1 marked');
  user.presses('go back one level');
  await user.sees(row('✓', 'database'));
});

test('a name that would act on the terminal is shown as what it is', async () => {
  const user = aUser(await aService({ systems: [aSystem({ hostname: 'evil\u{1B}[2J\u{202E}name' })] }));
  await user.opens('Northwind');
  await user.sees('evil␛[2J‹U+202E›name');
  user.presses('show all fields');
  await user.sees('contains hidden characters');
  expect(user.terminal.raw()).not.toContain('evil\u{1B}');
  expect(user.terminal.raw()).not.toContain('\u{202E}');
});
