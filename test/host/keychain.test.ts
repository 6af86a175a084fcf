import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openKeychain } from '../../src/app/tokens/keychain.ts';
import { aKeyring } from './keyring.ts';
import { aFolder } from '../support/folder.ts';

const account = 'https://a.example';
const token = 'aB3'.repeat(21);

let home: string;

beforeEach(() => {
  home = aFolder();
});

function keychainIn(env: NodeJS.ProcessEnv) {
  return openKeychain({ helperPath: 'dist/keychain-helper.js', env });
}

test('an unlocked keyring keeps a token for its account, and forgets it', async () => {
  const { env } = await aKeyring(home, 'unlocked');
  const keychain = keychainIn(env);
  expect(await keychain.find(account)).toEqual({ ok: true, value: null });
  expect(await keychain.store(account, token)).toEqual({ ok: true, value: null });
  expect(await keychain.find(account)).toEqual({ ok: true, value: token });
  expect(await keychain.find('https://b.example')).toEqual({ ok: true, value: null });
  expect(execFileSync('secret-tool', ['lookup', 'service', 'rollcall', 'username', account], { env }).toString()).toBe(
    token,
  );

  expect(await keychain.remove(account)).toEqual({ ok: true, value: null });
  expect(await keychain.remove(account)).toEqual({ ok: true, value: null });
  expect(await keychain.find(account)).toEqual({ ok: true, value: null });
});

test('a locked keyring says so, for reading, writing and forgetting, and keeps what it has', async () => {
  const unlocked = await aKeyring(home, 'unlocked');
  await keychainIn(unlocked.env).store(account, token);
  await unlocked.end();

  const locked = await aKeyring(home, 'locked');
  const keychain = keychainIn(locked.env);
  expect(await keychain.find(account)).toMatchObject({ reason: 'locked' });
  expect(await keychain.store(account, token)).toMatchObject({ reason: 'locked' });
  expect(await keychain.remove(account)).toMatchObject({ reason: 'locked' });
  await locked.end();

  const again = await aKeyring(home, 'unlocked');
  expect(await keychainIn(again.env).find(account)).toEqual({ ok: true, value: token });
});

test('without a bus behind its address there is no keychain, and the token is not left in the kernel', async () => {
  const before = kernelKeys();
  const keychain = keychainIn({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/nothing` });
  expect(await keychain.store(account, token)).toMatchObject({ reason: 'absent' });
  expect(kernelKeys()).toEqual(before);
});

test('a bus that never answers is given up', async () => {
  const mute = createServer().listen(join(home, 'bus'));
  onTestFinished(() => void mute.close());
  const answer = await keychainIn({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/bus` }).find(account);
  expect(answer).toMatchObject({ reason: 'no answer' });
});

/** Keys of this program that the kernel lists. */
function kernelKeys(): string[] {
  const names = readFileSync('/proc/keys', 'utf8')
    .split('\n')
    .filter((line) => line.includes('rollcall'));
  return names.map((line) => line.split(' ')[0] ?? '').sort();
}
