/** What do the review, its confirmation and the run of deletions do to the state? */
import type { Organisation } from '../api/organisation.ts';
import type { System } from '../api/system.ts';
import type { DeletionAction } from './actions.ts';
import type { Effect, RunHeader } from './effects.ts';
import { rebuilt } from './listing.ts';
import { marksChanged } from './marking.ts';
import { asked, readingStopped, withListing } from './reading-steps.ts';
import { type Mark, withoutMarks } from './marks.ts';
import { chosen, newReview, phraseOf, withToggled } from './review.ts';
import {
  afterFailedDeletion,
  afterFailedRecheck,
  atStage,
  cameBack,
  failedIn,
  goneIn,
  isGoing,
  newRun,
  type Outcome,
  type Run,
  settled,
  stopped,
  type StopReason,
  taking,
} from './run.ts';
import { gapOf, isComplete, withoutSystems } from './scan.ts';
import { filterContext, systemUnderCursor } from './selectors.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';
import { tableRows } from './viewport.ts';

export function reduceDeletion(state: State, action: DeletionAction): Step {
  switch (action.kind) {
    case 'reviewOpened':
      return [reviewOpened(state)];
    case 'reviewItemToggled':
      if (state.review === null) return [state];
      return [{ ...state, review: withToggled(state.review, state.review.list.row) }];
    case 'phraseStarted':
      if (state.review === null) return [state];
      return [{ ...state, review: { ...state.review, typed: action.typed }, notice: null }];
    case 'phraseEntered':
      return phraseEntered(state);
    case 'retryRequested':
      return [state.run === null || isGoing(state.run) ? state : reviewOf(state, failedIn(state.run).map(byHand))];
    case 'journalOpened':
    case 'journalFailed':
    case 'systemRechecked':
    case 'recheckFailed':
    case 'intentRecorded':
    case 'intentFailed':
    case 'systemDeleted':
    case 'deletionFailed':
      if (isGoing(state.run) && state.run.id === action.run) return runContinued(state, state.run, action);
      // Stopped before its file was there.
      return action.kind === 'journalOpened' ? [state, { kind: 'closeJournal', run: action.run }] : [state];
  }
}

/** In flight when the run was stopped, and nothing was sent to delete it. */
const untouched: Outcome = { kind: 'notAttempted', problem: null };

type RunAction = Extract<DeletionAction, { run: number }>;

function runContinued(state: State, run: Run, action: RunAction): Step {
  switch (action.kind) {
    case 'journalOpened':
      return advanced({ ...state, now: action.now }, { ...run, journalPath: action.path, startedAt: action.now });
    case 'journalFailed':
      return advanced(state, stopped({ ...run, journalFault: action.code }, 'journal', action.now));
    case 'systemRechecked':
      return rechecked(state, run, action);
    case 'recheckFailed':
      return ended(state, run, action, afterFailedRecheck(action.problem));
    case 'intentRecorded': {
      const { systemId } = action;
      if (run.inFlight.get(systemId)?.stage !== 'saving') return [state];
      if (run.stop !== null) return ended(state, run, { systemId, now: state.now }, untouched);
      // What was read before the wait is too old to delete by.
      if (state.wait !== null) return readAgain(state, run, systemId);
      const next = { ...state, run: atStage(run, systemId, 'deleting') };
      return [next, { kind: 'deleteSystem', run: run.id, orgId: run.organisation.orgId, systemId }];
    }
    case 'intentFailed': {
      const faulty = stopped({ ...run, journalFault: action.code }, 'journal', action.now);
      return ended(state, faulty, action, untouched);
    }
    case 'systemDeleted':
      return ended(state, run, action, action.accepted ? { kind: 'unknown', problem: null } : { kind: 'deleted' });
    case 'deletionFailed':
      return ended(state, run, action, afterFailedDeletion(action.problem));
  }
}

function readAgain(state: State, run: Run, systemId: string): Step {
  const { orgId } = run.organisation;
  const effect: Effect = { kind: 'recheckSystem', run: run.id, orgId, systemId };
  return [{ ...state, run: atStage(run, systemId, 'reading') }, effect];
}

/** Takes no further system; those in flight are waited for. */
export function runStopped(state: State, reason: StopReason): Step {
  return isGoing(state.run) ? advanced(state, stopped(state.run, reason, state.now)) : [state];
}

function reviewOpened(state: State): State {
  const system = systemUnderCursor(state);
  if (state.marks.size > 0) return reviewOf(state, [...state.marks.values()]);
  return system === undefined ? state : reviewOf(state, [byHand(system)]);
}

function reviewOf(state: State, marks: readonly Mark[]): State {
  const { organisation, organisationTotal: total, days, now } = state;
  if (organisation === null) return state;
  const { scan } = state.listing;
  const isIncomplete = scan === null || !isComplete(scan);
  const gap = scan === null ? null : gapOf(scan);
  const isClockUnverified = state.clock.kind === 'unverified';
  const review = newReview(organisation, marks, { total, days, now, isIncomplete, gap, isClockUnverified });
  return { ...state, review, screen: { kind: 'review' }, notice: null };
}

function byHand(system: System): Mark {
  return { system, by: 'hand' };
}

function phraseEntered(state: State): Step {
  const { review, session } = state;
  if (review === null || review.typed === null) return [state];
  if (review.typed !== phraseOf(review) || chosen(review).length === 0) {
    return [{ ...state, review: { ...review, isWrong: true } }];
  }
  if (session.mode === 'read-only') {
    const text = 'Read-only: nothing is deleted in this session.';
    return [{ ...state, review: { ...review, typed: null }, notice: { kind: 'warning', text } }];
  }
  const run = newRun(state.nextId, review, session.mode === 'preview');
  const started: State = {
    ...takenOutUnmarked(readingStopped(state)),
    run,
    nextId: state.nextId + 1,
    screen: { kind: 'deletion' },
    notice: null,
  };
  if (run.isPreview) return advanced(started, run);
  return [started, { kind: 'openJournal', run: run.id, header: headerOf(state, run) }];
}

function headerOf(state: State, run: Run): RunHeader {
  const { orgId, orgName } = run.organisation;
  return { orgId, orgName, baseUrl: state.session.baseUrl, days: state.days, systems: run.planned.length };
}

function rechecked(state: State, run: Run, action: Extract<RunAction, { kind: 'systemRechecked' }>): Step {
  const { systemId, record } = action;
  const work = run.inFlight.get(systemId);
  if (work?.stage !== 'reading') return [state];
  const why = cameBack(work.system, action.system);
  if (why !== null) return ended(state, run, action, { kind: 'skipped', why });
  if (run.isPreview) return ended(state, run, action, { kind: 'wouldDelete' });
  if (run.stop !== null) return ended(state, run, action, untouched);
  const next = { ...state, run: atStage(run, systemId, 'saving') };
  return [next, { kind: 'recordIntent', run: run.id, systemId, record }];
}

function ended(state: State, run: Run, { systemId, now }: { systemId: string; now: number }, outcome: Outcome): Step {
  if (!run.inFlight.has(systemId)) return [state];
  const isTokenRefused = 'problem' in outcome && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
  const after = settled(isTokenRefused ? stopped(run, 'token', now) : run, systemId, outcome, now);
  const note: Effect[] = run.isPreview ? [] : [{ kind: 'recordOutcome', run: run.id, systemId, outcome }];
  const { baseUrl } = state.session;
  const isDoubtful = outcome.kind === 'alreadyGone' && !run.isAccessChecked && baseUrl !== null;
  const check: Effect[] = isDoubtful ? [{ kind: 'listOrganisations', baseUrl }] : [];
  const [next, ...effects] = advanced({ ...state, now }, isDoubtful ? { ...after, isAccessChecked: true } : after);
  return [next, ...note, ...check, ...effects];
}

/** What is not found may be what the account no longer sees (specification, "Authentication", 5): then the run ends. */
export function accessChecked(state: State, organisations: readonly Organisation[]): Step {
  const { run } = state;
  if (run === null || !run.isAccessChecked || organisations.some(({ orgId }) => orgId === run.organisation.orgId)) {
    return [state];
  }
  const isOver = run.finishedAt !== null;
  return isOver ? [{ ...state, run: { ...run, stop: run.stop ?? 'noAccess' } }] : runStopped(state, 'noAccess');
}

/** Takes further systems where there is room; after the last, what is gone leaves the list and the marks. */
function advanced(state: State, run: Run): Step {
  if (!isGoing(run)) return finished({ ...state, run }, run);
  const [next, systems] = taking(run);
  const { orgId } = run.organisation;
  const effects = systems.map(({ systemId }): Effect => ({ kind: 'recheckSystem', run: run.id, orgId, systemId }));
  return [{ ...state, run: next }, ...effects];
}

function finished(state: State, run: Run): Step {
  const close: Effect[] = run.journalPath === null ? [] : [{ kind: 'closeJournal', run: run.id }];
  if (state.isLeaving) return [state, ...close, { kind: 'leave' }];
  const gone = goneIn(run);
  if (gone.size === 0) return [state, ...close];
  const { scan, asked: replacing } = state.listing;
  const total = state.organisationTotal === null ? null : Math.max(0, state.organisationTotal - gone.size);
  const unmarked: State = {
    ...state,
    organisationTotal: total,
    marks: withoutMarks(state.marks, gone),
    unsearched: null,
  };
  if (scan === null) return [unmarked, ...close];
  const listing = rebuilt(
    { ...state.listing, scan: withoutSystems(scan, gone) },
    filterContext(unmarked),
    tableRows(state.rows),
  );
  const next = marksChanged(withListing(unmarked, listing), unmarked.marks);
  if (isComplete(scan) && replacing === null) return [next, ...close];
  // Deleting moves the pages that were not read yet: following the old links would pass systems over.
  const [again, ...effects] = asked(next, (replacing ?? scan).question, 'ahead');
  return [again, ...close, ...effects];
}

/** What was taken out of the review is no longer marked. */
export function takenOutUnmarked(state: State): State {
  const out = state.review?.items.filter((item) => !item.isChosen).map((item) => item.system.systemId) ?? [];
  return out.length === 0 ? state : marksChanged(state, withoutMarks(state.marks, new Set(out)));
}

/** The review again from its list, with what was typed gone. */
export function phraseLeft(state: State): State {
  return state.review === null ? state : { ...state, review: { ...state.review, typed: null, isWrong: false } };
}
