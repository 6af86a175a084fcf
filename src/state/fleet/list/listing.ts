/** Updates the list of systems as pages arrive and queries change: pure functions of the Listing. */
import type { System } from '../../../api/system.ts';
import { type Filter, matches, noFilter } from '../filter/filter.ts';
import type { FilterContext } from '../filter/fields.ts';
import { atTop, type ListPosition, placeCursor, compareKeys } from '../../kernel/list-view.ts';
import {
  type ReadMode,
  isAmbiguous,
  isSameList,
  type Scan,
  systemById,
  type ReadPage,
  rowOf,
  pageAt,
  systemAt,
} from './scan.ts';
import type { PageAddress } from '../../../api/systems.ts';
import { sortFields, type SortKey, type SortBy, sortKeysOf } from '../systems/fields.ts';

/** Identified by the id of its system, so it follows that system through any sort, filter or refresh. */
export interface Cursor extends ListPosition {
  readonly systemId: string | null;
  /**
   * The system under the cursor until a filter hid it: the next filter that shows it moves the cursor back. Null
   * after you move the cursor.
   */
  readonly anchorId: string | null;
}

/** `scan`: the list on the screen; `pending`: its replacement, which waits for its first page. */
export interface Listing {
  readonly scan: Scan | null;
  readonly pending: Scan | null;
  /** The last scan that failed while other rows stayed on the screen. */
  readonly missed: Scan | null;
  readonly view: View;
  readonly cursor: Cursor;
}

export const listedSort: Sort = { by: 'listed', reversed: false };

export const plainView: View = { filter: noFilter, sort: listedSort, rows: null };

export const noListing: Listing = {
  scan: null,
  pending: null,
  missed: null,
  view: plainView,
  cursor: { systemId: null, anchorId: null, ...atTop },
};

/** The scan that was started last, which the next page belongs to. */
export function currentScan(listing: Listing): Scan | null {
  return listing.pending ?? listing.scan;
}

export function withScan(listing: Listing, scan: Scan): Listing {
  return listing.pending === null ? { ...listing, scan } : { ...listing, pending: scan };
}

/** Starts another list: the one on the screen requests no more pages. */
export function withPending(listing: Listing, pending: Scan): Listing {
  const { scan } = listing;
  return { ...listing, scan: scan === null ? null : { ...scan, inFlight: false, mode: 'ahead' }, pending };
}

/** The request for the next page. The scan must have a next page. */
export function pageRequest({ id, query, mode, next, addresses, read, diverted }: Scan): ReadPage {
  const from: PageAddress =
    next.kind === 'page'
      ? {
          kind: 'link',
          url: next.url,
          seen: addresses,
          read,
          ...(diverted?.onward === undefined ? {} : { list: diverted.onward }),
        }
      : { kind: 'first' };
  return { kind: 'readPage', scan: id, query, isFollowed: mode !== 'ahead', from };
}

/** Adds a page. A pending scan replaces the current one as soon as the cursor can keep its place. */
export function withArrived(listing: Listing, scan: Scan, context: FilterContext, height: number): Listing {
  if (listing.pending !== null) {
    const isShown = isCaughtUp(listing, scan) || (scan.count === listing.pending.count && !scan.isSecondReading);
    return isShown ? replaceScan(listing, scan, context, height) : { ...listing, pending: scan };
  }
  if (listing.scan === null) return listing;
  // A repeated row may have changed, so it may sort elsewhere.
  const isChanged = scan.repeated !== listing.scan.repeated;
  const { filter, sort } = listing.view;
  const view = isChanged
    ? viewOf(scan, filter, sort, context)
    : extendView(listing.view, scan, listing.scan.count, context);
  if (scan.mode === 'end') return withCursorAt({ ...listing, scan, view }, viewLength(view, scan) - 1, height);
  // Rows appended at the end move nothing.
  const isAppended = !isChanged && sort.by === 'listed' && !sort.reversed && listing.cursor.systemId !== null;
  const cursor = isAppended ? listing.cursor : cursorFollowing(listing.cursor, view, scan, height);
  return { ...listing, scan, view, cursor };
}

/** In another list the same row is another system: the cursor goes to the top, unless its own system is listed. */
function replaceScan(listing: Listing, scan: Scan, context: FilterContext, height: number): Listing {
  const arrived: Listing = { ...listing, scan, pending: null, missed: null };
  if (listing.scan === null || isSameList(listing.scan.query, scan.query)) return rebuildView(arrived, context, height);
  const { filter, sort } = listing.view;
  const next = applyView(arrived, filter, sort, context, height);
  const { systemId, anchorId } = listing.cursor;
  if (next.cursor.systemId !== null && [systemId, anchorId].includes(next.cursor.systemId)) return next;
  // A later list may have the system: typing a search passes through many lists.
  return withCursorAt({ ...next, cursor: { ...next.cursor, anchorId: anchorId ?? systemId } }, 0, height);
}

export function isAnotherPending({ scan, pending }: Listing): boolean {
  return scan !== null && pending !== null && !isSameList(scan.query, pending.query);
}

export function dropOtherMissed(listing: Listing): Listing {
  const { scan, missed } = listing;
  const isOther = scan !== null && missed !== null && !isSameList(scan.query, missed.query);
  return isOther ? { ...listing, missed: null } : listing;
}

/** Can the cursor keep its system, or at least its row, in a second scan of the same list? */
function isCaughtUp({ scan: shown, cursor }: Listing, scan: Scan): boolean {
  if (shown?.query.search !== scan.query.search || scan.next.kind !== 'page') return true;
  // The screen shows more rows than the second scan has, until that ends.
  if (scan.isSecondReading) return false;
  return cursor.systemId === null || scan.count >= shown.count || systemById(scan, cursor.systemId) !== undefined;
}

/** Re-evaluates filter and sort; the cursor stays on its system. */
export function rebuildView(listing: Listing, context: FilterContext, height: number): Listing {
  const { scan, cursor } = listing;
  if (scan === null) return listing;
  const view = viewOf(scan, listing.view.filter, listing.view.sort, context);
  return { ...listing, view, cursor: cursorFollowing(cursor, view, scan, height) };
}

/**
 * Applies another filter or sort. The cursor stays on its system, or returns to the one that the previous filter hid.
 */
export function applyView(
  listing: Listing,
  filter: Filter,
  sort: Sort,
  context: FilterContext,
  height: number,
): Listing {
  const { scan, cursor } = listing;
  if (scan === null) return { ...listing, view: { ...listing.view, filter, sort } };
  const view = viewOf(scan, filter, sort, context);
  const isBack = rowWith(cursor.anchorId, cursor, view, scan) >= 0;
  const left = isBack ? { ...cursor, systemId: cursor.anchorId, anchorId: null } : cursor;
  return { ...listing, view, cursor: cursorFollowing(left, view, scan, height) };
}

export function withCursorAt(listing: Listing, row: number, height: number): Listing {
  const { scan, view, cursor } = listing;
  if (scan === null) return listing;
  const position = placeCursor(cursor, row, viewLength(view, scan), height);
  return { ...listing, cursor: cursorAt(position, view, scan, cursor.anchorId) };
}

export function isNearEnd(listing: Listing, height: number): boolean {
  const { scan, view, cursor } = listing;
  if (scan === null || listing.pending !== null) return false;
  const ahead = Math.max(2 * height, Math.floor((scan.pages[0]?.length ?? 0) / 2));
  return viewLength(view, scan) - cursor.row <= ahead;
}

export function withReadMode(listing: Listing, mode: ReadMode): Listing {
  const scan = currentScan(listing);
  return scan === null ? listing : withScan(listing, { ...scan, mode });
}

/** Systems in the order shown. */
export function systemsShown(listing: Listing): readonly System[] {
  const { rows } = listing.view;
  // Avoids looking up the page of each row.
  return rows === null ? systemsRead(listing) : systemsBetween(listing, { from: 0, to: rows.length - 1 });
}

/** `from` and `to` are rows of the view, inclusive. */
export function systemsBetween({ scan, view }: Listing, rows: { from: number; to: number }): readonly System[] {
  if (scan === null) return [];
  const systems = Array.from({ length: rows.to - rows.from + 1 }, (_, at) => findShown(view, scan, rows.from + at));
  return systems.filter((system) => system !== undefined);
}

/**
 * Systems that bulk marking may mark. A system listed under two names can only be marked on its own; a gone system
 * never.
 */
export function markable({ scan }: Pick<Listing, 'scan'>, systems: readonly System[]): readonly System[] {
  if (scan === null || (scan.listedTwice.size === 0 && scan.gone.size === 0)) return systems;
  return systems.filter(({ systemId }) => !isAmbiguous(scan, systemId) && !scan.gone.has(systemId));
}

/** Systems in the service's order. */
export function systemsRead({ scan }: Listing): readonly System[] {
  return scan?.pages.flat() ?? [];
}

export function cursorAt({ row, top }: ListPosition, view: View, scan: Scan, anchorId: string | null = null): Cursor {
  return { row, top, systemId: findShown(view, scan, row)?.systemId ?? null, anchorId };
}

/** The cursor on its system in a changed view, or on the same row if the system is gone. */
export function cursorFollowing(cursor: Cursor, view: View, scan: Scan, height: number): Cursor {
  const { systemId, anchorId } = cursor;
  const at = (row: number, anchor: string | null): Cursor =>
    cursorAt(placeCursor(cursor, row, viewLength(view, scan), height), view, scan, anchor);
  const own = rowWith(systemId, cursor, view, scan);
  if (own >= 0) return at(own, anchorId);
  const anchored = rowWith(anchorId, cursor, view, scan);
  if (anchored >= 0) return at(anchored, null);
  // No filter can bring back a system that is not listed.
  const anchor = [anchorId, systemId].find((id) => id !== null && rowOf(scan, id) !== undefined);
  return at(cursor.row, anchor ?? null);
}

/** Returns -1 if the system is not shown. */
function rowWith(systemId: string | null, { row }: Cursor, view: View, scan: Scan): number {
  if (systemId === null) return -1;
  return findShown(view, scan, row)?.systemId === systemId ? row : shownRowOf(view, scan, systemId);
}

// Rows of the scan that are shown, filtered and sorted: indexes into the scan, extended as pages arrive.

export const sortKinds: readonly SortBy[] = ['listed', ...sortFields.map(({ id }) => id)];

export interface Sort {
  readonly by: SortBy;
  readonly reversed: boolean;
}

/** Cycles through the kinds: the first follows the last. */
export function nextSort({ by }: Sort): Sort {
  return { by: sortKinds[sortKinds.indexOf(by) + 1] ?? 'listed', reversed: false };
}

/** The sort by the column beside; the service's order is left of the first column, and right of the last one. */
export function neighbourSort({ by }: Sort, steps: -1 | 1, among: readonly SortBy[] = sortKinds): Sort {
  const kinds: readonly SortBy[] = ['listed', ...among.filter((kind) => kind !== 'listed')];
  return { by: kinds.at((Math.max(0, kinds.indexOf(by)) + steps) % kinds.length) ?? 'listed', reversed: false };
}

function keysIn(scan: Scan, by: SortBy): (row: number) => SortKey {
  return (row) => {
    const page = pageAt(scan, row);
    const systems = scan.pages[page];
    return systems === undefined ? null : (sortKeysOf(systems, by)[row - (scan.starts[page] ?? 0)] ?? null);
  };
}

/** Tie-break for equal rows: by name, in ascending order for both directions; then the service's order. */
function secondSort(by: SortBy): SortBy {
  return by === 'name' ? 'listed' : 'name';
}

export interface View {
  readonly filter: Filter;
  readonly sort: Sort;
  /** Indexes into the scan, in the order shown; null: all rows, in the service's order. */
  readonly rows: Int32Array | null;
}

export function viewOf(scan: Scan, filter: Filter, sort: Sort, context: FilterContext): View {
  const isPlain = filter.tests.length === 0 && sort.by === 'listed' && !sort.reversed;
  return { filter, sort, rows: isPlain ? null : sortedRows(scan, 0, filter, sort, context) };
}

/** Adds the rows from `from` on, which were loaded after the view was made. */
export function extendView(view: View, scan: Scan, from: number, context: FilterContext): View {
  if (view.rows === null) return view;
  const added = sortedRows(scan, from, view.filter, view.sort, context);
  return { ...view, rows: mergeRows(view.rows, added, scan, view.sort) };
}

export function viewLength(view: View, scan: Scan): number {
  return view.rows?.length ?? scan.count;
}

export function findShown(view: View, scan: Scan, row: number): System | undefined {
  const index = view.rows === null ? row : view.rows[row];
  return index === undefined ? undefined : systemAt(scan, index);
}

/** Returns -1 if the system is not shown. */
export function shownRowOf(view: View, scan: Scan, systemId: string): number {
  const row = rowOf(scan, systemId);
  if (row === undefined) return -1;
  return view.rows === null ? row : view.rows.indexOf(row);
}

function sortedRows(scan: Scan, from: number, filter: Filter, sort: Sort, context: FilterContext): Int32Array {
  const rows: number[] = [];
  const isEvery = filter.tests.length === 0;
  for (let row = from; row < scan.count; row++) {
    const system = isEvery ? undefined : systemAt(scan, row);
    if (isEvery || (system !== undefined && matches(filter, system, context))) rows.push(row);
  }
  if (sort.by === 'listed') return Int32Array.from(sort.reversed ? rows.reverse() : rows);
  const keys = keysFrom(scan, from, sort.by);
  // Computed lazily: needed only for equal rows, and most rows differ.
  let second: readonly SortKey[] | null = null;
  const bySecond = (a: number, b: number): number => {
    second ??= keysFrom(scan, from, secondSort(sort.by));
    return compareKeys(second[a - from] ?? null, second[b - from] ?? null, false) || a - b;
  };
  rows.sort((a, b) => compareKeys(keys[a - from] ?? null, keys[b - from] ?? null, sort.reversed) || bySecond(a, b));
  return Int32Array.from(rows);
}

function keysFrom({ pages, starts }: Scan, from: number, by: SortBy): readonly SortKey[] {
  return pages.flatMap((page, number) => {
    const start = starts[number] ?? 0;
    if (start + page.length <= from) return [];
    const keys = sortKeysOf(page, by);
    return start < from ? keys.slice(from - start) : keys;
  });
}

/**
 * Merges a few sorted rows into many: a binary search finds each place, and the rows between are copied in one go.
 */
function mergeRows(rows: Int32Array, added: Int32Array, scan: Scan, sort: Sort): Int32Array {
  const result = new Int32Array(rows.length + added.length);
  let taken = 0;
  let written = 0;
  for (const row of added) {
    const place = insertionPoint(rows, taken, row, scan, sort);
    result.set(rows.subarray(taken, place), written);
    written += place - taken;
    taken = place;
    result[written++] = row;
  }
  result.set(rows.subarray(taken), written);
  return result;
}

function insertionPoint(rows: Int32Array, from: number, row: number, scan: Scan, sort: Sort): number {
  if (sort.by === 'listed') return sort.reversed ? from : rows.length;
  const key = keysIn(scan, sort.by);
  const second = keysIn(scan, secondSort(sort.by));
  const isAfter = (other: number): boolean =>
    (compareKeys(key(other), key(row), sort.reversed) || compareKeys(second(other), second(row), false)) > 0;
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(rows[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
