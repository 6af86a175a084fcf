/** Updates the list of systems as pages arrive and queries change: pure functions of the Listing. */
import type { System } from '../../../api/system.ts';
import type { Filter } from '../filter/filter.ts';
import type { FilterContext } from '../filter/fields.ts';
import { atTop, type ListPosition, placed } from '../../kernel/list-view.ts';
import { type Sort, extended, plainView, shownAt, viewLength, viewOf, type View, shownRowOf } from './rows.ts';
import { type ReadMode, isAmbiguous, isSameList, type Scan, systemById, type ReadPage, rowOf } from './scan.ts';
import type { PageAddress } from '../../../api/systems.ts';

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

/** The request for the next page. The scan must have one. */
export function readPage({ id, query, mode, next, addresses, read, diverted }: Scan): ReadPage {
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
    return isShown ? replaced(listing, scan, context, height) : { ...listing, pending: scan };
  }
  if (listing.scan === null) return listing;
  // A repeated row may have changed, so it may sort elsewhere.
  const isChanged = scan.repeated !== listing.scan.repeated;
  const { filter, sort } = listing.view;
  const view = isChanged
    ? viewOf(scan, filter, sort, context)
    : extended(listing.view, scan, listing.scan.count, context);
  if (scan.mode === 'end') return withCursorAt({ ...listing, scan, view }, viewLength(view, scan) - 1, height);
  // Rows appended at the end move nothing.
  const isAppended = !isChanged && sort.by === 'listed' && !sort.reversed && listing.cursor.systemId !== null;
  const cursor = isAppended ? listing.cursor : cursorFollowing(listing.cursor, view, scan, height);
  return { ...listing, scan, view, cursor };
}

/** In another list the same row is another system: the cursor goes to the top, unless its own system is listed. */
function replaced(listing: Listing, scan: Scan, context: FilterContext, height: number): Listing {
  const arrived: Listing = { ...listing, scan, pending: null, missed: null };
  if (listing.scan === null || isSameList(listing.scan.query, scan.query)) return rebuilt(arrived, context, height);
  const { filter, sort } = listing.view;
  const next = reshown(arrived, filter, sort, context, height);
  const { systemId, anchorId } = listing.cursor;
  if (next.cursor.systemId !== null && [systemId, anchorId].includes(next.cursor.systemId)) return next;
  // A later list may have the system: typing a search passes through many lists.
  return withCursorAt({ ...next, cursor: { ...next.cursor, anchorId: anchorId ?? systemId } }, 0, height);
}

export function isAnotherPending({ scan, pending }: Listing): boolean {
  return scan !== null && pending !== null && !isSameList(scan.query, pending.query);
}

export function withoutOtherMissed(listing: Listing): Listing {
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
export function rebuilt(listing: Listing, context: FilterContext, height: number): Listing {
  const { scan, cursor } = listing;
  if (scan === null) return listing;
  const view = viewOf(scan, listing.view.filter, listing.view.sort, context);
  return { ...listing, view, cursor: cursorFollowing(cursor, view, scan, height) };
}

/**
 * Applies another filter or sort. The cursor stays on its system, or returns to the one that the previous filter hid.
 */
export function reshown(listing: Listing, filter: Filter, sort: Sort, context: FilterContext, height: number): Listing {
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
  const position = placed(cursor, row, viewLength(view, scan), height);
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
  const systems = Array.from({ length: rows.to - rows.from + 1 }, (_, at) => shownAt(view, scan, rows.from + at));
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
  return { row, top, systemId: shownAt(view, scan, row)?.systemId ?? null, anchorId };
}

/** The cursor on its system in a changed view, or on the same row if the system is gone. */
export function cursorFollowing(cursor: Cursor, view: View, scan: Scan, height: number): Cursor {
  const { systemId, anchorId } = cursor;
  const at = (row: number, anchor: string | null): Cursor =>
    cursorAt(placed(cursor, row, viewLength(view, scan), height), view, scan, anchor);
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
  return shownAt(view, scan, row)?.systemId === systemId ? row : shownRowOf(view, scan, systemId);
}
