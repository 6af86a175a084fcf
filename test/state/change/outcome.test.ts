import { describe, expect, test } from 'vitest';
import { isSystemNotFound, type Problem } from '../../../src/api/problem.ts';
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
import type { RunKind } from '../../../src/state/change/run-kinds.ts';
import { failures } from '../../support/failures.ts';
import { aSystem, refused, systemNotFound } from '../../support/make.ts';

const problem: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };
const busy = refused(503);
const done: Outcome = { kind: 'done' };
const already: Outcome = { kind: 'already' };
const gone: Outcome = { kind: 'already', isGone: true };
const kept: Outcome = { kind: 'kept', why: 'connected' };
const notAttempted: Outcome = { kind: 'notAttempted', problem: null };

function unknown(about: Partial<Extract<Outcome, { kind: 'unknown' }>> = {}): Outcome {
  return { kind: 'unknown', problem: null, ...about };
}

function failed(about: Partial<Extract<Outcome, { kind: 'failed' }>> = {}): Outcome {
  return { kind: 'failed', problem: null, ...about };
}

const accepted = unknown({ doubt: 'accepted' });

test('a change that failed ends as is certain of it, and its system is gone where it is not found', () => {
  for (const [failure, message] of failures) {
    const ends = {
      notSent: { kind: 'notAttempted', problem: failure },
      refused: { kind: 'refused', problem: failure },
      unknown: { kind: 'inDoubt' },
    };
    expect(afterFailedChange(failure)).toEqual(isSystemNotFound(failure) ? gone : ends[message]);
  }
});

test('reading a system again that failed, just before its deletion, was no request to delete it', () => {
  for (const [failure] of failures) {
    const isForbidden = failure.kind === 'refused' && failure.status === 403;
    const end = { kind: isForbidden ? 'refused' : 'notAttempted', problem: failure };
    expect(afterFailedRecheck(failure)).toEqual(isSystemNotFound(failure) ? gone : end);
  }
});

test.each<[Uncertainty, number[], undone: Outcome, notFound: Outcome, open: Outcome]>([
  [{ kind: 'failed', problem }, [0, 2000], failed({ problem }), gone, unknown({ problem })],
  [{ kind: 'accepted' }, [0, 1000, 2000, 4000], accepted, done, unknown({ problem: busy, doubt: 'accepted' })],
  [{ kind: 'said' }, [0, 1000], failed({ was: 'done' }), gone, { kind: 'done', unshown: true }],
  [{ kind: 'cutOff' }, [0, 2000], failed(), gone, unknown({ problem: busy, doubt: 'cutOff' })],
])('%j is settled by looking at once, after a moment, and only so many times', (doubt, pauses, ...ends) => {
  expect([...pauses, null].map((_, attempts) => pauseBeforeLook(doubt, attempts))).toEqual([...pauses, null]);
  const looks = [systemNotFound, busy].map((failure) => afterFailedLook('delete', doubt, failure));
  expect([afterLastLook(doubt, 'undone'), ...looks]).toEqual(ends);
});

test('a change whose state the service never says is not asked about without end', () => {
  const told = afterLastLook({ kind: 'cutOff' }, 'unsaid');
  expect(told).toEqual(unknown({ doubt: 'unsaid' }));
  expect(isLeftOpen(told)).toBe(false);
});

/** The system in a list, or where the list lacks it. */
const listedFor = (does: RunKind) => ({
  'as meant': aSystem({ isEnabled: does === 'enable' }),
  'as before': aSystem({ isEnabled: does !== 'enable' }),
  unsaid: aSystem({ isEnabled: null }),
  lacking: undefined,
});
const listed = ['as meant', 'as before', 'unsaid'];

test.each<[Outcome, switching: string[], deleting: string[]]>([
  [done, ['as before'], listed],
  [already, ['as before'], listed],
  [gone, listed, listed],
  [failed({ problem }), ['as meant', 'lacking'], ['lacking']],
  [{ kind: 'refused', problem }, ['as meant', 'lacking'], ['lacking']],
  [unknown({ problem }), [...listed, 'lacking'], [...listed, 'lacking']],
  [kept, [], []],
  [notAttempted, [], []],
])('%j is looked at where a fresh list says otherwise: %j, and of a deletion %j', (outcome, switching, deleting) => {
  for (const does of ['disable', 'enable', 'delete'] as const) {
    const led = Object.entries(listedFor(does)).filter(([, system]) => isContradicted(does, { outcome }, system, true));
    expect(led.map(([name]) => name)).toEqual(does === 'delete' ? deleting : switching);
    // A list that is not whole proves nothing of what it lacks.
    expect(isContradicted(does, { outcome }, undefined, false)).toBe(false);
  }
});

test.each<[Outcome, isDone: Outcome, undone: Outcome, unsaid: Outcome, notFound: Outcome]>([
  [done, done, failed({ was: 'done' }), done, done],
  [already, already, failed({ was: 'already' }), already, already],
  [gone, already, failed({ was: 'gone' }), unknown({ doubt: 'unsaid' }), gone],
  [{ kind: 'refused', problem }, already, { kind: 'refused', problem }, { kind: 'refused', problem }, gone],
  [failed({ problem }), done, failed({ problem }), failed({ problem }), gone],
  [unknown({ problem }), done, failed({ problem }), unknown({ problem, doubt: 'unsaid' }), gone],
  [unknown({ problem, doubt: 'cutOff' }), done, failed(), unknown({ doubt: 'unsaid' }), gone],
  [unknown({ problem, doubt: 'noAccess' }), done, failed({ was: 'gone' }), unknown({ doubt: 'unsaid' }), gone],
  [unknown({ problem, doubt: 'unsaid' }), done, failed({ problem }), unknown({ problem, doubt: 'unsaid' }), gone],
  [accepted, done, accepted, accepted, gone],
  [kept, kept, kept, kept, kept],
  [notAttempted, notAttempted, notAttempted, notAttempted, notAttempted],
])('%j is %j where a look finds it done, else %j, unsaid %j, and not found %j', (outcome, ...ends) => {
  const found = (['done', 'undone', 'unsaid'] as const).map((seen) => afterFound(outcome, seen));
  expect([...found, afterNotFound('disable', outcome)]).toEqual(ends);
  // An accepted deletion is done once its system is not found, and not gone by another hand.
  expect(afterNotFound('delete', outcome)).toEqual(outcome === accepted ? done : ends[3]);
  expect(isGone('delete', afterFound(outcome, 'undone'))).toBe(false);
  const isAchieved = outcome.kind === 'done' || outcome.kind === 'already';
  expect(afterNoLook(outcome, busy)).toEqual(isAchieved ? unknown({ problem: busy }) : outcome);
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

test.each<[Outcome, ReturnType<typeof obstacleIn>]>([
  [{ kind: 'refused', problem: refused(403) }, 'forbidden'],
  [{ kind: 'refused', problem: refused(409) }, null],
  [{ kind: 'refused', problem: null }, null],
  // A proxy that forbids something is not the service that refuses it.
  [{ kind: 'refused', problem: aPage }, null],
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
