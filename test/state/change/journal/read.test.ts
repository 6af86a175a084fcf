import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import { decodeRecord } from '../../../../src/state/change/runs/effects.ts';
import { lineIn, type ChangeLine, planEntries } from '../../../../src/state/change/journal/format.ts';
import { countsIn, countsSoFar, readJournal } from '../../../../src/state/change/journal/records-file.ts';
import { noCounts, outcomeKinds, type Outcome } from '../../../../src/state/change/outcome.ts';
import { aRunHeader, refused, systemsOf } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const at = '2026-11-20T16:02:11.123Z';
const systems = systemsOf(20);

const header = aRunHeader({ at, orgName: 'Northwind\u202e', items: systems.length });

const outcomes: readonly Outcome[] = [
  { kind: 'done' },
  { kind: 'already', isGone: true },
  { kind: 'kept', why: 'changed', field: 'connectedFrom' },
  { kind: 'refused', problem: refused(409, { title: 'Used', traceId: '4f2a' }) },
  { kind: 'failed', problem: { kind: 'lost', operation: 'delete system', code: 'ECONNRESET' } },
  { kind: 'unknown', problem: null, doubt: 'accepted' },
  { kind: 'notAttempted', problem: null },
];

/** The file of a run that got so far: an intent and an outcome for each of its systems. */
function aFile(count: number): string[] {
  const done = systems.slice(0, count).flatMap(({ systemId }, index): ChangeLine[] => [
    { kind: 'intent', at, id: systemId, was: { systemId } },
    { kind: 'result', at, id: systemId, outcome: outcomes[index % outcomes.length] ?? { kind: 'done' } },
  ]);
  return [header, ...planEntries('N1', systems), ...done].map((entry) => JSON.stringify(entry));
}

test('everything that was written is read back', () => {
  const read = readJournal(`${aFile(7).join('\n')}\n`, decodeRecord);
  expect(read).toMatchObject({ header, planned: systems, end: null, damaged: 0, lastMs: Date.parse(at) });
  expect([...(read?.outcomes.values() ?? [])]).toEqual(outcomes);
  expect(read === null ? null : countsIn(read)).toMatchObject({
    done: 1,
    refused: 1,
    failed: 1,
    unknown: 1,
    notAttempted: 14,
  });
});

test('the fields that were set, the bodies that each system has, and the times are read back', () => {
  const [first, second] = systems.slice(0, 2);
  if (first === undefined || second === undefined) throw new Error('There are two.');
  const bodies = new Map([[second.systemId, { description: 'own' }]]);
  const [early, late] = [at, '2026-11-20T16:05:00.000Z'];
  const record = { systemId: 'S0', description: 'old', tags: null };
  const sent = { description: 'new', rack: '4', tags: ['a'] };
  const entries: readonly object[] = [
    { ...header, does: 'change' },
    ...planEntries('N1', [first, second], { bodies }),
    { kind: 'intent', at: early, id: 'S0', was: record, sent },
    { kind: 'intent', at: early, id: 'S1', was: {} },
    { kind: 'result', at: late, id: 'S0', outcome: { kind: 'done' } },
  ];
  const read = readJournal(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), decodeRecord);
  expect(read).toMatchObject({ bodies, lastIntentMs: Date.parse(early), lastMs: Date.parse(late), damaged: 0 });
  // A field that the record did not have was not there.
  expect(read?.fields).toEqual(new Map([['S0', { sent, before: { description: 'old', tags: null } }]]));
  expect(read?.ends).toEqual(new Map([['S0', Date.parse(late)]]));
  expect([...(read?.intents ?? [])]).toEqual(['S0', 'S1']);
});

test('a system of the plan that cannot be read is damaged, and takes neither the others nor their bodies with it', () => {
  const plan = {
    kind: 'plan',
    systems: [{ systemId: 'S0' }, { hostname: 'none' }, { systemId: 'S2' }],
    bodies: [1, 2, 3],
  };
  const read = readJournal(`${JSON.stringify(header)}\n${JSON.stringify(plan)}\n`, decodeRecord);
  expect(read?.planned.map(({ systemId }) => systemId)).toEqual(['S0', 'S2']);
  expect(read).toMatchObject({
    damaged: 1,
    lastIntentMs: 0,
    bodies: new Map([
      ['S0', 1],
      ['S2', 3],
    ]),
  });
});

test('systems that have ended so far are counted apart from those that are planned', () => {
  const read = readJournal(`${aFile(2).join('\n')}\n`, decodeRecord);
  expect(read && countsSoFar(read)).toEqual({ ...noCounts, done: 1, already: 1, gone: 1 });
});

test('why a system was kept is decoded also from files that do not say by which field', () => {
  const [first = '', plan = ''] = aFile(1);
  const result = { kind: 'result', at, id: 'S0', outcome: { kind: 'kept', why: 'changed' } };
  const read = readJournal([first, plan, JSON.stringify(result), ''].join('\n'), decodeRecord);
  expect(read?.outcomes.get('S0')).toEqual({ kind: 'kept', why: 'changed' });
});

test('a damaged plan takes no system along whose deletion may have been sent', () => {
  const record = { systemId: 'S1', hostname: 'kiosk' };
  const [first = '', , ...rest] = aFile(1);
  const intent = JSON.stringify({ kind: 'intent', at, id: 'S1', was: record });
  const odd = JSON.stringify({ kind: 'intent', at, id: 'S2', was: { systemId: 'other' } });
  const read = readJournal([first, '{"kind":"plan","sys', ...rest, intent, odd, ''].join('\n'), decodeRecord);
  expect(read?.planned.map(({ systemId }) => systemId)).toEqual(['S0', 'S1']);
  expect(read?.planned[1]?.hostname).toBe('kiosk');
  expect(read === null ? null : countsIn(read)).toMatchObject({ done: 1, unknown: 1 });
});

const operation = 'delete system';

const problems: { readonly [Kind in Problem['kind']]: Problem & { readonly kind: Kind } } = {
  refused: {
    operation,
    kind: 'refused',
    status: 422,
    slug: 'x',
    title: null,
    detail: 'y',
    traceId: null,
    retryAfter: 30,
    errors: { id: ['odd'] },
  },
  unreachable: {
    operation,
    kind: 'unreachable',
    host: 'x',
    code: 'PROXY_407',
    via: 'p',
    clocks: { local: 1, service: null },
  },
  lost: { operation, kind: 'lost', code: 'ECONNRESET' },
  timedOut: { operation, kind: 'timedOut', seconds: 20 },
  redirected: { operation, kind: 'redirected', status: 302, location: null },
  notTheApi: {
    operation,
    kind: 'notTheApi',
    status: 200,
    reason: 'content type',
    contentType: 'text/html',
    title: 'Login',
  },
  cached: { operation, kind: 'cached', ageMs: null },
  wrongShape: { operation, kind: 'wrongShape', path: 'items[3]' },
  untrustedLink: { operation, kind: 'untrustedLink', link: 'https://x', reason: 'another address', page: null },
  oddId: { operation, kind: 'oddId' },
  withheld: { operation, kind: 'withheld', mode: 'read-only' },
  outdated: { operation, kind: 'outdated' },
  notReviewed: { operation, kind: 'notReviewed' },
  fileUnread: { operation, kind: 'fileUnread', path: 'logo.png', code: 'missing' },
  misleading: { operation, kind: 'misleading', header: 'X-Host' },
  aborted: { operation, kind: 'aborted' },
};

test.each(Object.values(problems))('why the outcome is not known is read back: $kind', (problem) => {
  const outcome: Outcome = { kind: 'unknown', problem, doubt: 'cutOff' };
  const line = { kind: 'result', at, id: 'S0', outcome };
  expect(lineIn(JSON.stringify(line))).toEqual(line);
});

test.each([
  [
    { kind: 'unknown', problem: null },
    { kind: 'unknown', problem: null },
  ],
  [
    { kind: 'unknown', problem: { kind: 'melted' } },
    { kind: 'unknown', problem: null },
  ],
])('an outcome of an older or a newer version is read: %j', (written, read) => {
  expect(lineIn(JSON.stringify({ kind: 'result', at, id: 'S0', outcome: written }))).toMatchObject({
    outcome: read,
  });
});

test('an empty line is no damage: one stands before what is written after a break', () => {
  const read = readJournal(`${aFile(2).join('\n\n')}\n`, decodeRecord);
  expect(read).toMatchObject({ damaged: 0, planned: systems });
  expect(read?.outcomes.size).toBe(2);
});

test('a line with a time that is none is damaged, and takes neither the times nor the outcomes of others with it', () => {
  const lines = aFile(2).concat(
    ...['x', '', 'garbage'].map((odd) => JSON.stringify({ kind: 'intent', at: odd, id: 'S9', was: {} })),
    JSON.stringify({ kind: 'result', at: 'zzz', id: 'S0', outcome: { kind: 'unknown', problem: null } }),
  );
  const read = readJournal(`${lines.join('\n')}\n`, decodeRecord);
  expect(read).toMatchObject({ damaged: 4, lastMs: Date.parse(at), end: null });
  expect(read?.intents.has('S9')).toBe(false);
  expect(read?.outcomes.get('S0')).toEqual({ kind: 'done' });
});

test('wherever the program ended, every whole line is read, and the counts add up', () => {
  const text = `${aFile(20).join('\n')}\n`;
  const headerEnd = text.indexOf('\n') + 1;
  holds([fc.integer({ min: headerEnd, max: text.length })], (cut) => {
    const read = readJournal(text.slice(0, cut), decodeRecord);
    const whole = text.slice(0, cut).split('\n').slice(0, -1);
    expect(read?.damaged).toBe(0);
    expect(read?.outcomes.size).toBe(whole.filter((line) => line.startsWith('{"kind":"result"')).length);
    const counts = read === null ? noCounts : countsIn(read);
    const sum = outcomeKinds.reduce((total, kind) => total + counts[kind], 0);
    expect(sum).toBe(read?.planned.length);
  });
});

test('a line with anything in it takes no other with it', () => {
  const lines = aFile(7);
  holds([fc.integer({ min: 1, max: lines.length }), fc.oneof(fc.string(), fc.json())], (where, odd) => {
    const oneLine = odd.replaceAll('\n', ' ') || ' ';
    const read = readJournal(`${lines.toSpliced(where, 0, oneLine).join('\n')}\n`, decodeRecord);
    expect(read).toMatchObject({ damaged: 1, planned: systems });
    expect(read?.outcomes.size).toBe(7);
  });
});

test.each([
  '',
  '\n',
  'x',
  '{"kind":"change"}\n',
  '[]\n',
  ...[{ format: 2 }, { at: 'garbage' }].map((odd) => `${JSON.stringify({ ...header, ...odd })}\n`),
])('%j is no run’s file', (text) => {
  expect(readJournal(text, decodeRecord)).toBeNull();
});
