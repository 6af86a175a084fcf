/** The loaded part of a list: a scan follows links.next from the first page, and keeps its pages. */
import type { ListQuery, PageAddress, SystemsPage } from '../../../api/systems.ts';
import type { Problem, Result, UntrustedLink } from '../../../api/problem.ts';
import { isOtherTotal, type ListRead, nothingRead, type NextPage } from '../../../api/paging/next-link.ts';
import type { System } from '../../../api/system.ts';
import { withNewerRecord, withRecord } from '../systems/compare.ts';
import { sortKeysOf } from '../systems/fields.ts';

/** Do two queries ask for the same list? Page size does not matter. */
export function isSameList(a: ListQuery, b: ListQuery): boolean {
  return a.orgId === b.orgId && a.search === b.search && a.includeDisabled === b.includeDisabled;
}

/**
 * Why pages are loaded. `ahead`: one page ahead of the cursor; `end`: to the end, with the cursor; `all`: to the end;
 * `markStale` and `markShown`: to the end, then mark.
 */
export type ReadMode = 'ahead' | 'end' | 'all' | 'markStale' | 'markShown';

export interface Scan {
  /** Answers carry the id; answers to an older scan are ignored. */
  readonly id: number;
  readonly query: ListQuery;
  readonly mode: ReadMode;
  readonly pages: readonly (readonly System[])[];
  readonly starts: readonly number[];
  readonly count: number;
  /**
   * Row by id. Scans that grew from one another share this map and only add to it; each uses the rows below its own
   * count.
   */
  readonly index: ReadonlyMap<string, number>;
  /** From the newest page that gives a total; null if none did. */
  readonly total: number | null;
  readonly pageCount: number | null;
  readonly next: { readonly kind: 'first' } | NextPage;
  /** The link to another list that you chose to follow, and the number of pages before it; null: none. */
  readonly diverted: (UntrustedLink & { readonly page: number }) | null;
  /** Counts the service's pages, regardless of the rows that rollcall shows. */
  readonly read: ListRead;
  /** Requested addresses, to refuse a second request of the same page. */
  readonly addresses: readonly string[];
  /** Time of the first page, which is the age of the shown list; null before it. */
  readonly since: number | null;
  readonly inFlight: boolean;
  readonly problem: Problem | null;
  readonly repeated: number;
  /** Systems that were listed again, with the other record if its name differs, else null. */
  readonly listedTwice: ReadonlyMap<string, System | null>;
  /**
   * Systems deleted, or not found, since they were listed. Their rows stay, so that no row moves under the cursor.
   */
  readonly gone: ReadonlySet<string>;
  /** The total changed during the scan: systems were added or removed. */
  readonly hasMoved: boolean;
  /** The second and last reading, after a first one that moved or was short. */
  readonly isSecondReading: boolean;
}

/** Some services refuse a page size other than their own. */
function isPageSizeRefused({ next, query }: Scan, problem: Problem): boolean {
  const isRefused = problem.kind === 'refused' && [400, 422].includes(problem.status);
  return isRefused && next.kind === 'first' && query.perPage !== null;
}

export function newScan(id: number, query: ListQuery, mode: ReadMode, isSecondReading = false): Scan {
  return {
    id,
    query,
    mode,
    isSecondReading,
    pages: [],
    starts: [],
    count: 0,
    index: new Map(),
    total: null,
    pageCount: null,
    next: { kind: 'first' },
    diverted: null,
    read: nothingRead,
    addresses: [],
    since: null,
    inFlight: false,
    problem: null,
    repeated: 0,
    listedTwice: new Map(),
    gone: new Set(),
    hasMoved: false,
  };
}

/** Did the service say that the list ended? */
export function isComplete(scan: Scan): boolean {
  return scan.next.kind === 'end';
}

export function hasMore(scan: Scan): boolean {
  return scan.next.kind === 'first' || scan.next.kind === 'page';
}

export function readsEverything(scan: Scan): boolean {
  return scan.mode !== 'ahead' && !isComplete(scan);
}

/** Are systems to be marked after the last page? */
export function isToMark({ mode }: Pick<Scan, 'mode'>): boolean {
  return mode === 'markStale' || mode === 'markShown';
}

/** Did loading everything stop at a failed page? Then only a key loads more. */
export function isHeldUp(scan: Scan): boolean {
  return scan.problem !== null && scan.mode !== 'end' && readsEverything(scan);
}

export function pageAt({ pages, starts }: Pick<Scan, 'pages' | 'starts'>, row: number): number {
  let page = 0;
  let end = pages.length;
  while (page + 1 < end) {
    const middle = (page + end) >>> 1;
    if ((starts[middle] ?? 0) <= row) page = middle;
    else end = middle;
  }
  return page;
}

/** Rows count from 0, in the service's order. */
export function systemAt(scan: Pick<Scan, 'pages' | 'starts'>, row: number): System | undefined {
  const page = pageAt(scan, row);
  return scan.pages[page]?.[row - (scan.starts[page] ?? 0)];
}

export function rowOf({ index, count }: Pick<Scan, 'index' | 'count'>, systemId: string): number | undefined {
  const row = index.get(systemId);
  return row !== undefined && row < count ? row : undefined;
}

/** The shared index, to add the next rows to without copying it. */
function growing({ index, count }: Scan): Map<string, number> {
  // Another scan has grown from this one, and uses the next rows for other ids: copy the index.
  if (index.size > count) return new Map([...index].slice(0, count));
  return index as Map<string, number>;
}

export function systemById(scan: Scan, id: string): System | undefined {
  const row = rowOf(scan, id);
  return row === undefined ? undefined : systemAt(scan, row);
}

/**
 * Finds systems by id. Marked systems are mostly adjacent, so it tries the next row first: 100,000 map look-ups are
 * slow.
 */
export function finderIn(scan: Scan): (systemId: string) => System | undefined {
  let next = 0;
  return (systemId) => {
    const following = systemAt(scan, next);
    const isNext = following?.systemId === systemId;
    const row = isNext ? next : rowOf(scan, systemId);
    next = (row ?? next) + 1;
    if (row === undefined) return undefined;
    return isNext ? following : systemAt(scan, row);
  };
}

export function readFrom(scan: Scan, now: number): Scan {
  return scan.since === null ? { ...scan, since: now } : scan;
}

/**
 * Adds a page. A system listed twice (the list moved during the scan) keeps its first row, with the record that shows
 * more signs of life: the safer one to believe.
 */
export function withPage(scan: Scan, page: SystemsPage): Scan {
  const fresh: System[] = [];
  const index = growing(scan);
  const listedTwice = new Map<string, System | null>();
  let updated = scan;
  for (const system of page.systems) {
    const { systemId } = system;
    const row = index.get(systemId);
    if (row === undefined) {
      index.set(systemId, scan.count + fresh.push(system) - 1);
      continue;
    }
    const first = row < scan.count ? systemAt(updated, row) : fresh[row - scan.count];
    if (first === undefined) continue;
    const before = listedTwice.get(systemId) ?? scan.listedTwice.get(systemId);
    listedTwice.set(systemId, otherName(first, system) ?? before ?? null);
    const merged = withRecord(first, system);
    if (row >= scan.count) fresh[row - scan.count] = merged;
    else if (merged !== first) updated = withSystemAt(updated, row, merged);
  }
  const isEmpty = fresh.length === 0;
  // Sort keys are computed now, while rollcall waits for the next page anyway.
  sortKeysOf(fresh, 'name');
  return {
    ...updated,
    pages: isEmpty ? updated.pages : [...updated.pages, fresh],
    starts: isEmpty ? scan.starts : [...scan.starts, scan.count],
    count: scan.count + fresh.length,
    index,
    repeated: scan.repeated + page.systems.length - fresh.length,
    listedTwice: listedTwice.size === 0 ? scan.listedTwice : new Map([...scan.listedTwice, ...listedTwice]),
    hasMoved: scan.hasMoved || isOtherTotal(scan.total, page.total),
    total: page.total ?? scan.total,
    pageCount: page.pageCount,
    next: page.next,
    read: page.read,
    addresses: [...scan.addresses, page.address],
    inFlight: false,
    problem: null,
  };
}

/** The record that is not shown, if its name differs: the two may be different systems. */
function otherName(first: System, second: System): System | null {
  // An unreadable name of another shape is a different name.
  const nameOf = ({ hostname, odd }: System): string | null => odd['hostname'] ?? hostname;
  if (nameOf(first) === nameOf(second)) return null;
  return nameOf(withRecord(first, second)) === nameOf(first) ? second : first;
}

/** Is a system listed under two names? Then a deletion could hit either of them. */
export function isAmbiguous(scan: Scan, systemId: string): boolean {
  return (scan.listedTwice.get(systemId) ?? null) !== null;
}

export type Incompleteness =
  /** The service linked to an untrusted next page after this many pages. */
  | ({ readonly kind: 'untrusted'; readonly page: number } & UntrustedLink)
  | ({ readonly kind: 'diverted'; readonly page: number } & UntrustedLink)
  | { readonly kind: 'failed'; readonly page: number }
  /** Loaded to the end, but the service gave different totals, or listed more systems than its total. */
  | { readonly kind: 'moved'; readonly seen: number; readonly total: number | null }
  /** Loaded to the end that the service gave, but its total is higher. */
  | { readonly kind: 'short'; readonly seen: number; readonly total: number };

/** Null: complete, or not loaded to its end yet. */
export function incompletenessOf(scan: Scan): Incompleteness | null {
  const { next, addresses, count, total, diverted } = scan;
  if (next.kind === 'untrusted') return { ...next, page: addresses.length };
  if (scan.problem !== null && next.kind !== 'end') return { kind: 'failed', page: addresses.length + 1 };
  const another = diverted === null ? null : ({ ...diverted, kind: 'diverted' } as const);
  if (next.kind !== 'end') return another;
  if (scan.hasMoved || (total !== null && count > total)) return { kind: 'moved', seen: count, total };
  return total !== null && count < total ? { kind: 'short', seen: count, total } : another;
}

/** Null: the scan has no untrusted link to follow. */
export function withLinkFollowed(scan: Scan): Scan | null {
  const { next, addresses } = scan;
  if (next.kind !== 'untrusted' || next.onward === undefined) return null;
  return { ...scan, next: { kind: 'page', url: next.onward }, diverted: { ...next, page: addresses.length } };
}

/**
 * Is a second reading needed? The list moved or ended early; or a system was listed twice, and no total proves that
 * none was skipped.
 */
export function needsSecondReading(scan: Scan): boolean {
  if (scan.isSecondReading || scan.diverted !== null || !isComplete(scan)) return false;
  return incompletenessOf(scan) !== null || (scan.total === null && scan.repeated > 0);
}

/** `read`: the scan with the answer. */
type Advance = { readonly read: Scan } &
  /** Request the next page of this scan: the same scan, or one that starts over. */
  (
    | { readonly kind: 'reading'; readonly scan: Scan }
    /** Loaded as far as the links lead. */
    | { readonly kind: 'read'; readonly scan: Scan }
    | { readonly kind: 'failed'; readonly problem: Problem }
  );

/**
 * The scan after a page or a failure. It starts over if the service refuses the page size, and once if the list
 * moved. `id`: for the scan that starts over.
 */
export function advance(scan: Scan, answer: Result<SystemsPage>, id: number): Advance {
  const { query, mode, isSecondReading } = scan;
  if (!answer.ok) {
    const { problem } = answer;
    const read = { ...scan, inFlight: false, problem };
    if (!isPageSizeRefused(scan, problem)) return { kind: 'failed', read, problem };
    return { kind: 'reading', read, scan: newScan(id, { ...query, perPage: null }, mode, isSecondReading) };
  }
  const read = withPage(scan, answer.value);
  // The second reading always loads to the end.
  if (needsSecondReading(read)) {
    return { kind: 'reading', read, scan: newScan(id, query, isToMark(scan) ? mode : 'all', true) };
  }
  return { kind: read.next.kind === 'page' ? 'reading' : 'read', read, scan: read };
}

function withSystemAt(scan: Scan, row: number, system: System): Scan {
  const pages = scan.pages.map((page, number) => {
    const at = row - (scan.starts[number] ?? 0);
    return at >= 0 && at < page.length ? page.with(at, system) : page;
  });
  return { ...scan, pages };
}

/** Replaces the record of a system; returns the same scan if nothing changed. */
export function withSystemRead(scan: Scan, system: System): Scan {
  const row = rowOf(scan, system.systemId);
  const before = row === undefined ? undefined : systemAt(scan, row);
  if (row === undefined || before === undefined) return scan;
  const newer = withNewerRecord(before, system);
  const next = newer === before ? scan : withSystemAt(scan, row, newer);
  if (!scan.gone.has(system.systemId)) return next;
  return { ...next, gone: new Set([...scan.gone].filter((id) => id !== system.systemId)) };
}

/** Shows these systems as disabled or enabled; returns the same scan if nothing changed. */
export function withSwitched(scan: Scan, systemIds: ReadonlySet<string>, isEnabled: boolean): Scan {
  const isOther = (system: System): boolean => systemIds.has(system.systemId) && system.isEnabled !== isEnabled;
  if (!scan.pages.some((page) => page.some(isOther))) return scan;
  const pages = scan.pages.map((page) =>
    page.some(isOther) ? page.map((system) => (isOther(system) ? switchSystem(system, isEnabled) : system)) : page,
  );
  return { ...scan, pages };
}

function switchSystem(system: System, isEnabled: boolean): System {
  const isOther = (field: string): boolean => field !== 'isEnabled';
  const odd = Object.fromEntries(Object.entries(system.odd).filter(([field]) => isOther(field)));
  const [unread, notSent] = [system.unread.filter(isOther), system.notSent.filter(isOther)];
  return { ...system, isEnabled, odd, unread, notSent };
}

export function withGone(scan: Scan, systemIds: readonly string[]): Scan {
  const gone = systemIds.filter((id) => rowOf(scan, id) !== undefined && !scan.gone.has(id));
  return gone.length === 0 ? scan : { ...scan, gone: new Set([...scan.gone, ...gone]) };
}

export function withoutSystems(scan: Scan, gone: ReadonlySet<string>): Scan {
  const left = scan.pages.map((page) => page.filter(({ systemId }) => !gone.has(systemId)));
  const pages = left.filter(({ length }) => length > 0);
  const index = new Map<string, number>();
  const starts = pages.map((page) => {
    const start = index.size;
    for (const { systemId } of page) index.set(systemId, index.size);
    return start;
  });
  const count = index.size;
  const total = scan.total === null ? null : Math.max(count, scan.total - (scan.count - count));
  const listedTwice = new Map([...scan.listedTwice].filter(([id]) => !gone.has(id)));
  const stillGone = new Set([...scan.gone].filter((id) => !gone.has(id)));
  return { ...scan, pages, starts, index, count, total, listedTwice, gone: stillGone };
}

export interface ReadPage {
  readonly kind: 'readPage';
  readonly scan: number;
  readonly query: ListQuery;
  /** Prefetch the following page, whatever this one contains. */
  readonly isFollowed: boolean;
  readonly from: PageAddress;
}
