/** The token command of a profile: what it prints, what it is told, and the addresses for which it runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenFromCommand } from '../../../src/app/tokens/token-store.ts';
import { aFolder } from '../../support/folder.ts';
import { asyncProperty } from '../../support/property.ts';

const baseUrl = 'https://a.example';
const token = 'aB3'.repeat(21);

/** As the profile of this address has it. */
function printed(tokenCommand: string, ...about: [env: NodeJS.ProcessEnv, cancelled?: AbortSignal]) {
  return tokenFromCommand({ baseUrl, tokenCommand }, baseUrl, ...about);
}

const env = { PATH: process.env['PATH'] ?? '' };

test('the token is what the command prints, without what is around it', async () => {
  expect(await printed(`echo '${token}'`, env)).toEqual({ ok: true, value: token });
  expect(await printed(`printf '\\n  Bearer ${token}\\r\\n'`, env)).toEqual({ ok: true, value: token });
});

test('no shell runs it, unless it names one', async () => {
  expect(await printed(`echo ${token} | cat`, env)).toMatchObject({ ok: false });
  expect(await printed(`sh -c "echo ${token} | cat"`, env)).toEqual({ ok: true, value: token });
});

test.each([
  ['', 'There is no token command.'],
  ['no-such-command-here', 'The token command "no-such-command-here" was not found.'],
  ['""', 'The token command "" has no name.'],
  ['echo "secret', 'The token command has a quote that is not closed.'],
  ['echo secret', 'The token command prints no token: expected 63 letters and digits, got 6.'],
  [
    `printf '%s\\nlogin: me\\n' ${token}`,
    "The token command prints no token: expected one line, got 2; sh -c '… | head -n 1' prints the first.",
  ],
  ['cat $NO_SUCH/token', 'The token command names $NO_SUCH, which is not set.'],
])('%j: %s', async (command, sentence) => {
  expect(await printed(command, env)).toEqual({ ok: false, reason: 'failed', sentence });
});

test('a failing command is reported by its exit code alone, without its output', async () => {
  const failed = await printed(`sh -c "echo ${token}; echo ${token} >&2; exit 3"`, env);
  expect(failed).toMatchObject({ ok: false, sentence: expect.stringMatching(/failed \(3\)/) as string });
  expect(JSON.stringify(failed)).not.toContain(token);
});

test('one that prints without end is ended', async () => {
  expect(await printed('yes', env)).toMatchObject({ ok: false });
});

test('one that never ends is ended after 10 s, with everything it began', async () => {
  const note = join(aFolder(), 'pid');
  const late = await printed(`sh -c "sleep 600 & echo $! > ${note}; wait"`, env);
  expect(late).toEqual({ ok: false, reason: 'failed', sentence: 'The token command took longer than 10 s.' });
  await expect.poll(() => isRunning(readFileSync(note, 'utf8').trim())).toBe(false);
});

test('one that is not waited for is ended at once, with everything it began', async () => {
  const note = join(aFolder(), 'pid');
  const cancelling = new AbortController();
  const asking = printed(`sh -c "sleep 600 & echo $! > ${note}; wait"`, env, cancelling.signal);
  await expect.poll(() => existsSync(note) && readFileSync(note, 'utf8')).toMatch(/\d\n/);
  cancelling.abort();
  expect(await asking).toEqual({ ok: false, reason: 'failed', sentence: 'The token command was not waited for.' });
  await expect.poll(() => isRunning(readFileSync(note, 'utf8').trim())).toBe(false);
});

test('it has the environment, without what would let it draw or open an inspector', async () => {
  const about = { ...env, GPG_TTY: '/dev/pts/0', NODE_OPTIONS: '--inspect', PASSWORD_STORE_DIR: token };
  const command = `sh -c 'test -z "$GPG_TTY$NODE_OPTIONS" && echo $PASSWORD_STORE_DIR'`;
  expect(await printed(command, about)).toEqual({ ok: true, value: token });
});

/** Prints the token of this address alone, by each of the ways in which it is told. */
const tellers = [
  `sh -c 'test "$ROLLCALL_ADDRESS" = HERE && echo ${token}'`,
  `sh -c 'test "$1" = HERE && echo ${token}' sh {baseUrl}`,
  `sh -c 'test "$1" = HERE/tokens && echo ${token}' sh "$ROLLCALL_ADDRESS/tokens"`,
];

test.each(tellers)('a command is told the address: %s', async (teller) => {
  const address = 'https://b.example:8443/api/v1.0';
  const profile = { baseUrl: address, tokenCommand: teller.replace('HERE', address) };
  expect(await tokenFromCommand(profile, address, { ...env, ROLLCALL_ADDRESS: baseUrl })).toEqual({
    ok: true,
    value: token,
  });
});

test.each(['https://a.example/$(id)', 'https://a.example/`id`', "https://a.example/'", 'https://a.example/a;id'])(
  'an address that a shell would read is told to no command: %s',
  async (address) => {
    const profile = { baseUrl: address, tokenCommand: `echo ${token}` };
    const sentence = 'The token command is not run: the address has more than letters, digits and . _ ~ % : / -.';
    expect(await tokenFromCommand(profile, address, env)).toEqual({ ok: false, reason: 'failed', sentence });
  },
);

const addresses = [
  'https://a.example',
  'https://a.example/api',
  'https://b.example',
  'http://127.0.0.1:1',
  'B.example',
];
const normalised = ['https://a.example', 'https://a.example/api', 'https://b.example', 'http://127.0.0.1:1'];
const originOf = (address: string): string => (/:\/\//.test(address) ? new URL(address).origin : 'https://b.example');

asyncProperty(
  'a command runs for the origins that it was accepted for, or without any for that of its profile, and for no other',
  [
    fc.option(fc.constantFrom(...addresses), { nil: undefined }),
    fc.option(fc.subarray(addresses), { nil: undefined }),
    fc.constantFrom(...normalised),
  ],
  async (own, tokenCommandFor, asked) => {
    const profile = { baseUrl: own, tokenCommandFor, tokenCommand: `echo ${token}` };
    const accepted = (tokenCommandFor ?? (own === undefined ? [] : [own])).map(originOf);
    const sentence = `The token command "echo [token]" was not accepted for ${asked}.`;
    expect(await tokenFromCommand(profile, asked, env)).toEqual(
      accepted.includes(originOf(asked)) ? { ok: true, value: token } : { ok: false, reason: 'unaccepted', sentence },
    );
  },
);

/** A process that has ended and was not waited for is still listed. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
