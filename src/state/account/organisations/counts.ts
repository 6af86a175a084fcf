/** The known systems of each organisation: counts, one organisation after another, and the lists loaded for them. */
import type { Problem } from '../../../api/problem.ts';
import { isComplete, type Scan } from '../../fleet/list/scan.ts';

/** The most systems kept in memory besides the open organisation's. */
export const maxKept = 100_000;

/** The part of a count that is kept from one start to the next. */
export interface KeptCount {
  readonly systems: number;
  /** By this many days; another threshold needs the list. */
  readonly stale: number;
  readonly days: number;
  /** Systems of unreadable age among the others, which may be stale, too. */
  readonly unknown: number;
  /** When its first page came, in milliseconds since 1970. */
  readonly at: number;
  readonly isIncomplete: boolean;
}

/** The count of a list that is loaded to its end, or the problem. */
export type Count =
  | (KeptCount & {
      readonly kind: 'counted';
      /** Null: the memory has no room for it, or it is of an earlier start. */
      readonly scan: Scan | null;
      /** It is of an earlier start. */
      readonly isRecalled?: true;
    })
  | { readonly kind: 'failed'; readonly problem: Problem };

/** By organisation id, the latest count at the end. */
export type Counts = ReadonlyMap<string, Count>;

/** Counting continues from organisation to organisation. */
export interface Counting {
  /** The scan of the organisation that is being counted. */
  readonly scan: Scan;
  /** The ids of the organisations that follow. */
  readonly rest: readonly string[];
  /** Counted organisations, and all of them. */
  readonly done: number;
  readonly of: number;
}

/** Adds the newest count. Beyond the limit, the oldest lists are dropped, but not their counts. */
export function withCount(counts: Counts, orgId: string, count: Count): Counts {
  const next = new Map(counts);
  next.delete(orgId);
  next.set(orgId, count);
  let kept = 0;
  for (const [id, one] of [...next].reverse()) {
    if (one.kind !== 'counted' || one.scan === null) continue;
    kept += one.scan.count;
    if (kept <= maxKept) continue;
    kept -= one.scan.count;
    next.set(id, { ...one, scan: null });
  }
  return next;
}

/** The counts with those of an earlier start, where there is none of this one. */
export function withRecalled(counts: Counts, kept: ReadonlyMap<string, KeptCount>): Counts {
  const recalled = Array.from(kept, ([orgId, count]): [string, Count] => [
    orgId,
    { ...count, kind: 'counted', scan: null, isRecalled: true },
  ]);
  return new Map([...recalled, ...counts]);
}

/** The counts that are new, to be kept; disabled systems count like all others, and not every list has them. */
export function newCounts(counts: Counts, before: Counts): ReadonlyMap<string, KeptCount> {
  const kept = new Map<string, KeptCount>();
  for (const [orgId, count] of counts) {
    if (count === before.get(orgId) || count.kind !== 'counted' || count.isRecalled === true) continue;
    const { systems, stale, days, unknown, at, isIncomplete, scan } = count;
    if (scan?.query.includeDisabled === true) kept.set(orgId, { systems, stale, days, unknown, at, isIncomplete });
  }
  return kept;
}

/** The loaded list of an organisation; null where it was not loaded, or is not kept. */
export function keptList(counts: Counts, orgId: string): Scan | null {
  const count = counts.get(orgId);
  return count?.kind === 'counted' ? count.scan : null;
}

/** Can a list be shown as that of its organisation, and be kept for it? */
export function isWholeList(scan: Scan | null): scan is Scan {
  return scan !== null && isComplete(scan) && scan.query.search === '';
}

export interface Figures {
  readonly systems: number;
  /** Null: another threshold was used for the count, and its list is not kept. */
  readonly stale: number | null;
  readonly unknown: number;
  readonly at: number;
  readonly isIncomplete: boolean;
  /** It is of an earlier start. */
  readonly isRecalled: boolean;
}
