/** Whatever the keychain does, an answer comes in time and in the right words, and nothing else waits for it. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sessionPreferences } from '../../src/app/storage/preferences/preferences.ts';
import { openKeychain, keychainSentences, type Keychain, type KeychainResult } from '../../src/app/tokens/keychain.ts';
import type { KeychainFailure } from '../../src/app/tokens/keychain-request.ts';
import { openTokenStore } from '../../src/app/tokens/token-store.ts';
import { aHome } from '../support/program.ts';
import { aNewcomer, type User } from '../support/user.ts';
import { type Condition, conditions } from './conditions.ts';
import { aFolder } from '../support/folder.ts';

const baseUrl = 'https://a.example';
const token = 'aB3'.repeat(21);

/** End of a request, and the number of turns that something else had in the meantime. */
interface Counted<Value> {
  readonly value: Value;
  readonly turns: number;
}

/** The interval in which something else asks for a turn, in milliseconds. */
const turnMs = 50;

async function counted<Value>(request: () => Promise<Value>): Promise<Counted<Value>> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), turnMs);
  const value = await request();
  clearInterval(timer);
  return { value, turns };
}

/** A request that waits three seconds lets others have many turns; one that holds up everything leaves two or three. */
function givesWay({ turns }: Counted<unknown>): boolean {
  return turns >= 10;
}

test.each([
  ['works', busyFor],
  ['sleeps', (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)],
])('a program that %s without giving way is seen', async (_what, hold) => {
  const held = await counted(async () => {
    await setTimeout(20);
    hold(1000);
    await setTimeout(20);
  });
  expect(givesWay(held)).toBe(false);
});

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function endOf(result: KeychainResult): KeychainFailure | null {
  return result.ok ? null : result.reason;
}

/** A fresh home and keychain for each request: a service that died would not be there for the next. */
async function keychainIn({ make, ends }: Condition): Promise<Keychain> {
  const home = aFolder();
  // A keychain that answers has all the time that it needs on a busy computer.
  const patience = Object.values(ends).includes('no answer') ? {} : { limitMs: 60_000 };
  return openKeychain({ helperPath: 'dist/keychain-helper.js', env: await make(home), ...patience });
}

describe.each(conditions)('a keychain: $name', (condition) => {
  const { ends } = condition;

  test('keeping a token', async () => {
    const keychain = await keychainIn(condition);
    expect(endOf(await keychain.store(baseUrl, token))).toBe(ends.store);
  });

  test('finding it, and nothing else waits where that is slow', async () => {
    const keychain = await keychainIn(condition);
    const asked = await counted(() => keychain.find(baseUrl));
    const { value: found } = asked;
    expect(endOf(found)).toBe(ends.find);
    if (ends.find === 'no answer') expect(asked).toSatisfy(givesWay);
    if (!found.ok) expect(found.sentence).toBe(keychainSentences[found.reason]);
  });

  test('forgetting it, by signing out', async () => {
    const keychain = await keychainIn(condition);
    const preferences = sessionPreferences();
    preferences.change(() => ({ keepIn: 'keychain' }));
    const tokens = openTokenStore({ preferences, keychain, tokenFilePath: null, isInsecure: false, env: {} });
    expect(await tokens.remove(baseUrl)).toEqual([
      { storage: 'session', sentence: null },
      { storage: 'keychain', sentence: ends.remove === null ? null : keychainSentences[ends.remove] },
    ]);
  });
});

const slow = conditions.filter(({ ends }) => ends.find === 'no answer');

/** A user who has started the program in this condition, and sees that it waits. */
async function aWaitingUser({ make }: Condition): Promise<User> {
  const home = aHome();
  const env = { ...(await make(join(home.path, 'keyring'))), ROLLCALL_BASE_URL: baseUrl } as Record<string, string>;
  const user = aNewcomer({ home, env: { ...env, ...home.env } });
  await user.sees('stop waiting');
  return user;
}

test.each(slow)(
  'with $name the program is there at once, says what it waits for, and can be left before an answer',
  async (condition) => {
    const user = await aWaitingUser(condition);
    user.presses('quit');
    expect(await user.terminal.exited).toMatchObject({ exitCode: 0 });
    expect(user.terminal.raw()).not.toContain('did not answer');
  },
);

test.each(slow.filter(({ name }) => name.startsWith('a service that never')))(
  'instead of waiting for the keychain the user can type the token',
  async (condition) => {
    const user = await aWaitingUser(condition);
    await user.presses('stop waiting for the keychain').sees('The keychain was not waited for.', 'enter sign in');
  },
);
