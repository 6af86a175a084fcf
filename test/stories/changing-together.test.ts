/** An operation whose body lists systems: the marks are the list, a review confirms it, and it is one request. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { aCrowd, aStale, idOf, onRequest } from '../support/service.ts';
import { asked, aUserOf, acrossLines, row } from '../support/user.ts';

const tills = ['till-1', 'till-2', 'till-3'];
const tags = 'Gives several systems';

test('one request names exactly the systems that count, under the phrase of its review', async () => {
  const systems = [...tills.map((hostname) => aStale(hostname)), aStale('till-4', { tags: [{ tag: 'protect' }] })];
  const { service, user } = await aUserOf({ systems: [...systems, ...aCrowd()] });
  await user.marks(...tills, 'till-4');
  await user.choosesForMarks(tags, row('systemIds', '4 systems'));
  await user.fillsIn('rack-4', 'Change 3 systems', '3 protected 1', acrossLines('"systemIds":["ID-till-1"'));
  await user.rests();
  user.presses('exclude, or include again');
  await user.sees('Change 2 systems', asked('put 2'));
  await user.confirms('put 2', '› PUT', row('changed', '2'));
  expect(service.sent('PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/org/n7Kq2wTd/tags/rack-4/systems', JSON.stringify({ systemIds: [idOf('till-2'), idOf('till-3')] })],
  ]);
  await user.pressesKey('esc').sees('› PUT');
  await user.pressesKey('esc').sees('› Operations');
  await user.pressesKey('esc').sees('› Systems');
  await user.opensHistory('1 request', 'PUT');
});

test('a field of each system is refused in one request for all of them', async () => {
  const { service, user } = await aUserOf({ systems: [...tills.map((hostname) => aStale(hostname)), ...aCrowd()] });
  await user.marks(...tills);
  await user.choosesForMarks(tags);
  user.pressesKey('enter').types('rack-{hostname}');
  await user.rests();
  user.pressesKey('enter');
  await user.presses('go to Send, the last line').sees('enter reviews the systems first');
  await user.pressesKey('enter').sees(acrossLines('One request for all has one text: no {hostname}.'));
  expect(service.sent('PUT')).toEqual([]);
});

test.each([
  [
    '207 with the failure of one',
    207,
    { results: [{ systemId: idOf('till-1') }, { systemId: idOf('till-2'), status: 409 }] },
    /A part of it failed|partly/,
  ],
  ['200 that says no success', 200, { success: false }, /ailed/],
])('a %s is not called changed', async (_, status, answer, told) => {
  const { user } = await aUserOf({
    systems: [...tills.map((hostname) => aStale(hostname)), ...aCrowd()],
    intercept: onRequest('PUT', () => json(status, answer)),
  });
  await user.marks('till-1', 'till-2');
  await user.choosesForMarks(tags);
  await user.fillsIn('rack-4', 'Change 2 systems');
  await user.confirms('put 2', '› PUT', told);
  expect(user.screen()).not.toContain('✓');
  await user.pressesKey('esc', 'esc', 'esc').sees('› Systems');
  await user.opensHistory('1 request', told);
});
