/** One verdict for a fault on every road: a deletion, disabling, the explorer, `rollcall api --write`, a new key. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Certainty } from '../../src/api/certainty.ts';
import { createEnrolmentKey } from '../../src/api/enrolment-keys.ts';
import type { Client } from '../../src/api/http/client.ts';
import { exchange } from '../../src/api/http/exchange.ts';
import type { Problem } from '../../src/api/problem.ts';
import { changeSystem } from '../../src/api/systems.ts';
import { endOf } from '../../src/app/commands/api/change-end.ts';
import { problemSentence } from '../../src/screens/text/problem-wording.ts';
import { createSessionClock } from '../../src/state/session/clock/clock.ts';
import { afterFailedChange, isPutOff } from '../../src/state/change/outcome.ts';
import { requestEffects } from '../../src/state/change/request/effects.ts';
import { outcomeOf } from '../../src/state/change/request/outcome.ts';
import { createChanger } from '../../src/state/change/changer.ts';
import type { Services } from '../../src/state/root/feature.ts';
import { aClient, aClosedPort, aServer, aSocketServer, token } from '../api/http.ts';
import { anAuthority } from '../support/certificates.ts';

/** Limits of the wait for an answer. */
const limits = { readSeconds: 0.3, changeSeconds: 0.3 };

type Verdicts = Readonly<Record<'deletion' | 'disabling' | 'explorer' | 'api' | 'key', Certainty | 'done'>>;

async function verdictsAt(baseUrl: string): Promise<Verdicts> {
  const client = aClient({ baseUrl }, { limits });
  const deletion = await changeSystem(client, 'delete system', 'N1', 'S1');
  const disabling = await changeSystem(client, 'disable system', 'N1', 'S1');
  const key = await createEnrolmentKey(client, 'N1', 'lab');
  return {
    deletion: deletion.ok ? 'done' : ofRun(deletion.problem),
    disabling: disabling.ok ? 'done' : ofRun(disabling.problem),
    explorer: await ofExplorer(client),
    api: await ofCommand(baseUrl),
    key: key.ok ? 'done' : ofKey(key.problem),
  };
}

/** A postponed request was refused, and is sent again. */
function ofRun(problem: Problem): Certainty {
  const { kind } = afterFailedChange(problem);
  if (kind === 'inDoubt') return 'unknown';
  return kind === 'notAttempted' && !isPutOff(problem) ? 'notSent' : 'refused';
}

const url = (baseUrl: string): string => `${baseUrl}/org/N1/tags`;
const change = { method: 'POST', orgId: 'N1', headers: {}, body: '{}' } as const;

async function ofExplorer(client: Client): Promise<Certainty | 'done'> {
  const call = { ...change, url: url(client.baseUrl) };
  const ports = { sinceBoot: () => 0, now: () => 0 };
  const services = { ports, client: () => client } as unknown as Services;
  const effect = { kind: 'sendChange', id: 1, recordId: 'r', call, mayBeHtml: false } as const;
  const action = await requestEffects.sendChange(effect as never, services);
  if (action?.kind !== 'changeAnswered') throw new Error('It was not answered.');
  const outcome = outcomeOf(action.answer);
  return outcome === 'withheld' ? 'notSent' : outcome;
}

async function ofCommand(baseUrl: string): Promise<Certainty | 'done'> {
  const network = { exchange: quick, route: { kind: 'direct' } } as const;
  const access = { baseUrl, token, version: '1.2.3', network };
  const clock = createSessionClock(() => ({ wall: 0, steady: 0 }));
  const changer = createChanger(access, clock, () => 'normal');
  const codes = { 0: 'done', 2: 'notSent', 4: 'refused', 5: 'unknown', 6: 'unknown' } as const;
  return codes[endOf(await changer.change({ ...change, url: url(baseUrl) }, false)).code];
}

/** The command waits as long as the program: here the connection is dropped sooner. */
const quick: typeof exchange = (address, about) =>
  exchange(address, { ...about, signal: AbortSignal.any([about.signal, AbortSignal.timeout(300)]) });

function ofKey(problem: Problem): Certainty {
  const sentence = problemSentence(problem);
  if (sentence.includes('Whether the enrolment key was created is not known.')) return 'unknown';
  return sentence.includes('Nothing was sent.') ? 'notSent' : 'refused';
}

const all = (verdict: Certainty | 'done'): Verdicts => ({
  ...{ deletion: verdict, disabling: verdict, explorer: verdict, api: verdict, key: verdict },
});

const problemType = 'application/problem+json';
const named = (slug: string): string => JSON.stringify({ type: `https://api.example/problems/${slug}`, title: 'No' });

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
}

test.each<[string, Answer, Certainty | 'done']>([
  ['204', { status: 204 }, 'done'],
  ['302 to a page for signing in', { status: 302, location: 'https://else.invalid/' }, 'unknown'],
  ['304', { status: 304 }, 'unknown'],
  ['307 to itself', { status: 307, location: '/' }, 'unknown'],
  ['400', { status: 400, type: problemType, body: named('invalid') }, 'refused'],
  ['401', { status: 401 }, 'refused'],
  ['403', { status: 403, type: problemType, body: named('forbidden') }, 'refused'],
  ['404 without a body', { status: 404 }, 'unknown'],
  ['404 of a proxy', { status: 404, type: 'text/html', body: '<title>Not here</title>' }, 'unknown'],
  ['404 of no type', { status: 404, type: problemType, body: '{"title":"No","type":"about:blank"}' }, 'unknown'],
  ['404 of another type', { status: 404, type: problemType, body: named('policy-not-found') }, 'refused'],
  ['404 system-not-found', { status: 404, type: problemType, body: named('system-not-found') }, 'refused'],
  ['405', { status: 405 }, 'refused'],
  ['408', { status: 408, type: problemType, body: named('slow') }, 'unknown'],
  ['409', { status: 409, type: problemType, body: named('in-use') }, 'refused'],
  ['429', { status: 429 }, 'refused'],
  ['500', { status: 500, type: problemType, body: named('failed') }, 'unknown'],
  ['501', { status: 501 }, 'refused'],
  ['502 of a proxy', { status: 502, type: 'text/html', body: '<title>Bad gateway</title>' }, 'unknown'],
  ['503', { status: 503 }, 'unknown'],
  ['504', { status: 504 }, 'unknown'],
  ['200 of a proxy', { status: 200, type: 'text/html', body: '<title>Proxy login</title>' }, 'unknown'],
  ['200 with problem details', { status: 200, type: problemType, body: named('in-use') }, 'unknown'],
  ['200 with half of a JSON', { status: 200, type: 'application/json', body: '{"id":' }, 'unknown'],
])('%s', async (_, { status, type, body = '', location }, verdict) => {
  const headers = { ...(type !== undefined && { 'content-type': type }), ...(location !== undefined && { location }) };
  const { baseUrl, requests } = await aServer((response: ServerResponse) =>
    response.writeHead(status, headers).end(body),
  );
  expect(await verdictsAt(baseUrl)).toEqual(all(verdict));
  // Each was sent once.
  expect(requests).toHaveLength(5);
});

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"id"';

test.each<[string, (socket: Parameters<Parameters<typeof aSocketServer>[0]>[0]) => void]>([
  ['101', (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')],
  ['closed', (socket) => socket.end()],
  ['reset', (socket) => socket.resetAndDestroy()],
  ['cut in the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncont')],
  ['cut in the body', (socket) => socket.end(head)],
  ['another protocol', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  ['late', () => undefined],
  ['a body that is late', (socket) => socket.write(head)],
])('without a whole answer: %s', async (_, act) => {
  const { baseUrl } = await aSocketServer((socket) => {
    act(socket);
  });
  expect(await verdictsAt(baseUrl)).toEqual(all('unknown'));
});

describe('not sent', () => {
  test('no connection', async () => {
    expect(await verdictsAt(await aClosedPort())).toEqual(all('notSent'));
  });

  test('a name that is not found', async () => {
    expect(await verdictsAt('http://rollcall.invalid')).toEqual(all('notSent'));
  });

  test('a certificate that nobody vouches for', async () => {
    const server = createServer(anAuthority().certify('localhost')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    expect(await verdictsAt(`https://localhost:${(server.address() as AddressInfo).port}`)).toEqual(all('notSent'));
  });

  test('a port that does not speak TLS', async () => {
    const { baseUrl } = await aServer((response) => response.end());
    expect(await verdictsAt(baseUrl.replace('http:', 'https:'))).toEqual(all('notSent'));
  });
});
