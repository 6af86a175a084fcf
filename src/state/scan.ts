/** What has been read of a list so far? One scan follows `links.next` from the first page; its pages are kept. */
import type { Problem } from '../api/problem.ts';
import type { NextPage, SystemsPage } from '../api/page.ts';
import type { System } from '../api/system.ts';
import { type IdIndex, rowOf, withIds } from './id-index.ts';

/** Which list is read. */
export interface Question {
  readonly orgId: string;
  /** Sent to the service as typed; empty for the whole organisation. */
  readonly search: string;
  readonly includeDisabled: boolean;
  /** Null: the service's own page size. */
  readonly perPage: number | null;
}

/**
 * Why pages are read: `ahead` of the cursor, one at a time; to the `end`, where the cursor follows; or `all` of them,
 * perhaps to mark what is stale when the last one is there.
 */
export type Goal = 'ahead' | 'end' | 'all' | 'markStale';

export interface Scan {
  /** Answers carry it; those of an older scan are dropped. */
  readonly id: number;
  readonly question: Question;
  readonly goal: Goal;
  readonly pages: readonly (readonly System[])[];
  /** The row with which each page begins. */
  readonly starts: readonly number[];
  readonly count: number;
  readonly index: IdIndex;
  /** As the newest page's metadata says; null where it does not say. */
  readonly total: number | null;
  readonly pageCount: number | null;
  readonly next: { readonly kind: 'first' } | NextPage;
  /** Of the newest page, as its metadata says. */
  readonly lastIndex: number | null;
  /** Addresses asked so far: none is asked twice. */
  readonly addresses: readonly string[];
  readonly inFlight: boolean;
  readonly problem: Problem | null;
  /** Rows that the service listed more than once. */
  readonly repeated: number;
}

export function newScan(id: number, question: Question, goal: Goal): Scan {
  return {
    id,
    question,
    goal,
    pages: [],
    starts: [],
    count: 0,
    index: [],
    total: null,
    pageCount: null,
    next: { kind: 'first' },
    lastIndex: null,
    addresses: [],
    inFlight: false,
    problem: null,
    repeated: 0,
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
  return scan.goal !== 'ahead' && !isComplete(scan);
}

/** The system in a row of the scan; rows count from 0 in the order in which the service listed them. */
export function systemAt(scan: Scan, row: number): System | undefined {
  let page = 0;
  let end = scan.pages.length;
  while (page + 1 < end) {
    const middle = (page + end) >>> 1;
    if ((scan.starts[middle] ?? 0) <= row) page = middle;
    else end = middle;
  }
  return scan.pages[page]?.[row - (scan.starts[page] ?? 0)];
}

/** The system with this id, as far as it has been read. */
export function systemById(scan: Scan, id: string): System | undefined {
  const row = rowOf(scan.index, id);
  return row === undefined ? undefined : systemAt(scan, row);
}

/**
 * The scan with one more page. A system that is listed twice (the list moved while it was read) keeps its first row,
 * with the newer of the two `lastSeen`: the one that is safer to believe.
 */
export function withPage(scan: Scan, page: SystemsPage): Scan {
  const fresh: System[] = [];
  const ids = new Map<string, number>();
  let updated = scan;
  for (const system of page.systems) {
    const { systemId } = system;
    const row = rowOf(scan.index, systemId) ?? ids.get(systemId);
    if (row === undefined) ids.set(systemId, scan.count + fresh.push(system) - 1);
    else if (row < scan.count) updated = withNewer(updated, row, system);
    else fresh[row - scan.count] = newer(fresh[row - scan.count] ?? system, system);
  }
  const isEmpty = fresh.length === 0;
  return {
    ...updated,
    pages: isEmpty ? updated.pages : [...updated.pages, fresh],
    starts: isEmpty ? scan.starts : [...scan.starts, scan.count],
    count: scan.count + fresh.length,
    index: isEmpty ? scan.index : withIds(scan.index, ids),
    repeated: scan.repeated + page.systems.length - fresh.length,
    total: page.total,
    pageCount: page.pageCount,
    next: page.next,
    lastIndex: page.index ?? scan.lastIndex,
    addresses: [...scan.addresses, page.address],
    inFlight: false,
    problem: null,
  };
}

function newer(known: System, system: System): System {
  return (system.lastSeenMs ?? 0) > (known.lastSeenMs ?? 0) ? system : known;
}

function withNewer(scan: Scan, row: number, system: System): Scan {
  const known = systemAt(scan, row);
  if (known === undefined || newer(known, system) === known) return scan;
  return {
    ...scan,
    pages: scan.pages.map((page, number) => {
      const at = row - (scan.starts[number] ?? 0);
      return at >= 0 && at < page.length ? page.with(at, system) : page;
    }),
  };
}

/** The scan without some systems: they are gone from the service. */
export function withoutSystems(scan: Scan, gone: ReadonlySet<string>): Scan {
  const pages: System[][] = [];
  const starts: number[] = [];
  let index: IdIndex = [];
  let count = 0;
  for (const page of scan.pages) {
    const kept = page.filter((system) => !gone.has(system.systemId));
    if (kept.length === 0) continue;
    index = withIds(index, new Map(kept.map((system, at) => [system.systemId, count + at])));
    starts.push(count);
    pages.push(kept);
    count += kept.length;
  }
  const total = scan.total === null ? null : Math.max(count, scan.total - (scan.count - count));
  return { ...scan, pages, starts, index, count, total };
}
