import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPreferences, type Preferences } from '../../../src/app/storage/preferences/preferences.ts';
import type { Keychain, KeychainResult } from '../../../src/app/tokens/keychain.ts';
import {
  exposureOf,
  findInFile,
  openTokenStore,
  removeFromFile,
  storeInFile,
} from '../../../src/app/tokens/token-store.ts';
import type { TokenStore } from '../../../src/state/account/token-storage/feature.ts';
import { aFolder, ownFolders } from '../../support/folder.ts';

const baseUrl = 'https://a.example';
const token = 'aB3'.repeat(21);

let config: string;
let preferences: Preferences;

beforeEach(async () => {
  ({ config } = ownFolders());
  preferences = await openPreferences('default');
});

/** A keychain that answers what was asked when it is told to. */
function aSlowKeychain() {
  const asked = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<KeychainResult>();
  const ask = (): Promise<KeychainResult> => {
    asked.resolve(undefined);
    return answer.promise;
  };
  const keychain: Keychain = { store: ask, find: ask, remove: ask, cancel: () => undefined };
  const answers = (): void => {
    answer.resolve({ ok: true, value: null });
  };
  return { keychain, asked: asked.promise, answers };
}

/** A keychain that has one answer to everything. */
function aKeychain(answer: KeychainResult): Keychain {
  const ask = () => Promise.resolve(answer);
  return { store: ask, find: ask, remove: ask, cancel: () => undefined };
}

function storeWith(keychain: Keychain, tokenFilePath: string | null = null): TokenStore {
  const env = { PATH: process.env['PATH'] ?? '' };
  return openTokenStore({ preferences, keychain, tokenFilePath, isInsecure: false, env });
}

function profiles(): unknown {
  return (JSON.parse(readFileSync(join(config, 'config.json'), 'utf8')) as Record<string, unknown>)['profiles'];
}

test('where a slow keychain answers after the profile was switched, the other profile is left alone', async () => {
  const { keychain, asked, answers } = aSlowKeychain();
  const keeping = storeWith(keychain).store(baseUrl, token, { storage: 'keychain', command: null });
  await asked;
  preferences.use('work');
  answers();
  expect(await keeping).toEqual({ ok: true, storage: 'keychain', stillIn: null });
  expect(profiles()).toEqual({ default: { keepIn: 'keychain' } });
});

test('signing out of a profile that is switched meanwhile leaves the other one alone, too', async () => {
  preferences.change((profile) => ({ ...profile, keepIn: 'keychain' }));
  preferences.change((profile) => ({ ...profile, keepIn: 'command', tokenCommand: 'false' }), 'work');
  const { keychain, asked, answers } = aSlowKeychain();
  const forgetting = storeWith(keychain).remove(baseUrl);
  await asked;
  preferences.use('work');
  answers();
  expect(await forgetting).toHaveLength(2);
  expect(profiles()).toEqual({
    default: { keepIn: 'keychain' },
    work: { keepIn: 'command', tokenCommand: 'false' },
  });
});

describe('signing out empties every storage, whichever is in use', () => {
  const nothingStored: KeychainResult = { ok: true, value: null };
  const locked: KeychainResult = { ok: false, reason: 'locked', sentence: 'It is locked.' };
  const absent: KeychainResult = { ok: false, reason: 'absent', sentence: 'There is none.' };

  test.each<[string, string | undefined, KeychainResult, readonly object[]]>([
    ['what is in use is told', 'keychain', nothingStored, [{ storage: 'keychain', sentence: null }]],
    [
      'one that may hold a token still is told, too',
      'session',
      locked,
      [{ storage: 'keychain', sentence: 'It is locked.' }],
    ],
    [
      'one that is not there is told where it is in use',
      'keychain',
      absent,
      [{ storage: 'keychain', sentence: 'There is none.' }],
    ],
    ['and else is not', undefined, absent, []],
  ])('%s', async (_, keepIn, answer, told) => {
    preferences.change((profile) => ({ ...profile, keepIn }));
    const path = join(config, 'tokens.json');
    expect(storeInFile(path, baseUrl, token)).toMatchObject({ ok: true });
    expect(await storeWith(aKeychain(answer), path).remove(baseUrl)).toEqual([
      { storage: 'session', sentence: null },
      ...told,
    ]);
    expect(existsSync(path)).toBe(false);
  });
});

test('a storage of another version is reported, and another one has to be chosen', async () => {
  preferences.change((profile) => ({ ...profile, keepIn: 'kernel' }));
  const store = storeWith(aKeychain({ ok: true, value: null }));
  const sentence = 'rollcall no longer stores tokens in "kernel". Choose another place.';
  expect(await store.find(baseUrl)).toEqual({ kind: 'failed', storage: null, hasChosen: false, sentence });
  expect(await store.store(baseUrl, token, null)).toMatchObject({ ok: false, sentence });
  await preferences.saved();
  expect(profiles()).toEqual({ default: { keepIn: 'kernel' } });
  expect(await store.store(baseUrl, token, { storage: 'keychain', command: null })).toMatchObject({ ok: true });
  expect(profiles()).toEqual({ default: { keepIn: 'keychain' } });
});

test('signing out removes a token also from a keychain that has not answered yet', async () => {
  const held = new Map<string, string>();
  const ready = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const keychain: Keychain = {
    async store(account, kept) {
      asked.resolve(undefined);
      await ready.promise;
      held.set(account, kept);
      return { ok: true, value: null };
    },
    find: (account) => Promise.resolve({ ok: true, value: held.get(account) ?? null }),
    remove(account) {
      held.delete(account);
      return Promise.resolve({ ok: true, value: null });
    },
    cancel: () => undefined,
  };
  const store = storeWith(keychain);
  const keeping = store.store(baseUrl, token, null);
  await asked.promise;
  const forgetting = store.remove(baseUrl);
  const left = store.settled().then(() => new Map(held));
  // As long as a forgetting would take that does not wait.
  await preferences.saved();
  ready.resolve(undefined);
  // Quitting meanwhile waits for both.
  expect(await left).toEqual(new Map());
  expect(await keeping).toMatchObject({ ok: true, storage: 'keychain' });
  expect(await forgetting).toContainEqual({ storage: 'keychain', sentence: null });
  expect(held).toEqual(new Map());
  expect(profiles()).toEqual({ default: { keepIn: 'keychain' } });
});

describe('a token command as the storage', () => {
  const keychain = aKeychain({ ok: true, value: null });

  test('is taken where it prints the token, and refused where it prints another one', async () => {
    preferences.change((profile) => ({ ...profile, baseUrl }));
    const store = storeWith(keychain);
    const other = await store.store(baseUrl, token, { storage: 'command', command: `echo ${'x'.repeat(63)}` });
    expect(other).toMatchObject({ ok: false, reason: 'another', sentence: 'The token command prints another token.' });
    expect(preferences.profile).toEqual({ baseUrl });
    const command = `echo ${token}`;
    expect(await store.store(baseUrl, token, { storage: 'command', command })).toMatchObject({ ok: true });
    expect(profiles()).toEqual({ default: { baseUrl, keepIn: 'command', tokenCommand: command } });
    expect(await store.find(baseUrl)).toEqual({ kind: 'found', storage: 'command', token });
  });

  test('stays as it is where a token was replaced; signing out forgets it, and nothing else of the profile', async () => {
    preferences.change((profile) => ({ ...profile, baseUrl, keepIn: 'command', tokenCommand: 'false' }));
    const store = storeWith(keychain);
    expect(await store.store(baseUrl, token, null)).toEqual({ ok: true, storage: 'command', stillIn: null });
    expect(profiles()).toEqual({ default: { baseUrl, keepIn: 'command', tokenCommand: 'false' } });
    await store.remove(baseUrl);
    expect(profiles()).toEqual({ default: { baseUrl } });
  });

  test('that names no command is said', async () => {
    preferences.change((profile) => ({ ...profile, baseUrl, keepIn: 'command' }));
    const sentence = 'There is no token command.';
    expect(await storeWith(keychain).find(baseUrl)).toEqual({
      ...{ kind: 'failed', storage: 'command', hasChosen: true, sentence },
    });
  });

  test('is ended where it is not waited for, as a request to the keychain is; the next one is not', async () => {
    const note = join(aFolder(), 'begun');
    const [slow, quick] = [`sh -c "echo begun > ${note}; exec sleep 600"`, `echo ${token}`];
    let cancelled = 0;
    const store = storeWith({ ...keychain, cancel: () => cancelled++ });
    preferences.change((profile) => ({ ...profile, baseUrl, keepIn: 'command', tokenCommand: slow }));
    const finding = store.find(baseUrl);
    await expect.poll(() => existsSync(note)).toBe(true);
    store.cancel();
    const sentence = 'The token command was not waited for.';
    expect(await finding).toEqual({ kind: 'failed', storage: 'command', hasChosen: true, sentence });
    expect(cancelled).toBe(1);
    preferences.change((profile) => ({ ...profile, tokenCommand: quick }));
    expect(await store.find(baseUrl)).toEqual({ kind: 'found', storage: 'command', token });
  });
});

test('without a choice the keychain is asked, and gets the token; without a folder no file does', async () => {
  const store = storeWith(aKeychain({ ok: true, value: token }));
  expect(await store.find(baseUrl)).toEqual({ kind: 'found', storage: 'keychain', token });
  expect(await store.store(baseUrl, token, null)).toEqual({ ok: true, storage: 'keychain', stillIn: null });
  expect(await store.store(baseUrl, token, { storage: 'file', command: null })).toMatchObject({
    ...{ ok: false, reason: 'absent', sentence: 'There is no folder for a file.' },
  });
  expect(profiles()).toEqual({ default: { keepIn: 'keychain' } });
});

describe('a file of tokens', () => {
  const account = 'https://a.example';

  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = join(aFolder(), 'rollcall');
    path = join(folder, 'tokens.json');
  });

  test('a token is stored for its account, readable by its owner alone, and removed with its file', () => {
    expect(findInFile(path, account)).toEqual({ ok: true, value: null });
    expect(storeInFile(path, account, token)).toEqual({ ok: true, value: null });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(findInFile(path, account)).toEqual({ ok: true, value: token });
    expect(findInFile(path, 'https://b.example')).toEqual({ ok: true, value: null });

    storeInFile(path, 'https://b.example', token);
    expect(findInFile(path, account)).toEqual({ ok: true, value: token });
    expect(removeFromFile(path, account)).toEqual({ ok: true, value: null });
    expect(findInFile(path, 'https://b.example')).toEqual({ ok: true, value: token });
    removeFromFile(path, 'https://b.example');
    expect(readdirSync(folder)).toEqual([]);
    expect(removeFromFile(path, account)).toEqual({ ok: true, value: null });
  });

  test.each([0o640, 0o604, 0o660])('a file that others can use (%o) is refused, with what mends it', (mode) => {
    storeInFile(path, account, token);
    chmodSync(path, mode);
    const sentence = `${path} can be read by other users: chmod 600 ${path}`;
    const refusal = { ok: false, reason: 'exposed', sentence };
    expect(findInFile(path, account)).toEqual(refusal);
    expect(storeInFile(path, account, token)).toEqual(refusal);
    expect(removeFromFile(path, account)).toEqual(refusal);
  });

  test.runIf(process.getuid?.() === 0)("another person's file is neither read nor written, nor removed", () => {
    storeInFile(path, account, token);
    chownSync(path, 12_345, 12_345);
    const refusal = { ok: false, reason: 'exposed', sentence: `${path} belongs to another user.` };
    expect(exposureOf(path)).toBe(refusal.sentence);
    expect(findInFile(path, account)).toEqual(refusal);
    expect(storeInFile(path, account, 'x')).toEqual(refusal);
    expect(removeFromFile(path, account)).toEqual(refusal);
    expect(readFileSync(path, 'utf8')).toContain(token);
    chownSync(path, 0, 0);
    expect(exposureOf(path)).toBeNull();
    chownSync(folder, 12_345, 12_345);
    const sentence = `${folder} belongs to another user (uid 12345).`;
    expect([exposureOf(path), findInFile(path, account)]).toEqual([sentence, { ...refusal, sentence }]);
  });

  test('a link is not followed', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'elsewhere'), '{}', { mode: 0o600 });
    symlinkSync('elsewhere', path);
    expect(storeInFile(path, account, token)).toMatchObject({ ok: false, reason: 'exposed' });
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('{}');
  });

  test.each([
    ['no JSON', `{"https://a.example":"${token}`],
    ['no object', '7'],
    ['no token', '{"https://a.example":"x"}'],
  ])('what is damaged (%s) is said, and never repeated', (_, content) => {
    mkdirSync(folder);
    writeFileSync(path, content, { mode: 0o600 });
    const found = findInFile(path, account);
    expect(found).toMatchObject({ ok: false, reason: 'damaged' });
    expect(JSON.stringify(found)).not.toContain(token);
  });

  test('a folder that cannot be written is said with its code', () => {
    writeFileSync(folder, 'a file where the folder should be');
    expect(storeInFile(path, account, token)).toMatchObject({
      ok: false,
      reason: 'failed',
      sentence: `${path} cannot be read (ENOTDIR).`,
    });
  });
});
