/** Marking a list of systems from elsewhere, in $EDITOR. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { aHome, eachInItsOwnProcess } from '../support/program.ts';
import { aSystem, idOf, systemsCalled } from '../support/service.ts';
import { aUserIn, aUserOf, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

/** A user whose editor is this shell script; it gets the file as `$1`. */
async function aUserWithEditor(script: string, systems = systemsCalled('web', 9)): Promise<User> {
  const home = aHome();
  const { user } = await aUserOf({ systems, home, env: { EDITOR: `sh ${home.keeps('editor', script)}` } });
  return user;
}

test('the editor has the terminal, and what is saved gets marked', async () => {
  const user = await aUserWithEditor(
    'echo "editing $(stat -c %a "$1")"; head -n 3 "$1"; read -r line; printf "web-3\\nWEB-5\\n%s\\n" "$line" > "$1"',
  );
  await user.chooses('mark systems from a list', 'editing 600', '# One system per line');
  expect(user.terminal.isAlternate()).toBe(false);
  user.types('web-12\r');
  await user.sees('2 of 3 listed names marked; not found: web-12.', row('✓', 'web-3'), row('✓', 'web-5'));
  await user.presses('undo a change of marks, up to 50').sees((screen) => !screen.includes('✓'));
});

test('a line marks the system that all of it names, however that is written, and nothing where two may be meant', async () => {
  const names = ['anna', 'anna mac', 'cafe\u0301', 'twin'].map((hostname) => aSystem({ hostname }));
  const systems = [...names, aSystem({ hostname: idOf('twin') })];
  const user = await aUserWithEditor(`printf 'anna mac\\ncaf\u00E9\\n%s\\nanna pc\\n' ${idOf('twin')} > "$1"`, systems);
  await user.chooses('mark systems from a list');
  const screen = await user.sees('2 of 4 listed names marked; not found: anna pc; ambiguous: ID-twin.');
  const marked = screen.split('\n').filter((line) => line.includes('✓'));
  expect(marked.map((line) => line.normalize('NFC'))).toEqual([
    expect.stringContaining('anna mac'),
    expect.stringContaining('caf\u00E9'),
  ]);
});

test.each([
  ['~', '~/editor'],
  ['$HOME', '"$HOME/editor"'],
  ['a variable in front', 'WORDS=~/words $HOME/editor'],
])('the editor may be named as for a shell, with %s', async (_, editor) => {
  const home = aHome();
  home.keeps('words', 'web-4');
  home.keeps('editor', '#!/bin/sh\ncat "${WORDS:-$HOME/words}" > "$1"\n', 0o700);
  const { user } = await aUserOf({ systems: systemsCalled('web', 9), home, env: { VISUAL: editor } });
  await user.chooses('mark systems from a list', row('✓', 'web-4'));
});

test('an editor that fails changes nothing, and is reported', async () => {
  const user = await aUserWithEditor('exit 3');
  await user.presses('mark and move down').sees('1 marked');
  await user.chooses('mark systems from a list', 'Nothing was marked: the editor ended with 3.', '1 marked');
});

test('an editor that cannot be started is reported, and the keys work again', async () => {
  const { user } = await aUserOf({ systems: systemsCalled('web', 9), env: { EDITOR: '/nowhere/editor' } });
  await user.chooses('mark systems from a list', 'Nothing was marked: the editor "/nowhere/editor" was not found.');
  await user.presses('move down').sees(row('▌', 'web-2'));
  await user.leaves();
});

test('an editor ends with the program', async () => {
  const user = await aUserWithEditor('echo "process $$."; read -r _');
  await user.chooses('mark systems from a list');
  const [, pid = ''] = /process (\d+)\./.exec(await user.sees(/process \d+\./)) ?? [];
  await user.isEndedBy('SIGTERM');
  await expect.poll(() => isAtWork(pid)).toBe(false);
});

/** A process that has ended may be listed, as a zombie, until its parent hears of it (proc(5)). */
function isAtWork(pid: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a text in the editor is gone where rollcall ends meanwhile by %s, at the latest with the next start',
  async (signal) => {
    const home = aHome();
    const temporary = join(home.path, 'tmp');
    const texts = (): readonly string[] => readdirSync(temporary).filter((name) => name.startsWith('rollcall-text-'));
    const env = { EDITOR: `sh ${home.keeps('editor', 'echo "it is open."; read -r _')}` };
    const { service, user } = await aUserOf({ systems: systemsCalled('web', 9), home, env });
    await user.chooses('mark systems from a list', 'it is open.');
    expect(texts()).toHaveLength(1);
    process.kill(user.terminal.pid, signal);
    await user.terminal.exited;
    if (signal === 'SIGKILL') await aUserIn('Northwind', service, { home });
    await expect.poll(texts).toEqual([]);
  },
);
