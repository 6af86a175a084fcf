/** Questions to the records before a request leaves, and the earlier request that is the same. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/api/http/client.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { RequestEnd, RequestSummary } from '../../../../src/state/change/journal/request-record.ts';
import { requestEffects } from '../../../../src/state/change/request/effects.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';
import { now } from '../../../support/make.ts';
import { aRecord, anEnd } from '../../../support/request-records.ts';

const { method, address, template, ...about } = aRecord();
const call = {
  ...({ method: 'PUT', url: address, headers: {}, body: null, orgId: 'N1', secrets: [] } as const),
  operation: `${method} ${template}`,
};

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

describe('before a request leaves', () => {
  const save: Effect = { kind: 'saveRequest', id: 7, call, before: { hostname: 'pos-0412' }, about };
  /** A machine that tells what was asked of it, in order. */
  const aMachine = (isLocked: boolean, begun: object) => {
    const asked: unknown[] = [];
    const ports = {
      // It takes a moment: nothing may be asked before it is there.
      memory: { refreshProtection: () => setTimeout(1).then(() => void asked.push('protection')) },
      isOrganisationLocked: (...of: readonly unknown[]) => {
        asked.push(of);
        return Promise.resolve(isLocked);
      },
      now: () => now,
      requestRecords: {
        begin: (record: object) => {
          asked.push(record);
          return Promise.resolve(begun);
        },
      },
    };
    return { asked, ports };
  };
  const record = { ...aRecord(), at: new Date(now).toISOString() };

  test('the protection is read again, no other session is at work, and its record is saved', async () => {
    const { asked, ports } = aMachine(false, { ok: true, id: 'A' });
    const saved = { ok: true, recordId: 'A', at: now };
    expect(await answerTo(save, ports)).toEqual({ kind: 'requestSaved', id: 7, saved });
    expect(asked).toEqual(['protection', ['https://api.example', 'N1'], record]);
  });

  test('a run of another session keeps it, without a record', async () => {
    const { asked, ports } = aMachine(true, { ok: true, id: 'A' });
    const says = 'A run is in progress in this organisation, in another session. Nothing was sent.';
    expect(await answerTo(save, ports)).toEqual({ kind: 'requestSaved', id: 7, saved: { ok: false, says } });
    expect(asked).toHaveLength(2);
  });

  test('a record that cannot be saved keeps it', async () => {
    const { ports } = aMachine(false, { ok: false, code: 'ENOSPC' });
    const says = 'Nothing was sent: its record cannot be saved (ENOSPC).';
    expect(await answerTo(save, ports)).toEqual({ kind: 'requestSaved', id: 7, saved: { ok: false, says } });
  });

  test('without an organisation none is asked about', async () => {
    const { asked, ports } = aMachine(true, { ok: true, id: 'A' });
    const own: Effect = { ...save, call: { ...call, orgId: null } };
    expect(await answerTo(own, ports)).toMatchObject({ saved: { ok: true } });
    expect(asked).toEqual(['protection', { ...record, orgId: null }]);
  });
});

describe('how a request ended', () => {
  const end: Effect = { kind: 'endRequest', recordId: 'A', end: anEnd() };
  const ending = (code: string | null) => {
    const waited: unknown[] = [];
    const answer = answerTo(
      end,
      {
        requestRecords: {
          end: (id: string, of: RequestEnd) => Promise.resolve(id === 'A' && of.ms === 84 ? code : 'EIO'),
        },
      },
      { beforeLeaving: (work: unknown) => void waited.push(work) },
    );
    return { waited, answer };
  };

  test('is saved before the program ends', async () => {
    const { waited, answer } = ending(null);
    expect(await Promise.all(waited)).toEqual([null]);
    expect(await answer).toBeNull();
  });

  test('is told where it cannot be saved', async () => {
    expect(await ending('ENOSPC').answer).toEqual({ kind: 'requestEndLost', code: 'ENOSPC' });
  });
});

describe('a request that is sent', () => {
  /** The request to the client, and the answer to it, which is a page of the service or of a proxy. */
  const sent = async (method: Call['method'], contentType: string, mayBeHtml = false) => {
    const asked: string[] = [];
    const text = '<title>Sign in</title>';
    const value = { status: 200, headers: new Headers(), contentType, bytes: Buffer.from(text), text, ms: 5 };
    const client = (): Partial<Client> => ({
      sendChange(request) {
        asked.push(request.method);
        return Promise.resolve({ ok: true, value });
      },
    });
    const effect: Effect = { kind: 'sendChange', id: 7, recordId: 'A', call: { ...call, method }, mayBeHtml };
    const answered = await answerTo(effect, { sinceBoot: () => 0, now: () => now }, { client });
    if (answered?.kind !== 'changeAnswered') throw new Error('It was not answered.');
    return { asked, answer: answered.answer };
  };

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('leaves once: %s', async (method) => {
    const { asked, answer } = await sent(method, 'text/plain');
    expect([asked, answer.ok]).toEqual([[method], true]);
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'TRACE'] as const)(
    'does not leave where it would change nothing: %s',
    async (method) => {
      const { asked, answer } = await sent(method, 'application/json');
      expect(asked).toEqual([]);
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'withheld' } });
    },
  );

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
