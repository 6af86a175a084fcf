/** A proxy that opens tunnels, and a front that speaks TLS. */
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** `127.0.0.1:1234`. */
  readonly host: string;
  /** Targets of the tunnels, oldest first, each with its credentials. */
  readonly asked: readonly { readonly target: string; readonly credentials: string | undefined }[];
}

/** A proxy that opens every tunnel to this port of this computer, for any name; or answers with a status, or closes. */
export async function aProxy({ to, status = 200 }: { to: number; status?: number | 'closes' }): Promise<Proxy> {
  const asked: { target: string; credentials: string | undefined }[] = [];
  const server = createServer().on('connect', (request, socket: Socket) => {
    asked.push({ target: request.url ?? '', credentials: request.headers['proxy-authorization'] });
    if (status === 'closes') {
      socket.destroy();
      return;
    }
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return { host: `127.0.0.1:${await listening(server)}`, asked };
}

/** Removes TLS and passes the rest on to a port; returns its own port. */
export function aTlsFront(certificate: { key: string; cert: string } & TlsOptions): {
  port: Promise<number>;
  passOnTo: (port: number) => void;
} {
  let target = 0;
  const server = createTlsServer(certificate, (socket) => {
    const onward = connect(target, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  server.on('tlsClientError', () => undefined);
  return {
    port: listening(server),
    passOnTo: (port) => {
      target = port;
    },
  };
}

/** The port of a server, which closes with the test. */
async function listening(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}
