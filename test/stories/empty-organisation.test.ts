/** An organisation without systems. */
import { expect, test } from 'vitest';
import { aService } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';

test('it says so, and how the first one comes to be', async () => {
  const user = aUser(await aService({ systems: [] }));
  await user.sees('This organisation has no systems.', 'creates a key');
  user.presses('create an enrolment key');
  await user.sees('New enrolment key');
});

test('nothing is stale, nothing is marked, and nothing can be deleted', async () => {
  const service = await aService({ systems: [] });
  const user = aUser(service);
  await user.opens('Northwind');
  user.presses('review and delete');
  await user.sees('nothing is marked');
  user.presses('mark all stale');
  await user.sees('No system is stale (over 90 d).');
  user.presses('stale systems: threshold and ages');
  await user.sees(row('Stale after ▏ 90 days ▕', '0 of 0'));
  expect(service.sent('DELETE')).toEqual([]);
});
