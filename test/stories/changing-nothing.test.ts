/** Previewing a deletion, and working read-only. */
import { expect, test } from 'vitest';
import { aCrowd, idOf, staleSystems } from '../support/service.ts';
import { aUserOf } from '../support/user.ts';
import { outcomesIn } from '../support/records.ts';

const systems = [...staleSystems(2), ...aCrowd()];

test('--preview goes all the way, says what would be deleted, writes the plan as a file, and only reads', async () => {
  const { service, user } = await aUserOf({ systems, flags: ['--preview'] });
  await user.marksStale(2, 'PREVIEW');
  user.presses('review and delete');
  await user.sees('Preview: 2 of 22 systems (9 %) would be deleted. Nothing is changed.');
  await user.confirms(
    'delete 2',
    'Nothing was deleted',
    '2 would be deleted',
    'PREVIEW',
    'Requests that would be sent',
  );
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(service.hostnames()).toHaveLength(22);
  expect(await user.leaves()).toContain('Preview, nothing was deleted, Northwind: 2 would be deleted');
  expect([...outcomesIn(user.home).values()]).toEqual(['would', 'would']);
  const url = `${service.baseUrl}/org/n7Kq2wTd/systems/${idOf('old-1')}`;
  expect(user.home.filesWith(`"request":"DELETE ${url}"`)).toHaveLength(1);
});

test('--read-only refuses to delete', async () => {
  const { service, user } = await aUserOf({ systems, flags: ['--read-only'] });
  await user.sees('READ-ONLY');
  await user.presses('review and delete').sees('read-only: nothing is changed');
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(22);
});

test.each(['preview', 'read-only'])('--%s creates no enrolment key', async (mode) => {
  const { service, user } = await aUserOf({ systems, flags: [`--${mode}`] });
  await user.presses('create an enrolment key').sees(`${mode}: nothing is changed`);
  expect(service.sent('POST')).toEqual([]);
});
