/** What has been read of a list so far: one scan follows links.next from the first page, and keeps its pages. */
import type { PageAddress, ListQuery } from '../../../api/systems.ts';
import type { Problem, Result, UntrustedLink } from '../../../api/problem.ts';
import type { NextPage } from '../../../api/paging/next-link.ts';
import type { SystemsPage } from '../../../api/page.ts';
import type { System } from '../../../api/system.ts';
import { withNewerRecord, withRecord } from '../systems/compare.ts';
import { sortKeysOf } from './sort-keys.ts';

/** Whether two queries ask for the same list, in whatever pages. */
export function isSameList(a: ListQuery, b: ListQuery): boolean {
  return a.orgId === b.orgId && a.search === b.search && a.includeDisabled === b.includeDisabled;
}

/**
 * Why pages are read: `ahead` of the cursor, one at a time; to the `end`, where the cursor follows; or `all` of them,
 * perhaps to mark what is stale, or what is shown, when the last one is there.
 */
export type ReadMode = 'ahead' | 'end' | 'all' | 'markStale' | 'markShown';

export interface Scan {
  /** Answers carry it; those of an older scan are dropped. */
  readonly id: number;
  readonly query: ListQuery;
  readonly mode: ReadMode;
  readonly pages: readonly (readonly System[])[];
  /** The row with which each page begins. */
  readonly starts: readonly number[];
  readonly count: number;
  /** Rows by id: shared by scans that grew out of one another, and only added to; each knows the rows below its count. */
  readonly index: ReadonlyMap<string, number>;
  /** As the newest page says that says it; null where none did. */
  readonly total: number | null;
  readonly pageCount: number | null;
  readonly next: { readonly kind: 'first' } | NextPage;
  /** A link to another list that a person had followed, after so many pages; null: none. */
  readonly diverted: (UntrustedLink & { readonly page: number }) | null;
  /** Of the newest page, as its metadata says. */
  readonly lastIndex: number | null;
  /** Addresses asked so far: none is asked twice. */
  readonly addresses: readonly string[];
  /** When its first page came: what is shown is as old as that. Null until then. */
  readonly since: number | null;
  readonly inFlight: boolean;
  readonly problem: Problem | null;
  /** How often a row was listed again. */
  readonly repeated: number;
  /** The systems that were listed again; with the record under another name, where there was one. */
  readonly listedTwice: ReadonlyMap<string, System | null>;
  /** Systems that the service did not find since, or deleted. Their rows stay: none moves under the cursor. */
  readonly gone: ReadonlySet<string>;
  /** The service gave another total while the list was read: systems came or went. */
  readonly hasMoved: boolean;
  /** It was read before, and moved meanwhile or was short: it is read once more, and no third time. */
  readonly isSecondReading: boolean;
}

/** Another page size than its own is not for every service. */
export function isPageSizeRefused({ next, query }: Scan, problem: Problem): boolean {
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
    lastIndex: null,
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

/** Every page was read: the list ended by the service's own word. */
export function isComplete(scan: Scan): boolean {
  return scan.next.kind === 'end';
}

/** Is there a page that could be asked for now? */
export function hasMore(scan: Scan): boolean {
  return scan.next.kind === 'first' || scan.next.kind === 'page';
}

/** Pages follow one another without the cursor's asking. */
export function readsEverything(scan: Scan): boolean {
  return scan.mode !== 'ahead' && !isComplete(scan);
}

/** Is something to be marked once the last page is there? */
export function isToMark({ mode }: Pick<Scan, 'mode'>): boolean {
  return mode === 'markStale' || mode === 'markShown';
}

/** All of it is wanted, and a page could not be read: a key loads more, and nothing else does. */
export function isHeldUp(scan: Scan): boolean {
  return scan.problem !== null && scan.mode !== 'end' && readsEverything(scan);
}

/** The number of the page with this row. */
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

/** The system in a row of the scan; rows count from 0 in the order in which the service listed them. */
export function systemAt(scan: Pick<Scan, 'pages' | 'starts'>, row: number): System | undefined {
  const page = pageAt(scan, row);
  return scan.pages[page]?.[row - (scan.starts[page] ?? 0)];
}

/** The row of a system, or undefined. */
export function rowOf({ index, count }: Pick<Scan, 'index' | 'count'>, systemId: string): number | undefined {
  const row = index.get(systemId);
  return row !== undefined && row < count ? row : undefined;
}

/** The index to be added to, each id with the next row; nothing of it is copied. */
function growing({ index, count }: Scan): Map<string, number> {
  // Another scan has grown out of this one already, and has put other ids in the next rows.
  if (index.size > count) return new Map([...index].slice(0, count));
  return index as Map<string, number>;
}

/** The system with this id, as far as it has been read. */
export function systemById(scan: Scan, id: string): System | undefined {
  const row = rowOf(scan, id);
  return row === undefined ? undefined : systemAt(scan, row);
}

/** The scan with the time of its first page, if it had none. */
export function readFrom(scan: Scan, now: number): Scan {
  return scan.since === null ? { ...scan, since: now } : scan;
}

/**
 * The scan with one more page. A system that is listed twice (the list moved while it was read) keeps its first row,
 * with the record that shows more life: the one that is safer to believe.
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
  // While pages are awaited nobody waits for this; the key that sorts by name would.
  sortKeysOf(fresh, 'name');
  return {
    ...updated,
    pages: isEmpty ? updated.pages : [...updated.pages, fresh],
    starts: isEmpty ? scan.starts : [...scan.starts, scan.count],
    count: scan.count + fresh.length,
    index,
    repeated: scan.repeated + page.systems.length - fresh.length,
    listedTwice: listedTwice.size === 0 ? scan.listedTwice : new Map([...scan.listedTwice, ...listedTwice]),
    hasMoved: scan.hasMoved || (scan.total ?? page.total) !== (page.total ?? scan.total),
    total: page.total ?? scan.total,
    pageCount: page.pageCount,
    next: page.next,
    lastIndex: page.index ?? scan.lastIndex,
    addresses: [...scan.addresses, page.address],
    inFlight: false,
    problem: null,
  };
}

/** The record that is not shown, where the two have different names: they may be of different systems. */
function otherName(first: System, second: System): System | null {
  if (first.hostname === second.hostname) return null;
  return withRecord(first, second).hostname === first.hostname ? second : first;
}

/** Did the service list a system under two names? Then nobody can say which of them would be deleted. */
export function isAmbiguous(scan: Scan, systemId: string): boolean {
  return (scan.listedTwice.get(systemId) ?? null) !== null;
}

/** Why the rows of a scan are not the whole list. */
export type Incompleteness =
  /** The service pointed to where the next page cannot be, after so many pages. */
  | ({ readonly kind: 'untrusted'; readonly page: number } & UntrustedLink)
  /** A person had such a link followed, after so many pages. */
  | ({ readonly kind: 'diverted'; readonly page: number } & UntrustedLink)
  /** The page with this number could not be read. */
  | { readonly kind: 'failed'; readonly page: number }
  /** Read to its end, and yet the service gave different totals, or listed more systems than it says there are. */
  | { readonly kind: 'moved'; readonly seen: number; readonly total: number | null }
  /** Read to what the service says is its end, and yet it says that there are more systems. */
  | { readonly kind: 'short'; readonly seen: number; readonly total: number };

/** Null: it is whole, or is only not read to its end yet. */
export function incompletenessOf(scan: Scan): Incompleteness | null {
  const { next, addresses, count, total, diverted } = scan;
  if (next.kind === 'untrusted') return { ...next, page: addresses.length };
  if (scan.problem !== null && next.kind !== 'end') return { kind: 'failed', page: addresses.length + 1 };
  const another = diverted === null ? null : ({ ...diverted, kind: 'diverted' } as const);
  if (next.kind !== 'end') return another;
  if (scan.hasMoved || (total !== null && count > total)) return { kind: 'moved', seen: count, total };
  return total !== null && count < total ? { kind: 'short', seen: count, total } : another;
}

/** The scan with the link followed that rollcall does not follow by itself; null where there is none to follow. */
export function withLinkFollowed(scan: Scan): Scan | null {
  const { next, addresses } = scan;
  if (next.kind !== 'untrusted' || next.onward === undefined) return null;
  return { ...scan, next: { kind: 'page', url: next.onward }, diverted: { ...next, page: addresses.length } };
}

/**
 * Is the list to be read once more, by itself? It moved while it was read, or ended too soon; or a system was listed again,
 * and no total says that none was passed over for it.
 */
export function needsSecondReading(scan: Scan): boolean {
  if (scan.isSecondReading || scan.diverted !== null || !isComplete(scan)) return false;
  return incompletenessOf(scan) !== null || (scan.total === null && scan.repeated > 0);
}

/** How a list that is read to its end goes on. */
export type Advance =
  /** The next page of this scan is to be asked for. */
  | { readonly kind: 'reading'; readonly scan: Scan }
  /** It was read as far as the service leads. */
  | { readonly kind: 'read'; readonly scan: Scan }
  | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * The scan after a page of it, or after the failure to read one: it begins again where the service refuses the size of
 * our pages, and once where the list moved meanwhile. `id`: of a scan that begins again.
 */
export function advance(scan: Scan, answer: Result<SystemsPage>, id: number): Advance {
  const { query, mode, isSecondReading } = scan;
  if (!answer.ok) {
    if (!isPageSizeRefused(scan, answer.problem)) return { kind: 'failed', problem: answer.problem };
    return { kind: 'reading', scan: newScan(id, { ...query, perPage: null }, mode, isSecondReading) };
  }
  const read = withPage(scan, answer.value);
  if (needsSecondReading(read)) return { kind: 'reading', scan: newScan(id, query, mode, true) };
  return { kind: read.next.kind === 'page' ? 'reading' : 'read', scan: read };
}

function withSystemAt(scan: Scan, row: number, system: System): Scan {
  const pages = scan.pages.map((page, number) => {
    const at = row - (scan.starts[number] ?? 0);
    return at >= 0 && at < page.length ? page.with(at, system) : page;
  });
  return { ...scan, pages };
}

/** The scan with the newer record of a system in its row; the scan itself where it says nothing new. */
export function withSystemRead(scan: Scan, system: System): Scan {
  const row = rowOf(scan, system.systemId);
  const before = row === undefined ? undefined : systemAt(scan, row);
  if (row === undefined || before === undefined) return scan;
  const newer = withNewerRecord(before, system);
  const next = newer === before ? scan : withSystemAt(scan, row, newer);
  if (!scan.gone.has(system.systemId)) return next;
  return { ...next, gone: new Set([...scan.gone].filter((id) => id !== system.systemId)) };
}

/** The scan with the rows of these systems told as disabled, or as enabled; the scan itself where they are. */
export function withSwitched(scan: Scan, systemIds: ReadonlySet<string>, isEnabled: boolean): Scan {
  const isOther = (system: System): boolean => systemIds.has(system.systemId) && system.isEnabled !== isEnabled;
  if (!scan.pages.some((page) => page.some(isOther))) return scan;
  const pages = scan.pages.map((page) =>
    page.some(isOther) ? page.map((system) => (isOther(system) ? switched(system, isEnabled) : system)) : page,
  );
  return { ...scan, pages };
}

function switched(system: System, isEnabled: boolean): System {
  const odd = Object.fromEntries(Object.entries(system.odd).filter(([field]) => field !== 'isEnabled'));
  return { ...system, isEnabled, odd, notSent: system.notSent.filter((field) => field !== 'isEnabled') };
}

/** The scan with the rows of these systems told as gone. */
export function withGone(scan: Scan, systemIds: readonly string[]): Scan {
  const gone = systemIds.filter((id) => rowOf(scan, id) !== undefined && !scan.gone.has(id));
  return gone.length === 0 ? scan : { ...scan, gone: new Set([...scan.gone, ...gone]) };
}

/** The scan without some systems: they are gone from the service. */
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

/** Asks for a page of a list. */
export interface ReadPage {
  readonly kind: 'readPage';
  readonly scan: number;
  readonly query: ListQuery;
  /** The page after it is wanted, too, whatever is in this one. */
  readonly isFollowed: boolean;
  readonly from: PageAddress;
}
