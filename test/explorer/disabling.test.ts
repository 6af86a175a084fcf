/** Disabling as the gentle way: offered if the definition has the operation; and the routine of deleting later. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { dayMs } from '../../src/state/fleet/staleness/staleness.ts';
import { dated } from '../support/dates.ts';
import { describedBy } from '../support/explorer.ts';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { noCounts } from '../../src/state/change/outcome.ts';
import { entries } from '../support/records.ts';
import { aCrowd, aProblem, aService, aSystem, daysAgo, idOf, type StoryService } from '../support/service.ts';
import { asked, aUserIn, environmentFor, row } from '../support/user.ts';

const enrolledAt = daysAgo(700);
const silent = { lastSeen: daysAgo(200), enrolledAt };
const systems = [...['till-1', 'till-2', 'till-3'].map((hostname) => aSystem({ hostname, ...silent })), ...aCrowd()];
const usual = JSON.stringify(usualDocument());
const disablePath = '/org/{orgId}/systems/{systemId}/disable';

/** A document with only these operations. */
function documentOf(paths: Readonly<Record<string, object>>): string {
  return JSON.stringify({ openapi: '3.0.1', info: { title: 'A service', version: 'v1' }, paths });
}

function described(document: string, otherwise?: Intercept): Promise<StoryService> {
  return aService({ systems, intercept: describedBy(document, otherwise) });
}

const D = 'review and disable, or enable again';

test('D reviews the system under the cursor, and the marked ones, where the definition names the operation', async () => {
  const service = await described(usual);
  const user = await aUserIn('Northwind', service);
  expect(service.asksForDefinition()).toHaveLength(0);
  await user.goesTo('till-1');
  await user.presses(D).sees('Disable 1 system', asked('disable till-1'));
  expect(service.asksForDefinition()).toHaveLength(1);
  user.pressesKey('esc');
  await user.marks('till-2', 'till-3');
  await user.presses(D).sees('Disable 2 systems');
  await user.confirms('disable 2', /2 systems? disabled|2 disabled/);
  expect(
    service
      .sent('PUT')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['till-2', 'till-3'].map((name) => `/org/n7Kq2wTd/systems/${idOf(name)}/disable`));
  expect(service.sent('DELETE')).toEqual([]);
  // A list without disabled systems drops them; with disabled shown, D enables a system again.
  await user.pressesKey('esc').sees('21 systems');
  await user.presses('show or hide disabled systems').sees('23 systems', 'disabled shown');
  await user.goesTo('till-2');
  await user.sees(/▌.*till-2 +disabled/);
  await user.presses(D).sees('Enable 1 system', asked('enable till-2'));
  await user.pressesKey('esc').sees('23 systems');
});

const lookalikes: readonly (readonly [string, Readonly<Record<string, object>>])[] = [
  ['another method', { [disablePath]: { post: {} } }],
  ['a body that is required', { [disablePath]: { put: { requestBody: { required: true, content: {} } } } }],
  ['one parameter more', { [`${disablePath}/{reason}`]: { put: {} } }],
];

test.each(lookalikes)('D is not offered for a definition with %s', async (_, paths) => {
  const service = await described(documentOf(paths));
  const user = await aUserIn('Northwind', service);
  await user.presses(D).sees("The service's definition names no way to disable a system.");
  await user.presses(D).sees("D: the service's definition names no way to disable a system.");
  // The review of a deletion is unchanged.
  await user.goesTo('till-1');
  await user.presses('review and delete').sees(asked('delete till-1'));
  expect(user.screen()).not.toContain('disable');
  expect(service.asksForDefinition()).toHaveLength(1);
});

test('without a definition D says why, and deleting works as ever', async () => {
  const service = await aService({
    systems,
    intercept: ({ path }) => (path.startsWith('/swagger/') ? aProblem(404, 'Not found') : undefined),
  });
  const user = await aUserIn('Northwind', service);
  await user.goesTo('till-1');
  await user.presses(D).sees('The service has no definition (404).');
  await user.presses(D).sees('D: the service has no definition (404).');
  await user.deletes('delete till-1', '1 system deleted');
});

test('the offer goes when the definition changes', async () => {
  let document = usual;
  const service = await aService({ systems, intercept: (request) => describedBy(document)(request) });
  const user = await aUserIn('Northwind', service);
  await user.goesTo('till-1');
  await user.presses(D).sees(asked('disable till-1'));
  await user.pressesKey('esc').sees('disabled hidden');
  document = documentOf({ '/account': { get: {} } });
  await user.presses('every operation of the service').sees(/› Operations/);
  await user.presses('refresh the list').sees('The definition of the service has changed.');
  await user.pressesKey('esc').sees('disabled hidden');
  await user.presses(D).sees("D: the service's definition names no way to disable a system.");
});

test('whoever moves on while the service is slow to answer is not taken to a review', async () => {
  let answer: (answered: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const service = await aService({
    systems,
    intercept: ({ path }) => (path.startsWith('/swagger/') ? late : undefined),
  });
  const user = await aUserIn('Northwind', service);
  await user.goesTo('till-1');
  await user.presses(D).sees('Asking the service whether systems can be disabled…');
  await user.presses(D).sees('D: the service is being asked; esc stops that.');
  await user.pressesKey('esc').sees('Stopped. Nothing was disabled.');
  answer({ status: 200, headers: { 'content-type': 'application/json' }, body: usual });
  await user.presses('mark and move down').sees('1 marked');
  await user.rests();
  expect(user.screen()).toContain('› Systems');
  await user.presses(D).sees(asked('disable 1'));
});

test('a service that does not know the operation is not asked again', async () => {
  const service = await described(usual, ({ method }) => (method === 'PUT' ? aProblem(405, 'Not allowed') : undefined));
  const user = await aUserIn('Northwind', service);
  await user.marks('till-1', 'till-2', 'till-3');
  user.presses(D);
  await user.confirms('disable 3', 'the service cannot disable systems');
  await user.pressesKey('esc').sees('disabled hidden');
  await user.presses(D).sees('D: the service does not know how to disable systems (405).');
  expect(service.hostnames()).toHaveLength(23);
});

/**
 * The record of a run that disabled these systems this many days ago. `serviceAt`: the service's time of it; null when
 * its answers had none.
 */
function withDisabled(
  home: Home,
  service: StoryService,
  days: number,
  hostnames: readonly string[],
  serviceAt: string | null = daysAgo(days),
): void {
  const at = daysAgo(days);
  const about = { mode: 'run', does: 'disable', orgId: 'n7Kq2wTd', orgName: 'Northwind', baseUrl: service.baseUrl };
  const header = {
    kind: 'change',
    format: 1,
    version: '1.0.0',
    at,
    ...about,
    days: 90,
    items: hostnames.length,
    pid: 1,
    computer: 'x',
  };
  const results = hostnames.flatMap((name) => {
    const systemId = idOf(name);
    const times = { at, ...(serviceAt !== null && { serviceAt }) };
    return [
      { kind: 'intent', at, id: systemId, was: { systemId, enrolledAt } },
      { kind: 'result', ...times, id: systemId, outcome: { kind: 'done' } },
    ];
  });
  const counts = { ...noCounts, done: hostnames.length };
  const lines = [header, ...results, { kind: 'end', at, stop: null, counts, checked: { at } }];
  mkdirSync(home.changesFolder, { recursive: true, mode: 0o700 });
  const name = `${at.slice(0, 19).replaceAll(':', '-')}.jsonl`;
  writeFileSync(join(home.changesFolder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

test('a system disabled a month ago and silent since is shown with one key, and deleted like any other', async () => {
  const off = { ...silent, isEnabled: false };
  const service = await aService({
    systems: [
      ...['long-off-1', 'long-off-2', 'just-off', 'off-by-others'].map((hostname) => aSystem({ hostname, ...off })),
      aSystem({ hostname: 'on-again', ...silent }),
      ...aCrowd(),
    ],
  });
  const home = aHome();
  withDisabled(home, service, 34, ['long-off-1', 'long-off-2', 'on-again']);
  withDisabled(home, service, 7, ['just-off']);
  const printed = await runWithoutTerminalIn(
    { ...environmentFor(service), ...home.env },
    ...['systems', '--filter', 'disabled:>30d'],
  );
  const names = printed.output.match(/long-off-\d|just-off|off-by-others|on-again/g);
  expect([...new Set(names)].toSorted()).toEqual(['long-off-1', 'long-off-2']);
  const user = await aUserIn('Northwind', service, { home });
  user.presses('disabled by rollcall and still silent');
  await user.sees(
    'Disabled by rollcall over 30 d ago, and silent since.',
    '2 shown by filter "is:disabled-by-us disabled',
    row('long-off-1', 'disabled'),
  );
  await user.presses('open the system').sees('Disabled by rollcall 34 d ago.');
  user.pressesKey('esc');
  user.presses('filter the loaded systems');
  user.pressesKey('ctrl-u');
  await user.types('is:disabled-by-us').sees('3 shown');
  await user.pressesKey('esc').sees('2 shown');
  await user.presses('mark all matching systems').sees('2 marked');
  await user.deletes('delete 2', '2 systems deleted');
  expect(service.hostnames()).not.toContain('long-off-1');
  expect(service.hostnames()).toContain('just-off');
});

test('a system disabled long ago by a wrong clock, enabled since, or enrolled once more is not shown as old', async () => {
  const off = { ...silent, isEnabled: false };
  const service = await aService({
    systems: [
      ...['long-off', 'wrong-clock', 'dateless', 'no-times'].map((hostname) => aSystem({ hostname, ...off })),
      aSystem({ hostname: 'seen-since', ...off }),
      aSystem({ hostname: 'anew', ...off, lastSeen: null, enrolledAt: daysAgo(150) }),
      aSystem({ hostname: 'on-now', ...silent }),
      ...aCrowd(),
    ],
  });
  const home = aHome();
  withDisabled(home, service, 300, ['seen-since', 'anew', 'on-now']);
  withDisabled(home, service, 34, ['long-off']);
  // This computer's clock was 200 days behind.
  withDisabled(home, service, 200, ['wrong-clock'], daysAgo(1));
  withDisabled(home, service, 100, ['dateless', 'no-times'], null);
  const printed = await runWithoutTerminalIn(
    { ...environmentFor(service), ...home.env },
    ...['systems', '--filter', 'disabled:>30d', '--json'],
  );
  expect((JSON.parse(printed.output) as { hostname: string }[]).map(({ hostname }) => hostname)).toEqual(['long-off']);
  expect(printed.exitCode).toBe(1);
  expect(printed.complaint).toContain('2 of 27 systems have no time to count from. Left out');
  const user = await aUserIn('Northwind', service, { home });
  user.presses('disabled by rollcall and still silent');
  await user.sees('1 shown by filter', row('long-off', 'disabled'), '2 disabled at unknown times');
  user.presses('filter the loaded systems');
  user.pressesKey('ctrl-u');
  user.types('is:disabled-by-us');
  await user
    .pressesKey('enter')
    .sees('4 shown', ...['long-off', 'wrong-clock', 'dateless', 'no-times'].map((name) => row(name, 'disabled')));
  await user.goesTo('dateless');
  await user.presses('open the system').sees('Disabled by rollcall at a time that is not known.');
});

test.each([
  ['200 days behind this computer’s', -200 * dayMs],
  ['none', null],
])('the time of the service is recorded, where it is %s', async (_, date) => {
  const definition = { status: 200, headers: { 'content-type': 'application/json' }, body: usual };
  const sent = Date.now() + (date ?? 0);
  const old = {
    lastSeen: new Date(sent - 200 * dayMs).toISOString(),
    enrolledAt: new Date(sent - 700 * dayMs).toISOString(),
  };
  const service = await aService({
    systems: [aSystem({ hostname: 'till-1', ...old }), ...aCrowd()],
    intercept: dated(
      () => date,
      (path) => (path.startsWith('/swagger/') ? definition : undefined),
    ),
  });
  const user = await aUserIn('Northwind', service);
  await user.goesTo('till-1');
  user.presses(D);
  await user.confirms(date === null ? 'disable till-1 unverified from Northwind' : 'disable till-1');
  await user.sees('1 system disabled');
  const results = () => entries(user.home).filter(({ kind }) => kind === 'result');
  await expect.poll(() => results().length).toBe(1);
  const [result] = results();
  if (date === null) expect(result).not.toHaveProperty('serviceAt');
  else expect(Math.abs(Date.parse(String(result?.serviceAt)) - sent)).toBeLessThan(dayMs);
  expect(Math.abs(Date.parse(String(result?.at)) - Date.now())).toBeLessThan(dayMs);
  user.pressesKey('esc');
  await user
    .presses('disabled by rollcall and still silent')
    .sees('None to delete yet: of 1 system that rollcall disabled here', ...(date === null ? ['not known'] : []));
});
