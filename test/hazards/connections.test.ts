/** Connections that fail, and responses that never end, as the user sees them. */
import { describe, expect, test } from 'vitest';
import { reset, stalledAfter, trickled, headOfJson } from '../../src/demo/faults/misbehaviours.ts';
import { outcomesIn } from '../support/records.ts';
import { aCrowd, idOf, onRequest, staleSystems, systemsCalled } from '../support/service.ts';
import { aUserOf, acrossLines, row } from '../support/user.ts';
import { aUserDeletingAnswered } from '../support/hazards.ts';

test('where there is no connection nothing is attempted, and it is safe to try again', async () => {
  const { service, user } = await aUserOf({ systems: [...staleSystems(2), ...aCrowd()], columns: 160 });
  await user.reviewsStale(2, 'Checked with the service just now.');
  await service.close();
  await user.confirms('delete 2');
  await user.sees('Retries in', 'ECONNREFUSED');
  await user.sees('✓ 0 deleted   – 2 not reached', row('not reached', 'old-1', 'No connection to', 'ECONNREFUSED'));
  await user.presses('retry the failed systems, after a review').sees('Delete 2 systems');
});

test.each([
  ['before', false, 'failed', 'no answer was received (ECONNRESET); the system still exists'],
  ['after', true, 'already gone', 'the service no longer has it'],
] as const)(
  'a connection that is reset %s the deletion was carried out: the service is asked, and it was sent once',
  async (_, isCarriedOut, outcome, why) => {
    const { service, user } = await aUserDeletingAnswered(['old-1'], reset(isCarriedOut));
    await user.sees('✓ 0 deleted', `1 ${outcome}`, row(outcome, 'old-1'), acrossLines(why));
    expect(service.sent('DELETE')).toHaveLength(1);
    await user.leaves();
    expect(outcomesIn(user.home).get(idOf('old-1'))).toBe(isCarriedOut ? 'already' : 'failed');
  },
);

describe('a response that never ends', () => {
  test.each([
    ['no byte of it', stalledAfter('')],
    ['a byte a second', trickled(headOfJson)],
  ])('%s: the seconds are shown from the third on, and it ends after 30', async (_, misbehaves) => {
    const { service, user } = await aUserOf({
      systems: systemsCalled('web', 250),
      intercept: onRequest('GET', ({ query }) => (query.has('page') ? misbehaves : undefined)),
    });
    await user.presses('to the last row, all pages').sees('Waiting 3 s for the service; esc stops.');
    await user.sees('Waiting 12 s for the service; esc stops.');
    await user.sees('rollcall stopped waiting after 30 s: no answer (GET systems). r retries.');
    expect(user.screen()).toContain('200 of 250 loaded');
    expect(service.requests.filter(({ query }) => query.has('page'))).toHaveLength(1);
  });

  test('is waited for no longer after esc, and the keys work on', async () => {
    const { service, user } = await aUserOf({
      systems: systemsCalled('web', 250),
      intercept: onRequest('GET', ({ query }) => (query.has('page') ? stalledAfter('') : undefined)),
    });
    await user.presses('to the last row, all pages').sees('Waiting 3 s for the service; esc stops.');
    await user.presses('go back one level').sees('Stopped. The loaded systems stay');
    // Moving near the end reads ahead.
    await user.presses('move up').sees('Waiting 3 s for the service; esc stops.');
    expect(service.requests.filter(({ query }) => query.has('page'))).toHaveLength(2);
    await user.presses('go back one level').sees('Stopped. The loaded systems stay');
    await user.presses('mark and move down').sees('1 marked');
    await user.leaves();
  });
});

test('a key whose creation has no answer may exist: the person hears when and under which name, and it is sent once', async () => {
  const { service, user } = await aUserOf({
    systems: aCrowd(),
    intercept: onRequest('POST', () => reset(true)),
    columns: 160,
  });
  await user.presses('create an enrolment key').sees('New enrolment key');
  await user.types('lab bench').sees('description lab bench');
  await user.rests();
  user.pressesKey('enter');
  const about = new RegExp(
    `Look in the portal for a key "lab bench" made about ${new Date().toISOString().slice(0, 10)}`,
  );
  await user.sees('Whether the enrolment key was created is not known.', about, 'description lab bench');
  expect(service.sent('POST')).toHaveLength(1);
});

test('whatever the answer to a new key holds is shown once, and written nowhere', async () => {
  const answer = {
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: '{"id":7,"enrolmentKey":"K-secret-0123456789abcdef","description":"lab bench","odd":{"a":[1]}}',
  };
  const { user } = await aUserOf({ systems: aCrowd(), intercept: onRequest('POST', () => answer) });
  await user.presses('create an enrolment key').sees('New enrolment key');
  user.types('lab bench');
  await user.rests();
  user.pressesKey('enter');
  await user.sees('Copy the secret now. It cannot be shown again.', row('odd', 'a=(1)'), row('secret', '••••'));
  await user.pressesKey('esc').sees('You have not seen or copied the secret. It cannot be shown again.');
  await user.pressesKey('esc').sees('› Systems', '20 systems');
  await user.leaves();
  expect(user.terminal.raw()).not.toContain('K-secret');
  expect(user.home.filesWith('K-secret')).toEqual([]);
});

test('validation problems stand beside their field', async () => {
  const errors = JSON.stringify({
    title: 'Not valid',
    status: 400,
    errors: { Description: ['is too long'], search: ['has an odd character'], Quota: ['is used up'] },
  });
  const refusal = { status: 400, headers: { 'content-type': 'application/problem+json' }, body: errors };
  const { user } = await aUserOf({
    systems: aCrowd(),
    intercept: ({ method, query }) => (method === 'POST' || query.has('search') ? refusal : undefined),
    columns: 120,
  });
  await user.presses('search the service').sees('search the service:');
  await user.types('odd').sees(row('search the service: odd', '! has an odd character'));
  await user.pressesKey('esc').sees('n new key');
  await user.presses('create an enrolment key').sees('New enrolment key');
  user.types('lab bench');
  await user.rests();
  await user.pressesKey('enter').sees(/description lab bench.*\n.*↑ is too long/, 'Quota: is used up');
});
