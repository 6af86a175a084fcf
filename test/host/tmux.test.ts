/** The program in tmux, whose sessions outlast an SSH connection. */
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { noRollcallRunsIn, rollcallsIn } from './processes.ts';
import { phraseOn } from '../support/user.ts';
import { aUserInTmux, type TmuxUser } from './tmux.ts';

test('from the shell to a deletion and a new key with nothing but keys, and back to the shell', async () => {
  const user = await aUserInTmux();
  user.types('echo "in $TERM"; rollcall --demo --days 600\r');
  await user.opens('Tailspin Toys');
  expect(rollcallsIn(user.home.path)).toEqual(['demo-service.js', 'rollcall']);

  await user.presses('mark all stale').sees(/\d+ marked/);
  user.presses('review and delete');
  const phrase = phraseOn(await user.sees((screen) => phraseOn(screen) !== ''));
  const count = phrase.split(' ')[1] ?? '';
  await user.confirms(phrase, `${count} systems deleted`);
  await user.presses('back to the list, or the history').sees('stale (over 600 d)');

  await createsAKey(user);
  user.presses('quit');
  await user.sees(
    new RegExp(
      String.raw`^\$ echo .*\nin screen-256color\nDeletion, Tailspin Toys: ${count} deleted\nChecked against a fresh list at \d\d:\d\d UTC\.\nRecords: [^$]*\n\$$`,
    ),
  );
  await user.types('echo "left with $?"\r').sees('left with 0');
  expect(user.tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}')).toBe('0 1');
  await noRollcallRunsIn(user.home.path);
});

test('the secret of a new key goes to the clipboard of the terminal around tmux', async () => {
  const user = await aUserInTmux();
  user.types('rollcall --demo --org "Tailspin Toys"\r');
  await user.opens('Tailspin Toys');
  await createsAKey(user);
  user.presses('show or hide the secret');
  const [, secret = ''] = /\nsecret +(\w\S+)/.exec(await user.sees(/\nsecret +\w/)) ?? [];
  await user.presses('copy the secret').sees('Copied through your terminal');
  const sequence = `;${Buffer.from(secret).toString('base64')}\u{7}`;
  await expect.poll(() => user.terminal.raw().includes(sequence)).toBe(true);
});

test.each([
  [40, 10],
  [120, 40],
])('a pane that becomes %d×%d is filled, and no line is too long for it', async (columns, rows) => {
  const user = await aUserInTmux();
  user.types('rollcall --demo --org "Northwind Traders"\r');
  await user.opens('Northwind Traders');
  user.terminal.resize(columns, rows);
  await user.sees(
    new RegExp(
      String.raw`^(?:rollcall › )?Northwind Traders DEMO › Systems *\n(.*\n){${rows - 2}}(?=.{${columns}}$).*\?(?: help)?$`,
    ),
  );
  // A line that went on in the next row is given as one.
  const lines = user.tmux('capture-pane', '-p', '-J').split('\n');
  expect(lines.filter((line) => stringWidth(line.trimEnd()) > columns)).toEqual([]);
});

test('ctrl-z gives the shell back, and fg the program, as it was', async () => {
  const user = await aUserInTmux();
  user.types('rollcall --demo --org "Northwind Traders"\r');
  await user.opens('Northwind Traders');
  await user.presses('mark and move down').sees('1 marked');
  await user.presses('suspend (fg returns)').sees('Stopped', /^\$$/m);
  expect(user.tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}')).toBe('0 1');
  await user.types('echo "at the $((6 * 7)) shell"; fg\r').sees('1 marked', 'NAME');
  await user.presses('move down').sees(/LAST SEEN.*\n( .*\n){2}▌/);
});

test('keys typed fast each count', async () => {
  const user = await aUserInTmux();
  user.types('rollcall --demo --org "Northwind Traders"\r');
  await user.opens('Northwind Traders');
  await user.types('jjjj').sees(/LAST SEEN.*\n( .*\n){4}▌/);
  await user.types(' kkk ').sees('2 marked', /LAST SEEN.*\n( .*\n){2} +✓.*\n▌.*\n +✓/);
});

async function createsAKey(user: TmuxUser): Promise<void> {
  await user.presses('create an enrolment key').sees('description');
  user.types('tills of the new shop');
  await user.rests();
  await user.presses('create the key').sees('Enrolment key created', 'tills of the new shop');
  await user.presses('show or hide the secret').sees('v hide');
}
