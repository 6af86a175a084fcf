/** The earlier request that is the same, and a request that is sent or not. */
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/api/http/client.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { RequestEnd, RequestSummary } from '../../../../src/state/change/journal/request-record.ts';
import { requestEffects } from '../../../../src/state/change/request/effects.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';
import { anIntent } from '../../../api/http.ts';
import { now } from '../../../support/make.ts';
import { aRecord, anEnd } from '../../../support/request-records.ts';

const { method, address, template, ...about } = aRecord();
const call = {
  ...({ method: 'PUT', url: address, headers: {}, body: null, orgId: 'N1', secrets: [] } as const),
  operation: `${method} ${template}`,
};

const intent = await anIntent();

function aSummary(of: Partial<RequestSummary>): RequestSummary {
  return { ...aRecord(), id: 'A', end: null, path: '/requests/2026-11.jsonl', isUnderWay: false, isSeen: false, ...of };
}

/** The answer to an effect, on a machine with these parts. */
async function answerTo(effect: Effect, ports: object, others: object = {}): Promise<Action | null> {
  const handlers = requestEffects as unknown as Readonly<
    Record<string, (effect: Effect, services: Services) => Promise<Action | null>>
  >;
  return (await handlers[effect.kind]?.(effect, { ports, ...others } as unknown as Services)) ?? null;
}

describe('a request that was sent before', () => {
  const recall: Effect = { kind: 'recallRequest', id: 7, call, about };
  const isRecalled = async (...requests: readonly RequestSummary[]): Promise<boolean> => {
    const list = () => Promise.resolve({ requests, damaged: 0, unread: [] });
    return (await answerTo(recall, { requestRecords: { list } }))?.kind === 'requestRecalled';
  };

  test('is recalled where nobody knows what became of it', async () => {
    expect(await isRecalled(aSummary({}))).toBe(true);
    expect(await isRecalled(aSummary({ end: anEnd({ outcome: 'unknown' }) }))).toBe(true);
  });

  test.each<[string, Partial<RequestSummary>]>([
    ['another session is at work on it', { isUnderWay: true }],
    ['it was done', { end: anEnd() }],
    ['it was refused', { end: anEnd({ outcome: 'refused' }) }],
    ['it never left', { end: anEnd({ outcome: 'withheld' }) }],
    ['it was one of a preview', { mode: 'preview' }],
    ['it was of another method', { method: 'DELETE' }],
    ['it went to another address', { address: `${address}/more` }],
    ['it went to another service', { baseUrl: 'https://other.example' }],
    ['it was of another profile', { profile: 'work' }],
  ])('is not where %s', async (_, of) => {
    expect(await isRecalled(aSummary(of))).toBe(false);
  });

  test('counts as its latest sending ended', async () => {
    const ends: readonly (RequestEnd | null)[] = [anEnd(), null];
    const [done, open] = ends.map((end) => aSummary({ end }));
    if (done === undefined || open === undefined) throw new Error('There are two.');
    expect(await isRecalled(done, open)).toBe(false);
    expect(await isRecalled(open, done)).toBe(true);
    // A request that never left says nothing of the one before.
    expect(await isRecalled(aSummary({ end: anEnd({ outcome: 'withheld' }) }), open)).toBe(true);
    expect(await isRecalled(aSummary({ profile: 'work', end: anEnd() }), open)).toBe(true);
  });

  test('is not recalled where the records cannot be read, which ends nothing', async () => {
    const list = () => Promise.reject(Object.assign(new Error('no disk'), { code: 'EIO' }));
    expect(await answerTo(recall, { requestRecords: { list } })).toBeNull();
  });
});

test('the reason why a request could not be recorded is told with its number', async () => {
  const ports = {
    now: () => now,
    memory: { refreshProtection: () => Promise.resolve(), guards: () => ({ secondPersonAbove: null }) },
    isOrganisationLocked: () => Promise.resolve(false),
  };
  const saved = (begun: object): unknown =>
    answerTo(
      { kind: 'saveRequest', id: 7, call, about, before: null },
      {
        ...{ ...ports, requestRecords: { begin: () => Promise.resolve(begun) } },
      },
    );
  expect(await saved({ ok: true, id: 'A' })).toEqual({
    kind: 'requestSaved',
    id: 7,
    saved: { ok: true, recordId: 'A' },
  });
  const says = 'Nothing was sent: its record cannot be saved (ENOSPC).';
  expect(await saved({ ok: false, code: 'ENOSPC' })).toEqual({
    kind: 'requestSaved',
    id: 7,
    saved: { ok: false, says },
  });
});

test('a record of a request that does not leave says so, before the program ends', async () => {
  const ends: unknown[] = [];
  const waited: unknown[] = [];
  const requestRecords = { end: (...of: readonly unknown[]) => Promise.resolve((ends.push(of), 'ENOSPC')) };
  const answer = answerTo(
    { kind: 'withholdRequest', recordId: 'A' },
    { now: () => now, requestRecords },
    { beforeLeaving: (work: unknown) => void waited.push(work) },
  );
  expect(await Promise.all(waited)).toEqual(['ENOSPC']);
  expect(ends).toMatchObject([['A', { outcome: 'withheld', ms: null }]]);
  expect(await answer).toEqual({ kind: 'requestEndLost', code: 'ENOSPC' });
});

describe('a request that is sent', () => {
  /** The request to the client, and the answer to it, which is a page of the service or of a proxy. */
  const sent = async (method: Call['method'], contentType: string, mayBeHtml = false, code: string | null = null) => {
    const asked: string[] = [];
    const text = '<title>Sign in</title>';
    const value = { status: 200, headers: new Headers(), contentType, bytes: Buffer.from(text), text, ms: 5 };
    const client = (): Partial<Client> => ({
      write(_, request) {
        asked.push(request.method);
        return Promise.resolve({ ok: true, value });
      },
    });
    const effect: Effect = { kind: 'sendChange', id: 7, recordId: 'A', call: { ...call, method }, mayBeHtml };
    const told: Action[] = [];
    const waited: unknown[] = [];
    const others = {
      client,
      dispatch: (action: Action) => void told.push(action),
      beforeLeaving: (work: unknown) => void waited.push(work),
    };
    const requestRecords = { intentOf: () => intent, end: () => Promise.resolve(code) };
    const after = await answerTo(effect, { sinceBoot: () => 0, now: () => now, requestRecords }, others);
    const [answered] = told;
    if (answered?.kind !== 'changeAnswered') throw new Error('It was not answered.');
    return { asked, answer: answered.answer, after, waited: await Promise.all(waited) };
  };

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('leaves once: %s', async (method) => {
    const { asked, answer } = await sent(method, 'text/plain');
    expect([asked, answer.ok]).toEqual([[method], true]);
  });

  test.each([
    [60_000, true],
    [60_001, false],
  ])('a request whose check is not fresh any more does not leave: after %d ms', async (ms, isSent) => {
    const left: boolean[] = [];
    const client = (): Partial<Client> => ({
      // As the client does right before it writes: what it answers then says that nothing was sent.
      write(_, { mayLeave = () => true }) {
        left.push(mayLeave());
        return Promise.resolve({
          ok: false,
          problem: { operation: 'send request', kind: 'unreachable', host: 'h', code: 'x' },
        });
      },
    });
    const told: Action[] = [];
    const others = { client, dispatch: (action: Action) => void told.push(action), beforeLeaving: () => undefined };
    const ends: unknown[] = [];
    const requestRecords = {
      intentOf: () => intent,
      end: (...of: readonly unknown[]) => Promise.resolve((ends.push(of), null)),
    };
    const effect: Effect = { kind: 'sendChange', id: 7, recordId: 'A', call, mayBeHtml: false, leavesBy: 60_000 };
    await answerTo(effect, { sinceBoot: () => ms, now: () => now, requestRecords }, others);
    expect(left).toEqual([isSent]);
    const problem = { kind: isSent ? 'unreachable' : 'outdated' };
    expect(told).toMatchObject([{ kind: 'changeAnswered', id: 7, answer: { ok: false, problem } }]);
    expect(ends).toMatchObject([['A', { outcome: 'withheld' }]]);
  });

  test('is waited for until its end is recorded, which is told where it cannot be', async () => {
    expect(await sent('PUT', 'text/plain')).toMatchObject({ waited: [null], after: null });
    const lost = await sent('PUT', 'text/plain', false, 'ENOSPC');
    expect(lost).toMatchObject({ waited: ['ENOSPC'], after: { kind: 'requestEndLost', code: 'ENOSPC' } });
  });

  test('is not known to be done where a web page answers that the operation does not have', async () => {
    const { answer } = await sent('PUT', 'text/html; charset=utf-8');
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'notTheApi', status: 200, title: 'Sign in' } });
    expect((await sent('PUT', 'text/html', true)).answer.ok).toBe(true);
  });

  test.each(['application/json', 'application/problem+json'])(
    'is not known to be done where its answer is called %s and is none',
    async (contentType) => {
      const { answer } = await sent('PUT', contentType, true);
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'notTheApi', status: 200 } });
    },
  );
});
