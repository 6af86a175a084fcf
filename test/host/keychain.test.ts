import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
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

test('a keyring that is locked and unlocked again keeps what it has', async () => {
  for (const as of ['unlocked', 'locked'] as const) {
    const { env, end } = await aKeyring(home, as);
    expect(await keychainIn(env).store(account, token)).toMatchObject({ ok: as === 'unlocked' });
    await end();
  }
  const again = await aKeyring(home, 'unlocked');
  expect(await keychainIn(again.env).find(account)).toEqual({ ok: true, value: token });
});

test('without a bus behind its address there is no keychain, and the token is not left in the kernel', async () => {
  const before = kernelKeys();
  const keychain = keychainIn({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/nothing` });
  expect(await keychain.store(account, token)).toMatchObject({ reason: 'absent' });
  expect(kernelKeys()).toEqual(before);
});

/** Keys of this program that the kernel lists. */
function kernelKeys(): string[] {
  const names = readFileSync('/proc/keys', 'utf8')
    .split('\n')
    .filter((line) => line.includes('rollcall'));
  return names.map((line) => line.split(' ')[0] ?? '').sort();
}
