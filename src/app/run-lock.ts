/** May this session delete in an organisation now? One at a time: whoever listens on its address has it. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Hold, Holder } from '../state/ports.ts';

/** A session that is stopped (ctrl-z) does not answer; it holds all the same. */
const patienceMs = 500;

/** The operating system takes the address back when the program ends, however it ends: nothing can be left behind. */
export async function holdOrganisation(folder: string, baseUrl: string, orgId: string): Promise<Hold> {
  const address = addressOf(folder, baseUrl, orgId);
  const held = await listen(address);
  if (held.kind !== 'taken') return held;
  const holder = await ask(address);
  if (holder !== 'nobody') return { kind: 'taken', holder };
  // A file of a session that was killed. Only where addresses are files: elsewhere there is no such thing.
  rmSync(address, { force: true });
  return listen(address);
}

function addressOf(folder: string, baseUrl: string, orgId: string): string {
  const name = createHash('sha256').update(`${baseUrl}\n${orgId}`).digest('hex').slice(0, 24);
  // In no folder at all: a name that only the kernel knows (unix(7), "abstract").
  if (process.platform === 'linux') return `\0rollcall-${userInfo().uid}-${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\rollcall-${userInfo().username}-${name}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${name}.sock`);
}

function listen(address: string): Promise<Hold> {
  const since = Date.now();
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined).end(`${process.pid} ${since}\n`);
  });
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'unknown';
      resolve(code === 'EADDRINUSE' ? { kind: 'taken', holder: null } : { kind: 'failed', code });
    });
    server.listen(address, () => {
      server.unref();
      if (!address.startsWith('\0') && process.platform !== 'win32') chmodSync(address, 0o600);
      resolve({ kind: 'held', release: () => void server.close() });
    });
  });
}

/** Who holds it; null where they do not say, `nobody` where nobody listens. */
function ask(address: string): Promise<Holder | 'nobody' | null> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    socket
      .setEncoding('utf8')
      .setTimeout(patienceMs, () => {
        socket.destroy();
        resolve(null);
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'nobody' : null);
      })
      .on('data', (text: string) => {
        said += text;
      })
      .on('end', () => {
        const [, pid, since] = /^(\d{1,10}) (\d{1,16})\n$/.exec(said) ?? [];
        resolve(pid === undefined ? null : { pid: Number(pid), since: Number(since) });
      });
  });
}
