/** Deletions that the service refuses, throttles or breaks off, as the user sees them. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { systemNotFound } from '../../src/demo/problems.ts';
import { type Interception, send } from '../../src/demo/service.ts';
import { aDeleter } from '../support/hazards.ts';
import { withStatus } from '../../src/demo/faults/misbehaviours.ts';
import { outcomesIn } from '../support/records.ts';
import { aProblem, idOf, onRequest } from '../support/service.ts';
import { firstTimes } from '../support/times.ts';
import { aUserIn, inFull, row } from '../support/user.ts';

const html: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<title>Nothing here</title>' };

function throttled(status: number, headers: Readonly<Record<string, string>>): Answer {
  const answer = aProblem(status, 'Slow down');
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Another user has removed the system by the time its deletion arrives. */
const removedBefore: Interception = ({ response, answer }) => {
  answer();
  send(response, systemNotFound('https://api.example'));
};

const another = 'another'.repeat(9);

test('a token that expires in a run is replaced, and the run continues with the rest', async () => {
  let deletions = 0;
  const { service, user } = await aDeleter(
    Array.from({ length: 8 }, (_, at) => `old-${at}`),
    onRequest('DELETE', ({ headers }) =>
      !headers.authorization?.includes(another) && ++deletions > 3 ? aProblem(401, 'Expired') : undefined,
    ),
  );
  await user.sees('The token is no longer accepted', 'The deletion waits: 3 deleted · 5 waiting');
  user.types(another);
  await user.pressesKey('enter').sees('8 deleted', '8 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).toEqual(Array.from({ length: 8 }, () => 'deleted'));
});

test('forbidden deletions are refused, and three in a row end the run and keep its queue', async () => {
  const { service, user } = await aDeleter(
    Array.from({ length: 12 }, (_, at) => `old-${at}`),
    onRequest('DELETE', () => aProblem(403, 'Not allowed')),
  );
  await user.sees('three refusals (403) in a row', 'not attempted', row('refused', 'old-', '403 "Not allowed"'));
  expect(service.sent('DELETE').length).toBeLessThanOrEqual(6);
  expect(service.hostnames()).toHaveLength(62);
});

test('a system that is not found is already gone, and not counted as deleted', async () => {
  const { user } = await aDeleter(
    ['gone', 'there'],
    onRequest('DELETE', () => removedBefore, 'gone'),
  );
  await user.sees('✓ 1 deleted   ○ 1 already gone', 'Checked against a fresh list');
});

test('an organisation that the account no longer has ends the run', async () => {
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
  await user.sees('this account can no longer see the organisation');
  expect(service.hostnames()).toHaveLength(60);
});

test.each([
  ['another type', aProblem(404, 'Nothing here'), '✗ 1 refused', row('refused', 'old', '404 "Nothing here"')],
  ['HTML', html, '✗ 1 failed', inFull('404 "Nothing here" from the service; the system still exists')],
])('a 404 of %s does not look like success', async (_, answer, ...words) => {
  const { service, user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => answer),
  );
  await user.sees('✓ 0 deleted', ...words);
  expect(service.sent('DELETE')).toHaveLength(1);
});

test.each([409, 412, 423, 422])('a %i is a refusal, and its row stays marked', async (status) => {
  const { service, user } = await aDeleter(
    ['in-use'],
    onRequest('DELETE', () => aProblem(status, 'Used by a policy')),
  );
  await user.sees('✓ 0 deleted   ✗ 1 refused', row('refused', 'in-use', `${status} "Used by a policy"`), 'esc back');
  await user.presses('back to the list, or the history').sees('51 systems', '1 marked');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('a throttled run backs off with all its workers, and continues with half as many', async () => {
  const { service, user } = await aDeleter(
    Array.from({ length: 9 }, (_, at) => `old-${at}`),
    firstTimes(
      1,
      onRequest('DELETE', () => throttled(429, { 'retry-after': '2' })),
    ),
  );
  await user.sees('2 at a time · slowed by the service once (429)', 'Retries in', 'esc pauses');
  await user.sees('9 deleted', '9 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
});

test('after a deletion at which the service failed the system is checked, and no deletion is sent again', async () => {
  const { service, user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => aProblem(500, 'Internal error')),
  );
  await user.sees('✓ 0 deleted   ✗ 1 failed', inFull('500 "Internal error" from the service; the system still exists'));
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('a deletion that is only accepted is one once the system is gone', async () => {
  const { user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => withStatus(202)),
  );
  await user.sees('1 deleted', '1 system deleted');
  await user.leaves();
  expect(outcomesIn(user.home).get(idOf('old'))).toBe('deleted');
});

test('a deletion that is only accepted is not called one while the system is there', async () => {
  const { user } = await aDeleter(
    ['old'],
    onRequest('DELETE', () => ({ status: 202 })),
  );
  await user.sees('✓ 0 deleted   ● 1 unknown', row('unknown', 'old', 'accepted (202), and still exists'));
  await user.leaves();
  expect(outcomesIn(user.home).get(idOf('old'))).toBe('unknown');
});

test('a deletion that a proxy answered is not called accepted, neither at once nor in the next session', async () => {
  let isLoggedOut = false;
  const login: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Proxy login</title>' };
  const { service, user } = await aDeleter(['old'], ({ method, path }) => {
    isLoggedOut ||= method === 'DELETE';
    return isLoggedOut && path.endsWith(idOf('old')) ? login : undefined;
  });
  await user.sees('✓ 0 deleted   ● 1 unknown', 'titled "Proxy login"');
  await user.leaves();
  const next = await aUserIn('Northwind', service, { home: user.home });
  await next.presses('history: deletions, disabling, requests').sees(row('Northwind', '0 deleted · 1 unknown'));
  await next.presses('open these results').sees(row('unknown', 'old', 'not the API'), 'titled "Proxy login"');
});
