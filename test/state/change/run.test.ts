import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../src/api/problem.ts';
import type { System } from '../../../src/api/system.ts';
import { type Outcome, outcomeGroups } from '../../../src/state/change/outcome.ts';
import { withToggled } from '../../../src/state/removal/review/review.ts';
import { groupShown, groupsIn, troublesIn } from '../../../src/state/change/outcome-groups.ts';
import {
  doneIn,
  findGone,
  isAwaited,
  isBusy,
  isDeleting,
  isSent,
  pauseRun,
  resumedRun,
  type Run,
  stopRun,
  taking,
  withOutcome,
  type Work,
} from '../../../src/state/change/run.ts';
import { aNewRun, aReviewOf, aSystem, now, systemsOf } from '../../support/make.ts';

function runOf(systems: readonly System[]): Run {
  return aNewRun(aReviewOf(systems));
}

const deleted: Outcome = { kind: 'done' };
const problem: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };

describe('a run', () => {
  test('plans what is still chosen in the review', () => {
    const review = aReviewOf(systemsOf(3));
    expect(aNewRun(withToggled(review, 1)).planned.map(({ systemId }) => systemId)).toEqual(['S0', 'S2']);
  });

  test('that is stopped ends with those in flight; the rest was not reached', () => {
    const [taken] = taking(runOf(systemsOf(6)));
    let run = stopRun(taken, 'asked', now);
    expect(taking(run)[1]).toEqual([]);
    for (const systemId of ['S0', 'S1', 'S2', 'S3']) run = withOutcome(run, systemId, deleted, now);
    expect(run).toMatchObject({ finishedAt: now, stop: 'asked', counts: { done: 4, notAttempted: 2 } });
    expect(troublesIn(run).map(({ system }) => system.systemId)).toEqual(['S4', 'S5']);
    expect(doneIn(run)).toBe(4);
    // The stop is no trouble of theirs.
    expect(groupsIn(run)).toMatchObject({ attention: [], all: { length: 6 } });
    expect(groupsIn(run).all.slice(0, 2)).toEqual(troublesIn(run));
    expect(groupShown(run)).toBe('all');
  });

  test('keeps the first reason to stop', () => {
    expect(stopRun(stopRun(taking(runOf(systemsOf(1)))[0], 'journal', now), 'asked', now).stop).toBe('journal');
  });

  test('counts no system twice, and none that it did not take', () => {
    const [run] = taking(runOf(systemsOf(2)));
    const once = withOutcome(run, 'S0', deleted, now);
    expect(withOutcome(once, 'S0', deleted, now)).toBe(once);
    expect(withOutcome(run, 'of nobody', deleted, now)).toBe(run);
  });

  test('of many thousand systems is stopped at once', () => {
    const run = stopRun(runOf(systemsOf(50_000)), 'asked', now);
    expect(run.counts.notAttempted).toBe(50_000);
  });

  test('knows what is gone, and what may be tried again as it did not go as it was meant to', () => {
    const outcomes: readonly Outcome[] = [
      { kind: 'done' },
      { kind: 'already', isGone: true },
      { kind: 'kept', why: 'connected' },
      { kind: 'refused', problem },
      { kind: 'unknown', problem },
      { kind: 'notAttempted', problem },
      { kind: 'would' },
    ];
    const run = outcomes.reduce(
      (before, outcome, at) => withOutcome(taking(before)[0], `S${at}`, outcome, now),
      runOf(systemsOf(outcomes.length)),
    );
    expect([...findGone(run)]).toEqual(['S0', 'S1']);
    expect(troublesIn(run).map(({ system }) => system.systemId)).toEqual(['S3', 'S4', 'S5']);
    const { attention, kept, already, done, all } = groupsIn(run);
    expect(Object.keys(groupsIn(run)).sort()).toEqual([...outcomeGroups].sort());
    expect(outcomeGroups.map((group) => groupsIn(run)[group].length)).toEqual([3, 1, 1, 2, 7]);
    expect([attention, kept, already, done].map(({ length }) => length)).toEqual([3, 1, 1, 2]);
    expect(all.map(({ system }) => system.systemId)).toEqual(['S3', 'S4', 'S5', 'S2', 'S1', 'S0', 'S6']);
  });
});

test('the time that a run was at work counts without its pauses, and never back', () => {
  const [taken] = taking(runOf(systemsOf(6)));
  const first = withOutcome(taken, 'S0', deleted, now);
  expect(first).toMatchObject({ startedAt: now, atWork: { ms: 0, since: now } });
  const second = withOutcome(first, 'S1', deleted, now + 300);
  expect(second).toMatchObject({ startedAt: now, atWork: { ms: 300, since: now + 300 } });
  // The clock was set back meanwhile.
  const third = withOutcome(second, 'S2', deleted, now - 5000);
  expect(third.atWork).toEqual({ ms: 300, since: now - 5000 });
  const [resumed] = resumedRun(pauseRun(second));
  expect(withOutcome(resumed, 'S2', deleted, now + 99_000).atWork).toEqual({ ms: 300, since: now + 99_000 });
});

test('a run that is paused takes nothing until it is resumed, and is not paused any more once it is stopped', () => {
  const paused = pauseRun(runOf(systemsOf(6)));
  expect(taking(paused)[1]).toEqual([]);
  expect(taking(resumedRun(paused)[0])[1]).toHaveLength(4);
  expect(stopRun(taking(runOf(systemsOf(6)))[0], 'asked', now).isPaused).toBe(false);
  expect(stopRun(pauseRun(taking(runOf(systemsOf(6)))[0]), 'asked', now)).toMatchObject({
    isPaused: false,
    stop: 'asked',
  });
});

test('only a run of this session that nobody has stopped can be paused', () => {
  const [run] = taking(runOf(systemsOf(6)));
  const others = [null, stopRun(run, 'asked', now), { ...run, isElsewhere: true }, { ...run, finishedAt: now }];
  expect([run, ...others].map(isDeleting)).toEqual([true, false, false, false, false]);
});

const system = aSystem();

test.each<[Work, readonly ['sent' | 'not sent', 'awaited' | 'not awaited', 'busy' | 'not busy']]>([
  [{ system, stage: 'reading' }, ['not sent', 'awaited', 'busy']],
  [{ system, stage: 'saving' }, ['not sent', 'awaited', 'busy']],
  [{ system, stage: 'held' }, ['not sent', 'not awaited', 'busy']],
  [{ system, stage: 'sending' }, ['sent', 'awaited', 'busy']],
  [{ system, stage: 'settling', uncertainty: { kind: 'cutOff' }, attempts: 1 }, ['sent', 'awaited', 'busy']],
  [{ system, stage: 'unseen', outcome: deleted, isAsked: false }, ['sent', 'awaited', 'not busy']],
])('the work $0.stage knows what was sent for it', (work, [sent, awaited, busy]) => {
  expect([isSent(work), isAwaited(work), isBusy(work)]).toEqual([
    ...[sent === 'sent', awaited === 'awaited', busy === 'busy'],
  ]);
});
