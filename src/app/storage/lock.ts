/** Locks: only one program of a user holds a lock at a time, and loses it however it ends. */
import fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants, hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../state/kernel/files.ts';
import type { Lock, LockFound, LockHolder } from '../../state/change/runs/feature.ts';
import { plainAddress } from '../../state/session/session.ts';
import { userName } from '../process/node.ts';
import { ensureOwnFolder, locksFolder, nameFor, stateOfFolder } from './own-file.ts';

/** Contenders for a lock step back and retry up to `attempts` times; each polls the others up to `maxPolls` times. */
const [attempts, maxPolls] = [5, 50];

/**
 * Locks an organisation for one session at a time: for this user, by whatever address; on Linux also for all users of
 * the computer, by its address. A foreign program that holds the name blocks the lock, because waiting is safe.
 */
export async function lockOrganisation(isDemo: boolean, baseUrl: string, orgId: string): Promise<Lock> {
  const own = await takeLock(await locksFolder(), lockOf(isDemo, baseUrl, orgId));
  const name = nameForAll(baseUrl, orgId);
  if (own.kind !== 'held' || name === null) return own;
  const all = await holdName(name);
  if (all.kind === 'taken') own.release();
  // Without an abstract socket, the folder still separates the sessions of this user.
  if (all.kind !== 'held') return all.kind === 'taken' ? all : own;
  const release = (): void => {
    all.release();
    own.release();
  };
  return { kind: 'held', release };
}

/**
 * Changes a file while no other program does. Aborting `haste` ends the wait for the lock. Without a lock the file is
 * changed anyway, because that takes only milliseconds.
 */
export async function whileLocked(
  path: string,
  change: () => Promise<void> | void,
  haste?: AbortSignal,
): Promise<void> {
  const folder = join(dirname(path), 'locks');
  const begun = performance.now();
  // No change takes so long, so the program that holds the lock is suspended (ctrl-z).
  const isTimedOut = (): boolean => haste?.aborted === true || performance.now() - begun >= 10_000;
  let lock = await takeLock(folder, path);
  while (lock.kind === 'taken' && !isTimedOut()) {
    await pause(10);
    lock = await takeLock(folder, path);
  }
  try {
    await change();
  } finally {
    if (lock.kind === 'held') lock.release();
  }
}

/**
 * Reports whether a session could lock the organisation: `taken` if another one works in it. Holds no lock afterwards.
 */
export async function findLock(isDemo: boolean, baseUrl: string, orgId: string): Promise<LockFound> {
  const answer = await answerOf(isDemo, baseUrl, orgId).catch((error: unknown) => ({ code: codeOf(error) }));
  if ('code' in answer) return { kind: 'failed', code: answer.code };
  if (answer.kind !== 'nobody') return { kind: 'taken', holder: answer.kind === 'holds' ? answer.holder : null };
  const code = await lockFault();
  return code === null ? { kind: 'free' } : { kind: 'failed', code };
}

export async function isOrganisationLocked(isDemo: boolean, baseUrl: string, orgId: string): Promise<boolean> {
  return (await answerOf(isDemo, baseUrl, orgId)).kind !== 'nobody';
}

/** Why no organisation can be locked: the operating system's error code, or a short reason. Null if one can. */
export async function lockFault(): Promise<string | null> {
  try {
    const lock = await takeLock(await locksFolder(), 'probe');
    if (lock.kind === 'held') lock.release();
    return lock.kind === 'failed' ? lock.code : null;
  } catch (error) {
    return codeOf(error);
  }
}

async function answerOf(isDemo: boolean, baseUrl: string, orgId: string): Promise<Answer> {
  const own = await answerIn(await locksFolder(), lockOf(isDemo, baseUrl, orgId));
  const name = nameForAll(baseUrl, orgId);
  return own.kind === 'nobody' && name !== null ? answerAt(name) : own;
}

/** The organisation by its id, at any address. Demos share ids, so their address is added. */
function lockOf(isDemo: boolean, baseUrl: string, orgId: string): string {
  return isDemo ? `${baseUrl}\n${orgId}` : orgId;
}

/** An abstract socket, visible to every program on a Linux computer regardless of folders; null elsewhere. */
function nameForAll(baseUrl: string, orgId: string): string | null {
  return process.platform === 'linux' ? `\0rollcall-${nameFor(`${plainAddress(baseUrl)}\n${orgId}`)}` : null;
}

/**
 * Each program listens on its own socket in `folder`, then queries the sockets of the others: it holds the lock if none
 * answers. The kernel closes a socket however its program ends; the next program removes the file. `what`: names the
 * locked thing, in any words.
 */
export async function takeLock(folder: string, what: string): Promise<Lock> {
  if (process.platform === 'win32') return holdName(pipeFor(what));
  const place = placeOf(folder);
  const state = ensureOwnFolder(place);
  if (state.kind !== 'own') return { kind: 'failed', code: state.kind === 'refused' ? state.code : 'ENOENT' };
  try {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (attempt > 1) await pause(20 + Math.random() * 80);
      const lock = await tryToTake(place, what);
      if (lock !== null) return lock;
    }
    return { kind: 'taken', holder: null };
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) };
  }
}

/** The answer of a program that holds the lock or wants it. A program that does not answer counts as the holder. */
export async function answerIn(folder: string, what: string): Promise<Answer> {
  if (process.platform === 'win32') return answerAt(pipeFor(what));
  const place = placeOf(folder);
  if (stateOfFolder(place).kind !== 'own') return { kind: 'nobody' };
  const own = nameOf(what);
  const sockets = openSocketFolder(place, own);
  try {
    const answers = (await othersIn(place, sockets, what, own)).map(({ answer }) => answer);
    const alive = answers.filter(({ kind }) => kind !== 'nobody');
    return alive.find(({ kind }) => kind === 'holds') ?? alive[0] ?? { kind: 'nobody' };
  } finally {
    sockets.close();
  }
}

/** Null if another program wants the lock at the same moment. */
async function tryToTake(folder: string, what: string): Promise<Lock | null> {
  const own = nameOf(what);
  const sockets = openSocketFolder(folder, own);
  let verb: 'wants' | 'holds' = 'wants';
  const since = Date.now();
  // Hidden at first, because between its creation and listening a socket looks like an abandoned one.
  const hidden = own.replace('.', '-');
  const listening = await listenOn(sockets.addressOf(hidden), () => greeting(verb, since));
  if (listening.kind !== 'held') {
    sockets.close();
    return listening.kind === 'failed' ? listening : null;
  }
  const release = (): void => {
    fs.rmSync(join(folder, own), { force: true });
    listening.release();
    sockets.close();
  };
  try {
    fs.renameSync(join(folder, hidden), join(folder, own));
    let others = await othersIn(folder, sockets, what, own);
    let alive = others.filter(({ answer }) => answer.kind !== 'nobody');
    const isFirst = (): boolean => alive.every(({ name, answer }) => answer.kind === 'wants' && own < name);
    // The first contender by name stays; the others step back.
    for (let polls = 0; polls < maxPolls && alive.length > 0 && isFirst(); polls++) {
      await pause(5);
      others = await othersIn(folder, sockets, what, own);
      alive = others.filter(({ answer }) => answer.kind !== 'nobody');
    }
    if (alive.length > 0) {
      release();
      const answers = alive.map(({ answer }) => answer);
      const holding = answers.find((answer) => answer.kind === 'holds');
      if (holding !== undefined) return { kind: 'taken', holder: holding.holder };
      return answers.some(({ kind }) => kind === 'silent') ? { kind: 'taken', holder: null } : null;
    }
    // Removes abandoned sockets only while this one is in place, so that a new program finds it.
    const left = others.filter(({ name }) => name.split('.')[1] === computer());
    for (const { name } of left) fs.rmSync(join(folder, name), { force: true });
  } catch (error) {
    release();
    throw error;
  }
  verb = 'holds';
  return { kind: 'held', release };
}

/**
 * The name contains the computer: in a shared home folder, a socket may belong to a live session on another computer.
 */
function nameOf(what: string): string {
  const random = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  return `${nameFor(what).slice(0, 16)}.${computer()}.${random}`;
}

function computer(): string {
  return nameFor(hostname()).slice(0, 6);
}

/** Polls all sockets except its own at once. */
function othersIn(folder: string, sockets: SocketFolder, what: string, own: string) {
  const prefix = `${nameFor(what).slice(0, 16)}.`;
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(prefix) && name !== own);
  return Promise.all(names.map(async (name) => ({ name, answer: await answerAt(sockets.addressOf(name)) })));
}

/** Only one program can listen on the name of a pipe or of an abstract socket, which vanishes with the program. */
async function holdName(address: string): Promise<Lock> {
  const since = Date.now();
  for (let attempt = 1; ; attempt++) {
    const held = await listenOn(address, () => greeting('holds', since));
    if (held.kind !== 'taken') return held;
    const answer = await answerAt(address);
    // The previous holder may have ended in between.
    if (answer.kind === 'nobody' && attempt < attempts) continue;
    return { kind: 'taken', holder: answer.kind === 'holds' ? answer.holder : null };
  }
}

/**
 * A socket address has 108 bytes on Linux and 104 elsewhere, including its final zero; `nameBytes` is the length that
 * `nameOf` returns.
 */
const [maxAddressBytes, nameBytes] = [103, 32];

type SocketFolder = ReturnType<typeof openSocketFolder>;

/**
 * The place of a folder's sockets: the folder, or one with a short path if an address would be too long. Depending on
 * its version, Node cuts a long address, so that two sessions could miss each other.
 */
export function placeOf(folder: string): string {
  const isLong = Buffer.byteLength(folder) + 1 + nameBytes > maxAddressBytes;
  return isLong && process.platform !== 'linux' ? `/tmp/rollcall-${process.getuid?.() ?? ''}` : folder;
}

/**
 * On Linux a folder with a long path is opened and addressed by its descriptor, until its last socket is closed.
 * `longest`: the longest name in it.
 */
function openSocketFolder(folder: string, longest: string) {
  if (Buffer.byteLength(join(folder, longest)) <= maxAddressBytes) {
    return { addressOf: (name: string) => join(folder, name), close: () => undefined };
  }
  const open = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return {
    addressOf: (name: string) => `/proc/self/fd/${open}/${name}`,
    close: () => {
      fs.closeSync(open);
    },
  };
}

/** The pipe's name on Windows, which belongs to the program that listens on it. */
function pipeFor(what: string): string {
  return `\\\\.\\pipe\\rollcall-${userInfo().username}-${nameFor(what)}`;
}

/** The socket's message: this process of this user holds the lock since then, or wants it. */
function greeting(verb: 'holds' | 'wants', since: number): string {
  return `${verb} ${process.pid} ${since} ${userName()}\n`;
}

function listenOn(address: string, greet: () => string): Promise<Lock> {
  const server = createServer((socket) => {
    // An open connection must not keep this program from ending.
    socket
      .on('error', () => undefined)
      .end(greet())
      .unref();
  });
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const code = codeOf(error);
      resolve(code === 'EADDRINUSE' ? { kind: 'taken', holder: null } : { kind: 'failed', code });
    });
    // The folder's mode decides access, because some disks have no file modes.
    server.listen(address, () => {
      server.unref();
      resolve({ kind: 'held', release: () => void server.close() });
    });
  });
}

/** `silent`: a program listens without a valid answer. `nobody`: no program listens. */
type Answer =
  | { readonly kind: 'holds'; readonly holder: LockHolder }
  | { readonly kind: 'wants' }
  | { readonly kind: 'silent' | 'nobody' };

/**
 * Timeout and size limit for an answer of some thirty bytes. A suspended session (ctrl-z) does not answer, but still
 * holds the lock.
 */
const [timeoutMs, maxBytes] = [1000, 1024];

function answerAt(address: string): Promise<Answer> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    const settle = (answer: Answer): void => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(answer);
    };
    const timeout = setTimeout(settle, timeoutMs, { kind: 'silent' });
    socket
      .setEncoding('utf8')
      .on('error', (error: NodeJS.ErrnoException) => {
        settle({ kind: error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'nobody' : 'silent' });
      })
      .on('data', (text: string) => {
        said += text;
        if (said.length > maxBytes) settle({ kind: 'silent' });
      })
      .on('end', () => {
        settle(readGreeting(said));
      });
  });
}

function readGreeting(said: string): Answer {
  const [, verb, pid, since, user = null] =
    /^(holds|wants) (\d{1,10}) (\d{1,16})(?: ([\w.-]{1,32}))?\n$/.exec(said) ?? [];
  if (verb === undefined) return { kind: 'silent' };
  if (verb === 'wants') return { kind: 'wants' };
  const holder = { pid: Number(pid), since: Number(since), user: user === userName() ? null : user };
  return { kind: 'holds', holder };
}

// Must be loaded before packages that listen for signals, to recognise their listeners afterwards.

const before = listeners();

export function removeAddedListeners(): void {
  for (const [signal, there] of listeners()) {
    const earlier = before.get(signal) ?? [];
    for (const one of there) if (!earlier.includes(one)) process.removeListener(signal, one);
  }
}

function listeners() {
  const signals = Object.keys(constants.signals) as NodeJS.Signals[];
  return new Map(signals.map((signal) => [signal, process.listeners(signal)]));
}
