/** Deletions that the service refuses, throttles or breaks off, as the user sees them. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { systemNotFound } from '../../src/demo/problems.ts';
import { aUserDeleting, aUserDeletingAnswered } from '../support/hazards.ts';
import { body, withStatus } from '../../src/demo/faults/misbehaviours.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aProblem, firstTimes, idOf, onRequest } from '../support/service.ts';
import { aUser, aUserIn, acrossLines, row } from '../support/user.ts';

const html: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<title>Nothing here</title>' };

const another = 'another'.repeat(9);

test('a token that expires in a run is replaced, and the run continues with the rest', async () => {
  let deletions = 0;
  const { service, user } = await aUserDeleting(
    8,
    onRequest('DELETE', ({ headers }) =>
      !headers.authorization?.includes(another) && ++deletions > 3 ? aProblem(401, 'Expired') : undefined,
    ),
  );
  await user.sees('The token is no longer accepted', 'The deletion waits: 3 deleted · 5 waiting');
  await user.types(another).pressesKey('enter').sees('8 deleted', '8 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).toEqual(Array.from({ length: 8 }, () => 'done'));
});

test('deletions that were carried out and answered 401 are looked at once there is a token', async () => {
  const expired = JSON.stringify({ type: 'https://api.example/problems/expired', title: 'Expired', status: 401 });
  const [all, came] = [Promise.withResolvers<undefined>(), new Set<string>()];
  // The first 401 stops the run: all three are there before one is answered.
  const carriesOut: Intercept = async ({ path }) => {
    if (came.add(path).size === 3) all.resolve(undefined);
    await all.promise;
    return (exchange) => {
      exchange.answer();
      exchange.response.writeHead(401, { 'content-type': 'application/problem+json' }).end(expired);
    };
  };
  const { service, user } = await aUserDeleting(3, onRequest('DELETE', carriesOut));
  await user.sees('The deletion waits: 0 deleted');
  await user.presses('stop; the loaded systems stay').sees('✗ 3 refused');
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).toEqual(['refused', 'refused', 'refused']);
  expect(entries(user.home).at(-1)?.kind).not.toBe('end');

  const again = aUser(service, { home: user.home });
  await again.sees('› Interrupted', '○ 3 already gone');
  await expect.poll(() => entries(user.home).at(-1)?.kind).toBe('end');
  await again.leaves();
  expect(service.sent('DELETE')).toHaveLength(3);
});

test('forbidden deletions are refused, and three in a row end the run and keep its queue', async () => {
  const { service, user } = await aUserDeletingAnswered(12, aProblem(403, 'Not allowed'));
  await user.sees('three refusals (403) in a row', 'not reached', row('refused', 'old-', '403 "Not allowed"'));
  expect(service.sent('DELETE').length).toBeLessThanOrEqual(6);
  expect(service.hostnames()).toHaveLength(62);
});

test('an organisation that the account no longer has ends the run', async () => {
  let isLost = false;
  const { service, user } = await aUserDeleting(10, ({ method, path }) => {
    if (method === 'DELETE') isLost = true;
    if (!isLost) return undefined;
    return path === '/account/orgs' ? body('application/json', '{"orgs":[]}') : systemNotFound('https://api.example');
  });
  await user.sees('this account can no longer see the organisation');
  expect(service.hostnames()).toHaveLength(60);
});

test.each([
  ['another type', aProblem(404, 'Nothing here'), '✗ 1 refused', row('refused', 'old', '404 "Nothing here"')],
  ['HTML', html, '✗ 1 failed', acrossLines('404 "Nothing here" from the service; the system still exists')],
])('a 404 of %s does not look like success', async (_, answer, ...words) => {
  const { service, user } = await aUserDeletingAnswered(['old'], answer);
  await user.sees('✓ 0 deleted', ...words);
  expect(service.sent('DELETE')).toHaveLength(1);
});

test.each([409, 412, 423, 422])('a %i is a refusal, and its row stays marked', async (status) => {
  const { service, user } = await aUserDeletingAnswered(['in-use'], aProblem(status, 'Used by a policy'));
  await user.sees('✓ 0 deleted   ✗ 1 refused', row('refused', 'in-use', `${status} "Used by a policy"`), 'esc back');
  await user.presses('back to the list, or the history').sees('51 systems', '1 marked');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('a throttled run backs off with all its workers, and continues with half as many', async () => {
  const { service, user } = await aUserDeleting(
    9,
    firstTimes(
      1,
      onRequest('DELETE', () => aProblem(429, 'Slow down', { 'retry-after': '2' })),
    ),
  );
  await user.sees('2 at a time · slowed by the service once (429)', 'Retries in', 'esc pauses');
  await user.sees('9 deleted', '9 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
});

test.each([
  ['a deletion once the system is gone', withStatus(202), 'done', /1 system deleted/],
  ['none while it is there', { status: 202 }, 'unknown', row('unknown', 'old', 'accepted (202), and still exists')],
])('a deletion that is only accepted is %s', async (_, answer, outcome, seen) => {
  const { user } = await aUserDeletingAnswered(['old'], answer);
  await user.sees(seen);
  await user.leaves();
  expect(outcomesIn(user.home).get(idOf('old'))).toBe(outcome);
});

test('a deletion that a proxy answered is not called accepted, neither at once nor in the next session', async () => {
  let isLoggedOut = false;
  const login: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Proxy login</title>' };
  const { service, user } = await aUserDeleting(['old'], ({ method, path }) => {
    isLoggedOut ||= method === 'DELETE';
    return isLoggedOut && path.endsWith(idOf('old')) ? login : undefined;
  });
  await user.sees('✓ 0 deleted   ● 1 unknown', 'titled "Proxy login"');
  await user.leaves();
  const next = await aUserIn('Northwind', service, { home: user.home });
  await next.opensHistory(row('Northwind', '1 unknown · 0 deleted'));
  await next
    .presses('open these results')
    .sees(row('unknown', 'old', 'The answer did not come from the API'), 'titled "Proxy login"');
});
