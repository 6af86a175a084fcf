/** Finding keys and commands by the help and the palette. */
import { expect, test } from 'vitest';
import { aService, systemsCalled } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';

async function aBeginner(): Promise<User> {
  const user = aUser(await aService({ systems: systemsCalled('laptop', 3) }), { columns: 100, rows: 40 });
  await user.opens('Northwind');
  return user;
}

test('the help lists what the keys of the screen do, and why some cannot be used now', async () => {
  const user = await aBeginner();
  user.presses('help for this screen');
  await user.sees(
    row('s', 'mark all stale'),
    row('d', 'review and delete'),
    /clear all marks[^\n]*\n.*nothing is marked/,
  );
  user.presses('close the help');
  await user.marks('laptop-1');
  user.presses('help for this screen');
  await user.sees('clear all marks');
  expect(user.screen()).not.toContain('nothing is marked');
});

test('a key that does nothing says so, and names the help', async () => {
  const user = await aBeginner();
  user.pressesKey('Z');
  await user.sees('Z does nothing here. ? lists the keys.');
});

test('the palette finds an action by its words, and does it', async () => {
  const user = await aBeginner();
  await user.chooses('mark all matching systems');
  await user.sees('3 marked');
});

test('an action that cannot be used now says why, in the palette too', async () => {
  const user = await aBeginner();
  await user.chooses('clear all marks');
  await user.sees(': clear all marks', 'clear all marks (nothing is marked)', 'enter: nothing is marked.');
});

test('words that no action has find none', async () => {
  const user = await aBeginner();
  user.presses('commands');
  user.types('make coffee');
  await user.sees(': make coffee', 'No action matches "make coffee".');
  user.pressesKey('enter');
  await user.sees('no action has these words');
  user.pressesKey('esc');
  await user.sees('3 of 3 read');
});
