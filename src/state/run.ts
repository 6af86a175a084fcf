/** How far is a confirmed deletion of many systems, and how did each of them end? */
import type { Organisation } from '../api/organisation.ts';
import type { Problem } from '../api/problem.ts';
import type { System } from '../api/system.ts';
import { atTop, type ListPosition } from './list-position.ts';
import type { Review } from './review.ts';
import { chosen } from './review.ts';
import { isConnected } from './staleness.ts';

/** Systems worked on at a time, unless the service asks for a slower pace. */
const usualConcurrency = 4;

/** What a system in flight is at: read again, its record saved, deleted. */
export type Stage = 'reading' | 'saving' | 'deleting';

/** How a system ended. Every planned system ends in exactly one of these. */
export type Outcome =
  | { readonly kind: 'deleted' }
  /** Preview: it would have been deleted; nothing was sent. */
  | { readonly kind: 'wouldDelete' }
  /** 404 `system-not-found`: deleted by somebody else, or no longer visible to this account. */
  | { readonly kind: 'alreadyGone' }
  | { readonly kind: 'skipped'; readonly why: 'connected' | 'seenSince' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Whether the service deleted it is not known; without a problem, it said that it will (202). */
  | { readonly kind: 'unknown'; readonly problem: Problem | null }
  | { readonly kind: 'notAttempted'; readonly problem: Problem | null };

export interface Settled {
  readonly system: System;
  readonly outcome: Outcome;
}

/**
 * Why no further system is taken: a person said so, the token is not accepted, it may not delete here, the organisation
 * is no longer among the account's, or records cannot be saved.
 */
export type StopReason = 'asked' | 'token' | 'forbidden' | 'noAccess' | 'journal';

/** So many refusals with 403, one after the other, and the next one will be another. */
const mostForbidden = 3;

export interface Run {
  readonly id: number;
  readonly organisation: Organisation;
  readonly isPreview: boolean;
  /** As they were reviewed, in the order in which they are taken. */
  readonly planned: readonly System[];
  /** How many of them were taken so far. */
  readonly taken: number;
  readonly inFlight: ReadonlyMap<string, { readonly system: System; readonly stage: Stage }>;
  readonly settled: readonly Settled[];
  readonly counts: Readonly<Record<Outcome['kind'], number>>;
  readonly stop: StopReason | null;
  /** Systems worked on at a time. */
  readonly concurrency: number;
  /** Refusals with 403 since anything else happened. */
  readonly forbiddenInARow: number;
  /** Whether the account still has the organisation was asked: a system that is not found may be one it may not see. */
  readonly isAccessChecked: boolean;
  /** The file with the records; null until it is open, and in a preview. */
  readonly journalPath: string | null;
  /** Why records cannot be saved, in the operating system's word (`ENOSPC`). */
  readonly journalFault: string | null;
  /** When its file was open, or in a preview when the first system ended; null until then. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly list: ListPosition;
}

export function newRun(id: number, review: Review, isPreview: boolean): Run {
  return {
    id,
    organisation: review.organisation,
    isPreview,
    planned: chosen(review).map((item) => item.system),
    taken: 0,
    inFlight: new Map(),
    settled: [],
    counts: { deleted: 0, wouldDelete: 0, alreadyGone: 0, skipped: 0, refused: 0, unknown: 0, notAttempted: 0 },
    stop: null,
    concurrency: usualConcurrency,
    forbiddenInARow: 0,
    isAccessChecked: false,
    journalPath: null,
    journalFault: null,
    startedAt: null,
    finishedAt: null,
    list: atTop,
  };
}

/** Takes as many further systems as may be in flight: they are to be read again first. */
export function taking(run: Run): readonly [Run, readonly System[]] {
  if (run.stop !== null) return [run, []];
  const next = run.planned.slice(run.taken, run.taken + Math.max(0, run.concurrency - run.inFlight.size));
  if (next.length === 0) return [run, []];
  const inFlight = new Map(run.inFlight);
  for (const system of next) inFlight.set(system.systemId, { system, stage: 'reading' });
  return [{ ...run, inFlight, taken: run.taken + next.length }, next];
}

export function atStage(run: Run, systemId: string, stage: Stage): Run {
  const work = run.inFlight.get(systemId);
  return work === undefined ? run : { ...run, inFlight: new Map(run.inFlight).set(systemId, { ...work, stage }) };
}

/** One system ended. The run itself ends with the last of them, or with those in flight where it was stopped. */
export function settled(run: Run, systemId: string, outcome: Outcome, now: number): Run {
  const system = run.inFlight.get(systemId)?.system;
  if (system === undefined) return run;
  const inFlight = new Map(run.inFlight);
  inFlight.delete(systemId);
  const counts = { ...run.counts, [outcome.kind]: run.counts[outcome.kind] + 1 };
  const startedAt = run.startedAt ?? now;
  const forbiddenInARow = isForbidden(outcome) ? run.forbiddenInARow + 1 : 0;
  const stop = run.stop ?? (forbiddenInARow >= mostForbidden ? 'forbidden' : null);
  const all = [...run.settled, { system, outcome }];
  return finishedIfDone({ ...run, startedAt, inFlight, settled: all, counts, forbiddenInARow, stop }, now);
}

function isForbidden(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.problem.kind === 'refused' && outcome.problem.status === 403;
}

/** Takes no further system; what is in flight is waited for. The first reason stays. */
export function stopped(run: Run, reason: StopReason, now: number): Run {
  return finishedIfDone(run.stop === null ? { ...run, stop: reason } : run, now);
}

/** Half as many at a time: the service asked for a slower pace. */
export function slowed(run: Run): Run {
  return { ...run, concurrency: Math.max(1, Math.floor(run.concurrency / 2)) };
}

export function isGoing(run: Run | null): run is Run {
  return run !== null && run.finishedAt === null;
}

/** What came back since the review is not deleted: connected now, or seen later than it was then. */
export function cameBack(reviewed: System, now: System): 'connected' | 'seenSince' | null {
  // A person who marks a connected system by hand was warned of it; only a change counts.
  if (isConnected(now) && !isConnected(reviewed)) return 'connected';
  if (now.lastSeen !== reviewed.lastSeen && (now.lastSeenMs ?? 0) > (reviewed.lastSeenMs ?? 0)) return 'seenSince';
  return null;
}

/** The documented 404: deleted by somebody else, or no longer visible (specification, "Errors", 3). */
function isSystemNotFound(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 404 && problem.slug === 'system-not-found';
}

/** How a system ends whose reading again, just before its deletion, failed: nothing was sent to delete it. */
export function afterFailedRecheck(problem: Problem): Outcome {
  if (isSystemNotFound(problem)) return { kind: 'alreadyGone' };
  const isForbidden = problem.kind === 'refused' && problem.status === 403;
  return { kind: isForbidden || problem.kind === 'oddId' ? 'refused' : 'notAttempted', problem };
}

/** How a system ends whose deletion failed: `unknown` unless it is certain that the service did not act. */
export function afterFailedDeletion(problem: Problem): Outcome {
  switch (problem.kind) {
    case 'refused':
      if (isSystemNotFound(problem)) return { kind: 'alreadyGone' };
      if (problem.status === 401 || problem.status === 429) return { kind: 'notAttempted', problem };
      // Any other 404 may be a proxy's, and after a 5xx the service may have acted all the same.
      return { kind: problem.status >= 500 || problem.status === 404 ? 'unknown' : 'refused', problem };
    case 'unreachable':
      return { kind: 'notAttempted', problem };
    case 'redirected':
    case 'withheld':
    case 'oddId':
      return { kind: 'refused', problem };
    case 'lost':
    case 'timedOut':
    case 'notTheApi':
    case 'wrongShape':
    case 'untrustedLink':
    case 'aborted':
      return { kind: 'unknown', problem };
  }
}

/** The systems that no longer exist, as far as this run knows. */
export function goneIn(run: Run): ReadonlySet<string> {
  const gone = run.settled.filter(({ outcome }) => outcome.kind === 'deleted' || outcome.kind === 'alreadyGone');
  return new Set(gone.map(({ system }) => system.systemId));
}

/** The systems whose deletion may be tried again: refused, unknown, or never attempted. */
export function failedIn(run: Run): readonly System[] {
  const kinds: readonly Outcome['kind'][] = ['refused', 'unknown', 'notAttempted'];
  return run.settled.filter(({ outcome }) => kinds.includes(outcome.kind)).map(({ system }) => system);
}

/** What did not end as it was meant to, the newest first. */
export function troublesIn(run: Run): readonly Settled[] {
  return run.settled.filter(({ outcome }) => outcome.kind !== 'deleted' && outcome.kind !== 'wouldDelete').reverse();
}

function finishedIfDone(run: Run, now: number): Run {
  if (run.finishedAt !== null || run.inFlight.size > 0) return run;
  const rest = run.planned.slice(run.taken);
  if (rest.length > 0 && run.stop === null) return run;
  const outcome = { kind: 'notAttempted', problem: null } as const;
  return {
    ...run,
    settled: [...run.settled, ...rest.map((system) => ({ system, outcome }))],
    counts: { ...run.counts, notAttempted: run.counts.notAttempted + rest.length },
    taken: run.planned.length,
    finishedAt: now,
  };
}
