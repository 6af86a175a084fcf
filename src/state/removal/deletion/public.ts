/**
 * How a run begins, goes on and stops: it takes systems, settles them, and checks itself after the last one. A system that
 * is not found is gone only if the account still sees its organisation (specification, "Authentication", 5).
 */
import type { Problem } from '../../../api/problem.ts';
import type { Of } from '../../root/feature.ts';
import { onScreen, type Step } from '../../root/step.ts';
import { asksForPatience } from '../../session/backoff/retry.ts';
import { stopReading } from '../../fleet/list/public.ts';
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
  withOutcome,
  withWork,
  type Work,
} from '../../change/run.ts';
import { bodyRows, isRoomy } from '../../kernel/list-view.ts';
import { stayingWords } from '../../change/undo.ts';
import { groupsIn } from '../../change/outcome-groups.ts';

/** Limit of systems not found that wait for one check, once the first check of a run has answered. */
const maxUnseen = 25;

const unseenNow: Outcome = { kind: 'unknown', problem: null, doubt: 'noAccess' };

/** Nothing is asked of the service before the run's file is there. */
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

/** A run whose file could not be begun: back to its review, or to the list where that was left; another screen stays. */
export function giveUpBegin(state: State): State {
  const back: State['screen'] = { kind: state.review === null ? 'systems' : 'review' };
  return { ...state, deletion: null, screen: state.screen.kind === 'deletion' ? back : state.screen };
}

/** Takes no further system; those in flight are waited for. A run that has ended is not checked any further. */
export function stopCurrentRun(state: State, reason: StopReason): Step {
  const { deletion: run } = state;
  if (isChecking(run)) return stopCheck(state, run, reason === 'token' ? 'token' : 'stopped');
  return isGoing(run) ? advanceRun(state, stopRun(run, reason, state.now)) : [state];
}

/** A person protects a system for good while a run is at work: from here on the run keeps it. */
export function withSystemProtected(state: State, orgId: string, systemId: string): State {
  const { deletion: run } = state;
  const isHere = isGoing(run) && run.organisation.orgId === orgId && isSameService(run.baseUrl, state.session.baseUrl);
  return isHere
    ? { ...state, deletion: { ...run, protection: withSystemsProtected(run.protection, [systemId]) } }
    : state;
}

/** Is it too late to keep this system? */
export function isTooLateToKeep({ deletion: run }: State, systemId: string): boolean {
  const stage = isGoing(run) && runRows[run.kind].guards !== 'none' ? run.inFlight.get(systemId)?.stage : undefined;
  return stage === 'sending' || stage === 'settling';
}

/** Takes nothing further, and lets what was sent be answered, until it is resumed or stopped. */
export function pauseCurrentRun(state: State): State {
  return isDeleting(state.deletion) ? { ...state, deletion: pauseRun(state.deletion) } : state;
}

/** Goes on where it was paused: what was held is checked again first. */
export function resumeRun(state: State): Step {
  const { deletion: run } = state;
  if (!isDeleting(run) || !run.isPaused) return [state];
  const [resumed, held] = resumedRun(run);
  // Its file is not open yet: it begins once that is.
  if (run.startedAt === null) return [{ ...state, deletion: resumed }];
  const [next, ...effects] = advanceRun(state, resumed);
  return [next, ...held.map((systemId) => recheck(run, systemId)), ...effects];
}

/** Without a run that is over; one that is not goes on wherever the person looks. */
export function leaveFinishedRun(state: State): State {
  return isGoing(state.deletion) ? state : { ...state, deletion: null };
}

/** A system whose deletion was put off is checked before the next attempt. */
export function steppedBack(state: State, action: Action): State {
  if (action.kind !== 'changeFailed' || state.deletion === null) return state;
  return { ...state, deletion: atStage(state.deletion, action.systemId, 'reading', { refusedBy: action.problem }) };
}

/** Half as many at a time, where the service asks for a slower pace. */
export function slowDown(state: State, problem: Problem): State {
  const { deletion: run } = state;
  if (run === null || !asksForPatience(problem)) return state;
  const concurrency = Math.max(1, Math.floor(run.concurrency / 2));
  const status = problem.kind === 'refused' ? problem.status : null;
  return { ...state, deletion: { ...run, concurrency, slowed: { times: run.slowed.times + 1, status } } };
}

/** Looks for a run that was cut off, in the organisation that is opened. The number is that run's, if there is one. */
export function cutOffSought(state: State, orgId: string): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null || isGoing(state.deletion)) return [state];
  return [
    { ...state, nextId: state.nextId + 1 },
    { kind: 'findCutOff', run: state.nextId, baseUrl, orgId },
  ];
}

/** Takes further systems where there is room; after the last, the run checks itself. */
export function advanceRun(state: State, run: Run): Step {
  const held = run.stop === null ? [] : [...run.inFlight.values()].filter((work) => !isAwaited(work));
  if (held.length > 0) return settleHeld(state, run, held);
  if (run.finishedAt !== null) return beginCheck(state, run);
  const [taken, systems] = taking(run);
  const [next, ...checks] = accessAsked(taken);
  return [{ ...state, deletion: next }, ...systems.map(({ systemId }) => recheck(run, systemId)), ...checks];
}

/** In flight when the run was stopped, and nothing was sent to delete it. */
export const untouched = { kind: 'notAttempted', problem: null } as const satisfies Outcome;

/** Nothing will be asked about those that were held when a paused run is stopped. */
function settleHeld(state: State, run: Run, held: readonly Work[]): Step {
  const ids = held.map(({ system }) => system.systemId);
  const ends = ids.map((systemId) => [systemId, outcomeOnceSent(run, systemId, untouched)] as const);
  const settled = ends.reduce((after, [systemId, outcome]) => withOutcome(after, systemId, outcome, state.now), run);
  const [next, ...effects] = advanceRun(state, settled);
  return [next, ...ends.map(([systemId, outcome]) => outcomeRecord(run, systemId, outcome)), ...effects];
}

/** Its outcome is known: it is recorded, and the next system is taken. */
export function settleSystem(state: State, run: Run, { systemId, now }: AnsweredWork, said: Outcome): Step {
  if (!run.inFlight.has(systemId)) return [state];
  const outcome = outcomeOnceSent(run, systemId, said);
  const isTokenRefused = 'problem' in outcome && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
  const after = withOutcome(isTokenRefused ? stopRun(run, 'token', now) : run, systemId, outcome, now);
  const [next, ...effects] = advanceRun({ ...state, now }, after);
  return [next, outcomeRecord(run, systemId, outcome), ...effects];
}

/** It may only not be visible any more: its outcome waits until that is known. */
export function notFound(state: State, run: Run, answered: AnsweredWork, outcome: Outcome): Step {
  if (run.stop === 'noAccess') return settleSystem(state, run, answered, unseenNow);
  const { systemId, now } = answered;
  // An answer that comes twice starts no second wait.
  if (run.inFlight.get(systemId)?.stage === 'unseen') return [state];
  const next = withWork(run, systemId, ({ system }) => ({ system, stage: 'unseen', outcome, isAsked: false }));
  return advanceRun({ ...state, now }, next);
}

/**
 * Asks for a check where one is due: at once for the first system of a run that is not found, later for many together,
 * and for the last ones.
 */
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

/** An account may have the organisation and not see its systems any more: the organisation's own list of them tells. */
export function receiveAccess(state: State, run: Run, { hasAccess, now }: Of<RunAction, 'accessChecked'>): Step {
  if (!hasAccess) return loseAccess(state, run, now);
  if (run.access.by === 'systems') return endUnseen(state, run, now, null);
  return accessAskedBySystems(state, run, run.access.first);
}

/** Without an answer nothing is called gone. Where the list of organisations cannot tell, that of systems is asked alone. */
export function failAccessCheck(state: State, run: Run, { problem, now }: Of<RunAction, 'accessCheckFailed'>): Step {
  const status = problem.kind === 'refused' ? problem.status : null;
  const isBySystems = run.access.by === 'systems';
  if (isBySystems && (status === 403 || status === 404)) return loseAccess(state, run, now);
  if (isBySystems || status === 401 || asksForPatience(problem))
    return endUnseen(state, run, now, { kind: 'unknown', problem, doubt: 'noAccess' });
  return accessAskedBySystems(state, run, 'systems');
}

function accessAskedBySystems(state: State, before: Run, first: Run['access']['first']): Step {
  const run: Run = { ...before, access: { ...before.access, first, by: 'systems' } };
  return [{ ...state, deletion: run }, accessCheck(run)];
}

function loseAccess(state: State, run: Run, now: number): Step {
  return endUnseen(state, stopRun(run, 'noAccess', now), now, unseenNow);
}

/**
 * Settles systems that were not found before the check was asked for. `outcome`: replaces their own, where the check
 * did not find the organisation; then all of them settle.
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

// The rows that the screen of a run has for its parts.

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** From this width on, what needs attention stands beside what is in flight. */
const columnsForTwo = 70;

interface RunningLayout {
  readonly isSplit: boolean;
  /** Blank lines set the parts apart. */
  readonly isAired: boolean;
  /** Rows of the systems in flight and of those just done, without their titles. */
  readonly now: number;
  readonly done: number;
  /** Rows of what needs attention, without its title. */
  readonly list: number;
}

/** While a run goes on: its bar, its counts and a blank line above the systems. A pause asks in two lines. */
export function runningLayout({ columns, rows }: Size, troubles: number, run: Run): RunningLayout {
  const { concurrency, isPaused } = run;
  const isAired = isRoomy(rows);
  const room = Math.max(2, bodyRows(rows) - (isAired && isPaused ? 4 : 3));
  const isSplit = columns >= columnsForTwo;
  if (isSplit) {
    const now = Math.min(concurrency, Math.max(1, room - 1));
    return { isSplit, isAired, now, done: Math.max(0, room - now - 2), list: Math.max(1, room - 1) };
  }
  // One above the other: what needs attention takes rows from what is just done.
  const now = Math.max(1, Math.min(concurrency, Math.floor(room / 2) - 1));
  const below = Math.max(0, room - now - 2);
  const left = troubles === 0 ? below : below - troubles - 1;
  return { isSplit, isAired, now, done: Math.max(0, left), list: Math.max(1, Math.min(below, troubles)) };
}

interface ResultsLayout {
  readonly hasBar: boolean;
  /** The reason of the row under the cursor, where its cell may be too narrow for it: whole, or its shortest form. */
  readonly reason: number;
  /** Sentences below the list: what the outcomes mean, and where the records are. */
  readonly sentences: number;
  /** Rows of the list, without its titles. */
  readonly list: number;
}

/** Once it is over: its bar, its counts and its groups above the list, and sentences below it. */
export function resultsLayout({ rows }: Size, run: Run): ResultsLayout {
  const hasBar = isRoomy(rows);
  const wanted = sentencesOf(run);
  const reason = isRoomy(rows) ? 2 : 1;
  const above = hasBar ? 4 : 3;
  const sentences = isRoomy(rows) ? wanted : Math.min(wanted, Math.max(0, bodyRows(rows) - above - 3));
  return { hasBar, reason, sentences, list: Math.max(1, bodyRows(rows) - above - reason - sentences) };
}

/** Why it ended early, what was kept, what an undo leaves, how it was checked, which two people did it, where the records are: as far as there is something to say. */
function sentencesOf(run: Run): number {
  const early = run.stop !== null || run.isElsewhere ? 1 : 0;
  const kept = groupsIn(run).kept.length > 0 ? 1 : 0;
  const staying = stayingWords(run) === null ? 0 : 1;
  const people = run.people === undefined ? 0 : 1;
  return early + kept + staying + people + (run.checked === null ? 0 : 1) + (run.journalPath === null ? 0 : 1);
}

/** Rows of the list that has the cursor. */
export function listRows(size: Size, run: Run, troubles: number): number {
  return isGoing(run) ? runningLayout(size, troubles, run).list : resultsLayout(size, run).list;
}
