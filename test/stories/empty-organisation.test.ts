/** An organisation without systems. */
import { expect, test } from 'vitest';
import { aService } from '../support/service.ts';
import { aUser, aUserOf, row } from '../support/user.ts';

test('it says so, and how the first one comes to be', async () => {
  const user = aUser(await aService({ systems: [] }));
  await user.sees('This organisation has no systems.', 'creates a key');
  await user.presses('create an enrolment key').sees('New enrolment key');
});

test('nothing is stale, nothing is marked, and nothing can be deleted', async () => {
  const { service, user } = await aUserOf({ systems: [] });
  await user.presses('review and delete').sees('nothing is marked');
  await user.presses('mark all stale').sees('No system is stale (over 90 d).');
  await user.presses('stale systems: threshold and ages').sees(row('Stale after ▏ 90 days ▕', '0 of 0'));
  expect(service.sent('DELETE')).toEqual([]);
});
