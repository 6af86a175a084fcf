/** A request that its service never completes ends at its deadline, whatever the service does meanwhile. */
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Client, ClientOptions } from '../../src/api/http/client.ts';
import type { Exchange } from '../../src/api/http/exchange.ts';
import { listOrganisations } from '../../src/api/organisations.ts';
import type { Result } from '../../src/api/problem.ts';
import { changeSystem, readSystem, readSystemsPage } from '../../src/api/systems.ts';
import { createProxiedExchange } from '../../src/app/network/proxied-exchange.ts';
import { aClient, anIntent } from '../api/http.ts';
import { aNewKey } from '../api/service.ts';
import { bytes, headOfJson } from '../../src/demo/faults/misbehaviours.ts';
import { aHome } from '../support/program.ts';
import { aProxy } from '../support/proxy.ts';
import { aService, onRequest, systemsCalled } from '../support/service.ts';
import { aUser, row, runAt } from '../support/user.ts';

/** Every request that the program can send. */
const requests: readonly ((client: Client) => Promise<Result<unknown>>)[] = [
  (client) => listOrganisations(client),
  (client) =>
    readSystemsPage(client, { orgId: 'a', search: '', includeDisabled: true, perPage: 50 }, { kind: 'first' }),
  (client) => readSystem(client, 'a', 'S1'),
  async (client) => changeSystem(client, await anIntent(), 'delete system', 'a', 'S1'),
  (client) => aNewKey(client, 'a', 'lab'),
];

const limits = { readSeconds: 0.3, changeSeconds: 0.3 };

/** Ends of all requests: each is a value within its limit. A request without a limit would outlast the test. */
async function endings(client: Client): Promise<readonly string[]> {
  const answers = await Promise.all(requests.map((ask) => ask(client)));
  return [...new Set(answers.map((answer) => (answer.ok ? 'answered' : answer.problem.kind)))];
}

/** Writes the same text without end, as fast as it is accepted, or slowly. */
function over(socket: Socket, text: string, pauseMs: number | null): void {
  if (pauseMs !== null) {
    const timer = setInterval(() => socket.write(text), pauseMs);
    socket.once('close', () => {
      clearInterval(timer);
    });
    return;
  }
  const fill = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', fill);
  fill();
}

const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n';
const switched = 'HTTP/1.1 101 Switching Protocols\r\n';

/** Writes a text, and another one without end: slowly, or as fast as it is accepted. */
function writes(text: string, endless = '', pauseMs: number | null = 10): (socket: Socket) => void {
  return (socket) => {
    socket.write(text);
    if (endless !== '') over(socket, endless, pauseMs);
  };
}

const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

/** Ways in which a service treats a connection after its request. */
const services: readonly (readonly [string, string, (socket: Socket) => void])[] = [
  ['does not answer', 'timedOut', () => undefined],
  ['does not read the request', 'timedOut', (socket) => socket.pause()],
  ['sends headers and no body', 'timedOut', writes(headOfJson)],
  ['sends a body that never ends', 'timedOut', writes(chunked, '1\r\n \r\n')],
  ['sends headers that never end', 'timedOut', writes('HTTP/1.1 200 OK\r\nx: ', 'x')],
  ['sends 100 again and again', 'timedOut', writes('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ['sends 103 again and again', 'timedOut', writes('', hints)],
  ['sends 103 as fast as it is taken', 'timedOut', writes('', hints, null)],
  ['switches protocols (101)', 'refused', writes(`${switched}connection: upgrade\r\nupgrade: websocket\r\n\r\n`)],
  ['sends 101 and no protocol', 'refused', writes(`${switched}\r\n`)],
];

async function aPort(act: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    socket.once('data', () => {
      act(socket);
    });
  });
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('every request ends where the service', () => {
  test.each(services)('%s: %s', async (_, ending, act) => {
    // A service that answers may do so late on a busy computer.
    const enough = ending === 'timedOut' ? limits : { readSeconds: 240, changeSeconds: 240 };
    const client = aClient({ baseUrl: `http://127.0.0.1:${await aPort(act)}` }, { limits: enough });
    expect(await endings(client)).toEqual([ending]);
  });

  test.each(services)('%s behind a proxy', async (_name, _ending, act) => {
    const port = await aPort(act);
    const proxy = await aProxy({ to: port });
    const about = { limits, exchange: createProxiedExchange(new URL(`http://${proxy.host}`)), via: proxy.host };
    for (const ending of await endings(aClient({ baseUrl: `http://service.test:${port}` }, about))) {
      expect(['timedOut', 'refused', 'lost']).toContain(ending);
    }
  });

  const unsettled: readonly (readonly [string, Exchange])[] = [
    ['has no way that ever ends', () => new Promise(() => undefined)],
    [
      'has a body that takes no notice of anything',
      () =>
        Promise.resolve({
          status: 200,
          headers: new Headers(),
          body: { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) },
        }),
    ],
  ];

  test.each(unsettled)('%s', async (_, exchange: NonNullable<ClientOptions['exchange']>) => {
    const client = aClient({ baseUrl: 'http://127.0.0.1:1' }, { limits, exchange });
    expect(await endings(client)).toEqual(['timedOut']);
  });
});

const to101 = bytes(`${switched}connection: upgrade\r\nupgrade: websocket\r\n\r\n`);

test('the list is refused with 101, and read once it is answered; the commands say so and end', async () => {
  let isFaulty = true;
  const service = await aService({
    systems: systemsCalled('web', 3),
    intercept: onRequest('GET', ({ path }) => (isFaulty && path.endsWith('/systems') ? to101 : undefined)),
  });
  const printed = await runAt(service, 'systems', '--org=Northwind', '--json');
  const refusal = 'The service refused to list the systems: 101.';
  expect(printed).toEqual({ exitCode: 1, output: '', complaint: `rollcall: ${refusal}\n` });
  const user = aUser(service);
  await user.sees(refusal);
  isFaulty = false;
  await user.presses('refresh, or load more').sees('3 systems', 'web-1');
  expect(await user.leaves()).not.toContain('Error');
});

test('a tmux that never answers is not waited for: the copy goes to the terminal itself', async () => {
  const service = await aService({ systems: systemsCalled('web', 1) });
  const home = aHome();
  writeFileSync(join(home.path, 'tmux'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const env = { PATH: `${home.path}:${process.env['PATH'] ?? ''}`, TMUX: '/tmp/none,1,0' };
  const user = aUser(service, { home, env });
  await user.sees('web-1');
  await user.presses('copy: name, id, fields').sees(row('▌', 'name'), 'web-1');
  user.presses('copy it');
  const sent = `]52;c;${Buffer.from('web-1').toString('base64')}`;
  await expect.poll(() => user.terminal.raw()).toContain(sent);
});
