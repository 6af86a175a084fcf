/** The earlier request that is the same, and a request that is sent or not. */
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/api/http/client.ts';
import type { Call } from '../../../../src/api/calls/call.ts';
import { requestEffects } from '../../../../src/state/change/request/effects.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';
import { anIntent } from '../../../api/http.ts';
import { aFolder } from '../../../support/folder.ts';
import { now } from '../../../support/make.ts';
import { aRecord, anEnd, recordsIn, withoutSessions } from '../../../support/request-records.ts';

const { method, address, template, ...about } = aRecord().header;
const call = {
  ...({ method: 'PUT', url: address, headers: {}, body: null, orgId: 'N1', secrets: [] } as const),
  operation: `${method} ${template}`,
};

const intent = await anIntent();

/** The answer to an effect, on a machine with these parts. */
async function answerTo(effect: Effect, ports: object, others: object = {}): Promise<Action | null> {
  const handlers = requestEffects as unknown as Readonly<
    Record<string, (effect: Effect, services: Services) => Promise<Action | null>>
  >;
  return (await handlers[effect.kind]?.(effect, { ports, ...others } as unknown as Services)) ?? null;
}

describe('a request that was sent before', () => {
  const recall: Effect = { kind: 'recallRequest', id: 7, call, about };
  type Sent = readonly [header?: Parameters<typeof aRecord>[0], end?: ReturnType<typeof anEnd>];

  /** The records of these, from the oldest to the newest; a session that is alive may still finish the last one. */
  const isRecalled = async (sent: readonly Sent[], isAtWork = false): Promise<boolean> => {
    const folder = aFolder();
    const records = recordsIn(folder);
    for (const [index, [header, end]] of sent.entries()) {
      const saved = await records.begin(
        aRecord({ at: new Date(Date.now() - 60_000 + index).toISOString(), ...header }),
      );
      if (!saved.ok) throw new Error(saved.code);
      if (end !== undefined) await records.end(saved.path, end);
    }
    if (!isAtWork) withoutSessions(folder);
    const ports = { changesFolder: () => Promise.resolve(folder), now: () => Date.now() };
    return (await answerTo(recall, ports))?.kind === 'requestRecalled';
  };
  const ends = {
    ...{ done: anEnd(), unknown: anEnd({ outcome: { kind: 'unknown', problem: null } }) },
    refused: anEnd({ outcome: { kind: 'refused', problem: null } }),
    withheld: anEnd({ outcome: { kind: 'notAttempted', problem: null } }),
  };

  test('is recalled where nobody knows what became of it', async () => {
    expect(await isRecalled([[]])).toBe(true);
    expect(await isRecalled([[{}, ends.unknown]])).toBe(true);
  });

  test('is not while another session is at work on it', async () => {
    expect(await isRecalled([[]], true)).toBe(false);
  });

  test.each<[string, Sent]>([
    ['it was done', [{}, ends.done]],
    ['it was refused', [{}, ends.refused]],
    ['it never left', [{}, ends.withheld]],
    ['it was one of a preview', [{ mode: 'preview' }]],
    ['it was of another method', [{ method: 'DELETE' }]],
    ['it went to another address', [{ address: `${address}/more` }]],
    ['it went to another service', [{ baseUrl: 'https://other.example' }]],
    ['it was of another profile', [{ profile: 'work' }]],
  ])('is not where %s', async (_, sent) => {
    expect(await isRecalled([sent])).toBe(false);
  });

  test('counts as its latest sending ended', async () => {
    expect(await isRecalled([[], [{}, ends.done]])).toBe(false);
    expect(await isRecalled([[{}, ends.done], []])).toBe(true);
    // A request that never left says nothing of the one before.
    expect(await isRecalled([[], [{}, ends.withheld]])).toBe(true);
    expect(await isRecalled([[], [{ profile: 'work' }, ends.done]])).toBe(true);
  });

  test('is not recalled where the records cannot be read, which ends nothing', async () => {
    const fault = Object.assign(new Error('no disk'), { code: 'EIO' });
    expect(await answerTo(recall, { changesFolder: () => Promise.reject(fault), now: () => now })).toBeNull();
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
        ...{ ...ports, requests: { begin: () => Promise.resolve(begun) } },
      },
    );
  expect(await saved({ ok: true, path: 'A' })).toEqual({
    kind: 'requestSaved',
    id: 7,
    saved: { ok: true, record: 'A' },
  });
  const message = 'Nothing was sent: its record cannot be saved (ENOSPC).';
  expect(await saved({ ok: false, code: 'ENOSPC' })).toEqual({
    kind: 'requestSaved',
    id: 7,
    saved: { ok: false, message },
  });
});

test('a record of a request that does not leave says so, before the program ends', async () => {
  const ends: unknown[] = [];
  const waited: unknown[] = [];
  const requests = { end: (...of: readonly unknown[]) => Promise.resolve((ends.push(of), 'ENOSPC')) };
  const answer = answerTo(
    { kind: 'withholdRequest', record: 'A' },
    { now: () => now, requests },
    { beforeLeaving: (work: unknown) => void waited.push(work) },
  );
  expect(await Promise.all(waited)).toEqual(['ENOSPC']);
  expect(ends).toMatchObject([['A', { outcome: { kind: 'notAttempted' }, status: null }]]);
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
    const effect: Effect = { kind: 'sendChange', id: 7, record: 'A', call: { ...call, method }, mayBeHtml };
    const told: Action[] = [];
    const waited: unknown[] = [];
    const others = {
      client,
      dispatch: (action: Action) => void told.push(action),
      beforeLeaving: (work: unknown) => void waited.push(work),
    };
    const requests = { intentOf: () => intent, end: () => Promise.resolve(code) };
    const after = await answerTo(effect, { sinceBoot: () => 0, now: () => now, requests }, others);
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
    const requests = {
      intentOf: () => intent,
      end: (...of: readonly unknown[]) => Promise.resolve((ends.push(of), null)),
    };
    const effect: Effect = { kind: 'sendChange', id: 7, record: 'A', call, mayBeHtml: false, leavesBy: 60_000 };
    await answerTo(effect, { sinceBoot: () => ms, now: () => now, requests }, others);
    expect(left).toEqual([isSent]);
    const problem = { kind: isSent ? 'unreachable' : 'outdated' };
    expect(told).toMatchObject([{ kind: 'changeAnswered', id: 7, answer: { ok: false, problem } }]);
    expect(ends).toMatchObject([['A', { outcome: { kind: 'notAttempted' } }]]);
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
});
