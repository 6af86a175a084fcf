/** Who has this address on this computer? Whoever listens there, until that program ends, however it does. */
import { chmodSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import process from 'node:process';
import { nameFor } from './name-hash.ts';

export type Listening =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken' }
  /** The operating system's code. */
  | { readonly kind: 'failed'; readonly code: string };

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
      if (process.platform !== 'win32') chmodSync(address, 0o600);
      resolve({ kind: 'held', release: () => void server.close() });
    });
  });
}
