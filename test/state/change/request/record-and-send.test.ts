/** Questions before a change leaves, its sending, and the end of its record. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Result } from '../../../../src/api/problem.ts';
import type { RequestEnd } from '../../../../src/state/change/journal/requests.ts';
import { recordAndSend, recordChange, type RoadPorts } from '../../../../src/state/change/request/record-and-send.ts';
import { anIntent } from '../../../api/http.ts';
import { now, refused } from '../../../support/make.ts';
import { aRecord } from '../../../support/request-records.ts';

const at = new Date(now).toISOString();
const record = aRecord({ at });
const { method, address, template, mode, profile, baseUrl, orgName } = record.header;
const before = record.was;
const call = {
  ...({ method: 'PUT', url: address, headers: {}, body: null, orgId: 'N1', secrets: [] } as const),
  operation: `${method} ${template}`,
};
const change = { call, before, about: { mode, profile, baseUrl, orgName } };

interface Answers {
  readonly isLocked: boolean;
  readonly begun: Awaited<ReturnType<RoadPorts['requests']['begin']>>;
  readonly endCode: string | null;
  readonly secondPersonAbove: number | null;
  /** The strictest of all organisations. */
  readonly anywhere: number | null;
}

/** A machine that tells what was asked of it, in order. */
function aMachine({
  isLocked = false,
  begun = { ok: true, path: 'A' },
  endCode = null,
  secondPersonAbove = null,
  anywhere = null,
}: Partial<Answers> = {}) {
  const asked: unknown[] = [];
  let ms = 0;
  const ports = {
    // It takes a moment: nothing may be asked before it is there.
    memory: {
      refreshProtection: () => setTimeout(1).then(() => void asked.push('protection')),
      guards: (_: string, orgId: string | null) => ({
        secondPersonAbove: orgId === null ? anywhere : secondPersonAbove,
      }),
    },
    isOrganisationLocked: (...of: readonly unknown[]) => {
      asked.push(of);
      return Promise.resolve(isLocked);
    },
    now: () => now,
    sinceBoot: () => (ms += 42),
    requests: {
      intentOf: () => intent,
      begin: (one: object) => setTimeout(1, begun).then(() => (asked.push(one), begun)),
      end: (path: string, end: RequestEnd) => {
        asked.push([path, end]);
        return Promise.resolve(endCode);
      },
    },
  } as unknown as RoadPorts;
  const send = (result: Result<{ readonly status: number }>) => () => {
    asked.push('sent');
    return Promise.resolve(result);
  };
  return { asked, ports, send };
}

const intent = await anIntent();

const done = { ok: true, value: { status: 204 } } as const;
const end = { at, outcome: { kind: 'done' }, status: 204, traceId: null, ms: 42 };

test('the protection is read again, no run is in progress, and its record is saved before a change is sent', async () => {
  const { asked, ports, send } = aMachine();
  const sent = await recordAndSend(ports, change, send(done));
  expect(sent).toEqual({ result: done, end, saved: expect.any(Promise) as unknown });
  expect(asked).toEqual(['protection', ['https://api.example', 'N1'], record, 'sent', ['A', end]]);
});

test.each([
  [
    'a run in progress',
    { isLocked: true },
    'Nothing was sent. A run is in progress in this organisation; send it after the run.',
  ],
  [
    'a record that cannot be saved',
    { begun: { ok: false, code: 'ENOSPC' } as const },
    'Nothing was sent: its record cannot be saved (ENOSPC).',
  ],
])('%s keeps a change from being sent', async (_, machine, message) => {
  const { asked, ports, send } = aMachine(machine);
  expect(await recordAndSend(ports, change, send(done))).toEqual({ ok: false, message });
  expect(asked).not.toContain('sent');
});

test('each organisation that its path names is asked about, and none where it names none', async () => {
  const several = aMachine();
  await recordChange(several.ports, { ...change, orgIds: ['N1', 'T2'] });
  expect(several.asked.slice(1, 3)).toEqual([
    ['https://api.example', 'N1'],
    ['https://api.example', 'T2'],
  ]);
  const none = aMachine({ isLocked: true });
  expect(await recordChange(none.ports, { ...change, call: { ...call, orgId: null } })).toEqual({
    ok: true,
    record: 'A',
  });
  expect(none.asked).toEqual(['protection', { ...record, header: { ...record.header, orgId: null } }]);
});

test.each([
  [
    refused(409, { slug: 'in-use', traceId: 't-1' }),
    { outcome: { kind: 'refused', problem: { slug: 'in-use' } }, status: 409, traceId: 't-1' },
  ],
  [refused(500), { outcome: { kind: 'unknown' }, status: 500 }],
  [
    { operation: 'send request', kind: 'timedOut', seconds: 20 } as const,
    { outcome: { kind: 'unknown' }, status: null },
  ],
  [
    { operation: 'send request', kind: 'withheld', mode: 'preview' } as const,
    { outcome: { kind: 'notAttempted' }, status: null },
  ],
])('a change that fails is recorded with its outcome: %j', async (problem, expected) => {
  const { asked, ports, send } = aMachine();
  await recordAndSend(ports, change, send({ ok: false, problem }));
  expect(asked.at(-1)).toMatchObject(['A', expected]);
});

test('an end that cannot be recorded is told', async () => {
  const { ports, send } = aMachine({ endCode: 'ENOSPC' });
  const sent = await recordAndSend(ports, change, send(done));
  expect(await ('saved' in sent ? sent.saved : null)).toBe('ENOSPC');
});

test.each([
  [null, undefined, true],
  [3, undefined, true],
  [2, undefined, false],
  [0, undefined, false],
  [2, { by: 'anna', at: '2026-11-01T00:00:00Z' }, true],
])(
  'a request for three systems is recorded where the limit of one person is %j, reviewed by %j: %j',
  async (above, reviewed, isSent) => {
    const { asked, ports, send } = aMachine({ secondPersonAbove: above });
    const body = '{"systemIds":["A","B","C"],"tag":"x"}';
    const about = { ...change.about, ...(reviewed && { reviewed, confirmed: { by: 'ben', at: reviewed.at } }) };
    const sent = await recordAndSend(
      ports,
      { ...change, about, call: { ...call, url: `${baseUrl}/org/N1/systems/bulk-tag`, body } },
      send(done),
    );
    expect([asked.includes('sent'), 'message' in sent]).toEqual([isSent, !isSent]);
    if ('message' in sent)
      expect(sent.message).toMatch(/^Nothing was sent\. .*: a second person confirms it\. Mark them/);
  },
);

test('a request without an organisation in its path is held to the strictest limit of all', async () => {
  const body = '{"systemIds":["A","B","C"]}';
  const bulk = { ...change, call: { ...call, url: `${baseUrl}/bulk-tag`, orgId: null, body } };
  for (const [anywhere, isSent] of [
    [2, false],
    [3, true],
  ] as const) {
    const { asked, ports, send } = aMachine({ anywhere });
    await recordAndSend(ports, bulk, send(done));
    expect(asked.includes('sent')).toBe(isSent);
  }
});
