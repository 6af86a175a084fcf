import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/api/problem.ts';
import type { System } from '../../src/api/system.ts';
import { newReview, withToggled } from '../../src/state/review.ts';
import {
  afterFailedDeletion,
  afterFailedRecheck,
  cameBack,
  failedIn,
  goneIn,
  isGoing,
  newRun,
  type Outcome,
  type Run,
  settled,
  stopped,
  taking,
  troublesIn,
} from '../../src/state/run.ts';
import { anOrganisation, aSystem, daysAgo, now, refused, systemNotFound, systemsOf } from '../support/make.ts';

function runOf(systems: readonly System[]): Run {
  const marks = systems.map((system) => ({ system, by: 'hand' as const }));
  return newRun(
    1,
    newReview(anOrganisation(), marks, {
      total: 100,
      days: 90,
      now,
      isIncomplete: false,
      gap: null,
      isClockUnverified: false,
    }),
    false,
  );
}

const deleted: Outcome = { kind: 'deleted' };
const problem: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };

describe('a run', () => {
  test('plans what is still chosen in the review', () => {
    const marks = systemsOf(3).map((system) => ({ system, by: 'hand' as const }));
    const review = newReview(anOrganisation(), marks, {
      total: 100,
      days: 90,
      now,
      isIncomplete: false,
      gap: null,
      isClockUnverified: false,
    });
    expect(newRun(1, withToggled(review, 1), false).planned.map(({ systemId }) => systemId)).toEqual(['S0', 'S2']);
  });

  test('takes four systems, and one more for each that ended', () => {
    const [run, first] = taking(runOf(systemsOf(6)));
    expect(first.map(({ systemId }) => systemId)).toEqual(['S0', 'S1', 'S2', 'S3']);
    expect(taking(run)[1]).toEqual([]);
    expect(taking(settled(run, 'S2', deleted, now))[1].map(({ systemId }) => systemId)).toEqual(['S4']);
  });

  test('ends with its last system', () => {
    let [run] = taking(runOf(systemsOf(2)));
    run = settled(run, 'S0', deleted, now);
    expect(isGoing(run)).toBe(true);
    run = settled(run, 'S1', deleted, now + 5);
    expect(run).toMatchObject({ finishedAt: now + 5, counts: { deleted: 2 } });
  });

  test('that is stopped ends with those in flight; the rest was not attempted', () => {
    const [taken] = taking(runOf(systemsOf(6)));
    let run = stopped(taken, 'asked', now);
    expect(taking(run)[1]).toEqual([]);
    for (const systemId of ['S0', 'S1', 'S2', 'S3']) run = settled(run, systemId, deleted, now);
    expect(run).toMatchObject({ finishedAt: now, stop: 'asked', counts: { deleted: 4, notAttempted: 2 } });
    expect(failedIn(run).map(({ systemId }) => systemId)).toEqual(['S4', 'S5']);
  });

  test('keeps the first reason to stop', () => {
    expect(stopped(stopped(taking(runOf(systemsOf(1)))[0], 'journal', now), 'asked', now).stop).toBe('journal');
  });

  test('counts no system twice, and none that it did not take', () => {
    const [run] = taking(runOf(systemsOf(2)));
    const once = settled(run, 'S0', deleted, now);
    expect(settled(once, 'S0', deleted, now)).toBe(once);
    expect(settled(run, 'of nobody', deleted, now)).toBe(run);
  });

  test('of many thousand systems is stopped at once', () => {
    const run = stopped(runOf(systemsOf(50_000)), 'asked', now);
    expect(run.counts.notAttempted).toBe(50_000);
  });

  test('knows what is gone, what may be tried again, and what did not go as it was meant to', () => {
    const outcomes: readonly Outcome[] = [
      { kind: 'deleted' },
      { kind: 'alreadyGone' },
      { kind: 'skipped', why: 'connected' },
      { kind: 'refused', problem },
      { kind: 'unknown', problem },
      { kind: 'notAttempted', problem },
      { kind: 'wouldDelete' },
    ];
    const run = outcomes.reduce(
      (before, outcome, at) => settled(taking(before)[0], `S${at}`, outcome, now),
      runOf(systemsOf(outcomes.length)),
    );
    expect([...goneIn(run)]).toEqual(['S0', 'S1']);
    expect(failedIn(run).map(({ systemId }) => systemId)).toEqual(['S3', 'S4', 'S5']);
    expect(troublesIn(run).map(({ system }) => system.systemId)).toEqual(['S5', 'S4', 'S3', 'S2', 'S1']);
  });
});

describe('a system came back', () => {
  const away = { state: 'Disconnected', lastSeen: daysAgo(200) };
  const cases: readonly (readonly [string, Partial<System>, Partial<System>, ReturnType<typeof cameBack>])[] = [
    ['when it is connected now', away, { ...away, state: 'Connected' }, 'connected'],
    ['when it was seen since', away, { ...away, lastSeen: daysAgo(1) }, 'seenSince'],
    ['when it connected for the first time', { lastSeen: null }, { lastSeen: daysAgo(1) }, 'seenSince'],
    ['not when nothing changed', away, away, null],
    [
      'not when only the writing of the time changed',
      away,
      { ...away, lastSeen: daysAgo(200).replace('Z', '+00:00') },
      null,
    ],
    [
      'not when a person marked it although it was connected',
      { ...away, state: 'Connected' },
      { ...away, state: 'connected' },
      null,
    ],
    ['not when the service now says an earlier time', away, { ...away, lastSeen: daysAgo(300) }, null],
  ];
  test.each(cases)('%s', (_, reviewed, read, why) => {
    expect(cameBack(aSystem(reviewed), aSystem(read))).toBe(why);
  });
});

describe('a deletion that failed', () => {
  const operation = 'delete system';
  test.each<[string, Problem, Outcome['kind']]>([
    ['404 system-not-found', systemNotFound, 'alreadyGone'],
    ['any other 404', refused(404), 'unknown'],
    ['401', refused(401), 'notAttempted'],
    ['429', refused(429), 'notAttempted'],
    ['403', refused(403), 'refused'],
    ['409', refused(409), 'refused'],
    ['500', refused(500), 'unknown'],
    ['503', refused(503), 'unknown'],
    ['no connection', { operation, kind: 'unreachable', host: 'h', code: 'ECONNREFUSED' }, 'notAttempted'],
    ['a redirect', { operation, kind: 'redirected', status: 307, location: null }, 'refused'],
    ['what the client withholds', { operation, kind: 'withheld', mode: 'preview' }, 'refused'],
    ['an odd id', { operation, kind: 'oddId' }, 'refused'],
    ['a lost connection', problem, 'unknown'],
    ['no answer in time', { operation, kind: 'timedOut', seconds: 20 }, 'unknown'],
    [
      'an answer of a proxy',
      { operation, kind: 'notTheApi', status: 200, reason: 'content type', contentType: 'text/html', title: null },
      'unknown',
    ],
    ['an answer of another shape', { operation, kind: 'wrongShape', path: '' }, 'unknown'],
    ['an abortion', { operation, kind: 'aborted' }, 'unknown'],
  ])('with %s ends as it must', (_, failure, kind) => {
    expect(afterFailedDeletion(failure).kind).toBe(kind);
  });
});

describe('reading a system again, just before its deletion, that failed', () => {
  test.each<[string, Problem, Outcome['kind']]>([
    ['404 system-not-found', systemNotFound, 'alreadyGone'],
    ['any other 404', refused(404), 'notAttempted'],
    ['403', refused(403), 'refused'],
    ['500', refused(500), 'notAttempted'],
    ['an odd id', { operation: 'read system', kind: 'oddId' }, 'refused'],
    ['a lost connection', problem, 'notAttempted'],
  ])('with %s ends as it must, for nothing was sent to delete it', (_, failure, kind) => {
    expect(afterFailedRecheck(failure).kind).toBe(kind);
  });
});
