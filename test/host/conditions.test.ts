/** Whatever the keychain does, an answer comes in time and in the right words, and nothing else waits for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sessionPreferences } from '../../src/app/storage/preferences/preferences.ts';
import { openKeychain, keychainSentences, type Keychain, type KeychainResult } from '../../src/app/tokens/keychain.ts';
import type { KeychainFailure } from '../../src/app/tokens/keychain-request.ts';
import { openTokenStore } from '../../src/app/tokens/token-store.ts';
import { aHome } from '../support/program.ts';
import { aNewcomer } from '../support/user.ts';
import { conditions } from './conditions.ts';

const baseUrl = 'https://a.example';
const token = 'aB3'.repeat(21);

/** What a request took, and the longest that it held up everything else, in milliseconds. */
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

/** A request that waits gives way for most of its time, however busy the computer is. */
function givesWay({ ms, blockedMs }: Measured<unknown>): boolean {
  return blockedMs < ms / 2;
}

test.each([
  ['works', busyFor],
  ['sleeps', (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)],
])('F9: what %s without giving way is seen', async (_what, hold) => {
  const times = await measured(async () => {
    await setTimeout(20);
    hold(1000);
    await setTimeout(20);
  });
  expect(givesWay(times)).toBe(false);
});

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
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
  return openKeychain({ helperPath: 'dist/keychain-helper.js', env: await make(home) });
}

// How long a keychain is waited for is seen from the two that take a little less and a little more: a computer that is
// busy with something else gives these another chance.
describe.each(conditions)('F8–F11: $name', ({ make, ends, isClose }) => {
  const chances = { retry: isClose === true ? 2 : 0 };

  test('keeping a token', chances, async () => {
    const keychain = await keychainIn(make);
    expect(endOf(await keychain.store(baseUrl, token))).toBe(ends.store);
  });

  test('finding it, and nothing else waits where that is slow', chances, async () => {
    const keychain = await keychainIn(make);
    const asked = await measured(() => keychain.find(baseUrl));
    const { value: found } = asked;
    expect(endOf(found)).toBe(ends.find);
    if (ends.find === 'no answer') expect(asked).toSatisfy(givesWay);
    if (!found.ok) expect(found.sentence).toBe(keychainSentences[found.reason]);
  });

  test('forgetting it, by signing out', chances, async () => {
    const keychain = await keychainIn(make);
    const preferences = sessionPreferences();
    preferences.change(() => ({ keepIn: 'keychain' }));
    const tokens = openTokenStore({ preferences, keychain, tokenFilePath: null, isInsecure: false, env: {} });
    expect(await tokens.remove(baseUrl)).toEqual([
      { place: 'session', sentence: null },
      { place: 'keychain', sentence: ends.remove === null ? null : keychainSentences[ends.remove] },
    ]);
  });
});

const slow = conditions.filter(({ ends }) => ends.find === 'no answer');

test.each(slow)(
  'F9: with $name the program is there at once, says what it waits for, and can be left within a second',
  { retry: 2 },
  async ({ make }) => {
    const home = aHome();
    const env = { ...(await make(join(home.path, 'keyring'))), ROLLCALL_BASE_URL: baseUrl } as Record<string, string>;
    const user = aNewcomer({ home, env: { ...env, ...home.env } });
    await user.sees('stop waiting');
    const begun = performance.now();
    user.presses('quit');
    expect(await user.terminal.exited).toMatchObject({ exitCode: 0 });
    expect(performance.now() - begun).toBeLessThan(1000);
  },
);

test('F9: instead of waiting for the keychain the user can type the token', async () => {
  const home = aHome();
  const mute = slow.find(({ name }) => name.startsWith('a service that never'));
  const env = { ...(await mute?.make(join(home.path, 'keyring'))), ROLLCALL_BASE_URL: baseUrl } as Record<
    string,
    string
  >;
  const user = aNewcomer({ home, env: { ...env, ...home.env } });
  await user.sees('stop waiting');
  user.presses('stop waiting for the keychain');
  await user.sees('The keychain was not waited for.', 'enter sign in');
});
