/** Pages that arrive, or cannot be read, and the list that is read again. */
import type { Problem } from '../../api/problem.ts';
import { filterContext } from '../filter/context.ts';
import { tableRows } from '../kernel/layout.ts';
import type { Step } from '../kernel/step.ts';
import type { State } from '../state.ts';
import type { ListAction } from './feature.ts';
import { currentScan, isShort, type Listing, withArrived, withReadMode, withScan } from './listing.ts';
import { startScan, nextPageRead, readModeOf, readOn, withListing } from './operations.ts';
import { isComplete, isToMark, needsSecondReading, readFrom } from './scan.ts';

/** Takes a page, and asks for the next one where more are wanted. Other features react to what it brought. */
export function pageArrived(state: State, { scan: id, page, now }: ListAction & { kind: 'pageArrived' }): Step {
  const scan = currentScan(state.list.listing);
  if (scan?.id !== id) return [state];
  const { query, mode } = scan;
  const height = tableRows(state.rows);
  const listing = withArrived(withScan(state.list.listing, readFrom(scan, now)), page, filterContext(state), height);
  // What a key could not do with the list before, it may do with this one.
  const isOver = state.notice?.kind === 'refused' && listing.scan?.id !== state.list.listing.scan?.id;
  const total = query.search === '' ? (page.total ?? state.list.total) : state.list.total;
  const next: State = {
    ...state,
    now,
    list: { ...state.list, listing, total },
    notice: isOver ? null : state.notice,
  };
  const read = currentScan(listing);
  if (page.next.kind === 'page') {
    const isFuller = (read?.count ?? 0) > scan.count;
    return mode === 'ahead' && !(isFuller && isShort(listing, height)) ? [next] : nextPageRead(next, listing);
  }
  // It is read once more, to its end. What was read of it stays on the screen until then.
  if (read !== null && needsSecondReading(read)) return startScan(next, query, isToMark(scan) ? mode : 'all', true);
  const ended = withListing(next, withReadMode(listing, 'ahead'));
  if (page.next.kind === 'end') return [ended];
  const { link, reason } = page.next;
  const problem: Problem = {
    kind: 'untrustedLink',
    operation: 'list systems',
    link,
    reason,
    page: scan.addresses.length + 1,
  };
  return [{ ...ended, notice: { kind: 'problem', problem } }];
}

export function pageFailed(state: State, { scan: id, problem }: ListAction & { kind: 'pageFailed' }): Step {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan?.id !== id || problem.kind === 'aborted') return [state];
  const isPageSizeRefused =
    problem.kind === 'refused' && (problem.status === 400 || problem.status === 422) && scan.query.perPage !== null;
  if (isPageSizeRefused && scan.next.kind === 'first') {
    const [next, ...effects] = startScan(state, { ...scan.query, perPage: null }, scan.mode);
    const text = `The service refused pages of ${scan.query.perPage} systems; its own page size is used.`;
    return [{ ...next, notice: { kind: 'said', text } }, ...effects];
  }
  const failed = { ...scan, inFlight: false, problem } as const;
  // Rows already read stay on the screen, whatever became of the list that was to take their place.
  const isReplacing = listing.pending !== null && listing.scan !== null;
  const left: Listing = isReplacing
    ? { ...listing, pending: null, missed: failed }
    : { ...listing, scan: failed, pending: null };
  return [{ ...withListing(state, left), notice: { kind: 'problem', problem } }];
}

/** Reads on where reading stopped, or what could not be read at all; else reads the list again from its first page. */
export function refreshed(state: State): Step {
  const scan = currentScan(state.list.listing);
  if (scan === null) return [state];
  const { missed } = state.list.listing;
  if (missed !== null) return startScan(state, missed.query, missed.mode);
  if (scan.problem !== null && scan.next.kind !== 'end') return readOn(state, scan.mode);
  // What is to be marked once all is read is so of the list that is read now.
  const unfinished = isToMark(scan) ? scan.mode : readModeOf(state);
  return startScan(state, scan.query, isComplete(scan) ? 'all' : unfinished);
}
