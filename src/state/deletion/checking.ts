/** A run checks itself: its list is read page by page, then what that contradicts is looked at, then it is over. */
import type { Of } from '../kernel/feature.ts';
import type { RunAction } from './feature.ts';
import type { Problem } from '../../api/problem.ts';
import { isSystemNotFound } from '../systems/not-found.ts';
import { isLeftOpen, type Outcome } from './outcome.ts';
import { isChecking, replaced, type Run } from './run.ts';
import {
  afterFound,
  afterNoLook,
  afterNotFound,
  type Checked,
  isContradicted,
  type RunCheck,
  type UncheckedReason,
} from './check.ts';
import { finished } from './finish.ts';
import type { ListQuery } from '../../api/systems.ts';
import {
  incompletenessOf,
  needsSecondReading,
  newScan,
  readFrom,
  type Scan,
  systemById,
  withPage,
} from '../list/scan.ts';
import { checkPage, outcomeRecord, recheck } from './run-effects.ts';
import type { State } from '../state.ts';
import type { Step } from '../kernel/step.ts';

/** A request that got no answer, or a bad one, may be carried out a moment later: the list is read after that. */
const lateMs = 3000;

type Looking = RunCheck & { readonly kind: 'looking' };

/** After the last system has ended. Where nothing was attempted, there is nothing to check. */
export function checkBegun(state: State, run: Run): Step {
  const { deleted, alreadyGone, refused, failed, unknown } = run.counts;
  const isWorthIt = !run.isPreview && deleted + alreadyGone + refused + failed + unknown > 0;
  if (!isWorthIt) return finished({ ...state, deletion: run }, run, null);
  const reason = reasonAgainst(state, run);
  if (reason !== null) return checkOver(state, run, { reason, problem: null }, null);
  return reading(state, run, newScan(state.nextId, queryOf(state, run), 'all'), failed + unknown > 0 ? lateMs : 0);
}

function reasonAgainst({ program: { isLeaving } }: State, { stop, settled }: Run): UncheckedReason | null {
  if (isLeaving) return 'left';
  if (stop === 'token' || stop === 'noAccess') return stop;
  // What was cut off and is still open is settled, and checked, at the next start.
  return stop === 'cutOff' && settled.some(({ outcome }) => isLeftOpen(outcome)) ? 'stopped' : null;
}

/** Disabled systems are there, too. In the pages in which the organisation is read. */
function queryOf({ list, session }: State, { organisation: { orgId } }: Run): ListQuery {
  const shown = list.listing.scan?.query;
  const perPage = shown?.orgId === orgId ? shown.perPage : session.profileSettings.pageSize;
  return { orgId, search: '', includeDisabled: true, perPage };
}

function reading(state: State, run: Run, scan: Scan, afterMs = 0): Step {
  const next: Run = { ...run, check: { kind: 'reading', scan } };
  return [{ ...state, deletion: next, nextId: state.nextId + 1 }, checkPage(run.id, scan, afterMs)];
}

export function checkPageArrived(state: State, run: Run, { page, now }: Of<RunAction, 'checkPageArrived'>): Step {
  if (run.check?.kind !== 'reading') return [state];
  const scan = withPage(readFrom(run.check.scan, now), page);
  const next: State = { ...state, now };
  if (scan.next.kind !== 'page') return listRead(next, run, scan);
  return [{ ...next, deletion: { ...run, check: { ...run.check, scan } } }, checkPage(run.id, scan)];
}

export function checkPageFailed(state: State, run: Run, { problem }: Of<RunAction, 'checkPageFailed'>): Step {
  if (run.check?.kind !== 'reading' || problem.kind === 'aborted') return [state];
  const { scan } = run.check;
  const isSizeRefused = problem.kind === 'refused' && [400, 422].includes(problem.status);
  if (isSizeRefused && scan.next.kind === 'first' && scan.query.perPage !== null) {
    const query = { ...scan.query, perPage: null };
    return reading(state, run, newScan(state.nextId, query, 'all', scan.isSecondReading));
  }
  return checkOver(state, run, { reason: 'unreadable', problem }, null);
}

/** A list that moved is read once more. One that is not whole can show what exists, and not what is gone. */
function listRead(state: State, run: Run, scan: Scan): Step {
  if (needsSecondReading(scan)) return reading(state, run, newScan(state.nextId, scan.query, 'all', true));
  const left = run.settled
    .filter(({ system: { systemId }, outcome }) =>
      isContradicted(outcome, systemById(scan, systemId) !== undefined, isWhole(scan)),
    )
    .map(({ system }) => system.systemId);
  return lookedOn(state, run, { kind: 'looking', scan, pending: new Set(), left });
}

/** Where a system was listed again and no total counts them, another one may have been passed over for it. */
function isWhole(scan: Scan): boolean {
  return incompletenessOf(scan) === null && (scan.total !== null || scan.repeated === 0);
}

/** Looks at as many as may be looked at at a time; after the last one the run is over. */
function lookedOn(state: State, run: Run, check: Looking): Step {
  const room = Math.max(0, run.concurrency - check.pending.size);
  const [next, left] = [check.left.slice(0, room), check.left.slice(room)];
  const pending = new Set([...check.pending, ...next]);
  if (pending.size === 0) {
    const { scan } = check;
    if (!isWhole(scan)) return checkOver(state, run, { reason: 'incomplete', problem: null }, null);
    return checkOver(state, run, { at: new Date(scan.since ?? state.now).toISOString() }, scan);
  }
  const looks = next.map((systemId) => recheck(run, systemId));
  return [{ ...state, deletion: { ...run, check: { ...check, pending, left } } }, ...looks];
}

/** The answer to a look: `problem` is null where the system is there. */
export function lookAnswered(state: State, run: Run, systemId: string, now: number, problem: Problem | null): Step {
  const { check } = run;
  if (check?.kind !== 'looking' || !check.pending.has(systemId)) return [state];
  const before = run.settled.find(({ system }) => system.systemId === systemId)?.outcome;
  const pending = new Set(check.pending);
  pending.delete(systemId);
  const outcome = before === undefined ? undefined : afterLook(before, problem);
  if (outcome === undefined || outcome === before) return lookedOn({ ...state, now }, run, { ...check, pending });
  const [next, ...effects] = lookedOn({ ...state, now }, replaced(run, systemId, outcome), { ...check, pending });
  return [next, outcomeRecord(run, systemId, outcome), ...effects];
}

function afterLook(outcome: Outcome, problem: Problem | null): Outcome {
  if (problem === null) return afterFound(outcome);
  return isSystemNotFound(problem) ? afterNotFound(outcome) : afterNoLook(outcome, problem);
}

/** The outcomes stay as far as they are known. */
export function checkStopped(state: State, run: Run, by: 'stopped' | 'token'): Step {
  if (!isChecking(run)) return [state];
  const reason = state.program.isLeaving ? 'left' : by;
  const [next, ...effects] = checkOver(state, run, { reason, problem: null }, null);
  return [next, { kind: 'abandonRead', slot: 'check' }, ...effects];
}

function checkOver(state: State, run: Run, checked: Checked, fresh: Scan | null): Step {
  const over: Run = { ...run, check: null, checked };
  return finished({ ...state, deletion: over }, over, fresh);
}
