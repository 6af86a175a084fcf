import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenFromCommand } from '../../../src/app/tokens/token-command.ts';

const token = 'aB3'.repeat(21);
const env = { PATH: process.env['PATH'] ?? '' };

test('F6: the token is what the command prints, without what is around it', async () => {
  expect(await tokenFromCommand(`echo '${token}'`, env)).toEqual({ ok: true, token });
  expect(await tokenFromCommand(`printf '\\n  Bearer ${token}\\r\\n'`, env)).toEqual({ ok: true, token });
});

test('no shell runs it, unless it names one', async () => {
  expect(await tokenFromCommand(`echo ${token} | cat`, env)).toMatchObject({ ok: false });
  expect(await tokenFromCommand(`sh -c "echo ${token} | cat"`, env)).toEqual({ ok: true, token });
});

test.each([
  ['', 'There is no token command.'],
  ['no-such-command-here', 'The token command "no-such-command-here" was not found.'],
  ['""', 'The token command "" has no name.'],
  ['echo "secret', 'The token command has a quote that is not closed.'],
  ['echo secret', 'The token command prints no token: expected 63 letters and digits, got 6.'],
])('%j: %s', async (command, sentence) => {
  expect(await tokenFromCommand(command, env)).toEqual({ ok: false, sentence });
});

test('a failing command is reported by its exit code alone, without its output', async () => {
  const failed = await tokenFromCommand(`sh -c "echo ${token}; echo ${token} >&2; exit 3"`, env);
  expect(failed).toMatchObject({ ok: false, sentence: expect.stringMatching(/failed \(3\)/) as string });
  expect(JSON.stringify(failed)).not.toContain(token);
});

test('one that prints without end is ended', async () => {
  expect(await tokenFromCommand('yes', env)).toMatchObject({ ok: false });
});

test('one that never ends is ended after 10 s, with everything it began', { timeout: 20_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const note = join(folder, 'pid');
  const late = await tokenFromCommand(`sh -c "sleep 600 & echo $! > ${note}; wait"`, env);
  expect(late).toEqual({ ok: false, sentence: 'The token command took longer than 10 s.' });
  const pid = Number(readFileSync(note, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('one that is not waited for is ended at once, with everything it began', { timeout: 9_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const note = join(folder, 'pid');
  const cancelling = new AbortController();
  const asking = tokenFromCommand(`sh -c "sleep 600 & echo $! > ${note}; wait"`, env, cancelling.signal);
  await expect.poll(() => existsSync(note) && readFileSync(note, 'utf8')).toMatch(/\d\n/);
  cancelling.abort();
  expect(await asking).toEqual({ ok: false, sentence: 'The token command was not waited for.' });
  const pid = Number(readFileSync(note, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('it has the environment, without what would let it draw or open an inspector', async () => {
  const about = { ...env, GPG_TTY: '/dev/pts/0', NODE_OPTIONS: '--inspect', PASSWORD_STORE_DIR: token };
  const command = `sh -c 'test -z "$GPG_TTY$NODE_OPTIONS" && echo $PASSWORD_STORE_DIR'`;
  expect(await tokenFromCommand(command, about)).toEqual({ ok: true, token });
});

/** A process that has ended and was not waited for is still listed. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
