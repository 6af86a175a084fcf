/** One connection for many requests: nothing of a request stays at it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { aClient, aServer, sendJson } from '../http.ts';

/** The listeners at a connection, by event. */
function listenersAt(socket: Socket): Record<string, number> {
  return Object.fromEntries(socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]));
}

test('a hundred requests on one connection leave it with as many listeners as the first, without a warning', async () => {
  const server = await aServer((response, { url }) => {
    if (!url.endsWith('gzip')) sendJson(response, { items: [] });
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"items":[]}'));
  });
  const client = aClient(server);
  const sockets = new Set<Socket>();
  const counts: Record<string, number>[] = [];
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  const answered = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    const { socket } = request;
    if (socket === null) throw new Error('The request has no connection.');
    sockets.add(socket);
    counts.push(listenersAt(socket));
  };
  subscribe('http.client.response.finish', answered);
  process.on('warning', warned);
  onTestFinished(() => {
    unsubscribe('http.client.response.finish', answered);
    process.off('warning', warned);
  });
  for (let at = 0; at < 100; at++) {
    const url = `${server.baseUrl}/${at % 2 === 0 ? 'plain' : 'gzip'}`;
    const answer =
      at % 3 === 0
        ? await client.readRaw({ operation: 'send request', method: 'GET', url })
        : await client.read({ operation: 'list systems', method: 'GET', url });
    expect(answer.ok).toBe(true);
  }
  expect([server.connections(), sockets.size, counts.length]).toEqual([1, 1, 100]);
  expect(new Set(counts.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(Math.max(...counts.flatMap((one) => Object.values(one)))).toBeLessThan(5);
  expect(warnings).toEqual([]);
});
