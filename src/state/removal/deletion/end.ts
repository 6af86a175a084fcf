/** Ends a run: checks its outcomes against a fresh list, closes its file, and updates the list and the marks. */
import type { ListQuery, SystemsPage } from '../../../api/systems.ts';
import { isSystemNotFound, type Problem, type Result } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { withNews } from '../../session/news.ts';
import type { Of, Step } from '../../root/feature.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { pageRequest } from '../../fleet/list/listing.ts';
import { renewList, replaceList, readRows, startScan, dropSystems } from '../../fleet/list/feature.ts';
import {
  advance,
  incompletenessOf,
  isComplete,
  isSameList,
  newScan,
  readFrom,
  type Scan,
  systemById,
  withoutSystems,
  withSwitched,
} from '../../fleet/list/scan.ts';
import { withoutMarks } from '../../fleet/marks/marks.ts';
import { withMarks } from '../../fleet/marks/feature.ts';
import { capitalise, runRows } from '../../change/run-kinds.ts';
import type { Effect, State } from '../../root/state.ts';
import type { DeletionRead } from './feature.ts';
import {
  afterFound,
  afterNoLook,
  afterNotFound,
  doneBy,
  isContradicted,
  isLeftOpen,
  noCounts,
  type Outcome,
  withCounted,
} from '../../change/outcome.ts';
import {
  findAchieved,
  type CheckedRun,
  findGone,
  outcomeRecord,
  recheck,
  type Run,
  type RunCheck,
  type RunEnd,
  type Settled,
  type UncheckedReason,
} from '../../change/run.ts';

/** Delay in milliseconds before the list is read: a request without a certain answer may still be carried out. */
const lateMs = 3000;

/** Starts the check after the last system, unless nothing was attempted. */
export function beginCheck(state: State, run: Run): Step {
  const { failed, unknown, kept, notAttempted } = run.counts;
  const isWorthIt = !run.isPreview && run.settled.length > kept + notAttempted;
  if (!isWorthIt) return closeRun(state, run, null);
  const reason = reasonAgainst(state, run);
  if (reason !== null) return endUnchecked(state, run, reason);
  return readCheckList(
    state,
    run,
    newScan(state.nextId, queryOf(state, run), 'all'),
    failed + unknown > 0 ? lateMs : 0,
  );
}

function reasonAgainst({ program: { isLeaving } }: State, { stop, settled }: Run): UncheckedReason | null {
  if (isLeaving) return 'left';
  if (stop === 'token' || stop === 'noAccess') return stop;
  // Open systems of an interrupted run are settled, and checked, at the next start.
  return stop === 'cutOff' && settled.some(({ outcome }) => isLeftOpen(outcome)) ? 'stopped' : null;
}

/** Includes disabled systems, and uses the page size with which the organisation was loaded. */
function queryOf({ list, session }: State, { organisation: { orgId } }: Run): ListQuery {
  const shown = list.listing.scan?.query;
  const perPage = shown?.orgId === orgId ? shown.perPage : session.profileSettings.pageSize;
  return { orgId, search: '', includeDisabled: true, perPage };
}

function readCheckList(state: State, run: Run, scan: Scan, afterMs = 0): Step {
  const next: Run = { ...run, check: { kind: 'reading', scan } };
  return [{ ...state, deletion: next, nextId: Math.max(state.nextId, scan.id + 1) }, checkPage(run.id, scan, afterMs)];
}

/** The request for the next page of the check's list. */
export function checkPage(run: number, scan: Scan, afterMs = 0): Of<DeletionRead, 'readCheckPage'> {
  const { query, from } = pageRequest(scan);
  return { kind: 'readCheckPage', run, query, from, afterMs };
}

export function receiveCheckPage(state: State, run: Run, answer: Result<SystemsPage>, now = state.now): Step {
  if (run.check?.kind !== 'reading' || (!answer.ok && answer.problem.kind === 'aborted')) return [state];
  const step = advance(readFrom(run.check.scan, now), answer, state.nextId);
  const next: State = { ...state, now };
  switch (step.kind) {
    case 'reading':
      return readCheckList(next, run, step.scan);
    case 'read':
      return readList(next, run, step.scan);
    case 'failed':
      return endUnchecked(next, run, 'unreadable', step.problem);
  }
}

/** A partial list proves presence, not absence. */
function readList(state: State, run: Run, scan: Scan): Step {
  const left = run.settled
    .filter((one) => isContradicted(run.kind, one, systemById(scan, one.system.systemId), isWhole(scan)))
    .map(({ system }) => system.systemId);
  return keepLooking(state, run, { kind: 'looking', scan, pending: new Set(), left });
}

/** If a system was listed twice and no total is known, another one may have been skipped. */
function isWhole(scan: Scan): boolean {
  return incompletenessOf(scan) === null && (scan.total !== null || scan.repeated === 0);
}

/** Checks as many systems as the concurrency allows; the run is over after the last one. */
function keepLooking(state: State, run: Run, check: RunCheck & { readonly kind: 'looking' }): Step {
  const room = Math.max(0, run.concurrency - check.pending.size);
  const [next, left] = [check.left.slice(0, room), check.left.slice(room)];
  const pending = new Set([...check.pending, ...next]);
  const { scan } = check;
  if (pending.size > 0) {
    const looks = next.map((systemId) => recheck(run, systemId));
    return [{ ...state, deletion: { ...run, check: { ...check, pending, left } } }, ...looks];
  }
  if (!isWhole(scan)) return endUnchecked(state, run, 'incomplete');
  return closeRun(state, run, { at: new Date(scan.since ?? state.now).toISOString() }, scan);
}

type Looked = { readonly seen: System; readonly record: unknown } | { readonly problem: Problem };

export function receiveLook(state: State, run: Run, systemId: string, now: number, looked: Looked): Step {
  if (run.check?.kind !== 'looking' || !run.check.pending.has(systemId)) return [state];
  const settled = run.settled.find(({ system }) => system.systemId === systemId);
  const before = settled?.outcome;
  const pending = new Set(run.check.pending);
  pending.delete(systemId);
  const check = { ...run.check, pending };
  const outcome = settled === undefined ? undefined : afterLook(run, settled, looked);
  if (before === undefined || outcome === undefined || outcome === before)
    return keepLooking({ ...state, now }, run, check);
  const [next, ...effects] = keepLooking({ ...state, now }, replaceOutcome(run, systemId, outcome), check);
  return [next, outcomeRecord(run, systemId, outcome), ...effects];
}

function afterLook({ kind }: Run, { outcome, set }: Settled, looked: Looked): Outcome {
  if ('seen' in looked) {
    const { seen, record } = looked;
    return afterFound(outcome, runRows[kind].observe(seen, set ?? null, record), doneBy(set, record));
  }
  const { problem } = looked;
  return isSystemNotFound(problem) ? afterNotFound(kind, outcome) : afterNoLook(outcome, problem);
}

/** Replaces an outcome that the check disproved. */
function replaceOutcome(run: Run, systemId: string, outcome: Outcome): Run {
  const settled = run.settled.map((one) => (one.system.systemId === systemId ? { ...one, outcome } : one));
  const outcomes = settled.map((one) => one.outcome);
  return { ...run, settled, counts: withCounted(noCounts, outcomes) };
}

/** Outcomes stay as far as they are known. */
export function stopCheck(state: State, run: Run, by: 'stopped' | 'token'): Step {
  const [next, ...effects] = endUnchecked(state, run, state.program.isLeaving ? 'left' : by);
  return [next, { kind: 'abandonRead', slot: 'check' }, ...effects];
}

function endUnchecked(state: State, run: Run, reason: UncheckedReason, problem: Problem | null = null): Step {
  return closeRun(state, run, { reason, problem });
}

/**
 * The last line of the file. Null: write none, so that the next start resumes the run, because something could not be
 * saved or settled, or you quit.
 */
export function endOf(state: State, { stop, counts, journalFault, settled, checked }: Run): RunEnd | null {
  const isDoubtful = settled.some(({ outcome }) => isLeftOpen(outcome));
  // An interrupted run is over once settled, even if you quit meanwhile.
  const isInMiddle = checked === null || ('reason' in checked && checked.reason === 'left');
  const isLeft = state.program.isLeaving && isInMiddle && stop !== 'cutOff' && counts.unknown + counts.notAttempted > 0;
  const isOpen = journalFault !== null || isLeft || ((stop === 'cutOff' || stop === 'token') && isDoubtful);
  return isOpen ? null : { stop, counts, checked };
}

/**
 * Closes the file after the check, and updates the list and the marks. `fresh`: the list of the check, if complete.
 */
function closeRun(before: State, going: Run, checked: CheckedRun | null, fresh: Scan | null = null): Step {
  const run: Run = { ...going, check: null, checked };
  const state: State = { ...before, deletion: run };
  const { id, baseUrl, organisation, journalPath } = run;
  // Snapshots of visits exclude disabled systems.
  const gone = runRows[run.kind].enables === false ? findAchieved(run) : findGone(run);
  const effects: Effect[] = [];
  if (journalPath !== null) effects.push({ kind: 'closeJournal', run: id, end: endOf(state, run) });
  // You deleted or disabled these systems yourself: the next visit must not report them.
  const isNews = baseUrl !== null && gone.size > 0;
  if (isNews) effects.push({ kind: 'leaveOutOfLastVisit', baseUrl, orgId: organisation.orgId, gone });
  if (state.program.isLeaving) return [unmarkAchieved(state, run), ...effects];
  const [next, ...more] = followList(state, run, fresh);
  return [tellEnd(next, run), ...effects, ...more];
}

/** On another screen a notice reports the end. It counts as a success only if every outcome is known to be one. */
function tellEnd(state: State, { kind, isPreview, counts, planned, settled, stop }: Run): State {
  if (state.screen.kind === 'deletion' || state.screen.kind === 'outcome') return state;
  const { words } = runRows[kind];
  const isAccepted = ({ outcome }: Settled): boolean => outcome.kind === 'done' && outcome.unshown === true;
  const accepted = settled.filter(isAccepted).length;
  const missed = stop === null ? counts.notAttempted : 0;
  const open = { failed: counts.refused + counts.failed, unknown: counts.unknown, accepted, 'not reached': missed };
  const others = Object.entries(open).filter(([, amount]) => amount > 0);
  const isWell = others.length === 0 && stop === null;
  const noun = isPreview ? 'Preview' : capitalise(words.noun);
  const over = stop === null ? `${noun} finished` : stop === 'cutOff' ? `Interrupted ${words.noun}` : `${noun} stopped`;
  const done = `${groupDigits(counts.done - accepted)} of ${groupDigits(planned.length)}${isWell ? '' : ` ${words.done}`}`;
  const also = others.map(([word, amount]) => `, ${groupDigits(amount)} ${word}`).join('');
  const what = `${over}: ${isPreview ? `nothing was ${words.done}` : done}${also}`;
  const text = `${isWell ? '✓ ' : ''}${what}. J shows the results.`;
  return withNews(state, { kind: isWell ? 'said' : 'warning', text }, 'deletion');
}

/** Marks belong to the open organisation. */
function unmarkAchieved(state: State, run: Run): State {
  if (state.organisation?.orgId !== run.organisation.orgId) return state;
  return withMarks(state, withoutMarks(state.marks.marked, findAchieved(run)));
}

/** Applies the outcomes to list and marks, if the organisation of the run is open. */
function followList(before: State, run: Run, fresh: Scan | null): Step {
  if (before.organisation?.orgId !== run.organisation.orgId) return [before];
  const gone = findGone(run);
  const achieved = findAchieved(run);
  const state = unmarkAchieved(before, run);
  const { scan, pending } = state.list.listing;
  // The list of the check replaces the one shown.
  if (fresh !== null && scan !== null && pending === null && isSameList(scan.query, fresh.query))
    return [replaceList(state, withAchieved(withoutSystems({ ...fresh, mode: 'ahead' }, gone), run, achieved))];
  if (runRows[run.kind].enables === null) return gone.size === 0 ? [state] : dropSystems(state, gone);
  if (scan === null || achieved.size === 0) return [state];
  return switchRows(state, run, pending ?? scan);
}

/** Disabled systems leave a list that hides them; enabled ones appear in it after a reload. */
function switchRows(before: State, run: Run, scan: Scan): Step {
  const { query } = scan;
  const achieved = findAchieved(run);
  const { enables } = runRows[run.kind];
  const isHidden = enables === false && !query.includeDisabled;
  const dropped = isHidden ? achieved : findGone(run);
  const state = renewList(readRows(before, (rows) => withAchieved(rows, run, achieved)));
  if (dropped.size > 0) return dropSystems(state, dropped);
  const isAppearing = enables === true && !query.includeDisabled;
  return isAppearing ? startScan(state, query, isComplete(scan) ? 'all' : 'ahead') : [state];
}

function withAchieved(scan: Scan, { kind }: Run, achieved: ReadonlySet<string>): Scan {
  const { enables } = runRows[kind];
  return enables === null ? scan : withSwitched(scan, achieved, enables);
}
