import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../src/api/problem.ts';
import type { System } from '../../../src/api/system.ts';
import {
  afterFailedChange,
  afterFailedLook,
  afterFailedRecheck,
  afterFound,
  afterLastLook,
  afterNoLook,
  afterNotFound,
  doneBy,
  isGone,
  isContradicted,
  isLastLook,
  isLeftOpen,
  isUnsupported,
  obstacleIn,
  type Outcome,
  pauseBeforeLook,
  type Uncertainty,
  uncertaintyLeftBy,
} from '../../../src/state/change/outcome.ts';
import { type RunKind, runRows } from '../../../src/state/change/run-kinds.ts';
import { aSystem, refused, systemNotFound } from '../../support/make.ts';

const problem: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };

describe('a deletion that failed', () => {
  const operation = 'delete system';
  test.each<[string, Problem, Outcome['kind'] | 'inDoubt']>([
    ['404 system-not-found', systemNotFound, 'already'],
    ['404 of another type', refused(404, { slug: 'some' }), 'refused'],
    ['any other 404', refused(404), 'inDoubt'],
    ['401', refused(401), 'refused'],
    ['429', refused(429), 'refused'],
    ['403', refused(403), 'refused'],
    ['409', refused(409), 'refused'],
    ['408', refused(408), 'inDoubt'],
    ['501', refused(501), 'refused'],
    ['500', refused(500), 'inDoubt'],
    ['503', refused(503), 'inDoubt'],
    ['no connection', { operation, kind: 'unreachable', host: 'h', code: 'ECONNREFUSED' }, 'notAttempted'],
    ['a redirect', { operation, kind: 'redirected', status: 307, location: null }, 'inDoubt'],
    ['what the client withholds', { operation, kind: 'withheld', mode: 'preview' }, 'notAttempted'],
    ['an odd id', { operation, kind: 'oddId' }, 'notAttempted'],
    ['a lost connection', problem, 'inDoubt'],
    ['no answer in time', { operation, kind: 'timedOut', seconds: 20 }, 'inDoubt'],
    [
      'an answer of a proxy',
      { operation, kind: 'notTheApi', status: 200, reason: 'content type', contentType: 'text/html', title: null },
      'inDoubt',
    ],
    ['an answer of another shape', { operation, kind: 'wrongShape', path: '' }, 'inDoubt'],
    ['an abortion', { operation, kind: 'aborted' }, 'inDoubt'],
  ])('with %s ends as it must', (_, failure, kind) => {
    expect(afterFailedChange(failure).kind).toBe(kind);
  });
});

test.each<[string, Problem, Outcome['kind']]>([
  ['404 system-not-found', systemNotFound, 'already'],
  ['any other 404', refused(404), 'notAttempted'],
  ['403', refused(403), 'refused'],
  ['500', refused(500), 'notAttempted'],
  ['an odd id', { operation: 'read system', kind: 'oddId' }, 'notAttempted'],
  ['a cache that answered', { operation: 'read system', kind: 'cached', ageMs: 3_540_000 }, 'notAttempted'],
  ['a lost connection', problem, 'notAttempted'],
])(
  'reading a system again, just before its deletion, that failed with %s ends as it must, for nothing was sent to delete it',
  (_, failure, kind) => {
    expect(afterFailedRecheck(failure).kind).toBe(kind);
  },
);

describe('outcomes in doubt', () => {
  const lost: Uncertainty = { kind: 'failed', problem };
  const accepted: Uncertainty = { kind: 'accepted' };
  const cutOff: Uncertainty = { kind: 'cutOff' };

  test.each<[Uncertainty, Outcome, Outcome['kind'], Outcome]>([
    [lost, { kind: 'failed', problem }, 'already', { kind: 'unknown', problem }],
    [
      accepted,
      { kind: 'unknown', problem: null, doubt: 'accepted' },
      'done',
      { kind: 'unknown', problem: refused(500), doubt: 'accepted' },
    ],
    [cutOff, { kind: 'failed', problem: null }, 'already', { kind: 'unknown', problem: refused(500), doubt: 'cutOff' }],
  ])('%j is settled by looking again', (uncertainty, stillThere, gone, open) => {
    expect(afterLastLook(uncertainty, 'undone')).toEqual(stillThere);
    expect(afterFailedLook('delete', uncertainty, systemNotFound).kind).toBe(gone);
    expect(afterFailedLook('delete', uncertainty, refused(500))).toEqual(open);
  });

  test.each<[Uncertainty, readonly (number | null)[]]>([
    [lost, [0, 2000, null]],
    [accepted, [0, 1000, 2000, 4000, null]],
    [cutOff, [0, 2000, null]],
  ])('%j is checked at once, again after a moment, and only so many times', (uncertainty, expected) => {
    expect(expected.map((_, attempts) => pauseBeforeLook(uncertainty, attempts))).toEqual(expected);
  });
});

const anyOutcome = fc.constantFrom<Outcome>(
  { kind: 'done' },
  { kind: 'already', isGone: true },
  { kind: 'kept', why: 'connected' },
  { kind: 'refused', problem: refused(409) },
  { kind: 'failed', problem: refused(503) },
  { kind: 'unknown', problem: refused(503) },
  { kind: 'unknown', problem: null, doubt: 'accepted' },
  { kind: 'unknown', problem: null, doubt: 'cutOff' },
  { kind: 'unknown', problem: null, doubt: 'noAccess' },
  { kind: 'notAttempted', problem: null },
);

describe.each<RunKind>(['disable', 'enable'])('the outcome of a run that is to %s', (does) => {
  const is = (isEnabled: boolean | null): System => aSystem({ isEnabled });
  const [asMeant, asBefore, unsaid] = [is(does === 'enable'), is(does !== 'enable'), is(null)];

  test('is looked at where the list says the opposite, and never where it says nothing', () => {
    const contradicted = (outcome: Outcome, listed: System | undefined, isWhole = true): boolean =>
      isContradicted(does, { outcome }, listed, isWhole);
    for (const kind of ['done', 'already'] as const) {
      expect([asMeant, asBefore, unsaid, undefined].map((listed) => contradicted({ kind }, listed))).toEqual([
        ...[false, true, false, false],
      ]);
    }
    const failed: Outcome = { kind: 'failed', problem };
    expect([asMeant, asBefore, unsaid, undefined].map((listed) => contradicted(failed, listed))).toEqual([
      ...[true, false, false, true],
    ]);
    expect(contradicted(failed, undefined, false)).toBe(false);
    const unknown: Outcome = { kind: 'unknown', problem };
    expect([asMeant, asBefore, unsaid, undefined].map((listed) => contradicted(unknown, listed))).toEqual([
      ...[true, true, true, true],
    ]);
    expect(contradicted(unknown, undefined, false)).toBe(false);
    expect(contradicted({ kind: 'already', isGone: true }, unsaid)).toBe(true);
    expect(contradicted({ kind: 'notAttempted', problem: null }, asMeant)).toBe(false);
  });

  test.each<[Outcome, Outcome['kind'], Outcome['kind'], Outcome['kind']]>([
    [{ kind: 'done' }, 'done', 'failed', 'done'],
    [{ kind: 'already' }, 'already', 'failed', 'already'],
    [{ kind: 'already', isGone: true }, 'already', 'failed', 'unknown'],
    [{ kind: 'refused', problem }, 'already', 'refused', 'refused'],
    [{ kind: 'failed', problem }, 'done', 'failed', 'failed'],
    [{ kind: 'unknown', problem }, 'done', 'failed', 'unknown'],
    [{ kind: 'unknown', problem: null, doubt: 'accepted' }, 'done', 'unknown', 'unknown'],
    [{ kind: 'unknown', problem: null, doubt: 'noAccess' }, 'done', 'failed', 'unknown'],
    [{ kind: 'unknown', problem: null, doubt: 'unsaid' }, 'done', 'failed', 'unknown'],
  ])('after a look at %j is what is seen', (outcome, seen, notSeen, open) => {
    const looks = [asMeant, asBefore, unsaid].map(
      (system) => afterFound(outcome, runRows[does].observe(system, null)).kind,
    );
    expect(looks).toEqual([seen, notSeen, open]);
  });

  test('is gone where the system is not found; what was done stays done', () => {
    expect(afterNotFound(does, { kind: 'done' })).toEqual({ kind: 'done' });
    expect(afterNotFound(does, { kind: 'unknown', problem: null, doubt: 'accepted' })).toEqual({
      kind: 'already',
      isGone: true,
    });
    expect(afterNoLook({ kind: 'done' }, problem)).toEqual({ kind: 'unknown', problem });
  });

  test('is not asked about without end where the service never says it', () => {
    const told = afterLastLook({ kind: 'cutOff' }, 'unsaid');
    expect(told).toEqual({ kind: 'unknown', problem: null, doubt: 'unsaid' });
    expect(isLeftOpen(told)).toBe(false);
  });
});

describe('an outcome that a fresh list contradicts', () => {
  test('what is not in a list that is not whole is not looked at, whatever its outcome', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        expect(isContradicted('delete', { outcome }, undefined, false)).toBe(false);
      }),
    );
  });

  test.each<[Outcome, boolean]>([
    [{ kind: 'refused', problem: refused(409) }, true],
    [{ kind: 'failed', problem }, true],
    [{ kind: 'unknown', problem }, true],
    [{ kind: 'kept', why: 'connected' }, false],
    [{ kind: 'notAttempted', problem: null }, false],
  ])('%j, missing from a whole list, is looked at, or was not sent: %s', (outcome, isLookedAt) => {
    expect(isContradicted('delete', { outcome }, undefined, true)).toBe(isLookedAt);
  });

  test('what was found is never called gone, and what was not found never said to exist', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        expect(isGone('delete', afterFound(outcome, 'undone'))).toBe(false);
        const isAttempted = outcome.kind !== 'kept' && outcome.kind !== 'notAttempted';
        expect(isGone('delete', afterNotFound('delete', outcome))).toBe(isAttempted);
      }),
    );
  });

  test('an accepted deletion is done once its system is not found, and not gone by another hand', () => {
    const accepted = { kind: 'unknown', problem: null, doubt: 'accepted' } as const;
    expect(afterNotFound('delete', accepted)).toEqual({ kind: 'done' });
    expect(afterNotFound('delete', { kind: 'unknown', problem: null })).toEqual({ kind: 'already', isGone: true });
  });

  test('what is listed and cannot be looked at is unknown', () => {
    const problem = refused(503);
    expect(afterNoLook({ kind: 'done' }, problem)).toEqual({ kind: 'unknown', problem });
    expect(afterNoLook({ kind: 'refused', problem }, refused(500))).toEqual({ kind: 'refused', problem });
  });
});

const unreachable: Problem = { operation: 'read system', kind: 'unreachable', host: 'h', code: 'ECONNREFUSED' };
const timedOut: Problem = { operation: 'read system', kind: 'timedOut', seconds: 20 };
/** A web page of a proxy, with a status that says nothing of the service. */
const aPage: Problem = {
  ...{ operation: 'read system', kind: 'notTheApi', status: 403 },
  ...{ reason: 'content type', contentType: 'text/html', title: null },
} as const;

test.each<[number, boolean]>([
  [404, true],
  [405, true],
  [501, true],
  [400, false],
  [403, false],
  [500, false],
])('a %i says of every operation but a deletion whether the service knows it: %s', (status, isUnknown) => {
  const kinds = ['delete', 'disable', 'enable', 'change'] as const;
  expect(kinds.map((kind) => isUnsupported(kind, refused(status)))).toEqual([
    ...[false, isUnknown, isUnknown, isUnknown],
  ]);
  expect([isUnsupported('disable', systemNotFound), isUnsupported('disable', problem)]).toEqual([false, false]);
});

test('a proxy that forbids something is not the service that refuses it', () => {
  expect(afterFailedRecheck(aPage)).toEqual({ kind: 'notAttempted', problem: aPage });
  expect(obstacleIn({ kind: 'refused', problem: aPage })).toBeNull();
});

test.each<[Outcome, ReturnType<typeof obstacleIn>]>([
  [{ kind: 'refused', problem: refused(403) }, 'forbidden'],
  [{ kind: 'refused', problem: refused(409) }, null],
  [{ kind: 'refused', problem: null }, null],
  [{ kind: 'notAttempted', problem: unreachable }, 'unreachable'],
  [{ kind: 'notAttempted', problem }, 'unreachable'],
  [{ kind: 'notAttempted', problem: timedOut }, 'unreachable'],
  [{ kind: 'notAttempted', problem: refused(429) }, null],
  [{ kind: 'notAttempted', problem: null }, null],
  [{ kind: 'unknown', problem: timedOut, doubt: 'cutOff' }, 'unreachable'],
  [{ kind: 'unknown', problem: refused(503), doubt: 'cutOff' }, null],
  // Something was sent for these by this session.
  [{ kind: 'unknown', problem: timedOut }, null],
  [{ kind: 'unknown', problem: timedOut, doubt: 'accepted' }, null],
  [{ kind: 'failed', problem: timedOut }, null],
  [{ kind: 'done' }, null],
])('%j will stop the next system, too: %s', (outcome, obstacle) => {
  expect(obstacleIn(outcome)).toBe(obstacle);
});

test.each<[Outcome | undefined, Uncertainty]>([
  [undefined, { kind: 'cutOff' }],
  [{ kind: 'done' }, { kind: 'cutOff' }],
  [
    { kind: 'unknown', problem },
    { kind: 'failed', problem },
  ],
  [{ kind: 'unknown', problem: null }, { kind: 'cutOff' }],
  [{ kind: 'unknown', problem, doubt: 'cutOff' }, { kind: 'cutOff' }],
  [{ kind: 'unknown', problem, doubt: 'noAccess' }, { kind: 'cutOff' }],
  [{ kind: 'unknown', problem: null, doubt: 'accepted' }, { kind: 'accepted' }],
])('where an earlier session left %j, it is asked about as %j', (outcome, uncertainty) => {
  expect(uncertaintyLeftBy(outcome)).toEqual(uncertainty);
});

test.each<[Outcome, Outcome, Outcome]>([
  [
    { kind: 'unknown', problem },
    { kind: 'failed', problem },
    { kind: 'unknown', problem, doubt: 'unsaid' },
  ],
  [
    { kind: 'unknown', problem, doubt: 'cutOff' },
    { kind: 'failed', problem: null },
    { kind: 'unknown', problem: null, doubt: 'unsaid' },
  ],
  [
    { kind: 'unknown', problem, doubt: 'noAccess' },
    { kind: 'failed', problem: null, was: 'gone' },
    { kind: 'unknown', problem: null, doubt: 'unsaid' },
  ],
  [
    { kind: 'unknown', problem, doubt: 'unsaid' },
    { kind: 'failed', problem },
    { kind: 'unknown', problem, doubt: 'unsaid' },
  ],
  [
    { kind: 'unknown', problem, doubt: 'accepted' },
    { kind: 'unknown', problem, doubt: 'accepted' },
    { kind: 'unknown', problem, doubt: 'accepted' },
  ],
  [
    { kind: 'already', isGone: true },
    { kind: 'failed', problem: null, was: 'gone' },
    { kind: 'unknown', problem: null, doubt: 'unsaid' },
  ],
  [
    { kind: 'refused', problem },
    { kind: 'refused', problem },
    { kind: 'refused', problem },
  ],
])('%j, found as it was before, is %j; where the service does not say, %j', (outcome, undone, unsaid) => {
  expect([afterFound(outcome, 'undone'), afterFound(outcome, 'unsaid')]).toEqual([...[undone, unsaid]]);
});

describe('a change that the service has made otherwise', () => {
  const set = { sent: { description: 'Rack Four', tags: ['a'] }, before: { description: 'old', tags: [] } };
  const asSent = { systemId: 'S0', description: 'Rack Four', tags: ['a'] };
  const otherwise = { ...asSent, description: 'rack four' };
  const found = { kind: 'done', found: { description: 'rack four' } } as const;
  const listed = (about: Partial<System>) => aSystem({ systemId: 'S0', tags: [], ...about });

  test('is done, as the record has it', () => {
    expect(doneBy(set, otherwise)).toEqual(found);
    expect(doneBy(set, asSent)).toEqual({ kind: 'done' });
    expect(doneBy(undefined, otherwise)).toEqual({ kind: 'done' });
  });

  test('was so before, where only its tags are told in another shape', () => {
    const tags = [{ tag: 'a' }];
    expect(doneBy({ sent: { tags: ['a'] }, before: { tags } }, { tags })).toEqual({ kind: 'already' });
    expect(doneBy({ sent: { tags: ['a'] }, before: { tags: [] } }, { tags })).toEqual({
      ...{ kind: 'done', found: { tags }, isAsSent: true },
    });
  });

  test('is not waited for once the service says that it is done', () => {
    const all: readonly Uncertainty[] = [
      ...[{ kind: 'said' } as const, { kind: 'failed', problem } as const],
      ...[{ kind: 'accepted' } as const, { kind: 'cutOff' } as const],
    ];
    expect(all.map((of) => isLastLook(of, 'other'))).toEqual([true, false, false, false]);
    expect(all.map((of) => isLastLook(of, 'done'))).toEqual([true, true, true, true]);
    expect(isLastLook({ kind: 'said' }, 'undone')).toBe(false);
  });

  test('is looked at where a list has neither what was found nor what was sent', () => {
    const isOdd = (outcome: Outcome, about: Partial<System>) =>
      isContradicted('change', { outcome, set }, listed(about), true);
    const tags = ['a'];
    const at = (outcome: Outcome) =>
      ['Rack Four', 'rack four', 'old'].map((description) => isOdd(outcome, { description, tags }));
    const asTexts = { ...set, sent: { ...set.sent, tags: [{ tag: 'a' }] } };
    expect(
      isContradicted('change', { outcome: found, set: asTexts }, listed({ description: 'rack four', tags }), true),
    ).toBe(false);
    expect(at(found)).toEqual([true, false, true]);
    expect(at({ kind: 'done' })).toEqual([false, true, true]);
  });

  test('is done after a look, unless the service refused it or nothing was sent', () => {
    const after = (outcome: Outcome): unknown => afterFound(outcome, 'other', found);
    for (const kind of ['failed', 'unknown'] as const) expect(after({ kind, problem })).toEqual(found);
    expect(after({ kind: 'done' })).toEqual(found);
    const kept: readonly Outcome[] = [
      { kind: 'refused', problem },
      { kind: 'notAttempted', problem },
      { kind: 'already' },
    ];
    for (const outcome of kept) expect(after(outcome)).toEqual(outcome);
  });
});
