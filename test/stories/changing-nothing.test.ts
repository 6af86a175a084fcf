/** Previewing a deletion, and working read-only. */
import { expect, test } from 'vitest';
import { outcomesIn } from '../support/records.ts';
import { aCrowd, aService, daysAgo, systemsCalled } from '../support/service.ts';
import { aUserIn } from '../support/user.ts';

function aServiceWithTwoStaleSystems() {
  return aService({ systems: [...systemsCalled('old', 2, { lastSeen: daysAgo(200) }), ...aCrowd()] });
}

test('--preview goes all the way, says what would be deleted, and deletes nothing', async () => {
  const service = await aServiceWithTwoStaleSystems();
  const user = await aUserIn('Northwind', service, { flags: ['--preview'] });
  await user.presses('mark all stale').sees('2 marked', 'PREVIEW');
  user.presses('review and delete');
  await user.sees('2 of 22 systems (9 %) would be deleted. This is a preview: nothing is deleted.');
  await user.confirms('delete 2', 'Nothing was deleted', '2 would be deleted', 'PREVIEW');
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(22);
  expect(await user.leaves()).toContain('Preview, nothing was deleted, Northwind: 2 would be deleted');
  expect([...outcomesIn(user.home).values()]).toEqual(['wouldDelete', 'wouldDelete']);
});

test('--read-only refuses to delete', async () => {
  const service = await aServiceWithTwoStaleSystems();
  const user = await aUserIn('Northwind', service, { flags: ['--read-only'] });
  await user.sees('READ-ONLY');
  await user.presses('review and delete').sees('read-only: nothing is changed');
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(22);
});

test.each(['preview', 'read-only'])('--%s creates no enrolment key', async (mode) => {
  const service = await aServiceWithTwoStaleSystems();
  const user = await aUserIn('Northwind', service, { flags: [`--${mode}`] });
  await user.presses('create an enrolment key').sees(`${mode}: nothing is changed`);
  expect(service.sent('POST')).toEqual([]);
});
