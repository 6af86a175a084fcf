/** Who has this name on this computer? Whoever listens on its address: a lock that ends with its holder, however that ends. */
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { nameFor } from './name-hash.ts';

export type Listening =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken' }
  /** The operating system's code. */
  | { readonly kind: 'failed'; readonly code: string };

/** `folder` is where sockets stand on systems on which they are files. */
export function addressFor(folder: string, what: string): string {
  const name = nameFor(what);
  // In no folder at all: a name that only the kernel knows (unix(7), "abstract"). Not `userInfo`: it throws for a user
  // without an entry in the system's list, as in a container that was started with a number.
  if (process.platform === 'linux') return `\0rollcall-${process.getuid?.() ?? ''}-${name}`;
  if (process.platform === 'win32') return pipeFor(what);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${name}.sock`);
}

/** On Windows. */
export function pipeFor(what: string): string {
  return `\\\\.\\pipe\\rollcall-${userInfo().username}-${nameFor(what)}`;
}

/** `greeting` is sent to whoever asks who holds it. */
export function listenOn(address: string, greeting: () => string): Promise<Listening> {
  const server: Server = createServer((socket) => {
    // One that never hangs up keeps no program from ending.
    socket
      .on('error', () => undefined)
      .end(greeting())
      .unref();
  });
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'unknown';
      resolve(code === 'EADDRINUSE' ? { kind: 'taken' } : { kind: 'failed', code });
    });
    server.listen(address, () => {
      server.unref();
      if (!address.startsWith('\0') && process.platform !== 'win32') chmodSync(address, 0o600);
      resolve({ kind: 'held', release: () => void server.close() });
    });
  });
}
