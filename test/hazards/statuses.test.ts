/** Reads that the service refuses, throttles or breaks off, as the user sees them. */
import { expect, test } from 'vitest';
import { aUserReading, laterPages } from '../support/hazards.ts';
import { body } from '../../src/demo/faults/misbehaviours.ts';
import { aProblem, aService, firstTimes, onRequest, type StoryService, systemsCalled } from '../support/service.ts';
import { aUser } from '../support/user.ts';

/** Requests for later pages. */
function laterRequests({ requests }: StoryService) {
  return requests.filter(({ query }) => query.has('page'));
}

const another = 'another'.repeat(9);

test('a token that expires during a scan is replaced, and the scan resumes where it was', async () => {
  let isExpired = true;
  const { service, user } = await aUserReading(
    laterPages(({ headers }) =>
      isExpired && !headers.authorization?.includes(another) ? aProblem(401, 'Expired') : undefined,
    ),
  );
  user.presses('mark and move down').presses('to the last row, all pages');
  await user.sees('The token is no longer accepted', 'Your list, marks and typed text stay');
  await user.types('short').pressesKey('enter').sees('Not a token', 'expected 63 letters and digits, got 5');
  await user.pressesKey('ctrl-u').types(another).pressesKey('enter').sees('450 systems', '1 marked');
  isExpired = false;
  // The first page was not requested a second time.
  expect(service.requests.filter(({ path, query }) => path.endsWith('/systems') && !query.has('page'))).toHaveLength(1);
  expect(user.terminal.raw()).not.toContain(another);
});

test('a new token that does not see the organisation at work is not taken', async () => {
  const stranger = onRequest('GET', ({ path, headers }) => {
    const isNew = headers.authorization?.includes(another) === true;
    if (path === '/account/orgs' && isNew) return body('application/json', '{"orgs":[]}');
    return path.endsWith('/systems') && !isNew && isExpired ? aProblem(401, 'Expired') : undefined;
  });
  let isExpired = false;
  const { user } = await aUserReading(stranger);
  isExpired = true;
  await user.presses('refresh, or load more').sees('The token is no longer accepted', 'It must see Northwind.');
  await user.types(another).pressesKey('enter').sees('This token cannot see the present organisation.');
  user.presses('stop; the loaded systems stay');
  await user.sees('200 of 450 loaded', 'web-1', 'The token is not accepted (401). r retries.');
});

test('a page requested too fast waits as the service says, visibly', async () => {
  const { service, user } = await aUserReading(
    laterPages(firstTimes(1, () => aProblem(429, 'Slow down', { 'retry-after': '2' }))),
  );
  await user.presses('to the last row, all pages').sees('asks for a slower pace', 'Retries in 2 s; esc stops.');
  await user.sees('450 systems');
  const [refusedAt = 0, againAt = 0] = laterRequests(service).map(({ at }) => at);
  expect(againAt - refusedAt).toBeGreaterThanOrEqual(2000);
});

test('a longer time than ten minutes is not waited for: the person hears until when', async () => {
  const { user } = await aUserReading(laterPages(() => aProblem(429, 'Slow down', { 'retry-after': '7200' })));
  user.presses('to the last row, all pages');
  await user.sees('The service asks to wait for 2 h', /r retries, not before \d\d:\d\d UTC\./);
});

test('a token that may not list the organisations still opens one by its id', async () => {
  const service = await aService({
    systems: systemsCalled('web', 3),
    intercept: onRequest('GET', ({ path }) => (path === '/account/orgs' ? aProblem(403, 'Out of scope') : undefined)),
  });
  const user = aUser(service);
  await user.sees('This token may not list the organisations', 'id of the organisation:');
  await user.types('n7Kq2wTd').pressesKey('enter').sees('3 systems', 'web-1');
  const direct = aUser(service, { flags: ['--org', 'n7Kq2wTd'] });
  await direct.sees('3 systems', 'web-1');
});
