/** Handles the answers about the systems of a run: one system ends, and the next one starts. */
import { type Feature, type List, type Of, andThen, onScreen, type Step } from '../../root/feature.ts';
import { type Edit, setsState, type Observation, observeFields, setsFields, observeRecord } from '../../change/edit.ts';
import type { System } from '../../../api/system.ts';
import { atTop, placeCursor } from '../../kernel/list-view.ts';
import {
  isProtectedByYou,
  guardFoundSince,
  type SignOfLife,
  withSystemsProtected,
} from '../../fleet/protection/guards.ts';
import { changeSince, runRows } from '../../change/run-kinds.ts';
import { leaveReview } from '../review/opening.ts';
import type { State } from '../../root/state.ts';
import { refreshRow } from '../../fleet/details.ts';
import { isSystemNotFound } from '../../../api/problem.ts';
import {
  changing,
  deletionEffects,
  deletionReads,
  deletionServices,
  recordedFields,
  requestFor,
  settingOf,
} from './effects.ts';
import { receiveCheckPage, endOf, receiveLook } from './end.ts';
import type { AnsweredWork, RunAction } from './feature.ts';
import {
  receiveAccess,
  failAccessCheck,
  advanceRun,
  listRows,
  notFound,
  pauseCurrentRun,
  resumeRun,
  stopCurrentRun,
  settleSystem,
  slowDown,
  untouched,
} from './public.ts';
import { lockUpdates } from './lock.ts';
import {
  afterFailedChange,
  afterFailedLook,
  afterFailedRecheck,
  afterLastLook,
  doneBy,
  isLastLook,
  isUnsupported,
  type Outcome,
  pauseBeforeLook,
  type Uncertainty,
} from '../../change/outcome.ts';
import { rowsShown } from '../../change/outcome-groups.ts';
import {
  atStage,
  isAwaited,
  isChecking,
  isDeleting,
  isGoing,
  recheck,
  type Run,
  stopRun,
  withWork,
} from '../../change/run.ts';

/** You protected it while its record was being saved: nothing is sent. */
const protectedMeanwhile = { kind: 'kept', why: 'protected', field: 'systemId' } as const satisfies Outcome;

/** Give up after this many re-reads: this machine cannot re-read fast enough. */
const maxRounds = 5;

/** Ignores answers to requests of another run. */
function ofRunAtWork<A extends RunAction>(handle: (state: State, run: Run, action: A) => Step) {
  return (state: State, action: A): Step => {
    const { deletion: run } = state;
    return isGoing(run) && run.id === action.run ? handle(state, run, action) : [state];
  };
}

function withJournalFault(run: Run, { code, now }: { readonly code: string; readonly now: number }): Run {
  return stopRun({ ...run, journalFault: code }, 'journal', now);
}

/** Re-reads the system before its request: now, or once a paused run is resumed. */
function readAgain(state: State, run: Run, systemId: string): Step {
  if (run.isPaused) return [{ ...state, deletion: atStage(run, systemId, 'held') }];
  return [{ ...state, deletion: atStage(run, systemId, 'reading') }, recheck(run, systemId)];
}

/** The system was not read since the request. */
const firstLook = { look: 'undone', attempts: 0 } as const;

/** A reason to keep the system that is new since the review. */
function findSignOfLife(run: Run, reviewed: System, system: System, now: number): SignOfLife | null {
  return changeSince(run, reviewed, system) ?? guardFoundSince(run, system, now, runRows[run.kind].guards);
}

/** The service reports success: confirm it by the record of the system. */
function sayDone(state: State, run: Run, edit: Edit, action: Of<RunAction, 'systemChanged'>): Step {
  const set = run.inFlight.get(action.systemId)?.set;
  if (set === undefined || !setsFields(edit)) return settleSystem(state, run, action, { kind: 'done', unshown: true });
  const told = observeRecord(action.record);
  const isWhole = Object.keys(set.before).every((name) => told(name) !== undefined);
  if (isWhole && observeFields(set, told) === 'done')
    return settleSystem(state, run, action, doneBy(set, action.record));
  return settleOrLook(state, run, action, { kind: 'said' }, firstLook);
}

/** Settles the system if the result is final; otherwise checks again after a pause. */
function settleOrLook(
  state: State,
  run: Run,
  answered: AnsweredWork & { readonly record?: unknown },
  uncertainty: Uncertainty,
  { look, attempts }: { readonly look: Observation; readonly attempts: number },
): Step {
  const { systemId, now, record } = answered;
  const afterMs = isLastLook(uncertainty, look) ? null : pauseBeforeLook(uncertainty, attempts);
  if (afterMs === null) {
    const isDone = look === 'done' || look === 'other';
    const outcome = isDone ? doneBy(run.inFlight.get(systemId)?.set, record) : afterLastLook(uncertainty, look);
    return settleSystem(state, run, answered, outcome);
  }
  const work = { stage: 'settling', uncertainty, attempts: attempts + 1 } as const;
  const deletion = withWork(run, systemId, ({ system, set }) => ({
    system,
    ...(set !== undefined && { set }),
    ...work,
  }));
  return [
    { ...state, now, deletion },
    { ...recheck(run, systemId), afterMs },
  ];
}

function extentOf(state: State, run: Run): readonly [length: number, height: number] {
  return [rowsShown(run).length, listRows(state, run)];
}

/** The details of one system use the same cursor, to move on to the next system. */
function runList(state: State): List | null {
  const { deletion: run } = state;
  if (run === null) return null;
  const [length, height] = extentOf(state, run);
  return {
    at: run.list,
    extent: { length, height },
    withPosition: (list) => ({ ...state, deletion: { ...run, list } }),
  };
}

function isGoingOn({ deletion: run }: State, { deletion: before }: State): boolean {
  if (
    run === null ||
    before === null ||
    run.list !== before.list ||
    run.stop !== before.stop ||
    run.isPaused !== before.isPaused
  )
    return false;
  return run.finishedAt === null || (run.check !== null && before.check !== null);
}

export const deletion: Feature<'deletion'> = {
  slice: { initial: null, lasts: 'session' },
  effects: deletionEffects,
  reads: deletionReads,
  update: {
    journalOpened(state, { run: id, path, now }) {
      const { deletion: run } = state;
      const isOfRun = run?.id === id;
      if (isOfRun && isGoing(run)) {
        const begun = { ...run, journalPath: path, startedAt: now, atWork: { ms: 0, since: now } };
        return advanceRun({ ...state, now }, begun);
      }
      // The run was stopped before its file was open, or another run has replaced it.
      return [state, { kind: 'closeJournal', run: id, end: isOfRun ? endOf(state, run) : null }];
    },
    protectionFound: ofRunAtWork((state, run, { systems }) => {
      const { guards } = run.protection.guarding;
      const found = [...systems].filter((systemId) => !guards.systems.has(systemId));
      return [{ ...state, deletion: { ...run, protection: withSystemsProtected(run.protection, found) } }];
    }),
    journalFailed: ofRunAtWork((state, run, action) => advanceRun(state, withJournalFault(run, action))),
    systemRechecked: ofRunAtWork((state, run, action) => {
      const { systemId, record, system } = action;
      const { observe } = runRows[run.kind];
      if (isChecking(run)) return receiveLook(state, run, systemId, action.now, { seen: system, record });
      const work = run.inFlight.get(systemId);
      if (work?.stage === 'settling') {
        const look = observe(system, work.set ?? null, record);
        return settleOrLook(state, run, action, work.uncertainty, { look, attempts: work.attempts });
      }
      if (work?.stage !== 'reading') return [state];
      const { set } = settingOf(run, system, record);
      if (observe(system, set === undefined ? null : { sent: set.sent }, record) === 'done')
        return settleSystem(state, run, action, { kind: 'already' });
      const sign = findSignOfLife(run, work.system, system, action.now);
      if (sign !== null) return settleSystem(state, run, action, { kind: 'kept', ...sign });
      const request = requestFor(run, system, action.etag ?? null);
      if (request === null) return settleSystem(state, run, action, { ...untouched, why: 'unfit' });
      const asked = typeof request === 'string' ? {} : { call: request };
      if (run.isPreview)
        return settleSystem(state, atStage(run, systemId, 'reading', asked), action, { kind: 'would' });
      if (run.stop !== null) return settleSystem(state, run, action, untouched);
      // Send nothing during a pause: the re-read would be too old afterwards, and an intent would be saved for
      // nothing.
      if (run.isPaused || state.requests.backoff !== null) return readAgain(state, run, systemId);
      const about = { rereadAt: action.askedAt, ...asked, ...(set !== undefined && { set }) };
      const next = { ...state, deletion: atStage(run, systemId, 'saving', about) };
      const sent = set === undefined ? {} : { sent: recordedFields(set.sent, request) };
      return [next, { kind: 'recordIntent', run: run.id, systemId, record, ...sent }];
    }),
    recheckFailed: ofRunAtWork((state, run, action) => {
      const { systemId, problem } = action;
      if (isChecking(run)) return receiveLook(state, run, systemId, action.now, { problem });
      const work = run.inFlight.get(systemId);
      const isUncertain = work?.stage === 'settling';
      const outcome = isUncertain ? afterFailedLook(run.kind, work.uncertainty, problem) : afterFailedRecheck(problem);
      return (isSystemNotFound(problem) ? notFound : settleSystem)(state, run, action, outcome);
    }),
    accessChecked: ofRunAtWork(receiveAccess),
    accessCheckFailed: ofRunAtWork(failAccessCheck),
    checkPageArrived: ofRunAtWork((state, run, { page, now }) =>
      receiveCheckPage(state, run, { ok: true, value: page }, now),
    ),
    checkPageFailed: ofRunAtWork((state, run, { problem }) => receiveCheckPage(state, run, { ok: false, problem })),
    intentRecorded: ofRunAtWork((state, run, { systemId }) => {
      const work = run.inFlight.get(systemId);
      if (work?.stage !== 'saving') return [state];
      if (run.stop !== null) return settleSystem(state, run, { systemId, now: state.now }, untouched);
      if (runRows[run.kind].guards !== 'none' && isProtectedByYou(run.protection, systemId)) {
        return settleSystem(state, run, { systemId, now: state.now }, protectedMeanwhile);
      }
      // A re-read from before the pause is too old.
      if (run.isPaused || state.requests.backoff !== null) return readAgain(state, run, systemId);
      const request = work.call ?? runRows[run.kind].request;
      if (request === null) return settleSystem(state, run, { systemId, now: state.now }, untouched);
      const next = { ...state, deletion: atStage(run, systemId, 'sending') };
      return [next, changing(run, work, request)];
    }),
    intentFailed: ofRunAtWork((state, run, action) =>
      settleSystem(state, withJournalFault(run, action), action, untouched),
    ),
    // An outcome could not be saved. The last system's may fail after the end of the run.
    outcomeUnrecorded(state, { run: id, systemId, code, now }) {
      const { deletion: run } = state;
      if (run?.id !== id) return [state];
      const unrecorded = new Set(run.unrecorded).add(systemId);
      const faulty = { ...run, journalFault: run.journalFault ?? code, unrecorded };
      if (run.finishedAt !== null) return [{ ...state, deletion: faulty }];
      return advanceRun({ ...state, now }, stopRun(faulty, 'journal', now));
    },
    systemChanged: ofRunAtWork((state, run, action) => {
      if (action.accepted) return settleOrLook(state, run, action, { kind: 'accepted' }, firstLook);
      return run.edit === null || !setsState(run.edit)
        ? settleSystem(state, run, action, { kind: 'done' })
        : sayDone(state, run, run.edit, action);
    }),
    // The computer slept, or its disk was slow: the system may have reconnected since.
    rereadTooOld: ofRunAtWork((state, run, action) => {
      const { systemId, now } = action;
      const work = run.inFlight.get(systemId);
      if (work?.stage !== 'sending') return [state];
      if (run.stop !== null) return settleSystem(state, run, action, untouched);
      const rounds = (work.rounds ?? 0) + 1;
      if (rounds >= maxRounds) return settleSystem(state, run, action, { ...untouched, why: 'tooSlow' });
      return readAgain({ ...state, now }, atStage(run, systemId, 'reading', { rounds }), systemId);
    }),
    changeFailed: ofRunAtWork((state, before, action) => {
      const { problem } = action;
      // The service would answer every other system in the same way.
      const run = isUnsupported(before.kind, problem) ? stopRun(before, 'unsupported', action.now) : before;
      const outcome = afterFailedChange(problem);
      if (outcome.kind === 'already') return notFound(state, run, action, outcome);
      if (outcome.kind !== 'inDoubt') return settleSystem(state, run, action, outcome);
      return settleOrLook(state, run, action, { kind: 'failed', problem }, firstLook);
    }),
    ...lockUpdates,
    deletionPaused: (state) => [pauseCurrentRun(state)],
    deletionResumed: (state) => resumeRun(state),
    deletionStopped: (state) => stopCurrentRun(state, 'asked'),
    // A paused run resumes.
    runLeft: (state) => andThen(resumeRun(state), (next) => [onScreen(leaveReview(next), { kind: 'systems' })]),
    outcomeGroupChosen(state, { group }) {
      const { deletion: run } = state;
      if (run === null || run.finishedAt === null || run.check !== null) return [state];
      return [{ ...state, deletion: { ...run, group, list: atTop } }];
    },
    outcomeOpened(state) {
      const { deletion: run } = state;
      const isShown = run !== null && rowsShown(run)[run.list.row] !== undefined;
      return [isShown ? onScreen(state, { kind: 'outcome' }) : state];
    },
  },
  services: deletionServices,
  holdsExit: ({ deletion: run }) => isGoing(run),
  reacts: {
    pauseBegun: (state, { problem }) => [slowDown(state, problem)],
    pauseLeft: (state, { until }) => stopCurrentRun(state, until === 'token' ? 'token' : 'asked'),
    systemRechecked: (state, { run, system }, { deletion, organisation }) => [
      deletion?.id === run && deletion.organisation.orgId === organisation?.orgId ? refreshRow(state, system) : state,
    ],
    resized(state) {
      const { deletion: run } = state;
      if (run === null) return [state];
      return [{ ...state, deletion: { ...run, list: placeCursor(run.list, run.list.row, ...extentOf(state, run)) } }];
    },
  },
  // Each system and each page of the check sends answers: they must not delay keys.
  progress: {
    systemRechecked: isGoingOn,
    recheckFailed: isGoingOn,
    accessChecked: isGoingOn,
    intentRecorded: isGoingOn,
    systemChanged: isGoingOn,
    rereadTooOld: isGoingOn,
    changeFailed: isGoingOn,
    checkPageArrived: isGoingOn,
  },
  pending({ deletion: run }) {
    if (isGoing(run) && [...run.inFlight.values()].some(isAwaited)) return `run ${run.id} ${run.settled.length}`;
    const check = run?.check;
    if (check?.kind === 'reading') return `check ${check.scan.id} ${check.scan.addresses.length}`;
    return check?.kind === 'looking' ? `check ${check.scan.id} left ${check.pending.size + check.left.length}` : null;
  },
  screens: {
    deletion: {
      // Esc pauses the deletion and asks, even during a pause for a slower pace.
      staysInPause: ({ deletion, requests: { backoff } }) => isDeleting(deletion) && backoff?.until.kind !== 'token',
      asks: ({ deletion: run }) => (run?.isPaused === true ? { kind: 'freshKey' } : null),
      back(state) {
        const { deletion: run } = state;
        // Esc must not stop a run by accident: it pauses and asks. A check that only reads is cancelled.
        if (isDeleting(run) && !run.isPaused) return [pauseCurrentRun(state)];
        if (isGoing(run) && (isChecking(run) || run.toSettle.length > 0)) return stopCurrentRun(state, 'asked');
        if (run?.isEarlier === true) return { kind: 'historyReturned' };
        return [onScreen(leaveReview(state), { kind: 'systems' })];
      },
      list: runList,
    },
    outcome: {
      back: (state) => [onScreen(state, { kind: 'deletion' })],
      list: runList,
    },
  },
};
