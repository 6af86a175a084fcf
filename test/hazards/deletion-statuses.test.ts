/** Deletions that the service refuses, throttles or breaks off, as the user sees them. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { aUserDeleting, aUserDeletingAnswered } from '../support/hazards.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aProblem, idOf, onRequest } from '../support/service.ts';
import { aUser, aUserIn, row } from '../support/user.ts';

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
