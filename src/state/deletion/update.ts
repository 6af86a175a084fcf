/** What do answers about its systems do to a run? One system ends, and the next one is taken. */
import { deletionEffects, deletionReads } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import type { Problem } from '../../api/problem.ts';
import type { RunAction } from './model.ts';
import {
  afterFailedDeletion,
  afterFailedLook,
  afterFailedRecheck,
  afterStillThere,
  cameBack,
  isSystemNotFound,
  type Outcome,
  pauseBeforeLook,
  type Uncertainty,
} from './outcome.ts';
import { readingStopped } from '../list/reading.ts';
import type { Review } from '../review/review.ts';
import { protectedSince } from '../review/protected-since.ts';
import {
  atStage,
  inDoubt,
  isChecking,
  isGoing,
  newRun,
  type Run,
  type RunHeader,
  settled,
  stopped,
  type StopReason,
  taking,
  troublesIn,
  workAt,
} from './run.ts';
import {
  accessAsked,
  accessCheck,
  checkedBySystems,
  checkedOtherwise,
  isAccessLost,
  unseen,
  unseenSettled,
} from './access.ts';
import { checkBegun, checkPageArrived, checkPageFailed, checkStopped, lookAnswered } from './check-update.ts';
import { endOf } from './finish.ts';
import type { Effect, State } from '../state.ts';
import { onScreen, type Step } from '../kernel/step.ts';
import { runLayout } from '../kernel/layout.ts';
import { placed } from '../kernel/list-cursor.ts';

/** In flight when the run was stopped, and nothing was sent to delete it. */
const untouched = { kind: 'notAttempted', problem: null } as const satisfies Outcome;

/** A computer that is too slow for so many readings is too slow for one more. */
const mostRounds = 5;

/** Begins with what the review counts. Nothing is asked of the service before the run's file is there. */
export function runStarted(state: State, review: Review): Step {
  const run = newRun(state.nextId, review, state.session);
  const started: State = {
    ...readingStopped(state),
    deletion: run,
    nextId: state.nextId + 1,
    screen: { kind: 'deletion' },
    notice: null,
  };
  return [started, { kind: 'openJournal', run: run.id, header: headerOf(state, run), plan: run.planned }];
}

function headerOf(state: State, run: Run): RunHeader {
  const { orgId, orgName } = run.organisation;
  const mode = run.isPreview ? 'preview' : 'run';
  return {
    mode,
    orgId,
    orgName,
    baseUrl: state.session.baseUrl,
    days: state.staleness.days,
    systems: run.planned.length,
  };
}

export function reduceRun(state: State, action: RunAction): Step {
  const { deletion: run } = state;
  if (run?.id === action.run) {
    if (isGoing(run)) return runContinued(state, run, action);
    // The last outcome is saved after the end of its run, and what was asked meanwhile is answered.
    if (action.kind === 'outcomeUnrecorded') return [outcomeUnrecorded(state, run, action)];
    // Stopped before its file was there.
    if (action.kind === 'journalOpened')
      return [state, { kind: 'closeJournal', run: action.run, end: endOf(state, run) }];
  }
  // Nothing more is known of its run.
  return action.kind === 'journalOpened' ? [state, { kind: 'closeJournal', run: action.run, end: null }] : [state];
}

function runContinued(state: State, run: Run, action: RunAction): Step {
  if (isChecking(run) && action.kind === 'systemRechecked')
    return lookAnswered(state, run, action.systemId, action.now, null);
  if (isChecking(run) && action.kind === 'recheckFailed')
    return lookAnswered(state, run, action.systemId, action.now, action.problem);
  switch (action.kind) {
    case 'journalOpened':
      return advanced({ ...state, now: action.now }, { ...run, journalPath: action.path, startedAt: action.now });
    case 'journalFailed':
      return advanced(state, stopped({ ...run, journalFault: action.code }, 'journal', action.now));
    case 'systemRechecked':
      return rechecked(state, run, action);
    case 'recheckFailed':
      return recheckFailed(state, run, action);
    case 'accessChecked':
      return accessAnswered(state, run, action);
    case 'accessCheckFailed':
      return accessCheckFailed(state, run, action);
    case 'checkPageArrived':
      return checkPageArrived(state, run, action.page, action.now);
    case 'checkPageFailed':
      return checkPageFailed(state, run, action.problem);
    case 'intentRecorded': {
      const { systemId } = action;
      const work = workAt(run, systemId, 'saving');
      if (work === null) return [state];
      if (run.stop !== null) return ended(state, run, { systemId, now: state.now }, untouched);
      // What was read before the wait is too old to delete by.
      if (state.requests.wait !== null) return readAgain(state, run, systemId);
      const next = { ...state, deletion: atStage(run, systemId, 'deleting') };
      const { rereadAt } = work;
      return [next, { kind: 'deleteSystem', run: run.id, orgId: run.organisation.orgId, systemId, rereadAt }];
    }
    case 'rereadTooOld':
      return rereadTooOld(state, run, action);
    case 'intentFailed': {
      const faulty = stopped({ ...run, journalFault: action.code }, 'journal', action.now);
      return ended(state, faulty, action, untouched);
    }
    case 'outcomeUnrecorded':
      return [outcomeUnrecorded(state, run, action)];
    case 'systemDeleted':
      return action.accepted
        ? lookedAt(state, run, action, { kind: 'accepted' }, 0)
        : ended(state, run, action, { kind: 'deleted' });
    case 'deletionFailed': {
      const outcome = afterFailedDeletion(action.problem);
      if (outcome.kind === 'alreadyGone') return notFound(state, run, action, outcome);
      if (outcome.kind !== 'inDoubt') return ended(state, run, action, outcome);
      return lookedAt(state, run, action, { kind: 'failed', problem: action.problem }, 0);
    }
  }
}

/** An outcome that is known and could not be saved: also that of the last system, after the end. */
function outcomeUnrecorded(state: State, run: Run, action: { systemId: string; code: string; now: number }): State {
  const unrecorded = new Set(run.unrecorded).add(action.systemId);
  const faulty = { ...run, journalFault: run.journalFault ?? action.code, unrecorded };
  return { ...state, deletion: run.finishedAt === null ? stopped(faulty, 'journal', action.now) : faulty };
}

/** The computer slept, or its disk was slow: the system may have come back since. */
function rereadTooOld(state: State, run: Run, { systemId, now }: Answered): Step {
  const work = workAt(run, systemId, 'deleting');
  if (work === null) return [state];
  if (run.stop !== null) return ended(state, run, { systemId, now }, untouched);
  const rounds = work.rounds + 1;
  if (rounds >= mostRounds) return ended(state, run, { systemId, now }, { ...untouched, why: 'tooSlow' });
  return readAgain({ ...state, now }, atStage(run, systemId, 'reading', { rounds }), systemId);
}

function readAgain(state: State, run: Run, systemId: string): Step {
  const { orgId } = run.organisation;
  const effect: Effect = { kind: 'recheckSystem', run: run.id, orgId, systemId };
  return [{ ...state, deletion: atStage(run, systemId, 'reading') }, effect];
}

/** Takes no further system; those in flight are waited for. A run that has ended is not checked any further. */
export function runStopped(state: State, reason: StopReason): Step {
  if (isChecking(state.deletion)) return checkStopped(state, state.deletion, reason === 'token' ? 'token' : 'stopped');
  return isGoing(state.deletion) ? advanced(state, stopped(state.deletion, reason, state.now)) : [state];
}

interface Answered {
  readonly systemId: string;
  readonly now: number;
}

function rechecked(state: State, run: Run, action: Extract<RunAction, { kind: 'systemRechecked' }>): Step {
  const { systemId, record } = action;
  const work = run.inFlight.get(systemId);
  if (work?.stage === 'settling') return lookedAt(state, run, action, work.uncertainty, work.attempts);
  if (work?.stage !== 'reading') return [state];
  const sign = cameBack(work.system, action.system) ?? protectedSince(run, action.system, action.now);
  if (sign !== null) return ended(state, run, action, { kind: 'skipped', ...sign });
  if (run.isPreview) return ended(state, run, action, { kind: 'wouldDelete' });
  if (run.stop !== null) return ended(state, run, action, untouched);
  // Nothing is deleted while everything waits: what is read now would be too old by then, and its record one too many.
  if (state.requests.wait !== null) return readAgain(state, run, systemId);
  const next = { ...state, deletion: atStage(run, systemId, 'saving', { rereadAt: action.askedAt }) };
  return [next, { kind: 'recordIntent', run: run.id, systemId, record }];
}

function recheckFailed(state: State, run: Run, action: Answered & { readonly problem: Problem }): Step {
  const work = run.inFlight.get(action.systemId);
  const { problem } = action;
  const isDoubtful = work?.stage === 'settling';
  const outcome = isDoubtful ? afterFailedLook(work.uncertainty, problem) : afterFailedRecheck(problem);
  return isSystemNotFound(problem) ? notFound(state, run, action, outcome) : ended(state, run, action, outcome);
}

/** So far it is still there: looks once more a moment later, or takes that for its outcome. */
function lookedAt(
  state: State,
  run: Run,
  { systemId, now }: Answered,
  uncertainty: Uncertainty,
  attempts: number,
): Step {
  const afterMs = pauseBeforeLook(uncertainty, attempts);
  if (afterMs === null) return ended(state, run, { systemId, now }, afterStillThere(uncertainty));
  const next = { ...state, now, deletion: inDoubt(run, systemId, uncertainty, attempts + 1) };
  return [next, { kind: 'recheckSystem', run: run.id, orgId: run.organisation.orgId, systemId, afterMs }];
}

function ended(state: State, run: Run, { systemId, now }: Answered, outcome: Outcome): Step {
  if (!run.inFlight.has(systemId)) return [state];
  const isTokenRefused = 'problem' in outcome && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
  const after = settled(isTokenRefused ? stopped(run, 'token', now) : run, systemId, outcome, now);
  const note: Effect = { kind: 'recordOutcome', run: run.id, orgId: run.organisation.orgId, systemId, outcome };
  const [next, ...effects] = advanced({ ...state, now }, after);
  return [next, note, ...effects];
}

/** It may only not be visible any more: its outcome waits until that is known. */
function notFound(state: State, run: Run, answered: Answered, outcome: Outcome): Step {
  if (run.stop === 'noAccess') return ended(state, run, answered, unseenNow);
  // An answer that comes twice is not waited with anew.
  if (run.inFlight.get(answered.systemId)?.stage === 'unseen') return [state];
  return advanced({ ...state, now: answered.now }, unseen(run, answered.systemId, outcome));
}

const unseenNow: Outcome = { kind: 'unknown', problem: null, doubt: 'noAccess' };

/** The check has answered for those that were not found before it. */
function unseenEnded(state: State, run: Run, now: number, outcome: Outcome | null): Step {
  const [next, outcomes] = unseenSettled(run, now, outcome);
  const { id, organisation } = run;
  const notes = outcomes.map(([systemId, how]): Effect => ({
    kind: 'recordOutcome',
    run: id,
    orgId: organisation.orgId,
    systemId,
    outcome: how,
  }));
  const [after, ...effects] = advanced({ ...state, now }, next);
  return [after, ...notes, ...effects];
}

/** An account may have the organisation and not see its systems any more. */
function accessAnswered(
  state: State,
  run: Run,
  { hasAccess, now }: Extract<RunAction, { kind: 'accessChecked' }>,
): Step {
  if (!hasAccess) return unseenEnded(state, stopped(run, 'noAccess', now), now, unseenNow);
  const bySystems = checkedBySystems(run);
  if (bySystems !== null) return [{ ...state, deletion: bySystems }, accessCheck(bySystems)];
  return unseenEnded(state, run, now, null);
}

/** Without an answer nothing is called gone. */
function accessCheckFailed(
  state: State,
  run: Run,
  { problem, now }: Extract<RunAction, { kind: 'accessCheckFailed' }>,
): Step {
  if (isAccessLost(run, problem)) return unseenEnded(state, stopped(run, 'noAccess', now), now, unseenNow);
  const otherwise = checkedOtherwise(run, problem);
  if (otherwise !== null) return [{ ...state, deletion: otherwise }, accessCheck(otherwise)];
  return unseenEnded(state, run, now, { kind: 'unknown', problem, doubt: 'noAccess' });
}

/** Takes further systems where there is room; after the last, the run checks itself. */
export function advanced(state: State, run: Run): Step {
  if (run.finishedAt !== null) return checkBegun({ ...state, deletion: run }, run);
  const [taken, systems] = taking(run);
  const { orgId } = run.organisation;
  const effects = systems.map(({ systemId }): Effect => ({ kind: 'recheckSystem', run: run.id, orgId, systemId }));
  const [next, ...checks] = accessAsked(taken);
  return [{ ...state, deletion: next }, ...effects, ...checks];
}

/** The list of what needs attention, and its rows in view. */
function troublesExtent(run: Run, rows: number): readonly [length: number, height: number] {
  const { length } = troublesIn(run);
  return [length, runLayout(rows, length).list];
}

function withRunInView(state: State): State {
  const { deletion: run, rows } = state;
  if (run === null) return state;
  return { ...state, deletion: { ...run, list: placed(run.list, run.list.row, ...troublesExtent(run, rows)) } };
}

function pendingIn({ deletion: run }: State): string | null {
  if (isGoing(run) && run.inFlight.size > 0) return `run ${run.id} ${run.settled.length}`;
  const check = run?.check;
  if (check?.kind === 'reading') return `check ${check.scan.id} ${check.scan.addresses.length}`;
  return check?.kind === 'looking' ? `check ${check.scan.id} left ${check.asked.size + check.left.length}` : null;
}

export const deletion: Feature<'deletion'> = {
  effects: deletionEffects,
  reads: deletionReads,
  update: {
    journalOpened: reduceRun,
    journalFailed: reduceRun,
    systemRechecked: reduceRun,
    recheckFailed: reduceRun,
    accessChecked: reduceRun,
    accessCheckFailed: reduceRun,
    checkPageArrived: reduceRun,
    checkPageFailed: reduceRun,
    intentRecorded: reduceRun,
    intentFailed: reduceRun,
    outcomeUnrecorded: reduceRun,
    systemDeleted: reduceRun,
    rereadTooOld: reduceRun,
    deletionFailed: reduceRun,
  },
  reacts: {
    resized: (state) => [withRunInView(state)],
  },
  pending: pendingIn,
  screens: {
    deletion: {
      back(state) {
        // A run is never left by accident: esc stops it, and leaves it once it has ended.
        const isEarlier = state.deletion?.isEarlier === true;
        if (isGoing(state.deletion)) return runStopped(state, 'asked');
        if (isEarlier) return { kind: 'runsOpened' };
        return [{ ...onScreen(state, { kind: 'systems' }), review: null }];
      },
      list(state) {
        const { deletion: run } = state;
        if (run === null) return null;
        const [length, height] = troublesExtent(run, state.rows);
        return {
          at: run.list,
          extent: { length, height },
          withPosition: (list) => ({ ...state, deletion: { ...run, list } }),
        };
      },
    },
  },
};
