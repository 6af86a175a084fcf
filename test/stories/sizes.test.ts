/** Large and small terminals, and resizing while the program runs. */
import { describe, expect, test } from 'vitest';
import { aCrowd, aService, aSystem, staleSystems, systemsCalled } from '../support/service.ts';
import { aNewcomer, aUser, aUserIn, aUserOf, row, type User } from '../support/user.ts';

const systems = [
  ...staleSystems(3),
  aSystem({ hostname: 'a-name-that-is-far-longer-than-any-column-of-the-table-would-ever-be-wide' }),
  aSystem({ hostname: '営業-東京-👩‍🔬-büro', tags: [{ tag: '東京' }] }),
  ...aCrowd(),
  ...systemsCalled('spare', 40),
];

/** The frame is whole: its first two lines are the first of the terminal, and its last line holds the hints. */
async function seesFrame(user: User, title: string, facts: string): Promise<void> {
  const { terminal } = user;
  await user.sees(new RegExp(`^(?:rollcall › )?${title}.*\n${facts}`), () => terminal.lines().at(-1) !== '');
  // Either would show that a frame was too tall: the screen flashes, and the user's own lines are gone.
  expect(terminal.raw()).not.toContain('\u{1B}[2J');
  expect(terminal.raw()).not.toContain('\u{1B}[3J');
}

describe.each([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 40, rows: 10 },
])('every screen fits into $columns × $rows', (size) => {
  test('while signing in', async () => {
    const { baseUrl } = await aService({ systems });
    const user = aNewcomer(size);
    await seesFrame(user, 'Sign in', '(?:rollcall finds|Finds and deletes) systems');
    await user.types(baseUrl).presses('use this address').sees('enter sign in');
    await user.pastes('x'.repeat(200));
    await seesFrame(user, 'http://127\\.0\\.0\\.1.* › Sign in', '(?:rollcall finds|Finds and deletes) systems');
  });

  test('while working', async () => {
    const user = await aUserIn('Northwind', await aService({ systems }), size);
    for (const [opens, title, facts] of [
      ['open the system', 'old-1 ', '(?:As listed|Checked)'],
      ['enrolment keys', 'Enrolment keys', 'Keys of '],
      ['help for this screen', 'Help', 'lines 1–'],
      ['commands', 'Commands', String.raw`\s*: `],
      ['create an enrolment key', 'New enrolment key', String.raw`\s*description`],
    ] as const) {
      user.presses(opens);
      await seesFrame(user, `Northwind › ${title}`, facts);
      user.pressesKey('esc');
      await seesFrame(user, 'Northwind › Systems', '65 systems');
    }
    user.presses('search').types('x'.repeat(200));
    await seesFrame(user, 'Northwind › Systems', '');
  });

  test('while creating a key', async () => {
    const user = await aUserIn('Northwind', await aService({ systems }), size);
    user.presses('create an enrolment key');
    await seesFrame(user, 'Northwind › New enrolment key', String.raw`\s*description`);
    user.types('x'.repeat(200));
    await user.rests();
    user.presses('create the key');
    await seesFrame(user, 'Northwind › Enrolment key created', '');
  });

  test('while deleting', async () => {
    const user = await aUserIn('Northwind', await aService({ systems }), size);
    await user.marksStale(3);
    user.presses('stale systems: threshold and ages');
    await seesFrame(user, 'Northwind › Stale', 'Not connected');
    await user.pressesKey('esc').sees('Systems');
    user.presses('review and delete');
    await seesFrame(user, 'Northwind › Delete 3 systems', '▐ ');
    await user.confirms('delete 3');
    await seesFrame(user, 'Northwind › Deletion finished', '3 systems deleted');
    await user.presses('back to the list, or the history').sees('Systems');
    user.presses('switch organisation');
    await seesFrame(user, 'http://127\\.0\\.0\\.1.*1 organisation', 'stale over 90 d');
  });
});

test('the frame follows the terminal, down to a size at which it says what it needs', async () => {
  const user = aUser(await aService({ systems }));
  const { terminal } = user;
  await user.opens('Northwind');
  await user.goesTo('busy-5');
  terminal.resize(40, 10);
  await user.sees(/NAME +STATE +LAST SEEN/, row('▌', 'busy-5'));
  await seesFrame(user, 'Northwind › Systems', '65 systems');
  terminal.resize(20, 5);
  await user.sees('terminal of 30×8.');
  expect(terminal.screen().split('\n').length).toBeLessThanOrEqual(5);
  // Keys are heeded all the same.
  user.presses('move down');
  terminal.resize(80, 24);
  await user.sees('PLATFORM', row('▌', 'busy-6'));
  await seesFrame(user, 'Northwind › Systems', '65 systems');
  terminal.resize(120, 40);
  await user.sees(row('│ busy-6'), row('▌', 'busy-6'), 'spare-9');
  await seesFrame(user, 'Northwind › Systems', '65 systems');
});

test('in a terminal that becomes smaller, the palette and what can be copied still show the row under the cursor', async () => {
  const { user } = await aUserOf({ systems });
  await user.presses('commands').sees('› Commands', row('▌', 'mark and move down'));
  await user.pressesKey(...Array.from({ length: 17 }, () => 'down' as const)).sees(row('▌', 'create an enrolment key'));
  user.terminal.resize(40, 10);
  await user.sees(/^(?=rollcall › Northwind)(.*\n){9}/, row('▌', 'create an enrolment key'));
  await user.pressesKey('esc').sees('Systems');
  await user.marks('old-1');
  await user.presses('copy: name, id').sees('Copy', row('▌', 'name'), '  id\n');
  await user.pressesKey('j', 'j', 'j', 'j', 'j').sees(row('▌', 'ids of the 1 marked'), '  names of the 1 marked');
});

test('after 250 changes in a row the frame fits the last one, and nothing was cleared', async () => {
  const { user } = await aUserOf({ systems });
  for (let step = 0; step < 250; step++) user.terminal.resize(40 + step, 40 - (step % 30));
  user.terminal.resize(100, 30);
  await user.sees(/^(?=rollcall › Northwind)(.*\n){29}.*? help$/);
  await seesFrame(user, 'Northwind › Systems', '65 systems');
  await user.presses('to the last row').sees(row('▌', 'spare-40'));
});
