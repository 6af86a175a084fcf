/** What does the person see when the service refuses, asks for patience or breaks? */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { systemNotFound } from '../../src/demo/problems.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { outcomesIn } from '../support/records.ts';
import {
  aCrowd,
  aProblem,
  aService,
  aSystem,
  daysAgo,
  idOf,
  onRequest,
  type StoryService,
  systemsCalled,
} from '../support/service.ts';
import { firstTimes } from '../support/times.ts';
import { aUser, row, type User } from '../support/user.ts';

const html: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<title>Nothing here</title>' };

function asked(status: number, headers: Readonly<Record<string, string>>): Answer {
  const answer = aProblem(status, 'Slow down');
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

const laterPage = (answer: Intercept): Intercept =>
  onRequest('GET', (request) => (request.query.has('page') ? answer(request) : undefined));

/** Somebody in a list of 450 systems of which the first page is read. */
async function aReader(intercept: Intercept): Promise<{ service: StoryService; user: User }> {
  const service = await aService({ systems: systemsCalled('web', 450), intercept, anyToken: true });
  const user = aUser(service);
  await user.opens('Northwind');
  await user.sees('200 of 450 read');
  return { service, user };
}

/** Somebody who is about to delete these systems, all of them stale. */
async function aDeleter(
  hostnames: readonly string[],
  intercept: Intercept,
): Promise<{ service: StoryService; user: User }> {
  const stale = hostnames.map((hostname) => aSystem({ hostname, lastSeen: daysAgo(200) }));
  const service = await aService({
    systems: [...stale, ...aCrowd(), ...systemsCalled('spare', 30)],
    intercept,
    anyToken: true,
  });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('mark all stale');
  await user.sees(`${hostnames.length} marked`);
  user.presses('review and delete');
  await user.sees('will be deleted');
  await user.confirms(`delete ${hostnames.length}`);
  return { service, user };
}

const another = 'another'.repeat(9);

test('C1 a token that is not accepted at the start is asked for again, and is not erased', async () => {
  const service = await aService({
    systems: aCrowd(),
    intercept: firstTimes(
      1,
      onRequest('GET', () => aProblem(401, 'No')),
    ),
  });
  const user = aUser(service);
  await user.sees('Sign in', 'access token', 'The token is not accepted (401).');
  user.types(service.token);
  user.pressesKey('enter');
  await user.sees('20 of 20 read');
});

test('C2 a token that expires while pages are read is replaced, and reading goes on where it was', async () => {
  let isExpired = true;
  const { service, user } = await aReader(
    laterPage(({ headers }) =>
      isExpired && !headers.authorization?.includes(another) ? aProblem(401, 'Expired') : undefined,
    ),
  );
  user.presses('mark and move down');
  user.presses('to the last row, all pages');
  await user.sees('The token is no longer accepted', 'Everything read, marked and typed stays');
  user.types('short');
  user.pressesKey('enter');
  await user.sees('Not a token', 'expected 63 letters and digits, got 5');
  user.pressesKey('ctrl-u');
  user.types(another);
  user.pressesKey('enter');
  await user.sees('450 of 450 read', '1 marked');
  isExpired = false;
  // The first page was not asked for a second time.
  expect(service.requests.filter(({ path, query }) => path.endsWith('/systems') && !query.has('page'))).toHaveLength(1);
  expect(user.terminal.raw()).not.toContain(another);
});

test('C2 a token that expires in a run is replaced, and the run goes on with the rest', async () => {
  let deletions = 0;
  const { service, user } = await aDeleter(
    Array.from({ length: 8 }, (_, at) => `old-${at}`),
    onRequest('DELETE', ({ headers }) =>
      !headers.authorization?.includes(another) && ++deletions > 3 ? aProblem(401, 'Expired') : undefined,
    ),
  );
  await user.sees('The token is no longer accepted', 'The run waits: 3 deleted · 5 to go');
  user.types(another);
  user.pressesKey('enter');
  await user.sees('8 deleted', '8 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
  expect([...outcomesIn(user.home).values()]).toEqual(Array.from({ length: 8 }, () => 'deleted'));
});

test('C2 a new token that does not see the organisation at work is not taken', async () => {
  const stranger = onRequest('GET', ({ path, headers }) => {
    const isNew = headers.authorization?.includes(another) === true;
    if (path === '/account/orgs' && isNew)
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"orgs":[]}' };
    return path.endsWith('/systems') && !isNew && isExpired ? aProblem(401, 'Expired') : undefined;
  });
  let isExpired = false;
  const { user } = await aReader(stranger);
  isExpired = true;
  user.presses('read again, or read on');
  await user.sees('The token is no longer accepted', 'It must see Northwind.');
  user.types(another);
  user.pressesKey('enter');
  await user.sees('does not see the organisation at work');
  user.presses('stop; what was read stays');
  await user.sees('200 of 450 read', 'web-1', 'The token is not accepted (401). r tries again.');
});

test('C3 what is not allowed is refused, and three in a row end the run with its queue kept', async () => {
  const { service, user } = await aDeleter(
    Array.from({ length: 12 }, (_, at) => `old-${at}`),
    onRequest('DELETE', () => aProblem(403, 'Not allowed')),
  );
  await user.sees('three refusals (403) in a row', 'not attempted', row('refused', 'old-', '403 "Not allowed"'));
  expect(service.sent('DELETE').length).toBeLessThanOrEqual(6);
  expect(service.hostnames()).toHaveLength(62);
});

test('C4 what is not found is already gone, and not counted as deleted', async () => {
  const { user } = await aDeleter(
    ['gone', 'there'],
    onRequest('DELETE', () => systemNotFound('https://api.example'), 'gone'),
  );
  await user.sees('1 deleted · 1 already gone');
});

test('C4 an organisation that the account no longer has ends the run', async () => {
  let isLost = false;
  const { service, user } = await aDeleter(
    Array.from({ length: 10 }, (_, at) => `old-${at}`),
    ({ method, path }) => {
      if (method === 'DELETE') isLost = true;
      if (!isLost) return undefined;
      if (path === '/account/orgs')
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"orgs":[]}' };
      return systemNotFound('https://api.example');
    },
  );
  await user.sees('the organisation is no longer among those of this account');
  expect(service.hostnames()).toHaveLength(60);
});

test.each([
  ['another type', aProblem(404, 'Nothing here')],
  ['HTML', html],
])('C5 a 404 of %s does not look like success', async (_, answer) => {
  const { service, user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => answer),
  );
  await user.sees('0 deleted · 1 unknown', row('unknown', 'old', '404 "Nothing here"'));
  expect(service.sent('DELETE')).toHaveLength(1);
});

test.each([409, 412, 423, 422])('C6 a %i is a refusal, and its row stays marked', async (status) => {
  const { service, user } = await aDeleter(
    ['in-use'],
    onRequest('DELETE', () => aProblem(status, 'Used by a policy')),
  );
  await user.sees('0 deleted · 1 refused', row('refused', 'in-use', `${status} "Used by a policy"`));
  user.presses('stop after those in flight, or back');
  await user.sees('51 of 51 read', '1 marked');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('C7 a page that is asked for too fast waits as told, visibly', async () => {
  const { service, user } = await aReader(laterPage(firstTimes(1, () => asked(429, { 'retry-after': '2' }))));
  user.presses('to the last row, all pages');
  await user.sees('asks for a slower pace', 'Tries again in 2 s; esc stops.');
  await user.sees('450 of 450 read');
  const [refusedAt = 0, againAt = 0] = service.requests.filter(({ query }) => query.has('page')).map(({ at }) => at);
  expect(againAt - refusedAt).toBeGreaterThanOrEqual(2000);
});

test('C7 esc ends the waiting, and the rows stay', async () => {
  const { service, user } = await aReader(laterPage(() => asked(429, { 'retry-after': '300' })));
  user.presses('to the last row, all pages');
  await user.sees('Tries again in 300 s');
  user.presses('go back one level');
  await user.sees('200 of 450 read', 'asks for a slower pace', 'r tries again.');
  expect(service.requests.filter(({ query }) => query.has('page'))).toHaveLength(1);
});

test('C7 a run that is asked for a slower pace waits with all its workers, and goes on with half as many', async () => {
  const { service, user } = await aDeleter(
    Array.from({ length: 9 }, (_, at) => `old-${at}`),
    firstTimes(
      1,
      onRequest('DELETE', () => asked(429, { 'retry-after': '2' })),
    ),
  );
  await user.sees('2 at a time', 'Tries again in');
  await user.sees('9 deleted', '9 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
});

test('C8 a date is measured against the service’s own clock', async () => {
  const inThePast = new Date(Date.now() - 5 * 60 * 60_000);
  const later = new Date(inThePast.getTime() + 2000);
  const headers = { date: inThePast.toUTCString(), 'retry-after': later.toUTCString() };
  const { user } = await aReader(laterPage(firstTimes(1, () => asked(429, headers))));
  user.presses('to the last row, all pages');
  await user.sees(/Tries again in [12] s/);
  await user.sees('450 of 450 read');
});

test.each(['-5', 'soon', '', '1e9'])('C9 a time that is none (%j) is a short pause, longer each time', async (time) => {
  const { service, user } = await aReader(laterPage(firstTimes(2, () => asked(429, { 'retry-after': time }))));
  user.presses('to the last row, all pages');
  await user.sees('450 of 450 read');
  const [first = 0, second = 0, third = 0] = service.requests
    .filter(({ query }) => query.has('page'))
    .map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(1000);
  expect(third - second).toBeGreaterThanOrEqual(2000);
});

test('C9 a longer time than ten minutes is not waited for: the person hears until when', async () => {
  const { user } = await aReader(laterPage(() => asked(429, { 'retry-after': '7200' })));
  user.presses('to the last row, all pages');
  await user.sees('The service asks to wait for 2 h', /r tries again, not before \d\d:\d\d UTC\./);
});

test('C10 a service that fails is asked twice more, and then the person hears it; the rows stay', async () => {
  const { service, user } = await aReader(laterPage(() => aProblem(500, 'Internal error')));
  user.presses('to the last row, all pages');
  await user.sees('failed to list the systems', 'Tries again in 1 s; esc stops.');
  await user.sees('500 "Internal error". r tries again.', '200 of 450 read', 'incomplete: page 2 could not be read');
  expect(service.requests.filter(({ query }) => query.has('page'))).toHaveLength(3);
});

test('C11 a deletion at which the service fails is not known, and not sent again', async () => {
  const { service, user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => aProblem(500, 'Internal error')),
  );
  await user.sees('0 deleted · 1 unknown');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('C14 a deletion that is only accepted is not called one', async () => {
  const { user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => ({ status: 202 })),
  );
  await user.sees('0 deleted · 1 unknown', row('unknown', 'old', 'accepted (202), not confirmed'));
  expect(outcomesIn(user.home).get(idOf('old'))).toBe('unknown');
});

test('a token that may not list the organisations still opens one by its id', async () => {
  const service = await aService({
    systems: systemsCalled('web', 3),
    intercept: onRequest('GET', ({ path }) => (path === '/account/orgs' ? aProblem(403, 'Out of scope') : undefined)),
  });
  const user = aUser(service);
  await user.sees('This token may not list the organisations', 'id of the organisation:');
  user.types('n7Kq2wTd');
  user.pressesKey('enter');
  await user.sees('3 of 3 read', 'web-1');
  const direct = aUser(service, { flags: ['--org', 'n7Kq2wTd'] });
  await direct.sees('3 of 3 read', 'web-1');
});
