/** The sockets of locks: a program listens on its own until it ends, and answers that it holds or wants the lock. */
import fs from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/operating-system.ts';
import type { LockHolder } from '../../state/ports.ts';
import { nameFor } from './paths.ts';

/** An address has 108 bytes on Linux and 104 elsewhere, with the zero at its end. */
const maxAddressBytes = 103;

export interface SocketFolder {
  /** By which a socket with this name is made and reached. */
  readonly addressOf: (name: string) => string;
  /** To be called when the last socket made in it is closed. */
  readonly close: () => void;
}

/** Opens it even where its path is too long for an address. `longest`: the longest name in it. Throws with a code where none fits. */
export function openSocketFolder(folder: string, longest: string): SocketFolder {
  if (Buffer.byteLength(join(folder, longest)) <= maxAddressBytes) {
    return { addressOf: (name) => join(folder, name), close: () => undefined };
  }
  // What Node does with a longer one differs by its version: at worst it cuts it, and two sessions miss each other.
  if (process.platform !== 'linux') {
    throw Object.assign(new Error(`${folder} is too long for a socket.`), { code: 'ENAMETOOLONG' });
  }
  const open = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return {
    addressOf: (name) => `/proc/self/fd/${open}/${name}`,
    close: () => {
      fs.closeSync(open);
    },
  };
}

/** The address on Windows, where there are no files: a name belongs to the program that listens on it. */
export function pipeFor(what: string): string {
  return `\\\\.\\pipe\\rollcall-${userInfo().username}-${nameFor(what)}`;
}

export type Listening =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken' }
  /** The operating system's code. */
  | { readonly kind: 'failed'; readonly code: string };

/** What the socket says: that this program holds the lock since then, or wants it. */
export function greeting(verb: 'holds' | 'wants', since: number): string {
  return `${verb} ${process.pid} ${since}\n`;
}

/** `greet` is called for each program that connects. */
export function listenOn(address: string, greet: () => string): Promise<Listening> {
  const server: Server = createServer((socket) => {
    // A program that never hangs up must not keep this one from ending.
    socket
      .on('error', () => undefined)
      .end(greet())
      .unref();
  });
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const code = codeOf(error);
      resolve(code === 'EADDRINUSE' ? { kind: 'taken' } : { kind: 'failed', code });
    });
    server.listen(address, () => {
      server.unref();
      try {
        if (process.platform !== 'win32') fs.chmodSync(address, 0o600);
        resolve({ kind: 'held', release: () => void server.close() });
      } catch (error) {
        // The folder was removed meanwhile.
        server.close();
        resolve({ kind: 'failed', code: codeOf(error) });
      }
    });
  });
}

/** `silent`: a program listens, without a valid answer. `nobody`: none listens. */
export type Answer =
  | { readonly kind: 'holds'; readonly holder: LockHolder }
  | { readonly kind: 'wants' }
  | { readonly kind: 'silent' | 'nobody' };

/** For a whole answer. A session that is stopped (ctrl-z) does not answer; it holds all the same. */
const timeoutMs = 1000;

/** An answer has some thirty bytes. */
const maxBytes = 1024;

export function answerAt(address: string): Promise<Answer> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    const answered = (answer: Answer): void => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(answer);
    };
    const timeout = setTimeout(answered, timeoutMs, { kind: 'silent' });
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
        answered(readGreeting(said));
      });
  });
}

function readGreeting(said: string): Answer {
  const [, verb, pid, since] = /^(holds|wants) (\d{1,10}) (\d{1,16})\n$/.exec(said) ?? [];
  if (verb === undefined) return { kind: 'silent' };
  return verb === 'wants' ? { kind: 'wants' } : { kind: 'holds', holder: { pid: Number(pid), since: Number(since) } };
}
