/** A confirmed deletion of many systems: how far it is, and how each of them ended. */
import type { Organisation } from '../../api/organisations.ts';
import type { System } from '../../api/system.ts';
import { atTop, type ListPosition } from '../kernel/list-cursor.ts';
import { memoize } from '../kernel/memoize.ts';
import { isForbidden, isUnanswered, noCounts, type Outcome, type OutcomeCounts, type Uncertainty } from './outcome.ts';
import type { Protection } from '../review/kept-since.ts';
import type { Checked, RunCheck } from './check.ts';

/** Systems worked on at a time, unless the service asks for a slower pace. */
export const usualConcurrency = 4;

/** What a system in flight is at: read again, its record saved, deleted. */
type Stage = 'reading' | 'saving' | 'deleting';

/** `rereadAt`: when it was asked for again, by the clock that counts sleep. `rounds`: how often that was too long ago. */
interface RereadWork {
  readonly stage: Stage;
  readonly rereadAt?: number;
  readonly rounds?: number;
}

/**
 * A system that is worked on. What is `settling` is read again, `attempts` times so far: is it still there? What is
 * `unseen` was not found, and has this outcome if the account still has access, which `isAsked` or will be.
 */
export type Work = { readonly system: System } & (
  | RereadWork
  | { readonly stage: 'settling'; readonly uncertainty: Uncertainty; readonly attempts: number }
  | { readonly stage: 'unseen'; readonly outcome: Outcome; readonly isAsked: boolean }
);

/** Is it one of those that are worked on at a time? What is not found waits beside them. */
export function isBusy({ stage }: Work): boolean {
  return stage !== 'unseen';
}

export interface Settled {
  readonly system: System;
  readonly outcome: Outcome;
}

/** A system of a run that was cut off: what became of it will be asked. `left`: what is known of it until then. */
export interface Unsettled {
  readonly system: System;
  readonly uncertainty: Uncertainty;
  /** Including the next one. */
  readonly attempts: number;
  readonly left: Outcome;
}

/**
 * Why no further system is taken: a person said so, the token is not accepted, it may not delete here, the organisation
 * is no longer among the account's, the service cannot be reached, records cannot be saved, or the program ended in the
 * middle of it.
 */
export type StopReason = 'asked' | 'token' | 'forbidden' | 'noAccess' | 'unreachable' | 'journal' | 'cutOff';

/** So many refusals with 403, or systems without an answer, one after the other, and the next one will be another. */
const mostInARow = 3;

/** The list that tells whether the account has access. */
export type AccessBy = 'organisations' | 'systems';

export interface Run {
  readonly id: number;
  readonly organisation: Organisation;
  /** Of the service; null where the run's file does not say it. */
  readonly baseUrl: string | null;
  readonly isPreview: boolean;
  /** Of another session: read back from its file. */
  readonly isEarlier: boolean;
  /** Another session is at work on it: this is what its file said when it was read, and nothing here moves it. */
  readonly isElsewhere: boolean;
  /** As they were reviewed, in the order in which they are taken. */
  readonly planned: readonly System[];
  /** By what they are protected, and which protections were lifted in the review. */
  readonly protection: Protection;
  /** How many of them were taken so far. */
  readonly taken: number;
  readonly inFlight: ReadonlyMap<string, Work>;
  /** Left in doubt by the session before: taken before anything else, also by a run that takes nothing new. */
  readonly toSettle: readonly Unsettled[];
  readonly settled: readonly Settled[];
  readonly counts: OutcomeCounts;
  readonly stop: StopReason | null;
  /** Systems worked on at a time. */
  readonly concurrency: number;
  /** Systems that ended in the same way since any other did, where that is one that ends a run. */
  readonly inARow: { readonly of: 'forbidden' | 'unreachable'; readonly count: number } | null;
  /**
   * Whether the account still has the organisation, asked where systems are not found: by the list of organisations, and
   * then by the organisation's own list of systems; by that alone where the former cannot tell. `first`: with which a
   * check begins. `seen`: it had access when it was last asked.
   */
  readonly access: {
    readonly first: AccessBy;
    readonly by: AccessBy;
    readonly check: 'none' | 'pending' | 'seen';
  };
  /** The file with the records; null until it is open, and in a preview. */
  readonly journalPath: string | null;
  /** Why records cannot be saved, in the operating system's word (`ENOSPC`). */
  readonly journalFault: string | null;
  /** Lines of the file that could not be read back. */
  readonly damagedLines: number;
  /** Systems whose outcome is not in the file, though it is known here. */
  readonly unrecorded: ReadonlySet<string>;
  /** Its outcomes are being checked; it is over after that. */
  readonly check: RunCheck | null;
  /** How that ended; null where there was nothing to check, or before that is known. */
  readonly checked: Checked | null;
  /** When its file was open, or in a preview when the first system ended; null until then. */
  readonly startedAt: number | null;
  /** When its last system had ended. */
  readonly finishedAt: number | null;
  readonly list: ListPosition;
}

/** What a run is told as it begins. */
type Plan = Pick<Run, 'organisation' | 'baseUrl' | 'isPreview' | 'planned' | 'protection'>;

export function newRun(id: number, plan: Plan): Run {
  return {
    ...plan,
    id,
    isEarlier: false,
    isElsewhere: false,
    taken: 0,
    inFlight: new Map(),
    toSettle: [],
    settled: [],
    counts: noCounts,
    stop: null,
    concurrency: usualConcurrency,
    inARow: null,
    access: { first: 'organisations', by: 'organisations', check: 'none' },
    journalPath: null,
    journalFault: null,
    damagedLines: 0,
    unrecorded: new Set(),
    check: null,
    checked: null,
    startedAt: null,
    finishedAt: null,
    list: atTop,
  };
}

/** Takes as many further systems as may be in flight: they are to be read again first. */
export function taking(run: Run): readonly [Run, readonly System[]] {
  const room = Math.max(0, run.concurrency - [...run.inFlight.values()].filter(isBusy).length);
  const isSettling = run.toSettle.length > 0;
  const fresh = isSettling || run.stop !== null ? [] : run.planned.slice(run.taken, run.taken + room);
  const unsettled = run.toSettle.slice(0, room);
  const next: readonly Work[] = [
    ...unsettled.map(
      ({ system, uncertainty, attempts }) => ({ system, stage: 'settling', uncertainty, attempts }) as const,
    ),
    ...fresh.map((system) => ({ system, stage: 'reading' }) as const),
  ];
  if (next.length === 0) return [run, []];
  const inFlight = new Map<string, Work>(run.inFlight);
  for (const work of next) inFlight.set(work.system.systemId, work);
  const [toSettle, taken] = [run.toSettle.slice(room), run.taken + fresh.length];
  return [{ ...run, inFlight, toSettle, taken }, next.map(({ system }) => system)];
}

/** The run with other work on a system that is in flight. */
export function withWork(run: Run, systemId: string, next: (before: Work) => Work): Run {
  const before = run.inFlight.get(systemId);
  if (before === undefined) return run;
  return { ...run, inFlight: new Map<string, Work>(run.inFlight).set(systemId, next(before)) };
}

export function atStage(run: Run, systemId: string, stage: Stage, about: Omit<RereadWork, 'stage'> = {}): Run {
  return withWork(run, systemId, (before) => {
    const { rounds = 0, rereadAt = 0 } = before.stage === 'settling' || before.stage === 'unseen' ? {} : before;
    return { system: before.system, stage, rounds, rereadAt, ...about };
  });
}

/** The work on a system at this stage; null where it is at another one. */
export function workAt(run: Run, systemId: string, stage: Stage): Required<RereadWork> | null {
  const work = run.inFlight.get(systemId);
  return work?.stage === stage ? { stage, rounds: work.rounds ?? 0, rereadAt: work.rereadAt ?? 0 } : null;
}

/** One system ended. The run itself ends with the last of them, or with those in flight where it was stopped. */
export function withOutcome(run: Run, systemId: string, outcome: Outcome, now: number): Run {
  const system = run.inFlight.get(systemId)?.system;
  if (system === undefined) return run;
  const inFlight = new Map(run.inFlight);
  inFlight.delete(systemId);
  const inARow = afterOneMore(run.inARow, outcome);
  const hopeless = inARow !== null && inARow.count >= mostInARow ? inARow.of : null;
  const next: Run = {
    ...run,
    startedAt: run.startedAt ?? now,
    inFlight,
    settled: [...run.settled, { system, outcome }],
    counts: { ...run.counts, [outcome.kind]: run.counts[outcome.kind] + 1 },
    inARow,
    stop: run.stop ?? hopeless,
  };
  return finishedIfDone(hopeless === null ? next : leftOpen(next), now);
}

function afterOneMore(before: Run['inARow'], outcome: Outcome): Run['inARow'] {
  const of = isForbidden(outcome) ? 'forbidden' : isUnanswered(outcome) ? 'unreachable' : null;
  return of === null ? null : { of, count: (before?.of === of ? before.count : 0) + 1 };
}

/** Takes no further system; what is in flight is waited for. The first reason stays. */
export function stopped(run: Run, reason: StopReason, now: number): Run {
  return finishedIfDone(leftOpen({ ...run, stop: run.stop ?? reason }), now);
}

/** What was not asked about yet stays in doubt, and is asked about at the next start. */
function leftOpen(run: Run): Run {
  if (run.toSettle.length === 0) return run;
  const open = run.toSettle.map(({ system, left }): Settled => ({ system, outcome: left }));
  const counts = { ...run.counts, unknown: run.counts.unknown + open.length };
  return { ...run, toSettle: [], settled: [...run.settled, ...open], counts };
}

/** Half as many at a time: the service asked for a slower pace. */
export function slowed(run: Run): Run {
  return { ...run, concurrency: Math.max(1, Math.floor(run.concurrency / 2)) };
}

/** At work: its systems are being deleted, or its outcomes checked. */
export function isGoing(run: Run | null): run is Run {
  return run !== null && (run.finishedAt === null || run.check !== null);
}

/** Every system has ended, and the outcomes are being checked: nothing is deleted any more. */
export function isChecking(run: Run | null): run is Run & { readonly check: RunCheck } {
  return run?.finishedAt != null && run.check !== null;
}

/** It was found out that a system ended otherwise. */
export function replaced(run: Run, systemId: string, outcome: Outcome): Run {
  const before = run.settled.find(({ system }) => system.systemId === systemId)?.outcome;
  if (before === undefined) return run;
  const counts = { ...run.counts, [before.kind]: run.counts[before.kind] - 1 };
  const all = run.settled.map((one) => (one.system.systemId === systemId ? { ...one, outcome } : one));
  return { ...run, settled: all, counts: { ...counts, [outcome.kind]: counts[outcome.kind] + 1 } };
}

/** Systems that the run has dealt with: those that were never attempted are not among them. */
export function doneIn({ settled, counts }: Run): number {
  return settled.length - counts.notAttempted;
}

/** The systems that no longer exist, as far as this run knows. */
export function goneIn(run: Run): ReadonlySet<string> {
  const gone = run.settled.filter(({ outcome }) => outcome.kind === 'deleted' || outcome.kind === 'alreadyGone');
  return new Set(gone.map(({ system }) => system.systemId));
}

/** The systems whose deletion may be tried again: refused, failed, unknown, or never attempted. */
export function failedIn(run: Run): readonly Settled[] {
  const kinds: readonly Outcome['kind'][] = ['refused', 'failed', 'unknown', 'notAttempted'];
  return run.settled.filter(({ outcome }) => kinds.includes(outcome.kind));
}

/** What did not end as it was meant to, the newest first. */
export function troublesIn({ settled }: Run): readonly Settled[] {
  return troublesOf(settled);
}

const troublesOf = memoize((settled: readonly Settled[]) =>
  settled.filter(({ outcome }) => outcome.kind !== 'deleted' && outcome.kind !== 'wouldDelete').reverse(),
);

/** Over where nothing is in flight, and nothing is left to take. */
export function finishedIfDone(run: Run, now: number): Run {
  if (run.finishedAt !== null || run.inFlight.size > 0 || run.toSettle.length > 0) return run;
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

/** What the file of a run begins with. */
export interface RunHeader {
  readonly mode: 'run' | 'preview';
  readonly orgId: string;
  readonly orgName: string;
  readonly baseUrl: string | null;
  /** The threshold. */
  readonly days: number;
  readonly systems: number;
}

export interface RunEnd {
  readonly stop: StopReason | null;
  readonly counts: OutcomeCounts;
  /** Null: there was nothing to check. */
  readonly checked: Checked | null;
}
