/** Whatever the keychain does, is there an answer in time, with the right words, and nothing held up meanwhile? */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sessionPreferences } from '../../src/app/preferences/preferences.ts';
import { openKeychain, type Keychain, type KeychainResult } from '../../src/app/tokens/keychain.ts';
import { failureSentence, type KeychainFailure } from '../../src/app/tokens/keychain-failure.ts';
import { openTokenStores } from '../../src/app/tokens/token-stores.ts';
import { aHome } from '../support/program.ts';
import { aNewcomer } from '../support/user.ts';
import { conditions } from './conditions.ts';

const baseUrl = 'https://a.example';
const token = 'aB3'.repeat(21);

/** What a request took, and how long it held up everything else, in milliseconds. */
interface Measured<Value> {
  readonly value: Value;
  readonly ms: number;
  readonly blockedMs: number;
}

/**
 * Held up is what the event loop was busy between two looks. How late a timer comes would not do: on a busy computer
 * that is mostly the wait for a processor.
 */
async function measured<Value>(request: () => Promise<Value>): Promise<Measured<Value>> {
  let blockedMs = 0;
  let last = performance.eventLoopUtilization();
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    blockedMs = Math.max(blockedMs, now.active - last.active);
    last = now;
  };
  const timer = setInterval(look, 5);
  const begun = performance.now();
  const value = await request();
  const ms = performance.now() - begun;
  clearInterval(timer);
  look();
  return { value, ms, blockedMs };
}

test.each([
  ['works', busyFor],
  ['sleeps', (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)],
])('F8–F11: what %s without giving way is seen', async (_what, hold) => {
  const { blockedMs } = await measured(async () => {
    await setTimeout(20);
    hold(150);
    await setTimeout(20);
  });
  expect(blockedMs).toBeGreaterThan(100);
});

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function inTime({ ms, blockedMs }: Measured<unknown>): void {
  expect(ms).toBeLessThan(3200);
  expect(blockedMs).toBeLessThan(100);
}

function endOf(result: KeychainResult): KeychainFailure | null {
  return result.ok ? null : result.reason;
}

/** A fresh home and keychain for each request: a service that died would not be there for the next. */
async function keychainIn(make: (home: string) => Promise<NodeJS.ProcessEnv>): Promise<Keychain> {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 });
  });
  return openKeychain({ store: 'keychain', helperPath: 'dist/keychain-helper.js', env: await make(home) });
}

// Times are measured: a computer that is busy with something else gets another chance, and what is wrong stays wrong.
describe.each(conditions)('F8–F11: $name', { retry: 2 }, ({ make, ends }) => {
  test('keeping a token', async () => {
    const keychain = await keychainIn(make);
    const kept = await measured(() => keychain.keep(baseUrl, token));
    expect(endOf(kept.value)).toBe(ends.keep);
    inTime(kept);
  });

  test('finding it', async () => {
    const keychain = await keychainIn(make);
    const found = await measured(() => keychain.find(baseUrl));
    expect(endOf(found.value)).toBe(ends.find);
    if (!found.value.ok) expect(found.value.sentence).toBe(failureSentence('keychain', found.value.reason));
    inTime(found);
  });

  test('forgetting it', async () => {
    const keychain = await keychainIn(make);
    const forgotten = await measured(() => keychain.forget(baseUrl));
    expect(endOf(forgotten.value)).toBe(ends.forget);
    inTime(forgotten);
  });

  test('signing out', async () => {
    const keychain = await keychainIn(make);
    const preferences = sessionPreferences();
    preferences.change(() => ({ keepIn: 'keychain', usedPlaces: { [baseUrl]: ['keychain'] } }));
    const stores = openTokenStores({
      preferences,
      keychain,
      kernel: keychain,
      tokenFilePath: null,
      isInsecure: false,
      env: {},
    });
    const report = await measured(() => stores.forget(baseUrl));
    expect(report.value).toEqual([
      { place: 'session', sentence: null },
      { place: 'keychain', sentence: ends.forget === null ? null : failureSentence('keychain', ends.forget) },
    ]);
    inTime(report);
  });
});

const slow = conditions.filter(({ ends }) => ends.find === 'no answer');

test.each(slow)(
  'F9: with $name the program is there at once, says what it waits for, and can be left',
  async ({ make }) => {
    const home = aHome();
    const env = { ...(await make(join(home.path, 'keyring'))), ROLLCALL_BASE_URL: baseUrl } as Record<string, string>;
    const user = aNewcomer({ home, env: { ...env, ...home.env } });
    await user.sees('do not wait');
    const begun = performance.now();
    user.presses('leave rollcall');
    expect(await user.terminal.exited).toMatchObject({ exitCode: 0 });
    expect(performance.now() - begun).toBeLessThan(1000);
  },
);

test('F9: whoever does not want to wait for the keychain types the token', async () => {
  const home = aHome();
  const mute = slow.find(({ name }) => name.startsWith('a service that never'));
  const env = { ...(await mute?.make(join(home.path, 'keyring'))), ROLLCALL_BASE_URL: baseUrl } as Record<
    string,
    string
  >;
  const user = aNewcomer({ home, env: { ...env, ...home.env } });
  await user.sees('do not wait');
  user.presses('do not wait for it');
  await user.sees('The keychain was not waited for.', 'access token');
});
