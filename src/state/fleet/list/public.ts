/** What features may do to the list of systems: redraw it, move its cursor, read another one. */
import type { ListQuery } from '../../../api/systems.ts';
import { tableRows } from '../../kernel/layout.ts';
import { type Motion, moved } from '../../kernel/list-cursor.ts';
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import {
  currentScan,
  isNearEnd,
  type Listing,
  noListing,
  rebuilt,
  reshown,
  withPending,
  withoutOtherMissed,
  withReadMode,
  withScan,
  pageRead,
  cursorAt,
} from './listing.ts';
import { type View, viewLength, shownAt } from './rows.ts';
import {
  isComplete,
  isHeldUp,
  isToMark,
  newScan,
  type ReadMode,
  type Scan,
  withoutSystems,
  readsEverything,
  hasMore,
} from './scan.ts';
import type { System } from '../../../api/system.ts';
import { known } from '../../kernel/loadable.ts';
import { isProtected } from '../protection/guards.ts';
import { disabledAt } from '../systems/disabled.ts';
import type { FilterContext } from '../filter/fields.ts';

export function withListing(state: State, listing: Listing): State {
  return { ...state, list: { ...state.list, listing } };
}

/** The list through its filter again, after what the filter looks at has changed; the cursor stays on its system. */
export function listRenewed(state: State): State {
  return withListing(state, rebuilt(state.list.listing, filterContext(state), tableRows(state.rows)));
}

/** The list through the filter and sorted as a person chose. */
export function listShown(state: State, chosen: Partial<Pick<View, 'filter' | 'sort'>>): State {
  const { filter, sort } = { ...state.list.listing.view, ...chosen };
  return withListing(state, reshown(state.list.listing, filter, sort, filterContext(state), tableRows(state.rows)));
}

/** Reads the next page, unless it is on its way or there is none. */
export function nextPageRead(state: State, listing: Listing): Step {
  const scan = currentScan(listing);
  if (scan === null || scan.inFlight || !hasMore(scan)) return [withListing(state, listing)];
  return [withListing(state, withScan(listing, { ...scan, inFlight: true, problem: null })), pageRead(scan)];
}

/** Starts reading a list. What is on the screen stays until the first page of the new one is there. */
export function startScan(state: State, query: ListQuery, mode: ReadMode, isSecondReading = false): Step {
  const next: State = { ...state, nextId: state.nextId + 1, notice: isSecondReading ? state.notice : null };
  return nextPageRead(next, withPending(state.list.listing, newScan(state.nextId, query, mode, isSecondReading)));
}

/** Reads the current list on, to its end. */
export function readOn(state: State, mode: ReadMode): Step {
  return nextPageRead({ ...state, notice: null }, withReadMode(state.list.listing, mode));
}

/** Why another list is read: where marks are still looked for, to its end. */
export function readModeOf({ resume: { toFind } }: State): ReadMode {
  return toFind.marks.size > 0 && toFind.stage === 'reading' ? 'all' : 'ahead';
}

export function cursorMoved(state: State, motion: Motion): Step {
  const { scan, view, cursor } = state.list.listing;
  if (scan === null) return [state];
  const height = tableRows(state.rows);
  const position = moved(cursor, motion, viewLength(view, scan), height);
  // Where there is nowhere to go, nobody has moved on.
  const anchorId = position.row === cursor.row ? cursor.anchorId : null;
  const listing = { ...state.list.listing, cursor: cursorAt(position, view, scan, anchorId) };
  const isMarking = isToMark(currentScan(listing) ?? scan);
  if (motion === 'last' && !isComplete(scan) && !isMarking) return readOn(withListing(state, listing), 'end');
  const calm = scan.mode === 'end' ? withReadMode(listing, 'ahead') : listing;
  return isNearEnd(listing, height) && !isHeldUp(scan) ? nextPageRead(state, calm) : [withListing(state, calm)];
}

/** The list again as it was before, and what it was waiting for asked again. Pages of it that arrived meanwhile stay. */
export function listingRestored(state: State, before: Listing): Step {
  const { listing } = state.list;
  const closed: State = { ...state, prompt: null };
  const scan = currentScan(before);
  if (currentScan(listing)?.id === scan?.id) {
    // The cursor of before belongs to the rows of before.
    const { cursor } = before.scan?.id === listing.scan?.id ? before : listing;
    return [listRenewed(withListing(closed, { ...withoutOtherMissed(listing), view: before.view, cursor }))];
  }
  const calm = scan === null ? before : withScan(before, { ...scan, inFlight: false });
  const restored = listRenewed(withListing(closed, calm));
  const isWaiting = before.pending !== null || scan?.inFlight === true;
  return isWaiting ? nextPageRead(restored, restored.list.listing) : [restored, { kind: 'abandonRead', slot: 'page' }];
}

/** Without a system to which the cursor would return: a person has moved on. */
export function withoutAnchor(state: State): State {
  const { listing } = state.list;
  return withListing(state, { ...listing, cursor: { ...listing.cursor, anchorId: null } });
}

/** Without what was read of a list, or searched in it. */
export function withoutListing(state: State): State {
  return { ...state, list: { ...state.list, listing: noListing, unsearched: null, total: null } };
}

/** A list that was read meanwhile takes the place of the one on the screen. */
export function listReplaced(state: State, scan: Scan): State {
  const listing = { ...state.list.listing, scan, missed: null };
  return listRenewed({ ...state, list: { ...state.list, listing, total: scan.total, unsearched: null } });
}

/** Their rows as the service has them now. Rows stay in their places, and the cursor where it is, until the list is shown anew. */
export function rowsRead(state: State, change: (scan: Scan) => Scan): State {
  const { listing, unsearched } = state.list;
  const scan = listing.scan && change(listing.scan);
  const before = unsearched?.scan == null ? unsearched : { ...unsearched, scan: change(unsearched.scan) };
  if (scan === listing.scan && before?.scan === unsearched?.scan) return state;
  return { ...state, list: { ...state.list, listing: { ...listing, scan }, unsearched: before } };
}

/** Without systems that no longer exist. */
export function systemsDropped(state: State, gone: ReadonlySet<string>): Step {
  const { listing } = state.list;
  const { scan, pending: replacing } = listing;
  const total = state.list.total === null ? null : Math.max(0, state.list.total - gone.size);
  const counted: State = { ...state, list: { ...state.list, total, unsearched: null } };
  if (scan === null) return [counted];
  const next = listRenewed(withListing(counted, { ...listing, scan: withoutSystems(scan, gone) }));
  // Deleting moves the pages that were not read yet: following the old links would pass systems over.
  return isComplete(scan) && replacing === null ? [next] : startScan(next, (replacing ?? scan).query, 'ahead');
}

/** The system under the cursor of the list. */
export function systemUnderCursor(state: State): System | undefined {
  const { scan, view, cursor } = state.list.listing;
  return scan === null ? undefined : shownAt(view, scan, cursor.row);
}

/** The system that keys act on: the one whose fields are shown, else the one under the cursor. */
export function systemAtHand(state: State): System | undefined {
  return state.screen.kind === 'details' ? (known(state.screen.system) ?? undefined) : systemUnderCursor(state);
}

/** Is every page of the list wanted, and is it still being read? */
export function isReadingEverything(state: State): boolean {
  const scan = currentScan(state.list.listing);
  return scan !== null && scan.inFlight && readsEverything(scan);
}

/**
 * Is there a list that was read to its end, disabled systems included where the profile counts them? Only then are counts
 * of it whole.
 */
export function isWholeListRead({ list, session }: State): boolean {
  const { scan, pending } = list.listing;
  if (scan === null || pending !== null || !isComplete(scan)) return false;
  return scan.query.includeDisabled || !session.profileSettings.marksDisabled;
}

/** Was this page the last one of its list, which is not read once more? */
export function isReadToEnd({ list: { listing } }: State, page: { readonly scan: number }): boolean {
  const { scan, pending } = listing;
  return pending === null && scan?.id === page.scan && isComplete(scan);
}

/** What a filter looks at besides the system, as the state has it. */
export function filterContext({ now, changes, staleness, marks, settings, session, disabling }: State): FilterContext {
  const disabledTimes = disabling.records?.times;
  const guarding = { guards: settings.guards, address: session.address };
  return {
    now,
    days: staleness.days,
    isMarked: (systemId) => marks.marked.has(systemId),
    isProtected: (system) => isProtected(system, guarding),
    isNew: (systemId) => changes?.fresh.has(systemId) === true,
    isSilent: (systemId) => changes?.silent.has(systemId) === true,
    disabledAt: (system) => (typeof disabledTimes === 'object' ? disabledAt(system, disabledTimes, now) : null),
  };
}
