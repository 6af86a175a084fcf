/** Pages that arrive, or cannot be read, and the list that is refreshed. */
import { filterContext } from '../filter/context.ts';
import { tableRows } from '../kernel/layout.ts';
import { type Step, andThen, said } from '../kernel/step.ts';
import type { Action, State, Effect } from '../state.ts';
import type { Of } from '../kernel/feature.ts';
import { currentScan, type Listing, withArrived, withReadMode, withScan } from './listing.ts';
import { startScan, nextPageRead, readModeOf, readOn, withListing } from './operations.ts';
import { isComplete, isToMark, needsSecondReading, readFrom } from './scan.ts';
import { isGoing } from '../deletion/run.ts';

/** Takes a page, and asks for the next one where more are wanted. Other features react to what it brought. */
export function pageArrived(state: State, { scan: id, page, now }: Of<Action, 'pageArrived'>): Step {
  const scan = currentScan(state.list.listing);
  if (scan?.id !== id) return [state];
  const { query, mode } = scan;
  const height = tableRows(state.rows);
  const listing = withArrived(withScan(state.list.listing, readFrom(scan, now)), page, filterContext(state), height);
  // What a key could not do with the list before, it may do with this one.
  const isOver = state.notice?.kind === 'refused' && listing.scan?.id !== state.list.listing.scan?.id;
  const total = query.search === '' ? (page.total ?? state.list.total) : state.list.total;
  const notice = isOver ? null : state.notice;
  const next: State = { ...state, now, list: { ...state.list, listing, total }, notice };
  const read = currentScan(listing);
  if (page.next.kind === 'page') {
    const isFuller = (read?.count ?? 0) > scan.count;
    // To fill the screen, or to take the place of the rows on it, although nobody moved.
    const isShort = listing.pending !== null || (listing.scan?.count ?? 0) < height;
    return mode === 'ahead' && !(isFuller && isShort) ? [next] : nextPageRead(next, listing);
  }
  // It is read once more, to its end. What was read of it stays on the screen until then.
  if (read !== null && needsSecondReading(read)) return startScan(next, query, isToMark(scan) ? mode : 'all', true);
  const ended = withListing(next, withReadMode(listing, 'ahead'));
  if (page.next.kind === 'end') return [ended];
  const { link, reason } = page.next;
  const untrusted = { kind: 'untrustedLink', link, reason, page: scan.addresses.length + 1 } as const;
  return [{ ...ended, notice: { kind: 'problem', problem: { ...untrusted, operation: 'list systems' } } }];
}

export function pageFailed(state: State, { scan: id, problem }: Of<Action, 'pageFailed'>): Step {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan?.id !== id || problem.kind === 'aborted') return [state];
  const isRequestRefused = problem.kind === 'refused' && (problem.status === 400 || problem.status === 422);
  if (isRequestRefused && scan.query.perPage !== null && scan.next.kind === 'first') {
    const text = `The service refused pages of ${scan.query.perPage} systems; its own page size is used.`;
    return andThen(startScan(state, { ...scan.query, perPage: null }, scan.mode), (next) => [said(next, text)]);
  }
  const failed = { ...scan, inFlight: false, problem } as const;
  // Rows already read stay on the screen, whatever became of the list that was to take their place.
  const isReplacing = listing.pending !== null && listing.scan !== null;
  const left: Listing = { ...listing, pending: null, ...(isReplacing ? { missed: failed } : { scan: failed }) };
  return [{ ...withListing(state, left), notice: { kind: 'problem', problem } }];
}

/** Reads on where reading stopped, or what could not be read at all; else reads the list again from its first page. */
export function refreshed(state: State): Step {
  const { missed } = state.list.listing;
  const scan = currentScan(state.list.listing);
  if (scan === null) return [state];
  if (missed !== null) return startScan(state, missed.query, missed.mode);
  if (scan.problem !== null && scan.next.kind !== 'end') return readOn(state, scan.mode);
  // What is to be marked once all is read is so of the list that is read now.
  const unfinished = isToMark(scan) ? scan.mode : readModeOf(state);
  return startScan(state, scan.query, isComplete(scan) ? 'all' : unfinished);
}

/** Often enough for a screen on the wall, and 0.3 % of the pace that such services are known to bear. */
export const refreshMs = 60_000;

const again: Effect = { kind: 'startTimer', timer: 'refresh', ms: refreshMs };

export function autoRefreshToggled(state: State): Step {
  const isRefreshing = !state.list.isRefreshing;
  const text = isRefreshing
    ? 'The list is read again every minute; R stops that.'
    : 'The list stays as it is; r reads it again.';
  const next = said({ ...state, list: { ...state.list, isRefreshing } }, text);
  return isRefreshing ? [next, again] : [next];
}

/**
 * A minute has passed. Who types, reviews or deletes is not disturbed: the next minute comes. What failed before it was
 * marked is not marked by itself later: that is for r.
 */
export function refreshDue(state: State): Step {
  if (!state.list.isRefreshing) return [state];
  const scan = currentScan(state.list.listing);
  const wanted = state.list.listing.missed ?? scan;
  const isMarkingFailed = wanted !== null && wanted.problem !== null && isToMark(wanted);
  const isCalm =
    !isMarkingFailed &&
    state.screen.kind === 'systems' &&
    state.overlay === null &&
    state.prompt === null &&
    state.marks.rangeFrom === null &&
    state.requests.backoff === null &&
    !isGoing(state.deletion) &&
    scan?.inFlight === false;
  return andThen(isCalm ? refreshed(state) : [state], (next) => [next, again]);
}
