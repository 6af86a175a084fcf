/** Finding keys and commands by the help and the palette. */
import { expect, test } from 'vitest';
import { anOrganisation, systemsCalled } from '../support/service.ts';
import { aUserOf, row, type User } from '../support/user.ts';

async function aBeginner(): Promise<User> {
  const { user } = await aUserOf({ systems: systemsCalled('laptop', 3), columns: 100, rows: 40 });
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
  await user.presses('help for this screen').sees('clear all marks');
  expect(user.screen()).not.toContain('nothing is marked');
});

test('a key that does nothing says so, and names the help', async () => {
  const user = await aBeginner();
  await user.pressesKey('Z').sees('Z does nothing here. ? lists the keys.');
});

test.each([
  ['finds an action by its words, and does it', 'mark all matching systems', ['3 marked']],
  [
    'says why an action cannot be used now',
    'clear all marks',
    [': clear all marks', 'clear all marks (nothing is marked)', 'enter: nothing is marked.'],
  ],
  [
    'keeps what was typed with a mistake in a filter',
    'filter nme:laptop',
    ['nme:laptop', 'unknown field "nme". Did you mean name?'],
  ],
])('the palette %s', async (_, words, seen) => {
  const user = await aBeginner();
  await user.chooses(words, ...seen);
});

test('words that no action has find none', async () => {
  const user = await aBeginner();
  await user.presses('commands').types('make coffee').sees(': make coffee', 'No command matches "make coffee".');
  await user.pressesKey('enter').sees('no command has these words');
  await user.pressesKey('esc').sees('3 systems');
});

test('a command is found by the word of another tool, and with letters left out', async () => {
  const user = await aBeginner();
  user.presses('commands');
  await user.types('select all').sees(/▌ a +mark all matching systems/);
  user.pressesKey('esc');
  await user.marks('laptop-1');
  user.presses('commands');
  await user.types('chscol').sees(': chscol', /▌ c +choose columns/);
});

test('a command takes an argument: a threshold, a sort, a filter', async () => {
  const user = await aBeginner();
  await user.chooses('threshold 45', 'Threshold 45 d: 0 of 3 systems are stale.', '(over 45 d)');
  await user.chooses('sort name', 'by name');
  await user.chooses('filter name:laptop-2', 'laptop-2', '1 shown by filter');
  await user.presses('commands').types('threshold soon').sees('threshold soon (type whole days, such as threshold 45)');
  await user.pressesKey('enter').sees('enter: type whole days, such as threshold 45.');
});

test('a setting is set by its name and a value, and an impossible value says why', async () => {
  const user = await aBeginner();
  await user.chooses('theme light', 'Saved. Use the colours of the theme: light.');
  await user.presses('commands').types('theme pink').sees('theme pink (choose one of auto, dark, light, none)');
  await user.pressesKey('enter').sees('enter: choose one of auto, dark, light, none.');
  await user.pressesKey('esc').sees('3 systems');
  await user.chooses('theme', /▌ Use the colours of the theme +light/);
});

test('an organisation is opened by a part of its name', async () => {
  const { user } = await aUserOf({
    organisations: [
      anOrganisation({ orgName: 'Northwind', systems: systemsCalled('laptop', 3) }),
      anOrganisation({ orgId: 't3Xv9mRb', orgName: 'Tailspin Toys', systems: systemsCalled('till', 2) }),
    ],
  });
  await user.chooses('org toys', 'Tailspin Toys', 'till-1', '2 systems');
  await user.chooses('org northwind', 'laptop-1', '3 systems');
});
