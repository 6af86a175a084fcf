/** The known systems of each organisation: counts, one organisation after another, and the lists loaded for them. */
import type { Problem } from '../../../api/problem.ts';
import { isComplete, type Scan } from '../../fleet/list/scan.ts';

/** The most systems kept in memory besides the open organisation's. */
export const mostKept = 100_000;

/** The count of a list that is loaded to its end, or the problem. */
export type Count =
  | {
      readonly kind: 'counted';
      readonly systems: number;
      /** By this many days; another threshold needs the list. */
      readonly stale: number;
      readonly days: number;
      /** Systems of unreadable age among the others, which may be stale, too. */
      readonly unknown: number;
      /** When its first page came, in milliseconds since 1970. */
      readonly at: number;
      readonly isIncomplete: boolean;
      /** Null: the memory has no room for it. */
      readonly scan: Scan | null;
    }
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
    if (kept <= mostKept) continue;
    kept -= one.scan.count;
    next.set(id, { ...one, scan: null });
  }
  return next;
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
}
