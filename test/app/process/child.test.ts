import { spawn } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { childEnvironment, firstLine, runChild, startChild } from '../../../src/app/process/child.ts';
import { asyncProperty } from '../../support/property.ts';
import { aFolder } from '../../support/folder.ts';

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

const limits = { env: { PATH: process.env['PATH'] ?? '' }, limitMs: 5000, maxCharacters: 100 };

/** Why it could not be started, else how it ended. */
async function saidOf(words: readonly string[]): Promise<string> {
  const end = await runChild(words, limits);
  return end.kind === 'notStarted' ? end.message : end.kind;
}

test('a program that cannot be started is a value that names it and says why', async () => {
  const file = join(folder, 'file');
  const circle = join(folder, 'circle');
  writeFileSync(file, '');
  chmodSync(file, 0o600);
  symlinkSync(circle, circle);
  const without = async (...words: string[]): Promise<string> => (await saidOf(words)).replace(/^"[^"]*" /, '');
  expect(await without()).toBe('has no name');
  expect(await without('')).toBe('has no name');
  expect(await without('no-such-program')).toBe('was not found');
  expect(await without(join(folder, 'missing'))).toBe('was not found');
  expect(await without(file)).toBe('may not be run');
  expect(await without(join(file, 'x'))).toBe('leads through a file');
  expect(await without(circle)).toBe('is a circle of links');
  expect(await without(`/${'x'.repeat(300)}`)).toBe('has too long a name');
  expect(await without('echo', 'x'.repeat(200_000))).toBe('is too long a command');
  expect(await without('echo', 'a\0b')).toBe('holds a NUL character');
});

test('the sentence about an editor or a pager fits into a notice', async () => {
  const file = join(folder, 'f'.repeat(30));
  writeFileSync(file, '');
  symlinkSync(`${file}-circle`, `${file}-circle`);
  const long = `/${'x'.repeat(300)}`;
  const programs = ['', long, join(file, 'x'), `${file}-circle`, file, `${file}\0`];
  for (const words of [[], ...programs.map((program) => [program]), ['true', long.repeat(999)]]) {
    const message = await saidOf(words);
    expect(message).not.toBe('ended');
    for (const begin of ['Nothing was marked: the editor', 'Records not shown: the pager'])
      expect(`${begin} ${message}.`.length).toBeLessThanOrEqual(76);
  }
});

test('the name is cut, made visible, and no token', async () => {
  expect(await saidOf(['no\u001b[2Jsuch'])).toBe('"no␛[2Jsuch" was not found');
  expect(await saidOf(['aB3'.repeat(21)])).toBe('"[token]" was not found');
  expect(await saidOf(['x'.repeat(50)])).toMatch(/^"x{19}…" was not found$/);
});

test('the program ends a child with itself for as long as the child runs, and keeps nothing of one that has ended', async () => {
  const before = new Set(process.listeners('exit'));
  const atExit = () => process.listeners('exit').filter((listener) => !before.has(listener)).length;
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const timersBefore = timers();
  const cancelling = new AbortController();
  const end = runChild(['sleep', '600'], { ...limits, cancelled: cancelling.signal });
  await expect.poll(atExit).toBe(1);
  await new Promise(setImmediate);
  expect(atExit()).toBe(1);
  cancelling.abort();
  expect(await end).toEqual({ kind: 'cancelled' });
  for (let run = 0; run < 9; run++) await runChild(['true'], { ...limits, limitMs: 1e9 });
  expect(atExit()).toBe(0);
  // Tests before this one may have left a few of their own.
  expect(timers()).toBeLessThan(timersBefore + 9);
});

test('a program that reads nothing of its input ends as it ends', async () => {
  const input = 'x'.repeat(10_000_000);
  expect(await runChild(['true'], { ...limits, input })).toEqual({ kind: 'ended', code: 0, output: '' });
  expect(await runChild(['sh', '-c', 'exec <&-; exit 3'], { ...limits, input })).toMatchObject({ code: 3 });
});

test('its output and its time have a limit, and it can be ended', async () => {
  expect(await runChild(['echo', 'hello'], limits)).toEqual({ kind: 'ended', code: 0, output: 'hello\n' });
  expect(await runChild(['yes'], limits)).toEqual({ kind: 'tooMuch' });
  expect(await runChild(['sleep', '600'], { ...limits, limitMs: 50 })).toEqual({ kind: 'late' });
  expect(await runChild(['sleep', '600'], { ...limits, cancelled: AbortSignal.abort() })).toEqual({
    kind: 'cancelled',
  });
  expect(await runChild(['sh', '-c', 'kill -9 $$'], limits)).toMatchObject({ kind: 'ended', code: 'SIGKILL' });
});

test('an error of a program after its start is survived, such as a signal that does not reach it', async () => {
  const start = await startChild(['sleep', '600'], {});
  if (start.kind !== 'started') throw new Error(start.message);
  expect(start.child.emit('error', new Error('kill EPERM'))).toBe(true);
  start.child.kill();
});

asyncProperty('whatever the words, nothing is thrown', [fc.array(fc.string({ unit: 'binary' }))], async (rest) => {
  // In a folder that is not there nothing of these can be run.
  const start = await startChild([join(folder, 'missing', ...rest.slice(0, 1)), ...rest.slice(1)], {});
  return start.kind === 'notStarted';
});

test('a child sees what finds the keychain, and nothing that is secret or changes how Node runs', () => {
  const passedOn = { PATH: '/bin', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', DISPLAY: '' };
  const env = { ...passedOn, ROLLCALL_TOKEN: 'x', NODE_OPTIONS: '--inspect', NODE_DEBUG: 'http', AWS_SECRET: 'y' };
  expect(childEnvironment(env)).toEqual(passedOn);
});

function lineOf(script: string, command = process.execPath) {
  return firstLine(spawn(command, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] }));
}

test('the first line is known as soon as it is whole, in however many pieces it comes', async () => {
  const script = `process.stdout.write('on', () => setImmediate(() => console.log('e 東\\ntwo'))); setTimeout(() => {}, 9e5)`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect(await firstLine(child)).toBe('one 東');
  child.kill('SIGKILL');
});

test('a child that ends without a whole line, or cannot be started, has none', async () => {
  expect(await lineOf('')).toBeUndefined();
  expect(await lineOf(`process.stdout.write('half')`)).toBeUndefined();
  expect(await lineOf('', '/nowhere/node')).toBeUndefined();
});
