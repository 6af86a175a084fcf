/** Marking systems: one by one, by range, by filter, all that match; and undoing it. */
import { expect, test } from 'vitest';
import { aSystem, systemsCalled } from '../support/service.ts';
import { aUserOf, row, type User } from '../support/user.ts';

async function aUserMarking(count = 12): Promise<User> {
  const systems = [
    ...systemsCalled('web', count),
    aSystem({ hostname: 'till-1', enrolmentKeyDescription: 'build agents' }),
  ];
  const { user } = await aUserOf({ systems, columns: 120 });
  return user;
}

test('a range grows with the cursor, and is marked, or left', async () => {
  const user = await aUserMarking();
  await user.goesTo('web-3');
  await user.presses('start a range').sees('range of 1: space marks it');
  await user.presses('move down', 3).sees('range of 4', row('+', 'web-3'), row('+', 'web-6'));
  await user.presses('go back one level').sees((screen) => !screen.includes('range of'));
  expect(user.screen()).not.toContain('marked');

  await user.presses('start a range').presses('move up', 2).sees('range of 3');
  await user.presses('mark and move down').sees('3 marked', row('✓', 'web-4'), row('✓', 'web-6'), 'u undoes');
});

test('a pattern marks what it matches; a mistake in it is said, and marks nothing', async () => {
  const user = await aUserMarking();
  await user.presses('mark by filter').sees('mark by filter:');
  await user.types('key:bu').sees('1 match');
  await user.presses('complete').sees('mark by filter: key:"build agents"');
  await user.types(' seen:soon').sees('! "soon" is not an age. Example: seen:>90d');
  await user.presses('apply the filter').sees('! "soon" is not an age.', (screen) => !screen.includes('1 marked'));
  await user.pressesKey('ctrl-w').sees((screen) => !screen.includes('soon'));
  await user.presses('apply the filter').sees('1 marked', 'Marked by "key:"build agents"": 1.');
});

test('a word that is still typed is no mistake, until enter is pressed on it', async () => {
  const user = await aUserMarking();
  await user.presses('filter the loaded systems').sees('filter:');
  await user.types('web os:').sees('filter: web os:', 'os needs a value. Still showing all.');
  expect(user.screen()).not.toContain('!');
  await user.presses('apply the filter').sees('! os needs a value.');
  await user.types('x').sees('filter: web os:x', (screen) => !screen.includes('!'));
});

test('changes of marks are undone one by one, cleared ones too, and redone', async () => {
  const user = await aUserMarking();
  await user.marks('web-1', 'web-2');
  await user.presses('clear all marks').sees('2 marks cleared.');
  await user.presses('undo a change').sees('2 marked', 'Undone: 2 marked. u undoes more, ctrl-r redoes.');
  await user.presses('undo a change').sees('Undone: 1 marked.');
  await user.presses('redo a change').sees('Redone: 2 marked. u undoes.');
  await user.presses('redo a change').sees('Redone: 0 marked.');
  await user.presses('redo a change').sees('every undone change of marks is redone');
});

test('all that match: those that are here, or every page first; what the filter hides is counted', async () => {
  const user = await aUserMarking(450);
  await user.sees('200 of 451 loaded');
  await user.presses('mark all matching systems').sees('200 of 451 systems are loaded');
  await user.presses('mark the loaded systems').sees('200 marked');
  await user.presses('undo a change').presses('mark all matching systems').sees('200 of 451 systems are loaded');
  await user.presses('load every page first').sees('451 marked', '451 systems');

  await user.presses('filter the loaded systems').types('till').sees('451 marked, 450 not shown');
  user.presses('apply the filter').presses('filter the loaded systems');
  await user.pressesKey('ctrl-u').sees((screen) => !screen.includes('hidden by'));
  await user.presses('recall an earlier filter').sees('filter: till', '450 not shown');
});
