/** Declares the feature: the organisations of the account, and the open one. */
import type { Loadable, None, Tagged } from '../../kernel/declare.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { ListQuery, PageAddress, SystemsPage } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import type { ListPosition, ListView } from '../../kernel/list-view.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import { isComplete, type Scan } from '../../fleet/list/scan.ts';
import { livingPages, type Visit, visitsUpTo, agesOf, isConnected } from '../../fleet/staleness/staleness.ts';
import type { System } from '../../../api/system.ts';
import { stateWord } from '../../fleet/systems/status.ts';
import { lastLifeOf } from '../../fleet/systems/fields.ts';
import { memoize } from '../../kernel/store.ts';

/** Requests a page of a list whose systems are counted. */
export interface ReadCountPage {
  readonly kind: 'readCountPage';
  readonly scan: number;
  readonly query: ListQuery;
  readonly from: PageAddress;
}

export interface OrganisationsFeature {
  readonly state: {
    readonly list: Loadable<readonly Organisation[]>;
    readonly position: ListPosition;
    readonly view: ListView;
    /** Cursor and view of the list of stale systems: they stay while you look at one of them. */
    readonly allStale: {
      readonly position: ListPosition;
      readonly view: ListView;
      /** The id of the organisation that was opened from it: esc there leads back. Null: none, or left since. */
      readonly openedFor: string | null;
    };
    readonly counts: Counts;
    /** Null when no count is in progress. */
    readonly counting: Counting | null;
    readonly unfinished: ReadonlyMap<string, RunKind>;
  };
  readonly action: Tagged<{
    organisationsArrived: { organisations: readonly Organisation[] };
    organisationsFailed: { problem: Problem };
    /** The organisation that was last open at this service. */
    organisationRecalled: { orgId: string };
    organisationOpened: None;
    organisationChosen: { orgId: string };
    organisationsOpened: None;
    /** Returns from the list of systems to the list of organisations. */
    switchRequested: None;
    countRequested: None;
    /** The counts of an earlier start, by organisation id. */
    countsRecalled: { counts: ReadonlyMap<string, KeptCount> };
    countPageArrived: { scan: number; page: SystemsPage; now: number };
    countPageFailed: { scan: number; problem: Problem };
    unfinishedFound: { unfinished: ReadonlyMap<string, RunKind> };
    /** Asks for the id of an unlisted organisation, to open it. */
    organisationIdAsked: None;
    /** Lists the stale systems of all counted organisations. */
    allStaleOpened: None;
    /** Opens the organisation of the system under the cursor, with the cursor on that system. */
    allStaleChosen: None;
  }>;
  readonly effect: Tagged<{
    recallOrganisation: { baseUrl: string };
    rememberOrganisation: { baseUrl: string; orgId: string };
    findUnfinished: { baseUrl: string };
    recallCounts: { baseUrl: string };
    rememberCounts: { baseUrl: string; counts: ReadonlyMap<string, KeptCount> };
  }>;
  readonly read: { readonly kind: 'listOrganisations'; readonly baseUrl: string } | ReadCountPage;
  readonly slot: 'organisations' | 'count';
  readonly screen: { readonly kind: 'organisations' } | { readonly kind: 'allStale' };
  /** The id of an unlisted organisation. */
  readonly prompt: Tagged<{ organisation: { typed: string } }>;
  readonly field: 'organisation';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly organisations: OrganisationsFeature;
  }
}

// The known systems of each organisation: their counts, the lists loaded for them, and the systems silent longest.

/** Maximum number of systems kept in memory beside the open organisation's. */
export const maxKept = 100_000;

/** The part of a count that is stored between starts. */
export interface KeptCount {
  readonly systems: number;
  /** Stale by this number of days; another threshold needs the list. */
  readonly stale: number;
  readonly days: number;
  /** Systems of unreadable age, which may be stale as well. */
  readonly unknown: number;
  /** When the first page arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly isIncomplete: boolean;
  /** Earlier visits by the same threshold, the oldest first. */
  readonly visits?: readonly Visit[] | undefined;
}

/** Adds the visits of an earlier count to a new one. */
export function withVisits<Counted extends KeptCount>(count: Counted, before: KeptCount | undefined): Counted {
  return { ...count, visits: visitsUpTo(count, before).slice(0, -1) };
}

/** The count of a completely loaded list, or the problem. */
export type Count =
  | (KeptCount & {
      readonly kind: 'counted';
      /** Null when the memory has no room for the list, or the count is from an earlier start. */
      readonly scan: Scan | null;
      /** The systems that were silent longest, of an evicted list. */
      readonly oldest?: readonly SilentSystem[];
      /** The count is from an earlier start. */
      readonly isRecalled?: true;
    })
  | { readonly kind: 'failed'; readonly problem: Problem };

/** By organisation id, latest count last. */
export type Counts = ReadonlyMap<string, Count>;

export interface Counting {
  readonly scan: Scan;
  /** Ids of the remaining organisations. */
  readonly rest: readonly string[];
  /** Number of counted organisations, and of all. */
  readonly done: number;
  readonly of: number;
}

/** Adds the newest count. Beyond the limit, the oldest lists are evicted; their counts and oldest systems stay. */
export function withCount(counts: Counts, orgId: string, count: Count): Counts {
  const next = new Map(counts);
  const before = counts.get(orgId);
  next.delete(orgId);
  next.set(orgId, count.kind === 'counted' && before?.kind === 'counted' ? withVisits(count, before) : count);
  let kept = 0;
  for (const [id, one] of [...next].reverse()) {
    if (one.kind !== 'counted' || one.scan === null) continue;
    kept += one.scan.count;
    if (kept <= maxKept) continue;
    kept -= one.scan.count;
    next.set(id, evictSystems(one, one.scan));
  }
  return next;
}

/** A list without its disabled systems is incomplete, so it leaves no systems. */
function evictSystems(count: Count & { readonly kind: 'counted' }, scan: Scan): Count {
  return { ...count, scan: null, ...(scan.query.includeDisabled && { oldest: oldestSystems(livingPages(scan)) }) };
}

/** Adds counts of an earlier start for organisations without a count of this one. */
export function withRecalled(counts: Counts, kept: ReadonlyMap<string, KeptCount>): Counts {
  const recalled = Array.from(kept, ([orgId, count]): [string, Count] => [
    orgId,
    { ...count, kind: 'counted', scan: null, isRecalled: true },
  ]);
  const own = Array.from(counts, ([orgId, count]): [string, Count] => {
    const visited = count.kind === 'counted' && count.visits === undefined ? withVisits(count, kept.get(orgId)) : null;
    return [orgId, visited === null || visited.visits?.length === 0 ? count : visited];
  });
  return new Map([...recalled, ...own]);
}

/** New counts to store. Disabled systems are counted as well, so a list without them is not stored. */
export function newCounts(counts: Counts, before: Counts): ReadonlyMap<string, KeptCount> {
  const kept = new Map<string, KeptCount>();
  for (const [orgId, count] of counts) {
    if (count === before.get(orgId) || count.kind !== 'counted' || count.isRecalled === true) continue;
    const { systems, stale, days, unknown, at, isIncomplete, scan } = count;
    if (scan?.query.includeDisabled === true) kept.set(orgId, { systems, stale, days, unknown, at, isIncomplete });
  }
  return kept;
}

/** The loaded list of an organisation; null when it was not loaded or was evicted. */
export function keptList(counts: Counts, orgId: string): Scan | null {
  const count = counts.get(orgId);
  return count?.kind === 'counted' ? count.scan : null;
}

/** Is the list complete and unfiltered, so that it can be kept and shown for its organisation? */
export function isWholeList(scan: Scan | null): scan is Scan {
  return scan !== null && isComplete(scan) && scan.query.search === '';
}

export interface Figures {
  readonly systems: number;
  /** Null when the count used another threshold, and its list is not in memory. */
  readonly stale: number | null;
  readonly unknown: number;
  readonly at: number;
  readonly isIncomplete: boolean;
  /** The figures are from an earlier start. */
  readonly isRecalled: boolean;
}

// The systems of one organisation that were silent longest, as the list of all organisations shows them.

/** Maximum number of systems of one organisation: an account may have hundreds of large ones. */
export const maxOldest = 1000;

/** A system that is not connected. Nothing else of it is kept when its list is evicted. */
export interface SilentSystem {
  readonly systemId: string;
  readonly hostname: string | null;
  /** As lists show it; null: the service sent none. */
  readonly state: string | null;
  /** When it was last seen, or enrolled if it never connected; milliseconds since 1970. */
  readonly time: number;
  readonly hasConnected: boolean;
}

/**
 * Oldest first, by any threshold: the stale ones are always the first. Systems without a readable time are never stale,
 * and left out.
 */
export const oldestSystems = memoize((pages: readonly (readonly System[])[]): readonly SilentSystem[] => {
  // Sorting all records would take many times longer than sorting their times.
  const times = Float64Array.from(pages.flatMap((page) => Array.from(agesOf(page).times))).sort();
  const last = times[maxOldest - 1] ?? Infinity;
  return pages
    .flatMap((page) => page.filter((system) => !isConnected(system) && (lastLifeOf(system) ?? Infinity) <= last))
    .flatMap((system) => silent(system))
    .sort((a, b) => a.time - b.time)
    .slice(0, maxOldest);
});

function silent(system: System): readonly SilentSystem[] {
  const time = lastLifeOf(system);
  if (time === null) return [];
  const { systemId, hostname, lastSeen } = system;
  return [{ systemId, hostname, state: stateWord(system), time, hasConnected: lastSeen !== null }];
}
