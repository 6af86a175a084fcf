import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPreferences, type Preferences } from '../../../src/app/storage/preferences/preferences.ts';
import type { Keychain, KeychainResult } from '../../../src/app/tokens/keychain.ts';
import { openTokenStores } from '../../../src/app/tokens/token-store.ts';
import type { TokenStore } from '../../../src/state/ports.ts';

const baseUrl = 'https://a.example';
const token = 'aB3'.repeat(21);

let home: string;
let preferences: Preferences;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-'));
  vi.stubEnv('XDG_CONFIG_HOME', home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });
  preferences = await openPreferences('default', () => import('../../../src/app/storage/preferences/write.ts'));
});

/** A keychain that answers what was asked when it is told to. */
function aSlowKeychain() {
  const asked = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<KeychainResult>();
  const ask = (): Promise<KeychainResult> => {
    asked.resolve(undefined);
    return answer.promise;
  };
  const keychain: Keychain = { keep: ask, find: ask, forget: ask, cancel: () => undefined };
  const answers = (): void => {
    answer.resolve({ ok: true, value: null });
  };
  return { keychain, asked: asked.promise, answers };
}

function storesWith(keychain: Keychain): TokenStore {
  const kernel = keychain;
  const env = { PATH: process.env['PATH'] ?? '' };
  return openTokenStores({ preferences, keychain, kernel, tokenFilePath: null, isInsecure: false, env });
}

function profiles(): unknown {
  const { profiles } = JSON.parse(readFileSync(join(home, 'rollcall', 'config.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  return profiles;
}

test('where a slow keychain answers after the profile was switched, the other profile is left alone', async () => {
  const { keychain, asked, answers } = aSlowKeychain();
  const keeping = storesWith(keychain).keep(baseUrl, token, { place: 'keychain', command: null });
  await asked;
  preferences.use('work');
  answers();
  expect(await keeping).toEqual({ ok: true, place: 'keychain', stillIn: [] });
  expect(profiles()).toEqual({ default: { keepIn: 'keychain', usedPlaces: { [baseUrl]: ['keychain'] } } });
});

test('signing out of a profile that is switched meanwhile leaves the other one alone, too', async () => {
  preferences.change((profile) => ({ ...profile, keepIn: 'keychain', usedPlaces: { [baseUrl]: ['keychain'] } }));
  preferences.change((profile) => ({ ...profile, usedPlaces: { [baseUrl]: ['kernel'] } }), 'work');
  const { keychain, asked, answers } = aSlowKeychain();
  const forgetting = storesWith(keychain).forget(baseUrl);
  await asked;
  preferences.use('work');
  answers();
  expect(await forgetting).toHaveLength(2);
  expect(profiles()).toEqual({
    default: { keepIn: 'keychain', usedPlaces: { [baseUrl]: [] } },
    work: { usedPlaces: { [baseUrl]: ['kernel'] } },
  });
});

test('a place that another session used meanwhile is not forgotten', async () => {
  const { keychain, asked, answers } = aSlowKeychain();
  const keeping = storesWith(keychain).keep(baseUrl, token, { place: 'keychain', command: null });
  await asked;
  const other = await openPreferences('default', () => import('../../../src/app/storage/preferences/write.ts'));
  other.change((profile) => ({
    ...profile,
    usedPlaces: { [baseUrl]: [...(profile.usedPlaces?.[baseUrl] ?? []), 'file'] },
  }));
  await other.saved();
  answers();
  await keeping;
  expect(profiles()).toMatchObject({ default: { usedPlaces: { [baseUrl]: ['keychain', 'file'] } } });
});

test('F13: signing out takes a token away also from a keychain that has not answered yet where it was kept', async () => {
  const held = new Map<string, string>();
  const ready = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const keychain: Keychain = {
    async keep(account, kept) {
      asked.resolve(undefined);
      await ready.promise;
      held.set(account, kept);
      return { ok: true, value: null };
    },
    find: (account) => Promise.resolve({ ok: true, value: held.get(account) ?? null }),
    forget(account) {
      held.delete(account);
      return Promise.resolve({ ok: true, value: null });
    },
    cancel: () => undefined,
  };
  const stores = storesWith(keychain);
  const keeping = stores.keep(baseUrl, token, null);
  await asked.promise;
  const forgetting = stores.forget(baseUrl);
  const left = stores.settled().then(() => new Map(held));
  // As long as a forgetting would take that does not wait.
  await preferences.saved();
  ready.resolve(undefined);
  // Whoever leaves meanwhile waits for both.
  expect(await left).toEqual(new Map());
  expect(await keeping).toMatchObject({ ok: true, place: 'keychain' });
  expect(await forgetting).toContainEqual({ place: 'keychain', sentence: null });
  expect(held).toEqual(new Map());
  expect(profiles()).toEqual({ default: { keepIn: 'keychain', usedPlaces: { [baseUrl]: [] } } });
});
