/** An editor, a pager and a command of your own, where no terminal is in the way. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  canSuspend,
  editFileInEditor,
  editInEditor,
  endForegroundProcess,
  leaveToForeground,
  runOwnCommand,
  showInPager,
  showTextInPager,
  suspend,
} from '../../../src/app/terminal/subprocess.ts';
import { aFolder } from '../../support/folder.ts';
import { createEmulator, screenOf } from '../../support/screen.ts';

let folder: string;
let released: string[];

beforeEach(() => {
  folder = aFolder();
  released = [];
  for (const name of ['VISUAL', 'EDITOR', 'PAGER']) vi.stubEnv(name, undefined);
  vi.stubEnv('NOTE', join(folder, 'note'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  endForegroundProcess();
});

const release = async (use: () => Promise<void>): Promise<void> => {
  released.push('released');
  await use();
  released.push('taken back');
};

const noted = (): string => readFileSync(join(folder, 'note'), 'utf8');

/** It notes the path and its mode, and writes the file in capitals. */
const editing = String.raw`sh -c 'echo "$0" $(stat -c %a "$0") $OWN >> "$NOTE"; tr a-z A-Z < "$0" > "$NOTE.new"; cat "$NOTE.new" > "$0"'`;

describe('an editor', () => {
  test('gets a file for its owner alone, which is gone after, and what it wrote comes back', async () => {
    vi.stubEnv('EDITOR', `OWN=mine ${editing}`);
    expect(await editInEditor(release, 'body', 'some text')).toEqual({ ok: true, text: 'SOME TEXT' });
    const [path = '', ...rest] = noted().trim().split(' ');
    expect([path.endsWith('/body.txt'), ...rest]).toEqual([true, '600', 'mine']);
    expect(existsSync(dirname(path))).toBe(false);
    expect(released).toEqual(['released', 'taken back']);
  });

  test('is the one of $VISUAL, then of $EDITOR, where those name any, and else vi', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'some text');
    vi.stubEnv('VISUAL', ' ');
    vi.stubEnv('EDITOR', editing);
    expect(await editFileInEditor(release, path)).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('SOME TEXT');
    vi.stubEnv('VISUAL', "sh -c 'exit 3'");
    expect(await editFileInEditor(release, path)).toBe('the editor ended with 3');
    for (const name of ['VISUAL', 'EDITOR']) vi.stubEnv(name, undefined);
    vi.stubEnv('PATH', folder);
    expect(await editFileInEditor(release, path)).toBe('the editor "vi" was not found');
  });

  test('that fails, cannot be read or cannot have its file is a sentence', async () => {
    vi.stubEnv('EDITOR', "sh -c 'kill -9 $$'");
    expect(await editInEditor(release, 'body', '')).toEqual({ ok: false, message: 'the editor ended with a signal' });
    vi.stubEnv('VISUAL', 'vi "x');
    const message = '$VISUAL has a quote that is not closed';
    expect(await editInEditor(release, 'body', '')).toEqual({ ok: false, message });
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    const cannot = 'the file for the editor cannot be used (ENOENT)';
    expect(await editInEditor(release, 'body', '')).toEqual({ ok: false, message: cannot });
    expect(await showTextInPager(release, '')).toBe('the file for the pager cannot be used (ENOENT)');
  });

  test('has the terminal until it ends, and ends with this program', async () => {
    vi.stubEnv('EDITOR', 'sleep');
    const listeners = process.listenerCount('exit');
    expect(leaveToForeground('SIGINT')).toBe(false);
    const end = editFileInEditor(release, '600');
    await expect.poll(() => leaveToForeground('SIGINT')).toBe(true);
    expect(process.listenerCount('exit')).toBe(listeners + 1);
    // Another signal than the one that went to both: this program goes on.
    endForegroundProcess();
    expect(await end).toBe('the editor ended with a signal');
    expect([leaveToForeground('SIGINT'), process.listenerCount('exit')]).toEqual([false, listeners]);
  });
});

test('a pager gets a file, or a text in which nothing acts on the terminal', async () => {
  vi.stubEnv('PAGER', `sh -c 'cat "$0" > "$NOTE"'`);
  writeFileSync(join(folder, 'file'), 'a\tb\n');
  expect(await showInPager(release, join(folder, 'file'))).toBeNull();
  expect(noted()).toBe('a\tb\n');
  expect(await showTextInPager(release, 'a\tb\r\nc\u001b[2J\rd')).toBeNull();
  expect(noted()).toBe('a    b\nc␛[2J␍d\n');
  writeFileSync(join(folder, 'old'), '{"hostname":"x\u009D0;TITLE\u009Cy\u202E"}\n');
  expect(await showInPager(release, join(folder, 'old'))).toBeNull();
  expect(noted()).toBe(String.raw`{"hostname":"x\u009d0;TITLE\u009cy\u202e"}` + '\n');
  vi.stubEnv('PAGER', 'less "');
  expect(await showInPager(release, 'file')).toBe('$PAGER has a quote that is not closed');
});

test('a command of your own has no token, and is over once it says how it ended', async () => {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  vi.stubEnv('ROLLCALL_TOKEN', 'secret');
  const run = (script: string): Promise<string> => runOwnCommand(release, 'ping', ['sh', '-c', script]);
  expect(await run('echo "${ROLLCALL_TOKEN-none}" > "$NOTE"')).toBe('ping ended with 0');
  expect(noted()).toBe('none\n');
  expect(process.env['ROLLCALL_TOKEN']).toBe('secret');
  expect(await run('exit 7')).toBe('ping ended with 7');
  const message = await runOwnCommand(release, 'ping', ['no-such-program']);
  expect(message).toBe('ping "no-such-program" was not found');
  expect(printed.filter((text) => text.includes('Press'))).toEqual(
    ['ping ended with 0', 'ping ended with 7', message].map((end) => `\n${end}. Press a key to return to rollcall.\n`),
  );
  let isLeft = false;
  await runOwnCommand(
    async (use) => {
      const used = use();
      isLeft = leaveToForeground('SIGINT');
      await used;
    },
    'true',
    ['true'],
  );
  expect([isLeft, leaveToForeground('SIGINT')]).toEqual([true, false]);
});

test('a program that leaves a terminal in modes of its own has them reset, with the cursor where it was', async () => {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const before = process.stdout.isTTY;
  process.stdout.isTTY = true;
  vi.stubEnv('EDITOR', 'true');
  const reset = async (TERM: string): Promise<string> => {
    vi.stubEnv('TERM', TERM);
    await editFileInEditor(release, join(folder, 'file'));
    return printed.splice(0).join('');
  };
  const [xterm, linux] = [await reset('xterm'), await reset('linux')];
  process.stdout.isTTY = before;
  expect(xterm.replace('\u{1B}[=0u\u{1B}[>4m', '')).toBe(linux);
  const emulator = createEmulator(20, 4);
  const left = ['[2;3r', '[?6h', '[?7l', '[4h', '[?25l', '[?1h', '=', '[?2004h', '[?1003h', '[7m', '(0'];
  const modes = left.map((mode) => `\u{1B}${mode}`).join('');
  await new Promise<void>((done) => {
    emulator.write(`\r\n\r\nab${modes}\u{1B}[2;3H${linux}qq`, done);
  });
  expect(emulator.modes).toMatchObject({
    ...{ applicationCursorKeysMode: false, applicationKeypadMode: false, bracketedPasteMode: false, insertMode: false },
    ...{ mouseTrackingMode: 'none', originMode: false, wraparoundMode: true },
  });
  expect(screenOf(emulator).lines().join('|')).toBe('||abqq|');
  emulator.dispose();
  for (const mode of ['1049l', '69l', '7;25h', '5l', '9;1000;1001;']) expect(linux).toContain(`\u{1B}[?${mode}`);
});

test('a stop gives the terminal to the shell until the program goes on, and stops the foreground program too', async () => {
  const sent: unknown[] = [];
  vi.spyOn(process, 'kill').mockImplementation((...about) => {
    sent.push(about);
    return true;
  });
  suspend(release);
  expect([sent, released]).toEqual([[[0, 'SIGSTOP']], ['released']]);
  process.emit('SIGCONT', 'SIGCONT');
  await expect.poll(() => released).toEqual(['released', 'taken back']);
  vi.stubEnv('EDITOR', 'sleep');
  const end = editFileInEditor(release, '600');
  await expect.poll(() => leaveToForeground('SIGINT')).toBe(true);
  sent.length = 0;
  suspend(release);
  expect(sent).toEqual([[process.pid, 'SIGSTOP']]);
  vi.restoreAllMocks();
  endForegroundProcess();
  await end;
  expect([canSuspend('win32'), canSuspend('linux')]).toEqual([false, true]);
});
