/** What do pages that arrive, or fail to, do to the state? */
import type { Problem } from '../../api/problem.ts';
import { findingStopped, foundInPage } from '../resume/restore.ts';
import { grouped } from '../kernel/format-number.ts';
import { asking, currentScan, isShort, noListing, withArrived, withAsked, withReadMode, withScan } from './listing.ts';
import { snapshotTaken } from '../changes/update.ts';
import { shownMarked, staleMarked } from '../marks/operations.ts';
import type { ListQuery } from '../../api/systems.ts';
import {
  isComplete,
  isToMark,
  needsSecondReading,
  newScan,
  readFrom,
  type ReadMode,
  readsEverything,
  type Scan,
} from './scan.ts';
import { filterContext } from '../selectors.ts';
import type { State } from '../state.ts';
import type { Listing } from './listing.ts';
import type { Step } from '../kernel/step.ts';
import { tableRows } from '../kernel/layout.ts';
import type { ListAction } from './feature.ts';

/** Starts reading a list. What is on the screen stays until the first page of the new one is there. */
export function asked(state: State, what: ListQuery, mode: ReadMode): Step {
  const [listing, ...effects] = asking(withAsked(state.list.listing, newScan(state.nextId, what, mode)));
  return [{ ...state, list: { ...state.list, listing }, nextId: state.nextId + 1, notice: null }, ...effects];
}

/** Reads the list again that has just ended, to its end. What was read of it stays on the screen until then. */
function readOnceMore(state: State, { query, mode }: Scan): Step {
  const scan = newScan(state.nextId, query, isToMark({ mode }) ? mode : 'all', true);
  const [listing, ...effects] = asking(withAsked(state.list.listing, scan));
  return [{ ...state, list: { ...state.list, listing }, nextId: state.nextId + 1 }, ...effects];
}

/** Reads the current list on, to its end. */
export function readOn(state: State, mode: ReadMode): Step {
  const [listing, ...effects] = asking(withReadMode(state.list.listing, mode));
  return [{ ...state, list: { ...state.list, listing }, notice: null }, ...effects];
}

/** Stops reading everything. Rows on the screen stay; a list that has not taken their place yet is let go. */
export function readingStopped(state: State): State {
  const scan = currentScan(state.list.listing);
  if (scan === null || !readsEverything(scan)) return state;
  const lost = state.resume.toFind.marks.size;
  const isReplacing = state.list.listing.scan !== null && state.list.listing.asked !== null;
  const calmly = isReplacing ? replacementLetGo : 'Reading stopped. What was read stays; s reads on.';
  const text =
    lost === 0
      ? calmly
      : `Reading stopped. Marked again as before: ${grouped(state.marks.marked.size)}; ${grouped(lost)} not found.`;
  const calm = withReadMode(state.list.listing, 'ahead');
  const listing = calm.scan === null ? calm : { ...calm, asked: null };
  return { ...withListing(findingStopped(state), listing), notice: { kind: 'said', text } };
}

const replacementLetGo = 'Stopped: the list stays as it was.';

/** Lets the list go that was to take the place of the one on the screen. */
export function replacingStopped(state: State): Step {
  const { scan } = state.list.listing;
  const unsearched = scan?.query.search === '' ? null : state.list.unsearched;
  const notice = { kind: 'said', text: replacementLetGo } as const;
  const listing = { ...state.list.listing, asked: null };
  return [
    { ...state, list: { ...state.list, listing, unsearched }, notice },
    { kind: 'abandonRead', slot: 'page' },
  ];
}

export function withListing(state: State, listing: Listing): State {
  return { ...state, list: { ...state.list, listing } };
}

export function pageArrived(state: State, action: ListAction & { kind: 'pageArrived' }): Step {
  const scan = currentScan(state.list.listing);
  if (scan?.id !== action.scan) return [state];
  const [next, ...effects] = pageTaken(state, scan, action);
  const { baseUrl } = state.session;
  if (baseUrl === null || state.list.listing.scan !== null) return [next, ...effects];
  // Once the first table is on its way: loading what remembers it takes time that nobody has to wait for.
  return [next, ...effects, { kind: 'rememberOrganisation', baseUrl, orgId: scan.query.orgId }];
}

function pageTaken(state: State, scan: Scan, { page, now }: ListAction & { kind: 'pageArrived' }): Step {
  const { query, mode } = scan;
  const height = tableRows(state.rows);
  const before = withScan(state.list.listing, readFrom(scan, now));
  const listing = withArrived(before, page, filterContext(state), height);
  const isOfAll = query.search === '' && page.total !== null;
  // What a key could not do with the list before, it may do with this one.
  const isOver = state.notice?.kind === 'refused' && listing.scan?.id !== state.list.listing.scan?.id;
  const notice = isOver ? null : state.notice;
  const organisationTotal = isOfAll ? page.total : state.list.total;
  const arrived: State = { ...state, now, list: { ...state.list, listing, total: organisationTotal }, notice };
  const read = currentScan(listing);
  const isToReadOnceMore = read !== null && needsSecondReading(read);
  const next = foundInPage(arrived, page.next.kind !== 'page' && !isToReadOnceMore);
  if (page.next.kind === 'untrusted') {
    const { link, reason } = page.next;
    const pages = scan.addresses.length + 1;
    const problem: Problem = { kind: 'untrustedLink', operation: 'list systems', link, reason, page: pages };
    return [{ ...withListing(next, withReadMode(next.list.listing, 'ahead')), notice: { kind: 'problem', problem } }];
  }
  if (page.next.kind === 'page') {
    const isFuller = (read?.count ?? 0) > scan.count;
    if (mode === 'ahead' && !(isFuller && isShort(listing, height))) return [next];
    const [more, ...effects] = asking(next.list.listing);
    return [withListing(next, more), ...effects];
  }
  if (isToReadOnceMore) return readOnceMore(next, scan);
  const ended = withListing(next, withReadMode(next.list.listing, 'ahead'));
  const look = snapshotTaken(ended);
  if (mode === 'markShown') return [shownMarked(ended), ...look];
  return [mode === 'markStale' ? staleMarked(ended) : ended, ...look];
}

export function pageFailed(state: State, { scan: id, problem }: ListAction & { kind: 'pageFailed' }): Step {
  const scan = currentScan(state.list.listing);
  if (scan?.id !== id || problem.kind === 'aborted') return [state];
  const isPageSizeRefused =
    problem.kind === 'refused' && (problem.status === 400 || problem.status === 422) && scan.query.perPage !== null;
  if (isPageSizeRefused && scan.next.kind === 'first') {
    const [next, ...effects] = asked(state, { ...scan.query, perPage: null }, scan.mode);
    const text = `The service refused pages of ${scan.query.perPage} systems; its own page size is used.`;
    return [{ ...next, notice: { kind: 'said', text } }, ...effects];
  }
  const notice = { kind: 'problem', problem } as const;
  const failed = { ...scan, inFlight: false, problem } as const;
  // Rows already read stay on the screen, whatever became of the list that was to take their place.
  const isReplacing = state.list.listing.asked !== null && state.list.listing.scan !== null;
  const listing: Listing = isReplacing
    ? { ...state.list.listing, asked: null, missed: failed }
    : { ...state.list.listing, scan: failed, asked: null };
  return [{ ...state, notice, list: { ...state.list, listing } }];
}

/** Reads on where reading stopped, or what could not be read at all; else reads the list again from its first page. */
export function refreshed(state: State): Step {
  const scan = currentScan(state.list.listing);
  if (scan === null) return [state];
  const { missed } = state.list.listing;
  if (missed !== null) return asked(state, missed.query, missed.mode);
  if (scan.problem !== null && scan.next.kind !== 'end') return readOn(state, scan.mode);
  // What is to be marked once all is read is so of the list that is read now.
  const unfinished = isToMark(scan) ? scan.mode : readModeOf(state);
  return asked(state, scan.query, isComplete(scan) ? 'all' : unfinished);
}

/** Why another list is read: where marks are still looked for, to its end. */
export function readModeOf({ resume: { toFind } }: State): ReadMode {
  return toFind.marks.size > 0 ? 'all' : 'ahead';
}

/** Without what was read of a list, or searched in it. */
export function withoutListing(state: State): State {
  return { ...state, list: { ...state.list, listing: noListing, unsearched: null, total: null } };
}
