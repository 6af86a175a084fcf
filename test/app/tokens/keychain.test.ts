import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { timeoutOn, openKeychain } from '../../../src/app/tokens/keychain.ts';
import { aFolder } from '../../support/folder.ts';

const account = 'https://a.example';
const token = 'aB3'.repeat(21);

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

/** A keychain whose helper is this script. */
function withHelper(script: string, env: NodeJS.ProcessEnv = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }) {
  const helperPath = join(folder, 'helper.mjs');
  writeFileSync(helperPath, script);
  return openKeychain({ helperPath, env });
}

/** Answers with the value of an expression, in which `input` is what came on standard input. */
function answering(expression: string): string {
  return `import { text } from 'node:stream/consumers';
    const input = await text(process.stdin);
    console.log('begins');
    console.log(JSON.stringify(${expression}));`;
}

test('the helper gets the request on its standard input, and nothing of it as argument or environment', async () => {
  const seen = join(folder, 'seen.json');
  const look = `(await import('node:fs')).writeFileSync(${JSON.stringify(seen)},
    JSON.stringify({ request: JSON.parse(input), argv: process.argv.slice(2), env: process.env }))`;
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', NODE_OPTIONS: '--inspect', AWS_SECRET: 'x' };
  const keychain = withHelper(answering(`(${look}, { ok: true, value: null })`), env);

  expect(await keychain.store(account, token)).toEqual({ ok: true, value: null });
  expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual({
    request: { kind: 'store', token, account, limitMs: 3000 },
    argv: [],
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
});

test('a token that was found is handed over, and no token is no failure', async () => {
  const found = await withHelper(answering(`{ ok: true, value: '${token}' }`)).find(account);
  expect(found).toEqual({ ok: true, value: token });
  const nothing = await withHelper(answering('{ ok: true, value: null }')).find(account);
  expect(nothing).toEqual({ ok: true, value: null });
});

test('a stored value that is no token is damaged, and is not handed over', async () => {
  const found = await withHelper(answering(`{ ok: true, value: 'x\\ny' }`)).find(account);
  expect(found).toEqual({ ok: false, reason: 'damaged', sentence: 'The keychain holds no valid token.' });
});

test('a reason of the helper becomes a sentence', async () => {
  const answer = await withHelper(answering(`{ ok: false, reason: 'denied' }`)).remove(account);
  expect(answer).toEqual({ ok: false, reason: 'denied', sentence: 'The keychain does not permit this.' });
});

describe('a helper that goes wrong', () => {
  test.each([
    ['prints no JSON', `console.log('begins'); console.log('garbage')`],
    ['says only that it begins', `console.log('begins')`],
    ['says nothing', ''],
    ['dies', 'process.exit(3)'],
    ['is killed by itself', `process.kill(process.pid, 'SIGTERM')`],
    ['does not compile', '}'],
  ])('%s', async (_, script) => {
    expect(await withHelper(script).find(account)).toMatchObject({ ok: false, reason: 'failed' });
  });

  test('and never answers is ended', async () => {
    const answer = await withHelper(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`).find(account);
    expect(answer).toMatchObject({ reason: 'no answer', sentence: 'The keychain did not answer.' });
  });
});

test('where the system may ask the person, the timeout is a minute, and the wait can be cancelled', async () => {
  const [helperPath, begun] = [join(folder, 'helper.mjs'), join(folder, 'begun')];
  const tells = `(await import('node:fs')).writeFileSync(${JSON.stringify(begun)}, '')`;
  writeFileSync(helperPath, `console.log('begins'); ${tells}; setInterval(() => {}, 1000);`);
  const keychain = openKeychain({ helperPath, env: {}, platform: 'darwin' });
  expect([timeoutOn('darwin'), timeoutOn('win32'), timeoutOn('linux')]).toEqual([60_000, 60_000, 3000]);
  const cancelled = { reason: 'cancelled', sentence: 'The keychain was not waited for.' };
  const unstarted = keychain.find(account);
  keychain.cancel();
  expect(await unstarted).toMatchObject(cancelled);
  rmSync(begun, { force: true });
  const asking = keychain.find(account);
  await expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true);
  keychain.cancel();
  expect(await asking).toMatchObject(cancelled);
});

describe('no keychain', () => {
  test('without a helper', async () => {
    const keychain = openKeychain({ helperPath: join(folder, 'missing.mjs'), env: process.env });
    expect(await keychain.find(account)).toMatchObject({ reason: 'absent', sentence: 'There is no keychain here.' });
  });

  test.runIf(process.platform === 'linux')('without a D-Bus session; nothing is started to find that out', async () => {
    const script = answering(`{ ok: true, value: null }`);
    expect(await withHelper(script, {}).find(account)).toMatchObject({ reason: 'absent' });
    expect(await withHelper(script, { XDG_RUNTIME_DIR: folder }).find(account)).toMatchObject({ reason: 'absent' });

    const bus = createServer().listen(join(folder, 'bus'));
    onTestFinished(() => void bus.close());
    expect(await withHelper(script, { XDG_RUNTIME_DIR: folder }).find(account)).toMatchObject({ ok: true });
  });
});
