/** Two programs never hold one lock, whatever they do at the same moment. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nameFor } from '../../../src/app/storage/own-file.ts';
import {
  answerIn,
  findLock,
  isOrganisationLocked,
  lockFault,
  lockOrganisation,
  takeLock,
} from '../../../src/app/storage/lock.ts';
import { aFolder, ownFolders } from '../../support/folder.ts';

/** In no list of users, as in a container that was started with a number. */
const otherUser = 54_321;

const asOtherUser = { uid: otherUser, gid: otherUser, cwd: '/' };

/** Only root can become another user, who must be able to read the sources. */
const canChangeUser = (() => {
  const look = `require('node:fs').readFileSync(${JSON.stringify(resolve('src/app/storage/lock.ts'))})`;
  return spawnSync(process.execPath, ['-e', look], { ...asOtherUser, stdio: 'ignore' }).status === 0;
})();

async function outputOf(script: string, about: object = {}): Promise<string> {
  const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...about,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')]);
  return output + complaint.replace(/^.*Warning.*$/gm, '').trim();
}

/** In a home of its own. */
async function takeLockAs(baseUrl: string): Promise<{ readonly release: () => void }> {
  vi.stubEnv('XDG_STATE_HOME', aFolder());
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const lock = await lockOrganisation(false, baseUrl, 'N1');
  if (lock.kind !== 'held') throw new Error(lock.kind);
  return lock;
}

const importing = `import { takeLock } from ${JSON.stringify(resolve('src/app/storage/lock.ts'))};`;

test.runIf(canChangeUser)('a user without an entry in the list of users takes locks, too', async () => {
  const folder = aFolder();
  chownSync(folder, otherUser, otherUser);
  const script = `${importing}
    const held = await takeLock(${JSON.stringify(folder)}, 'N1');
    const again = await takeLock(${JSON.stringify(folder)}, 'N1');
    console.log(held.kind, again.kind);`;
  expect(await outputOf(script, { ...asOtherUser, env: { HOME: folder } })).toBe('held taken\n');
});

test.runIf(canChangeUser && process.platform === 'linux')(
  'sessions of two persons on one computer have an organisation one after the other',
  async () => {
    const baseUrl = `https://${randomUUID()}.example.com`;
    const folder = aFolder();
    chownSync(folder, otherUser, otherUser);
    const script = (address: string) => `${importing.replace('takeLock', 'lockOrganisation')}
      const lock = await lockOrganisation(false, ${JSON.stringify(address)}, 'N1');
      console.log(lock.kind, lock.holder?.pid, lock.holder?.user === null);
      if (lock.kind === 'held') lock.release();`;
    const about = { ...asOtherUser, env: { HOME: folder } };
    const held = await takeLockAs(baseUrl);
    expect(await outputOf(script(`${baseUrl.toUpperCase()}/`), about)).toBe(`taken ${process.pid} false\n`);
    held.release();
    expect(await outputOf(script(baseUrl), about)).toBe('held undefined false\n');
  },
);

test.runIf(process.platform !== 'win32')(
  'where a path is too long for a socket, sessions meet in a folder of /tmp that is this person’s alone',
  async () => {
    const long = JSON.stringify(join(aFolder(), 'a'.repeat(100)));
    const script = `Object.defineProperty(process, 'platform', { value: 'darwin' });
      const { answerIn, placeOf, takeLock } = await import(${JSON.stringify(resolve('src/app/storage/lock.ts'))});
      const what = ${JSON.stringify(randomUUID())};
      const [first, second] = [await takeLock(${long}, what), await takeLock(${long}, what)];
      const seen = (await answerIn(${long}, what)).kind;
      first.release();
      console.log(first.kind, second.kind, second.holder?.pid === process.pid, seen, (await answerIn(${long}, what)).kind);
      const { mode, uid } = (await import('node:fs')).statSync(placeOf(${long}));
      console.log(placeOf(${long}) === '/tmp/rollcall-' + process.getuid(), (mode & 0o777).toString(8), uid === process.getuid());`;
    expect(await outputOf(script)).toBe('held taken true holds nobody\ntrue 700 true\n');
  },
);

test('at most one of many that want it at the same moment has it, and after it the next', async () => {
  const folder = aFolder();
  for (let round = 0; round < 10; round++) {
    const holds = await Promise.all(Array.from({ length: 6 }, () => takeLock(folder, 'N1')));
    const held = holds.filter(({ kind }) => kind === 'held');
    expect(held.length).toBeLessThanOrEqual(1);
    expect((await answerIn(folder, 'N1')).kind).toBe(held.length === 1 ? 'holds' : 'nobody');
    for (const lock of held) if (lock.kind === 'held') lock.release();
    expect((await answerIn(folder, 'N1')).kind).toBe('nobody');
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('programs that want it at the same time have it one after the other', async () => {
  const folder = aFolder();
  // Each notes when it has it and when it lets go: no other has it between the two.
  const script = `${importing}
    import { appendFileSync } from 'node:fs';
    for (let times = 0; times < 5; ) {
      const hold = await takeLock(${JSON.stringify(folder)}, 'N1');
      if (hold.kind !== 'held') { await new Promise((wait) => setTimeout(wait, 5)); continue; }
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'has\\n');
      await new Promise((wait) => setTimeout(wait, 3));
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'lets go\\n');
      hold.release();
      times++;
    }`;
  writeFileSync(join(folder, 'log'), '');
  const outputs = await Promise.all([outputOf(script), outputOf(script), outputOf(script)]);
  expect(outputs).toEqual(['', '', '']);
  const lines = readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n');
  expect(lines).toEqual(Array.from({ length: 15 }, () => ['has', 'lets go']).flat());
});

test('two locks are held at the same time, and none where others may write', async () => {
  const folder = aFolder();
  const [first, second] = [await takeLock(folder, 'N1'), await takeLock(folder, 'N2')];
  expect([first.kind, second.kind]).toEqual(['held', 'held']);
  expect(await takeLock(folder, 'N1')).toMatchObject({ kind: 'taken', holder: { pid: process.pid } });
  for (const lock of [first, second]) if (lock.kind === 'held') lock.release();
  chmodSync(folder, 0o770);
  expect(await takeLock(folder, 'N1')).toEqual({ kind: 'failed', code: 'writable by others' });
});

/** By its name the first, or the last, of those that want the lock N1 at the same moment. */
const [first, last] = ['000000.00000001', 'zzzzzz.zzzzzzzz'];

/** Another program's socket there. Each that asks gets the next of its answers; after the last, the program ends. */
async function aContender(folder: string, name: string, answers: readonly string[]) {
  const left = [...answers];
  const server = createServer((socket) => {
    const answer = left.shift();
    if (left.length === 0) server.close();
    socket.on('error', () => undefined).end(`${answer}\n`);
  });
  onTestFinished(() => void server.close());
  server.listen(join(folder, `${nameFor('N1').slice(0, 16)}.${name}`));
  await once(server, 'listening');
  return left;
}

/** As a killed program does. */
async function leaveSocket(folder: string, name: string): Promise<void> {
  const server = createServer().listen(join(folder, 'socket'));
  await once(server, 'listening');
  renameSync(join(folder, 'socket'), join(folder, `${nameFor('N1').slice(0, 16)}.${name}`));
  server.close();
}

function answersOf(times: number, then: readonly string[] = []): readonly string[] {
  return [...Array.from({ length: times }, () => 'wants 7 1 mallory'), ...then];
}

describe('where others want it at the same moment', () => {
  const holder = { pid: 7, since: 5, user: 'mallory' };

  // How often it asks shows how long it stays: it steps back five times.
  test.each<[string, string, readonly string[], object, number]>([
    ['the first stays until the others have gone', last, answersOf(3), { kind: 'held' }, 3],
    ['another steps back, and tries again', first, answersOf(2), { kind: 'held' }, 2],
    ['it gives up after a few times', first, answersOf(9), { kind: 'taken', holder: null }, 5],
    ['the first waits so long, too', last, answersOf(300), { kind: 'taken', holder: null }, 5 * 51],
    ['one that has it now is told', last, answersOf(2, ['holds 7 5 mallory', '']), { kind: 'taken', holder }, 3],
    ['one that makes no sense has it', last, ['wants it', ''], { kind: 'taken', holder: null }, 1],
  ])('%s', async (_, name, answers, lock, asked) => {
    const folder = aFolder();
    const left = await aContender(folder, name, answers);
    const taken = await takeLock(folder, 'N1');
    expect(taken).toMatchObject(lock);
    expect(answers.length - left.length).toBe(asked);
    if (taken.kind === 'held') taken.release();
    // A socket of one that has ended goes.
    expect(readdirSync(folder)).toHaveLength(left.length === 0 ? 0 : 1);
  });

  test('one that has it is told before those that want it', async () => {
    const folder = aFolder();
    expect((await answerIn(folder, 'N1')).kind).toBe('nobody');
    await leaveSocket(folder, '000000.00000000');
    expect((await answerIn(folder, 'N1')).kind).toBe('nobody');
    await aContender(folder, first, answersOf(9));
    expect((await answerIn(folder, 'N1')).kind).toBe('wants');
    await aContender(folder, last, ['holds 7 5 mallory', 'holds 7 5 mallory', '']);
    expect(await answerIn(folder, 'N1')).toEqual({ kind: 'holds', holder });
    expect(await takeLock(folder, 'N1')).toEqual({ kind: 'taken', holder });
  });
});

test('sockets of a killed program are removed, unless it may be alive on another computer', async () => {
  const folder = aFolder();
  const computer = nameFor(hostname()).slice(0, 6);
  for (const name of [`${computer}.aaaaaaaa`, 'zzzzzz.aaaaaaaa']) await leaveSocket(folder, name);
  const lock = await takeLock(folder, 'N1');
  if (lock.kind === 'held') lock.release();
  expect(readdirSync(folder)).toEqual([`${nameFor('N1').slice(0, 16)}.zzzzzz.aaaaaaaa`]);
});

test.runIf(process.platform === 'linux')(
  'a session of another home is found by the name of its organisation',
  async () => {
    const address = `https://${randomUUID()}.example.com`;
    const held = await takeLockAs(address);
    // In the same home by any address, too.
    expect(await lockOrganisation(false, `${address}/v2`, 'N1')).toMatchObject({ kind: 'taken' });
    const locks = join(ownFolders().state, 'locks');
    const taken = { kind: 'taken', holder: { pid: process.pid, since: expect.any(Number) as number, user: null } };
    expect(await lockOrganisation(false, address, 'N1')).toEqual(taken);
    expect(await findLock(false, address, 'N1')).toEqual(taken);
    expect(await isOrganisationLocked(false, address, 'N1')).toBe(true);
    expect(await findLock(false, address, 'N2')).toEqual({ kind: 'free' });
    held.release();
    expect(await findLock(false, address, 'N1')).toEqual({ kind: 'free' });
    expect(await isOrganisationLocked(false, address, 'N1')).toBe(false);
    // Nothing of what was tried is left.
    expect(readdirSync(locks)).toEqual([]);
    await aContender(locks, first, answersOf(1));
    expect(await findLock(false, address, 'N1')).toEqual({ kind: 'taken', holder: null });
  },
);

test.runIf(process.platform === 'linux')(
  'a lock that is let go of leaves nothing open, whatever became of its file',
  async () => {
    const folder = join(aFolder(), 'a'.repeat(100));
    const what = randomUUID();
    // A path that is too long for a socket is open meanwhile.
    const open = () => [
      readFileSync('/proc/net/unix', 'utf8').includes(nameFor(what).slice(0, 16)),
      readdirSync('/proc/self/fd').filter((file) => linkOf(`/proc/self/fd/${file}`) === folder).length,
    ];
    const lock = await takeLock(folder, what);
    expect((await answerIn(folder, what)).kind).toBe('holds');
    expect((await takeLock(folder, what)).kind).toBe('taken');
    expect(open()).toEqual([true, 1]);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    if (lock.kind === 'held') lock.release();
    await expect.poll(open).toEqual([false, 0]);
  },
);

/** Null where there is none any more, as of the file that read the folder. */
function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

test('why no lock can be had is known before one is wanted', async () => {
  const locks = join(ownFolders().state, 'locks');
  expect([await lockFault(), readdirSync(locks)]).toEqual([null, []]);
  chmodSync(locks, 0o770);
  expect(await lockFault()).toBe('writable by others');
  expect(await findLock(false, 'https://a.example', 'N1')).toEqual({ kind: 'failed', code: 'writable by others' });
  vi.stubEnv('XDG_STATE_HOME', undefined);
  vi.stubEnv('HOME', '');
  expect(await lockFault()).toBe('no home folder');
  expect(await findLock(false, 'https://a.example', 'N1')).toEqual({ kind: 'failed', code: 'no home folder' });
});
