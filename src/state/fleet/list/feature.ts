/** Declares the feature: the list of systems, and what other features may do with it. */
import { type None, type Tagged, knownOrNull } from '../../kernel/declare.ts';
import type { SystemsPage, ListQuery } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import {
  type Listing,
  currentScan,
  cursorAt,
  isNearEnd,
  noListing,
  pageRequest,
  rebuildView,
  applyView,
  dropOtherMissed,
  withPending,
  withReadMode,
  withScan,
  findShown,
  type View,
  viewLength,
} from './listing.ts';
import {
  type ReadPage,
  hasMore,
  isComplete,
  isHeldUp,
  isToMark,
  newScan,
  type ReadMode,
  readsEverything,
  type Scan,
  withoutSystems,
} from './scan.ts';
import type { SortBy } from '../systems/fields.ts';
import { type Motion, movePosition, tableRows } from '../../kernel/list-view.ts';
import { andThen, onScreen, withNotice, type Step } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import type { System } from '../../../api/system.ts';
import { isProtected } from '../protection/guards.ts';
import { timeDisabled } from '../systems/status.ts';
import type { FilterContext } from '../filter/fields.ts';
import { readFilter } from '../filter/filter.ts';
import { groupDigits } from '../../kernel/spelling.ts';

export interface ListFeature {
  readonly state: {
    readonly listing: Listing;
    readonly unsearched: Listing | null;
    /** Number of systems in the organisation, from the service's last answer without a search. */
    readonly total: number | null;
    readonly isRefreshing: boolean;
  };
  readonly action: Tagged<{
    pageArrived: { scan: number; page: SystemsPage; now: number };
    pageFailed: { scan: number; problem: Problem };
    refreshRequested: None;
    linkFollowed: None;
    disabledToggled: None;
    /** Shows systems that rollcall disabled over the grace period ago, and that are still silent. */
    graceShown: None;
    searchOpened: None;
    sortChanged: None;
    sortReversed: None;
    /** `among`: the sorts by the columns that are drawn, from the left; absent: all of them. */
    sortMoved: { by: -1 | 1; among?: readonly SortBy[] };
    /** Choosing the current sort again reverses it. */
    sortChosen: { by: SortBy };
    autoRefreshToggled: None;
  }>;
  readonly read: ReadPage;
  readonly service: 'pageAhead';
  readonly slot: 'page';
  readonly timer: 'searchPause' | 'refresh';
  readonly screen: { readonly kind: 'systems' };
  /** `before`: the list that esc restores. */
  readonly prompt: { readonly kind: 'search'; readonly typed: string; readonly before: Listing };
  readonly field: 'search';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly list: ListFeature;
  }
}

// List operations for other features: redraw it, move its cursor, load another one.

/** Often enough for a wall screen, and 0.3 % of the known rate limit of such services. */
export const refreshMs = 60_000;

export function withListing(state: State, listing: Listing): State {
  return { ...state, list: { ...state.list, listing } };
}

/** Re-evaluates the filter after the facts it tests changed; the cursor stays on its system. */
export function renewList(state: State): State {
  return withListing(state, rebuildView(state.list.listing, filterContext(state), tableRows(state.rows)));
}

export function showList(state: State, chosen: Partial<Pick<View, 'filter' | 'sort'>>): State {
  const { filter, sort } = { ...state.list.listing.view, ...chosen };
  return withListing(state, applyView(state.list.listing, filter, sort, filterContext(state), tableRows(state.rows)));
}

/** Requests the next page, unless a request is in progress or there is none. */
export function readNextPage(state: State, listing: Listing): Step {
  const scan = currentScan(listing);
  if (scan === null || scan.inFlight || !hasMore(scan)) return [withListing(state, listing)];
  return [withListing(state, withScan(listing, { ...scan, inFlight: true, problem: null })), pageRequest(scan)];
}

/** Loads another list. The screen keeps its rows until the first new page arrives. */
export function startScan(state: State, query: ListQuery, mode: ReadMode): Step {
  return beginScan({ ...state, notice: null }, newScan(state.nextId, query, mode));
}

export function beginScan(state: State, scan: Scan): Step {
  return readNextPage({ ...state, nextId: scan.id + 1 }, withPending(state.list.listing, scan));
}

export function readOn(state: State, mode: ReadMode): Step {
  return readNextPage({ ...state, notice: null }, withReadMode(state.list.listing, mode));
}

export const loadedStay = 'Stopped. The loaded systems stay; s loads the rest.';

/** Stops loading everything. Rows on the screen stay; a pending replacement is dropped. */
export function stopReading(state: State): State {
  const { listing } = state.list;
  const scan = currentScan(listing);
  if (scan === null || !readsEverything(scan)) return state;
  const calm = withReadMode(listing, 'ahead');
  const left = withListing(state, calm.scan === null ? calm : { ...calm, pending: null });
  const isReplacing = listing.scan !== null && listing.pending !== null;
  return withNotice(left, isReplacing ? 'Stopped. The list is unchanged.' : loadedStay);
}

export function moveCursor(state: State, motion: Motion): Step {
  const { scan, view, cursor } = state.list.listing;
  if (scan === null) return [state];
  const height = tableRows(state.rows);
  const position = movePosition(cursor, motion, viewLength(view, scan), height);
  // A motion that moves nothing keeps the anchor.
  const anchorId = position.row === cursor.row ? cursor.anchorId : null;
  const listing = { ...state.list.listing, cursor: cursorAt(position, view, scan, anchorId) };
  const isMarking = isToMark(currentScan(listing) ?? scan);
  if (motion === 'last' && !isComplete(scan) && !isMarking) return readOn(withListing(state, listing), 'end');
  const calm = scan.mode === 'end' ? withReadMode(listing, 'ahead') : listing;
  return isNearEnd(listing, height) && !isHeldUp(scan) ? readNextPage(state, calm) : [withListing(state, calm)];
}

/** Restores an earlier list, and repeats the request it was waiting for. Pages that arrived for it are kept. */
export function restoreListing(state: State, before: Listing): Step {
  const { listing } = state.list;
  const closed: State = { ...state, prompt: null };
  const scan = currentScan(before);
  if (currentScan(listing)?.id === scan?.id) {
    // The earlier cursor belongs to the earlier rows.
    const { cursor } = before.scan?.id === listing.scan?.id ? before : listing;
    return [renewList(withListing(closed, { ...dropOtherMissed(listing), view: before.view, cursor }))];
  }
  const calm = scan === null ? before : withScan(before, { ...scan, inFlight: false });
  const restored = renewList(withListing(closed, calm));
  const isWaiting = before.pending !== null || scan?.inFlight === true;
  return isWaiting ? readNextPage(restored, restored.list.listing) : [restored, { kind: 'abandonRead', slot: 'page' }];
}

/** Drops the anchor, because you moved the cursor. */
export function withoutAnchor(state: State): State {
  const { listing } = state.list;
  return withListing(state, { ...listing, cursor: { ...listing.cursor, anchorId: null } });
}

export function withoutListing(state: State): State {
  return { ...state, list: { ...state.list, listing: noListing, unsearched: null, total: null } };
}

export function replaceList(state: State, scan: Scan): State {
  const listing = { ...state.list.listing, scan, missed: null };
  return renewList({ ...state, list: { ...state.list, listing, total: scan.total, unsearched: null } });
}

/** Updates records in place. Rows and cursor keep their places until the list is shown again. */
export function readRows(state: State, change: (scan: Scan) => Scan): State {
  const { listing, unsearched } = state.list;
  const scan = listing.scan && change(listing.scan);
  const before = unsearched?.scan == null ? unsearched : { ...unsearched, scan: change(unsearched.scan) };
  if (scan === listing.scan && before?.scan === unsearched?.scan) return state;
  return { ...state, list: { ...state.list, listing: { ...listing, scan }, unsearched: before } };
}

export function dropSystems(state: State, gone: ReadonlySet<string>): Step {
  const { listing } = state.list;
  const { scan, pending: replacing } = listing;
  const total = state.list.total === null ? null : Math.max(0, state.list.total - gone.size);
  const counted: State = { ...state, list: { ...state.list, total, unsearched: null } };
  if (scan === null) return [counted];
  const next = renewList(withListing(counted, { ...listing, scan: withoutSystems(scan, gone) }));
  // Deletions shift the pages that are not loaded yet: their old links would skip systems.
  return isComplete(scan) && replacing === null ? [next] : startScan(next, (replacing ?? scan).query, 'ahead');
}

export function systemUnderCursor(state: State): System | undefined {
  const { scan, view, cursor } = state.list.listing;
  return scan === null ? undefined : findShown(view, scan, cursor.row);
}

/** The system that keys act on: the one in the details, or the one under the cursor. */
export function systemAtHand(state: State): System | undefined {
  return state.screen.kind === 'details' ? (knownOrNull(state.screen.system) ?? undefined) : systemUnderCursor(state);
}

/** Is every page requested, and is a request in progress? */
export function isReadingEverything(state: State): boolean {
  const scan = currentScan(state.list.listing);
  return scan !== null && scan.inFlight && readsEverything(scan);
}

/**
 * Is the list loaded to its end, including disabled systems if the profile counts them? Only then are its counts
 * complete.
 */
export function isWholeListRead({ list, session }: State): boolean {
  const { scan, pending } = list.listing;
  if (scan === null || pending !== null || !isComplete(scan)) return false;
  return scan.query.includeDisabled || !session.profileSettings.marksDisabled;
}

/** Was it the last page of its list, with no second reading to follow? */
export function isReadToEnd({ list: { listing } }: State, page: { readonly scan: number }): boolean {
  const { scan, pending } = listing;
  return pending === null && scan?.id === page.scan && isComplete(scan);
}

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
    disabledAt: (system) => (typeof disabledTimes === 'object' ? timeDisabled(system, disabledTimes, now) : null),
  };
}

// Grace period: systems are disabled first, and deleted later if they are still silent.

/**
 * Systems that are disabled for longer than the organisation's grace period, and stale by the threshold, including systems that never
 * connected.
 */
export function graceFilter({ settings }: State): string {
  return `is:disabled-by-us disabled:>${settings.label.graceDays}d is:stale`;
}

/** Shows the systems of the grace filter, oldest first, from the whole organisation. */
export function showGrace(state: State): Step {
  const scan = currentScan(state.list.listing);
  const filter = readFilter(graceFilter(state));
  const shown = showList(onScreen(state, { kind: 'systems' }), { filter, sort: { by: 'age', reversed: false } });
  if (scan === null) return [shown];
  const { query } = scan;
  const isWhole = query.includeDisabled && query.search === '';
  const read: Step = !isWhole
    ? startScan(shown, { ...query, search: '', includeDisabled: true }, 'all')
    : isComplete(scan)
      ? moveCursor(shown, 'first')
      : readOn(shown, 'all');
  return andThen(read, (next) => [withNotice(next, shownSentence(next))]);
}

function shownSentence({ list, settings }: State): string {
  const { scan, view } = list.listing;
  const isAny = scan !== null && viewLength(view, scan) > 0;
  const keys = isAny ? ' a marks, d deletes.' : '';
  return `Disabled by rollcall over ${groupDigits(settings.label.graceDays)} d ago, and silent since.${keys}`;
}
