/** The words that a line of a run's file may have where only some are allowed: a line with one that is not known is lost. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber } from '../../../../src/api/exact-json.ts';
import { operationNames } from '../../../../src/api/operations.ts';
import type { Problem } from '../../../../src/api/problem.ts';
import type { SignOfLife } from '../../../../src/state/fleet/protection/guards.ts';
import { lineIn, type BegunRun, type ChangeLine, planEntries } from '../../../../src/state/change/journal/format.ts';
import { type Doubt, noCounts, type Outcome } from '../../../../src/state/change/outcome.ts';
import type { StopReason, UncheckedReason } from '../../../../src/state/change/run.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { aRunHeader, systemsOf } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';

const at = '2026-11-20T16:02:11.123Z';
const operation = 'read system';
const all = systemsOf(1300);

type Of<Kind extends Problem['kind']> = Extract<Problem, { readonly kind: Kind }>;

/** A line for each word: one that is left out does not compile. */
function each<Word extends string>(
  words: Readonly<Record<Word, 0>>,
  line: (word: Word) => ChangeLine,
): readonly ChangeLine[] {
  return (Object.keys(words) as Word[]).map(line);
}

function header(about: Partial<BegunRun>): ChangeLine {
  return aRunHeader({ at, ...about });
}

function result(outcome: Outcome): ChangeLine {
  return { kind: 'result', at, id: 'S0', outcome };
}

function ofProblem(problem: Problem): ChangeLine {
  return result({ kind: 'unknown', problem });
}

const runs: Readonly<Record<RunKind, 0>> = { delete: 0, disable: 0, enable: 0, change: 0, heavyChange: 0 };
const end = { kind: 'end', at, stop: null, counts: noCounts, checked: null } as const;

test.each<[string, readonly ChangeLine[]]>([
  ['mode of a run', each<BegunRun['mode']>({ run: 0, preview: 0 }, (mode) => header({ mode }))],
  ['kind of a run', each(runs, (does) => header({ does }))],
  ['operation', operationNames.map((name) => ofProblem({ operation: name, kind: 'aborted' }))],
  [
    'problem that says no more',
    each<'oddId' | 'notReviewed' | 'aborted'>({ oddId: 0, notReviewed: 0, aborted: 0 }, (kind) =>
      ofProblem({ operation, kind }),
    ),
  ],
  [
    'reason why an answer is not the service’s',
    each<Of<'notTheApi'>['reason']>({ 'content type': 0, 'not json': 0, 'cut off': 0, 'too large': 0 }, (reason) =>
      ofProblem({ operation, kind: 'notTheApi', status: 200, reason, contentType: 'text/html', title: null }),
    ),
  ],
  [
    'fault of a link',
    each<Of<'untrustedLink'>['reason']>(
      {
        ...{ 'another address': 0, 'not encrypted': 0, 'carries user info': 0, 'another path': 0, 'another list': 0 },
        ...{
          'seen before': 0,
          'not forward': 0,
          'too many pages': 0,
          'page limit': 0,
          'too much': 0,
          'not named': 0,
          'not a link': 0,
        },
      },
      (reason) => ofProblem({ operation, kind: 'untrustedLink', link: 'https://x', reason, page: 2 }),
    ),
  ],
  [
    'mode that withholds a request',
    each<Of<'withheld'>['mode']>({ preview: 0, 'read-only': 0 }, (mode) =>
      ofProblem({ operation, kind: 'withheld', mode }),
    ),
  ],
  [
    'reason why a system is kept',
    each<SignOfLife['why']>({ connected: 0, seenSince: 0, changed: 0, protected: 0 }, (why) =>
      result({ kind: 'kept', why }),
    ),
  ],
  [
    'doubt',
    each<Doubt>({ accepted: 0, cutOff: 0, noAccess: 0, unsaid: 0 }, (doubt) =>
      result({ kind: 'unknown', problem: null, doubt }),
    ),
  ],
  [
    'reason why nothing was sent',
    (['tooSlow', 'unfit'] as const).map((why) => result({ kind: 'notAttempted', problem: null, why })),
  ],
  [
    'reason why a run stopped',
    each<StopReason>(
      {
        ...{ asked: 0, token: 0, forbidden: 0, noAccess: 0 },
        ...{ unsupported: 0, unreachable: 0, journal: 0, cutOff: 0 },
      },
      (stop) => ({ ...end, stop }),
    ),
  ],
  [
    'reason why a run was not checked',
    each<UncheckedReason>({ stopped: 0, left: 0, token: 0, noAccess: 0, unreadable: 0, incomplete: 0 }, (reason) => ({
      ...end,
      checked: { reason, problem: null },
    })),
  ],
])('each %s is read back', (_, entries) => {
  for (const entry of entries) expect(lineIn(JSON.stringify(entry))).toEqual(entry);
});

test('each outcome and each count is read back', () => {
  const outcomes: readonly Outcome[] = [
    ...[{ kind: 'done' } as const, { kind: 'done', unshown: true } as const, { kind: 'would' } as const],
    { kind: 'done', found: { description: 'rack four', n: new ExactNumber('12345678901234567890') } },
    { kind: 'done', found: { tags: [{ tag: 'a' }] }, isAsSent: true },
    ...[{ kind: 'already' } as const, { kind: 'already', isGone: true } as const],
    { kind: 'kept', why: 'changed', field: 'hostname' },
    ...(['refused', 'failed', 'unknown', 'notAttempted'] as const).map((kind) => ({ kind, problem: null })),
    ...(['done', 'already', 'gone'] as const).map((was) => ({ kind: 'failed', problem: null, was }) as const),
  ];
  for (const outcome of outcomes) expect(lineIn(JSON.stringify(result(outcome)))).toEqual(result(outcome));
  const odd = { ...result({ kind: 'done' }), outcome: { kind: 'done', found: [] } };
  expect(lineIn(JSON.stringify(odd))).toMatchObject({ outcome: { kind: 'done' } });
  const counts = { ...noCounts };
  for (const [at, kind] of (Object.keys(counts) as (keyof typeof counts)[]).entries()) counts[kind] = at + 1;
  expect(lineIn(JSON.stringify({ ...end, counts }))).toEqual({ ...end, counts });
});

property(
  'the plan has every system once, in lines of at most five hundred, each with its own body',
  [fc.integer({ min: 0, max: 1300 }), fc.boolean()],
  { numRuns: 20 },
  (count, hasBodies) => {
    const systems = all.slice(0, count);
    const bodies = new Map(systems.filter((_, at) => at % 2 === 0).map(({ systemId }) => [systemId, systemId]));
    const lines = [...planEntries('N1', systems, hasBodies ? { bodies } : {})];
    expect(lines).toHaveLength(Math.ceil(count / 500));
    const plans = lines.flatMap((line) => (line.kind === 'plan' ? [line] : []));
    expect(plans.every((line) => line.orgId === 'N1' && line.systems.length <= 500)).toBe(true);
    expect(plans.flatMap((line) => line.systems)).toMatchObject(systems.map(({ systemId }) => ({ systemId })));
    const own = plans.flatMap((line) => line.bodies ?? []);
    expect(own).toEqual(hasBodies ? systems.map(({ systemId }) => bodies.get(systemId) ?? null) : []);
  },
);
