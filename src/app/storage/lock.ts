/** May this program do it now? One program of a person at a time has a lock, and loses it however it ends. */
import fs from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../state/kernel/system-error.ts';
import type { Lock, LockHolder } from '../../state/ports.ts';
import { listenOn, pipeFor } from './address-lock.ts';
import { nameFor } from './name-hash.ts';
import { ensureOwnFolder, stateOfFolder } from './private-folder.ts';
import { openSocketFolder, type SocketFolder } from './socket-folder.ts';

/** For all that is asked. A session that is stopped (ctrl-z) does not answer; it holds all the same. */
const deadlineMs = 1000;

/** An answer has some thirty bytes. */
const maxBytes = 1024;

/** Those that step back for another one that wants it at the same moment try again. */
const attempts = 5;

/** While the others step back, which takes a moment. */
const mostLooks = 50;

/** `silent`: somebody listens, and says nothing of use. `nobody`: nobody listens. */
type Answer =
  | { readonly kind: 'holds'; readonly holder: LockHolder }
  | { readonly kind: 'wants' }
  | { readonly kind: 'silent' | 'nobody' };

/**
 * Each program listens on a socket of its own in `folder`, and then asks at those of the others: it has the lock where
 * nobody answers there. The kernel takes a socket back however its program ends; the file stays, and the next one removes
 * it. `what`: what is locked, in any words.
 */
export async function takeLock(folder: string, what: string): Promise<Lock> {
  if (process.platform === 'win32') return holdPipe(pipeFor(what));
  const state = ensureOwnFolder(folder);
  if (state.kind !== 'own') return { kind: 'failed', code: state.kind === 'refused' ? state.code : 'ENOENT' };
  try {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (attempt > 1) await pause(20 + Math.random() * 80);
      const lock = await tryToTake(folder, what);
      if (lock !== null) return lock;
    }
    return { kind: 'taken', holder: null };
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) };
  }
}

/** Has a program the lock? One that does not answer has. */
export async function isLocked(folder: string, what: string): Promise<boolean> {
  if (process.platform === 'win32') return (await answerAt(pipeFor(what))).kind !== 'nobody';
  if (stateOfFolder(folder).kind !== 'own') return false;
  const sockets = openSocketFolder(folder, nameOf(what));
  try {
    const answers = await answersIn(folder, sockets, what);
    return answers.some(({ answer }) => answer.kind !== 'nobody');
  } finally {
    sockets.close();
  }
}

/** Null where another program wants it at the same moment. */
async function tryToTake(folder: string, what: string): Promise<Lock | null> {
  const own = nameOf(what);
  const sockets = openSocketFolder(folder, own);
  let verb = 'wants';
  const since = Date.now();
  // Under a name that nobody asks: between being made and being listened on, a socket looks like one that was left.
  const hidden = own.replace('.', '-');
  const listening = await listenOn(sockets.addressOf(hidden), () => `${verb} ${process.pid} ${since}\n`);
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
    // Of several that want it, the first by name stays, and the others step back.
    for (let looks = 0; looks < mostLooks && isFirstOfSome(own, others); looks++) {
      await pause(5);
      others = await othersIn(folder, sockets, what, own);
    }
    const alive = others.map(({ answer }) => answer).filter(({ kind }) => kind !== 'nobody');
    if (alive.length > 0) {
      release();
      const holding = alive.find((answer) => answer.kind === 'holds');
      if (holding !== undefined) return { kind: 'taken', holder: holding.holder };
      return alive.some(({ kind }) => kind === 'silent') ? { kind: 'taken', holder: null } : null;
    }
    // Only while this one is in its place: whoever comes now asks here.
    for (const { name } of others) if (isOfThisComputer(name)) fs.rmSync(join(folder, name), { force: true });
  } catch (error) {
    release();
    throw error;
  }
  verb = 'holds';
  return { kind: 'held', release };
}

/** In a home that several computers share, a file of another one may belong to a session that is alive there. */
function nameOf(what: string): string {
  const random = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  return `${nameFor(what).slice(0, 16)}.${computer()}.${random}`;
}

function computer(): string {
  return nameFor(hostname()).slice(0, 6);
}

function isOfThisComputer(name: string): boolean {
  return name.split('.')[1] === computer();
}

interface Other {
  readonly name: string;
  readonly answer: Answer;
}

function isFirstOfSome(own: string, others: readonly Other[]): boolean {
  const alive = others.filter(({ answer }) => answer.kind !== 'nobody');
  return alive.length > 0 && alive.every(({ name, answer }) => answer.kind === 'wants' && own < name);
}

async function othersIn(folder: string, sockets: SocketFolder, what: string, own: string): Promise<readonly Other[]> {
  return (await answersIn(folder, sockets, what)).filter(({ name }) => name !== own);
}

/** All are asked at once. */
function answersIn(folder: string, sockets: SocketFolder, what: string): Promise<readonly Other[]> {
  const prefix = `${nameFor(what).slice(0, 16)}.`;
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(prefix));
  return Promise.all(names.map(async (name) => ({ name, answer: await answerAt(sockets.addressOf(name)) })));
}

function answerAt(address: string): Promise<Answer> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    const answered = (answer: Answer): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(answered, deadlineMs, { kind: 'silent' });
    socket
      .setEncoding('utf8')
      .on('error', (error: NodeJS.ErrnoException) => {
        answered({ kind: error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'nobody' : 'silent' });
      })
      .on('data', (text: string) => {
        said += text;
        if (said.length > maxBytes) answered({ kind: 'silent' });
      })
      .on('end', () => {
        answered(readAnswer(said));
      });
  });
}

function readAnswer(said: string): Answer {
  const [, verb, pid, since] = /^(holds|wants) (\d{1,10}) (\d{1,16})\n$/.exec(said) ?? [];
  if (verb === undefined) return { kind: 'silent' };
  return verb === 'wants' ? { kind: 'wants' } : { kind: 'holds', holder: { pid: Number(pid), since: Number(since) } };
}

/** On Windows there are no files: a name belongs to whoever listens on it, and to nobody once that one is gone. */
async function holdPipe(address: string): Promise<Lock> {
  const greeting = `holds ${process.pid} ${Date.now()}\n`;
  const held = await listenOn(address, () => greeting);
  if (held.kind !== 'taken') return held;
  const answer = await answerAt(address);
  return { kind: 'taken', holder: answer.kind === 'holds' ? answer.holder : null };
}
