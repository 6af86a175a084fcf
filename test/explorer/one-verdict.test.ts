/** One verdict for a fault on every road: a deletion, disabling, a request, a new key. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Certainty, Problem, Result } from '../../src/api/problem.ts';
import type { Client } from '../../src/api/http/client.ts';
import type { SavedIntent } from '../../src/api/http/saved-intent.ts';
import { changeSystem } from '../../src/api/systems.ts';
import { problemSentence } from '../../src/screens/text/problem-wording.ts';
import type { Requests } from '../../src/state/change/journal/requests.ts';
import { afterFailedChange, isPutOff } from '../../src/state/change/outcome.ts';
import { sendCall, sendRecorded } from '../../src/state/change/request/record-and-send.ts';
import { aClient, aClosedPort, anIntent, aServer, aSocketServer } from '../api/http.ts';
import { aNewKey } from '../api/service.ts';
import { anAuthority } from '../support/certificates.ts';

/** Limits of the wait for an answer. */
const limits = { readSeconds: 0.3, changeSeconds: 0.3 };

type Verdict = Certainty | 'done';
type Verdicts = Readonly<Record<'deletion' | 'disabling' | 'change' | 'key', Verdict>>;

async function verdictsAt(baseUrl: string): Promise<Verdicts> {
  const client = aClient({ baseUrl }, { limits });
  const deletion = await changeSystem(client, await anIntent(), 'delete system', 'N1', 'S1');
  const disabling = await changeSystem(client, await anIntent(), 'disable system', 'N1', 'S1');
  const call = {
    method: 'POST',
    url: `${baseUrl}/org/N1/tags`,
    orgId: 'N1',
    headers: {},
    body: '{}',
    operation: 'POST /tags',
    secrets: [],
  } as const;
  return {
    deletion: deletion.ok ? 'done' : ofRun(deletion.problem),
    disabling: disabling.ok ? 'done' : ofRun(disabling.problem),
    change: await ofRoad((intent) => sendCall(client, intent, call, false)),
    key: await ofKey(client),
  };
}

/** A postponed request was refused, and is sent again. */
function ofRun(problem: Problem): Certainty {
  const { kind } = afterFailedChange(problem);
  if (kind === 'inDoubt') return 'unknown';
  return kind === 'notAttempted' && !isPutOff(problem) ? 'notSent' : 'refused';
}

/** By the end in its record. */
async function ofRoad(send: (intent: SavedIntent) => Promise<Result<{ readonly status: number }>>): Promise<Verdict> {
  const intent = await anIntent();
  const requests = { intentOf: () => intent, end: () => Promise.resolve(null) } as unknown as Requests;
  const { end } = await sendRecorded({ requests, now: () => 0, sinceBoot: () => 0 }, 'r', send);
  const { kind } = end.outcome;
  if (kind === 'notAttempted') return 'notSent';
  return kind === 'done' || kind === 'refused' ? kind : 'unknown';
}

/** By the sentence that a person reads. */
async function ofKey(client: Client): Promise<Verdict> {
  const key = await aNewKey(client, 'N1', 'lab');
  if (key.ok) return 'done';
  const sentence = problemSentence(key.problem);
  if (sentence.includes('Whether the enrolment key was created is not known.')) return 'unknown';
  return sentence.includes('Nothing was sent.') ? 'notSent' : 'refused';
}

const all = (verdict: Verdict): Verdicts => ({
  ...{ deletion: verdict, disabling: verdict, change: verdict, key: verdict },
});

const problemType = 'application/problem+json';
const named = (slug: string): string => JSON.stringify({ type: `https://api.example/problems/${slug}`, title: 'No' });

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
}

test.each<[string, Answer, Verdict]>([
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
  expect(requests).toHaveLength(4);
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

  test.each<[string, (socket: Socket) => void]>([
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['ends', (socket) => socket.end()],
    ['gets another answer', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')],
  ])('a TLS handshake that %s', async (_, act) => {
    const { baseUrl } = await aSocketServer((socket) => {
      act(socket);
    });
    expect(await verdictsAt(baseUrl.replace('http:', 'https:'))).toEqual(all('notSent'));
  });

  test('a port that does not speak TLS', async () => {
    const { baseUrl } = await aServer((response) => response.end());
    expect(await verdictsAt(baseUrl.replace('http:', 'https:'))).toEqual(all('notSent'));
  });
});
