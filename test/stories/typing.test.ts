/** Typing into a field, and editing what was typed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eachInItsOwnProcess } from '../support/program.ts';
import { systemsCalled } from '../support/service.ts';
import { aUserOf, type User } from '../support/user.ts';

eachInItsOwnProcess();

/** A user in the field of the filter. */
async function aTypist(): Promise<User> {
  const { user } = await aUserOf({ systems: systemsCalled('web', 3) });
  await user.presses('filter the loaded systems').sees('filter:');
  return user;
}

async function types(user: User, text: string): Promise<void> {
  for (const [at, key] of Array.from(text).entries()) {
    await user.types(key).sees(`filter: ${text.slice(0, at + 1)}`);
  }
}

test('text typed after ctrl-z and fg stands in the order typed', async () => {
  const user = await aTypist();
  user.presses('suspend (fg returns)');
  await expect.poll(() => readFileSync(`/proc/${user.terminal.pid}/stat`, 'utf8')).toContain(') T ');
  user.terminal.kill('SIGCONT');
  await user.sees('filter:', 'web-1');
  await types(user, 'abc');
});

test('a key that does nothing in a field leaves the caret', async () => {
  const user = await aTypist();
  user.presses('repaint the screen').pressesKey('ctrl-t');
  await types(user, 'abc');
});

test('pasted text goes to the cursor, and ctrl-w and ctrl-u take what is before it', async () => {
  const user = await aTypist();
  await types(user, 'world');
  user.pressesKey('left', 'left', 'left', 'left', 'left');
  await user.pastes('hello-', 'filter: hello-world');
  await user.types('or ').sees('filter: hello-or world');
  await user.pressesKey('ctrl-w').sees(/filter: world +0 of/);
  await user.pressesKey('right', 'ctrl-u').sees(/filter: orld +0 of/);
  expect(user.screen()).not.toContain('hello');
});
