import { expect, onTestFinished, test } from 'vitest';
import { openTerminal, type TerminalOptions } from './terminal.ts';

function open(command: string, args: string[], options: Partial<TerminalOptions> = {}) {
  const terminal = openTerminal({ command, args, ...options });
  onTestFinished(() => terminal.close());
  return terminal;
}

function bash(script: string, options: Partial<TerminalOptions> = {}) {
  return open('bash', ['--norc', '-c', script], options);
}

test('the screen shows what the program wrote, and the exit code is known', async () => {
  const terminal = bash('echo one; echo "two  "; exit 3');
  expect(await terminal.exited).toEqual({ exitCode: 3, signal: 0 });
  expect(terminal.screen()).toBe('one\ntwo');
  expect(terminal.lines()).toHaveLength(24);
  expect(terminal.raw()).toBe('one\r\ntwo  \r\n');
  expect(terminal.bytes()).toBe(12);
  expect(terminal.cursor()).toEqual({ column: 0, row: 2 });
});

test('the program sees a terminal of the given size, and its resizing', async () => {
  const sizes = `const say = () => console.log(process.stdout.getWindowSize().join(' by '));
    say(); process.stdout.on('resize', say); process.stdin.resume();`;
  const terminal = open('node', ['-e', sizes], { columns: 40, rows: 5 });
  await terminal.waitFor('40 by 5');
  terminal.resize(100, 30);
  await terminal.waitFor('100 by 30');
  expect(terminal.lines()).toHaveLength(30);
});

test('written text reaches the program as typing', async () => {
  const terminal = bash('read -r -p "name? " name; echo "hello $name"');
  await terminal.waitFor('name?');
  terminal.write('Anna\r');
  await terminal.waitFor(/hello (Anna)/);
});

test('waiting fails with the screen when time is up', async () => {
  const terminal = bash('echo something else; sleep 60');
  await terminal.waitFor('something');
  await expect(terminal.waitFor('wanted', { timeout: 50 })).rejects.toThrow(
    /Not on the screen after 50 ms: wanted[^]*something else/,
  );
});

test('waiting fails at once when the program has ended', async () => {
  const terminal = bash('echo the end');
  await expect(terminal.waitFor('wanted')).rejects.toThrow(/The program ended[^]*the end/);
  await expect(terminal.waitFor((screen) => screen.startsWith('the end'))).resolves.toBe('the end');
});

test('the alternate screen and the normal one are distinguished', async () => {
  const terminal = bash(String.raw`echo below; printf '\e[?1049habove'; read -r; printf '\e[?1049l'`);
  await terminal.waitFor('above');
  expect(terminal.isAlternate()).toBe(true);
  expect(terminal.screen()).not.toContain('below');
  terminal.write('\r');
  await terminal.exited;
  expect(terminal.isAlternate()).toBe(false);
  expect(terminal.screen()).toContain('below');
});

test('styles and wide characters are read cell by cell', async () => {
  const terminal = bash(String.raw`printf 'a\e[1;7;31mb\e[0m東\e[2;48;2;1;2;3mc'`);
  await terminal.exited;
  const plain = { isBold: false, isDim: false, isInverse: false, colour: null, background: null };
  expect(terminal.styledLine(0).slice(0, 4)).toEqual([
    { ...plain, text: 'a' },
    { ...plain, text: 'b', isBold: true, isInverse: true, colour: 1 },
    { ...plain, text: '東' },
    { ...plain, text: 'c', isDim: true, background: 0x010203 },
  ]);
  expect(terminal.cursor().column).toBe(5);
});

test('a signal ends the program', async () => {
  const terminal = bash('echo ready; exec sleep 60');
  await terminal.waitFor('ready');
  terminal.kill('SIGTERM');
  expect(await terminal.exited).toEqual({ exitCode: 0, signal: 15 });
});

test('only the environment that was given is passed on', async () => {
  const terminal = bash('env', { env: { GIVEN: 'yes' } });
  await terminal.exited;
  expect(terminal.screen()).toContain('GIVEN=yes');
  expect(terminal.screen()).toContain('HOME=/nonexistent');
  expect(terminal.screen()).not.toContain('VITEST');
});
