/** Servers that answer the client's requests over real connections. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../src/api/http/client.ts';
import { SavedIntent } from '../../src/api/http/saved-intent.ts';
import type { Operation } from '../../src/api/operations.ts';
import type { Problem, Result } from '../../src/api/problem.ts';

/** A token of the documented form, easy to find where it must not be. */
export const token = 'canary'.repeat(10) + 'Aa0';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpServer {
  readonly baseUrl: string;
  /** The whole requests so far. */
  readonly requests: readonly Received[];
  readonly connections: () => number;
}

/** A server that answers every request, once it is whole, as the test says. It ends with the test. */
export async function aServer(answer: (response: ServerResponse, request: Received) => void): Promise<HttpServer> {
  const requests: Received[] = [];
  let connections = 0;
  const listener: RequestListener = (incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(pieces).toString() };
      requests.push(request);
      answer(response, request);
    });
  };
  const server = createServer(listener).on('connection', () => (connections += 1));
  return { baseUrl: await listening(server), requests, connections: () => connections };
}

/** A server that does what the test says with every connection on which something arrived. */
export async function aSocketServer(act: (socket: Socket) => void): Promise<{ readonly baseUrl: string }> {
  const server = createSocketServer((socket) => {
    // A request that the client breaks off is no failure of the test.
    socket
      .on('error', () => undefined)
      .once('data', () => {
        act(socket);
      });
  });
  return { baseUrl: await listening(server) };
}

/** The address of a port without a listener. */
export async function aClosedPort(): Promise<string> {
  const server = createServer();
  const baseUrl = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return baseUrl;
}

async function listening(server: Server): Promise<string> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers with a value as JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** An answer with a value as JSON. */
export function withJson(value: unknown, status = 200): (response: ServerResponse) => void {
  return (response) => {
    sendJson(response, value, status);
  };
}

/** A client of a server, as the program makes one. */
export function aClient({ baseUrl }: { readonly baseUrl: string }, about: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl, token, version: '1.2.3', modeFor: () => 'normal', ...about });
}

interface AboutRequest {
  readonly operation?: Operation;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url?: string;
}

/** The proof that a change was saved, without a disk. */
export async function anIntent(): Promise<SavedIntent> {
  const intent = await SavedIntent.after(() => Promise.resolve(null));
  if (typeof intent === 'string') throw new Error(intent);
  return intent;
}

/** Sends a request of any method for a path of the client's service. */
export async function answerOf(
  client: Client,
  about: AboutRequest = {},
  signal?: AbortSignal,
): Promise<Result<{ readonly status: number }>> {
  const { operation = 'list systems', method = 'GET', url = `${client.baseUrl}/path` } = about;
  if (method === 'GET') return client.read({ operation, method, url }, signal);
  return client.write(await anIntent(), { operation, method, url, orgId: 'N1' });
}

/** The problem that a request meets. */
export async function problemOf(client: Client, about: AboutRequest = {}, signal?: AbortSignal): Promise<Problem> {
  const answer = await answerOf(client, about, signal);
  if (answer.ok) throw new Error(`It was answered: ${answer.value.status}`);
  return answer.problem;
}
