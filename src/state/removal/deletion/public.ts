/**
 * Starts, continues and stops a run: takes the next system, settles each, and checks the outcomes at the end. A system
 * that is not found is gone only if the account still has access to its organisation (specification,
 * "Authentication", 5).
 */
import type { Problem } from '../../../api/problem.ts';
import { type Of, onScreen, type Step } from '../../root/feature.ts';
import { asksForPatience } from '../../session/backoff/feature.ts';
import { stopReading } from '../../fleet/list/feature.ts';
import { withSystemsProtected } from '../../fleet/protection/guards.ts';
import { writtenBodies, writtenEdit } from '../../change/journal/written-edit.ts';
import { runRows } from '../../change/run-kinds.ts';
import { isSameService, personOf } from '../../session/session.ts';
import type { Action, Effect, State } from '../../root/state.ts';
import { beginCheck, stopCheck } from './end.ts';
import type { AnsweredWork, RunAction } from './feature.ts';
import { type Outcome, outcomeOnceSent } from '../../change/outcome.ts';
import {
  accessCheck,
  atStage,
  isAwaited,
  isBusy,
  isChecking,
  isDeleting,
  isGoing,
  newRun,
  outcomeRecord,
  pauseRun,
  recheck,
  resumedRun,
  type Run,
  stopRun,
  type StopReason,
  taking,
  usualConcurrency,
  withOutcome,
  withWork,
  type Work,
} from '../../change/run.ts';
import { bodyRows, isRoomy } from '../../kernel/list-view.ts';
import { stayingWords } from '../../change/undo.ts';
import { groupsIn } from '../../change/outcome-groups.ts';

/** Maximum number of systems not found that wait for one check of the access, after the first check has succeeded. */
const maxUnseen = 25;

const unseenNow: Outcome = { kind: 'unknown', problem: null, doubt: 'noAccess' };

/** Requests nothing from the service before the file of the run is open. */
export function startRun(
  state: State,
  confirmed: Pick<
    Run,
    'kind' | 'edit' | 'organisation' | 'planned' | 'protection' | 'people' | 'days' | 'why' | 'follows'
  >,
): Step {
  const { baseUrl, mode } = state.session;
  const isPreview = mode === 'preview';
  const person = personOf(state.session);
  const run = newRun(state.nextId, { ...confirmed, baseUrl, isPreview, person });
  const { orgId, orgName } = run.organisation;
  const about = {
    does: run.kind,
    ...(run.edit !== null && { edit: writtenEdit(run.edit) }),
    orgId,
    orgName,
    baseUrl,
    days: run.days ?? state.staleness.days,
    person,
    items: run.planned.length,
    ...(run.follows !== undefined && { follows: run.follows }),
    ...run.people,
  } as const;
  const header = { mode: isPreview ? 'preview' : 'run', ...about } as const;
  const next = { ...onScreen(stopReading(state), { kind: 'deletion' }), deletion: run, nextId: state.nextId + 1 };
  const bodies = run.edit === null ? null : writtenBodies(run.edit);
  const values = { ...(bodies !== null && { bodies }), ...(run.edit !== null && { secrets: run.edit.secrets }) };
  const why = run.why === undefined ? {} : { why: run.why };
  return [next, { kind: 'openJournal', run: run.id, header, plan: run.planned, ...values, ...why }];
}

/**
 * The file could not be created. Returns to the review, or to the list if the review was left; another screen stays.
 */
export function giveUpBegin(state: State): State {
  const back: State['screen'] = { kind: state.review === null ? 'systems' : 'review' };
  return { ...state, deletion: null, screen: state.screen.kind === 'deletion' ? back : state.screen };
}

/** Starts no further system, and waits for those in flight. If the run has ended, stops its check. */
export function stopCurrentRun(state: State, reason: StopReason): Step {
  const { deletion: run } = state;
  if (isChecking(run)) return stopCheck(state, run, reason === 'token' ? 'token' : 'stopped');
  return isGoing(run) ? advanceRun(state, stopRun(run, reason, state.now)) : [state];
}

/** You protected a system during a run: from now on the run keeps it. */
export function withSystemProtected(state: State, orgId: string, systemId: string): State {
  const { deletion: run } = state;
  const isHere = isGoing(run) && run.organisation.orgId === orgId && isSameService(run.baseUrl, state.session.baseUrl);
  return isHere
    ? { ...state, deletion: { ...run, protection: withSystemsProtected(run.protection, [systemId]) } }
    : state;
}

/** The request may have been sent already. */
export function isTooLateToKeep({ deletion: run }: State, systemId: string): boolean {
  const stage = isGoing(run) && runRows[run.kind].guards !== 'none' ? run.inFlight.get(systemId)?.stage : undefined;
  return stage === 'sending' || stage === 'settling';
}

/** Starts nothing further, and waits for answers, until the run is resumed or stopped. */
export function pauseCurrentRun(state: State): State {
  return isDeleting(state.deletion) ? { ...state, deletion: pauseRun(state.deletion) } : state;
}

/** Resumes a paused run; held systems are re-read first. */
export function resumeRun(state: State): Step {
  const { deletion: run } = state;
  if (!isDeleting(run) || !run.isPaused) return [state];
  const [resumed, held] = resumedRun(run);
  // The file is not open yet; the run starts once it is.
  if (run.startedAt === null) return [{ ...state, deletion: resumed }];
  const [next, ...effects] = advanceRun(state, resumed);
  return [next, ...held.map((systemId) => recheck(run, systemId)), ...effects];
}

/** Drops a finished run; a run in progress continues on any screen. */
export function leaveFinishedRun(state: State): State {
  return isGoing(state.deletion) ? state : { ...state, deletion: null };
}

/** A system whose change is postponed is re-read before the next attempt. */
export function stepBack(state: State, action: Action): State {
  if (action.kind !== 'changeFailed' || state.deletion === null) return state;
  return { ...state, deletion: atStage(state.deletion, action.systemId, 'reading', { refusedBy: action.problem }) };
}

/** Halves the concurrency if the service asks for a slower pace. */
export function slowDown(state: State, problem: Problem): State {
  const { deletion: run } = state;
  if (run === null || !asksForPatience(problem)) return state;
  const concurrency = Math.max(1, Math.floor(run.concurrency / 2));
  const status = problem.kind === 'refused' ? problem.status : null;
  return { ...state, deletion: { ...run, concurrency, slowed: { times: run.slowed.times + 1, status } } };
}

/** Looks for an interrupted run in the organisation that is being opened, and reserves its id. */
export function seekCutOff(state: State, orgId: string): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null || isGoing(state.deletion)) return [state];
  return [
    { ...state, nextId: state.nextId + 1 },
    { kind: 'findCutOff', run: state.nextId, baseUrl, orgId },
  ];
}

/** Starts further systems if there is room; checks the outcomes after the last one. */
export function advanceRun(state: State, run: Run): Step {
  const held = run.stop === null ? [] : [...run.inFlight.values()].filter((work) => !isAwaited(work));
  if (held.length > 0) return settleHeld(state, run, held);
  if (run.finishedAt !== null) return beginCheck(state, run);
  const [taken, systems] = taking(run);
  const [next, ...checks] = accessAsked(taken);
  return [{ ...state, deletion: next }, ...systems.map(({ systemId }) => recheck(run, systemId)), ...checks];
}

/** In flight when the run was stopped, with nothing sent. */
export const untouched = { kind: 'notAttempted', problem: null } as const satisfies Outcome;

/** Held systems of a paused run that is stopped will not be re-read. */
function settleHeld(state: State, run: Run, held: readonly Work[]): Step {
  const ids = held.map(({ system }) => system.systemId);
  const ends = ids.map((systemId) => [systemId, outcomeOnceSent(run, systemId, untouched)] as const);
  const settled = ends.reduce((after, [systemId, outcome]) => withOutcome(after, systemId, outcome, state.now), run);
  const [next, ...effects] = advanceRun(state, settled);
  return [next, ...ends.map(([systemId, outcome]) => outcomeRecord(run, systemId, outcome)), ...effects];
}

/** Records the outcome, and starts the next system. */
export function settleSystem(state: State, run: Run, { systemId, now }: AnsweredWork, said: Outcome): Step {
  if (!run.inFlight.has(systemId)) return [state];
  const outcome = outcomeOnceSent(run, systemId, said);
  const isTokenRefused = 'problem' in outcome && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
  const after = withOutcome(isTokenRefused ? stopRun(run, 'token', now) : run, systemId, outcome, now);
  const [next, ...effects] = advanceRun({ ...state, now }, after);
  return [next, outcomeRecord(run, systemId, outcome), ...effects];
}

/** The account may have lost access: the outcome waits until that is known. */
export function notFound(state: State, run: Run, answered: AnsweredWork, outcome: Outcome): Step {
  if (run.stop === 'noAccess') return settleSystem(state, run, answered, unseenNow);
  const { systemId, now } = answered;
  // A duplicate answer must not start a second wait.
  if (run.inFlight.get(systemId)?.stage === 'unseen') return [state];
  const next = withWork(run, systemId, ({ system }) => ({ system, stage: 'unseen', outcome, isAsked: false }));
  return advanceRun({ ...state, now }, next);
}

/** Checks the access when due: at once for the first system not found, later for many together, and at the end. */
function accessAsked(run: Run): readonly [Run, ...Effect[]] {
  const works = [...run.inFlight.values()];
  const pending = works.filter(({ stage }) => stage === 'unseen').length;
  if (pending === 0 || run.access.check === 'pending') return [run];
  const isAnyBusy = works.some((work) => isBusy(work) && isAwaited(work));
  if (run.access.check === 'seen' && pending < maxUnseen && isAnyBusy) return [run];
  const inFlight = new Map<string, Work>();
  for (const [id, work] of run.inFlight) inFlight.set(id, work.stage === 'unseen' ? { ...work, isAsked: true } : work);
  const next: Run = { ...run, inFlight, access: { ...run.access, by: run.access.first, check: 'pending' } };
  return [next, accessCheck(next)];
}

/** An account may keep the organisation and lose its systems, so the list of systems is tested too. */
export function receiveAccess(state: State, run: Run, { hasAccess, now }: Of<RunAction, 'accessChecked'>): Step {
  if (!hasAccess) return loseAccess(state, run, now);
  if (run.access.by === 'systems') return endUnseen(state, run, now, null);
  return askAccessBySystems(state, run, run.access.first);
}

/**
 * Without an answer nothing counts as gone. If the list of organisations cannot tell, only the list of systems is
 * asked from then on.
 */
export function failAccessCheck(state: State, run: Run, { problem, now }: Of<RunAction, 'accessCheckFailed'>): Step {
  const status = problem.kind === 'refused' ? problem.status : null;
  const isBySystems = run.access.by === 'systems';
  if (isBySystems && (status === 403 || status === 404)) return loseAccess(state, run, now);
  if (isBySystems || status === 401 || asksForPatience(problem))
    return endUnseen(state, run, now, { kind: 'unknown', problem, doubt: 'noAccess' });
  return askAccessBySystems(state, run, 'systems');
}

function askAccessBySystems(state: State, before: Run, first: Run['access']['first']): Step {
  const run: Run = { ...before, access: { ...before.access, first, by: 'systems' } };
  return [{ ...state, deletion: run }, accessCheck(run)];
}

function loseAccess(state: State, run: Run, now: number): Step {
  return endUnseen(state, stopRun(run, 'noAccess', now), now, unseenNow);
}

/**
 * Settles the systems that were not found before the check was requested. `outcome`: replaces theirs if access was
 * lost or is unknown, and settles all of them.
 */
function endUnseen(state: State, run: Run, now: number, outcome: Outcome | null): Step {
  const ended = [...run.inFlight].flatMap(([id, work]): [string, Outcome][] =>
    work.stage === 'unseen' && (work.isAsked || outcome !== null) ? [[id, outcome ?? work.outcome]] : [],
  );
  const settled = ended.reduce((after, [id, how]) => withOutcome(after, id, how, now), run);
  const [next, ...effects] = advanceRun(
    { ...state, now },
    { ...settled, access: { ...settled.access, check: 'seen' } },
  );
  return [next, ...ended.map(([id, how]) => outcomeRecord(run, id, how)), ...effects];
}

// Divides the rows of the run's screen among its parts.

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** From this width on, the two halves are side by side. */
const columnsForTwo = 70;

interface RunningLayout {
  readonly isSplit: boolean;
  /** Every count has a place, and the question of a pause has a row of its own. */
  readonly isAired: boolean;
  /** Rows of the systems in flight, and of the latest ones done, without titles. */
  readonly now: number;
  readonly done: number;
  /** Rows of the systems that need attention, and of the latest ones kept, without titles. */
  readonly list: number;
  readonly kept: number;
}

/**
 * While a run is in progress: bar, counts and a row for the question above two halves, the progress and what needs
 * attention. They depend only on the terminal, so that no outcome moves them.
 */
export function runningLayout({ columns, rows }: Size): RunningLayout {
  const isAired = isRoomy(rows);
  const room = Math.max(2, bodyRows(rows) - (isAired ? 4 : 2));
  const isSplit = columns >= columnsForTwo;
  const first = isSplit ? room : Math.floor(room / 2);
  const second = isSplit ? room : room - first;
  const now = Math.max(0, Math.min(usualConcurrency, first - 1));
  const kept = Math.max(0, Math.floor(second / 3) - 1);
  return {
    ...{ isSplit, isAired, now, done: Math.max(0, first - now - 2) },
    ...{ list: Math.max(1, second - 1 - (kept === 0 ? 0 : kept + 1)), kept },
  };
}

interface ResultsLayout {
  readonly hasBar: boolean;
  /** Rows for the full reason of the row under the cursor, which its cell may clip. */
  readonly reason: number;
  /** Rows for sentences below the list: outcomes, check, people and records. */
  readonly sentences: number;
  /** Rows of the list, without titles. */
  readonly list: number;
}

/** After a run: bar, counts and groups above the list, and sentences below it. */
export function resultsLayout({ rows }: Size, run: Run): ResultsLayout {
  const hasBar = isRoomy(rows);
  const wanted = sentencesOf(run);
  const reason = isRoomy(rows) ? 2 : 1;
  const above = hasBar ? 4 : 3;
  const sentences = isRoomy(rows) ? wanted : Math.min(wanted, Math.max(0, bodyRows(rows) - above - 3));
  return { hasBar, reason, sentences, list: Math.max(1, bodyRows(rows) - above - reason - sentences) };
}

/**
 * Counts the sentences that apply: why it ended early, what was kept, what an undo leaves, the two people, the check,
 * and the records.
 */
function sentencesOf(run: Run): number {
  const early = run.stop !== null || run.isElsewhere ? 1 : 0;
  const kept = groupsIn(run).kept.length > 0 ? 1 : 0;
  const staying = stayingWords(run) === null ? 0 : 1;
  const people = run.people === undefined ? 0 : 1;
  return early + kept + staying + people + (run.checked === null ? 0 : 1) + (run.journalPath === null ? 0 : 1);
}

export function listRows(size: Size, run: Run): number {
  return isGoing(run) ? runningLayout(size).list : resultsLayout(size, run).list;
}
