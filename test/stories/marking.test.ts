/** Marking systems: one by one, by range, by filter, all that match; and undoing it. */
import { expect, test } from 'vitest';
import { aService, aSystem, systemsCalled } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';

async function aMarker(count = 12): Promise<User> {
  const systems = [
    ...systemsCalled('web', count),
    aSystem({ hostname: 'till-1', enrolmentKeyDescription: 'build agents' }),
  ];
  const user = aUser(await aService({ systems }), { columns: 120 });
  await user.opens('Northwind');
  return user;
}

test('a range grows with the cursor, and is marked, or left', async () => {
  const user = await aMarker();
  await user.goesTo('web-3');
  user.presses('start a range');
  await user.sees('range of 1: space marks it');
  user.presses('move down', 3);
  await user.sees('range of 4', row('+', 'web-3'), row('+', 'web-6'));
  user.presses('go back one level');
  await user.sees((screen) => !screen.includes('range of'));
  expect(user.screen()).not.toContain('marked');

  user.presses('start a range');
  user.presses('move up', 2);
  await user.sees('range of 3');
  user.presses('mark and move down');
  await user.sees('3 marked', row('✓', 'web-4'), row('✓', 'web-6'), 'u undoes');
});

test('a pattern marks what it matches; a mistake in it is said, and marks nothing', async () => {
  const user = await aMarker();
  user.presses('mark by filter');
  await user.sees('mark by filter:');
  user.types('key:bu');
  await user.sees('1 match');
  user.presses('complete');
  await user.sees('mark by filter: key:"build agents"');
  user.types(' seen:soon');
  await user.sees('! "soon" is not an age. Example: seen:>90d');
  user.presses('apply the filter');
  await user.sees('! "soon" is not an age.', (screen) => !screen.includes('1 marked'));
  user.pressesKey('ctrl-w');
  await user.sees((screen) => !screen.includes('soon'));
  user.presses('apply the filter');
  await user.sees('1 marked', 'Marked by "key:"build agents"": 1.');
});

test('a word that is still typed is no mistake, until enter is pressed on it', async () => {
  const user = await aMarker();
  user.presses('filter the loaded systems');
  await user.sees('filter:');
  user.types('web os:');
  await user.sees('filter: web os:', 'os needs a value. Still showing all.');
  expect(user.screen()).not.toContain('!');
  user.presses('apply the filter');
  await user.sees('! os needs a value.');
  user.types('x');
  await user.sees('filter: web os:x', (screen) => !screen.includes('!'));
});

test('the last change of marks is undone, and redone', async () => {
  const user = await aMarker();
  await user.marks('web-1', 'web-2');
  user.presses('clear all marks');
  await user.sees('2 marks cleared.');
  user.presses('undo or redo');
  await user.sees('2 marked', 'Undone: 2 marked. u redoes.');
  user.presses('undo or redo');
  await user.sees('Undone: 0 marked.');
});

test('all that match: those that are here, or every page first; what the filter hides is counted', async () => {
  const user = await aMarker(450);
  await user.sees('200 of 451 loaded');
  user.presses('mark all matching systems');
  await user.sees('200 of 451 systems are loaded');
  user.presses('mark the loaded systems');
  await user.sees('200 marked');
  user.presses('undo or redo');
  user.presses('mark all matching systems');
  await user.sees('200 of 451 systems are loaded');
  user.presses('load every page first');
  await user.sees('451 marked', '451 systems');

  user.presses('filter the loaded systems');
  user.types('till');
  await user.sees('451 marked (450 hidden by the filter)');
  user.presses('apply the filter');
  user.presses('filter the loaded systems');
  user.pressesKey('ctrl-u');
  await user.sees((screen) => !screen.includes('hidden by'));
  user.presses('recall an earlier filter');
  await user.sees('filter: till', '450 hidden by the filter');
});
