/** Not every deletion goes as planned: each system's outcome is known, and the counts add up. */
import { basename } from 'node:path/posix';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { systemNotFound } from '../../src/demo/problems.ts';
import { type Intercept, type Interception, send } from '../../src/demo/service.ts';
import { aCrowd, aProblem, aStale, daysAgo, idOf, onRequest, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, type Met, row } from '../support/user.ts';
import { aUserDeletingAnswered } from '../support/hazards.ts';

/** Another user has removed the system when its deletion arrives. */
const removedBefore: Interception = ({ response, answer }) => {
  answer();
  send(response, systemNotFound('https://api.example'));
};

/** A user who reviews these stale systems, while the service answers like this. */
async function aReviewer(hostnames: readonly string[], intercept: Intercept = () => undefined): Promise<Met> {
  const stale = hostnames.map((hostname) => aStale(hostname));
  const met = await aUserOf({ systems: [...stale, ...aCrowd(), ...systemsCalled('spare', 30)], intercept });
  await met.user.reviewsStale(hostnames.length, asked(`delete ${hostnames.length}`));
  return met;
}

test('a system that came back since the review is skipped', async () => {
  const { service, user } = await aReviewer(['connected-again', 'seen-again', 'updated', 'still-silent']);
  service.change(idOf('connected-again'), { state: 'Connected' });
  service.change(idOf('seen-again'), { lastSeen: daysAgo(0) });
  service.change(idOf('updated'), { serviceVersion: '5.0.0' });
  await user.confirms('delete 4');
  await user.sees(
    '✓ 1 deleted   ↩ 3 kept',
    row('kept', 'connected-again', 'reconnected'),
    row('kept', 'seen-again', 'seen since the review'),
    row('kept', 'updated', 'serviceVersion changed'),
  );
  expect(service.hostnames()).toContain('connected-again');
  expect(service.hostnames()).toContain('seen-again');
  expect(service.hostnames()).not.toContain('still-silent');
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('a system that another user removed is already gone, whether before its check or before its deletion', async () => {
  const { service, user } = await aReviewer(
    ['gone', 'gone-a-moment-later', 'still-there'],
    onRequest('DELETE', () => removedBefore, 'gone-a-moment-later'),
  );
  service.remove(idOf('gone'));
  await user.confirms('delete 3');
  await user.sees(
    '✓ 1 deleted   ○ 2 already gone',
    row('already gone', 'gone'),
    row('already gone', 'gone-a-moment-later'),
    'esc back',
  );
  await user.presses('back to the list, or the history').sees('50 systems');
  expect(user.screen()).not.toContain('gone');
});

test('a refusal is shown with its title; after a failure or a lost answer the system is checked', async () => {
  let isBroken = true;
  const answers: Readonly<Record<string, Answer | 'drop'>> = {
    [idOf('in-use')]: aProblem(409, 'Gateway is used by a policy'),
    [idOf('broken')]: aProblem(500, 'Internal error'),
    [idOf('lost')]: 'drop',
  };
  const { service, user } = await aReviewer(
    ['in-use', 'broken', 'lost', 'fine'],
    onRequest('DELETE', ({ path }) => (isBroken ? answers[basename(path)] : undefined)),
  );
  await user.confirms('delete 4');
  await user.sees(
    '✓ 1 deleted   ✗ 1 refused   ✗ 2 failed',
    row('refused', 'in-use', '409 "Gateway is used by a policy"'),
    row('failed', 'broken', '500 "Internal error" from the service'),
    row('failed', 'lost', 'no answer was received'),
    'Checked against a fresh list',
  );
  expect(service.sent('DELETE')).toHaveLength(4);

  isBroken = false;
  await user.presses('retry the failed systems, after a review').sees('› Delete 3 systems', 'in-use', 'broken', 'lost');
  await user.confirms('delete 3', '3 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
});

test('a token that is no longer accepted stops the run, where no other is entered', async () => {
  const { service, user } = await aUserDeletingAnswered(8, aProblem(401, 'Token expired'));
  await user.sees('The deletion waits: 0 deleted');
  user.presses('stop; the loaded systems stay');
  // Requests that were sent were refused; the others never left.
  await user.sees(/✓ 0 deleted {3}✗ [1-4] refused {3}– [4-7] not reached/, 'the token is no longer accepted');
  expect(service.sent('DELETE').length).toBeLessThanOrEqual(4);
  expect(service.hostnames()).toHaveLength(58);
});
