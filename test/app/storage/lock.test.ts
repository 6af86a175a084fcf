/** Two programs never hold one lock, whatever they do at the same moment. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerIn, lockOrganisation, takeLock } from '../../../src/app/storage/lock.ts';
import { aFolder } from '../../support/folder.ts';

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
