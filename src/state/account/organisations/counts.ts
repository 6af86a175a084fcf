/** What is known of the systems of each organisation: counted one after another, and the lists that were loaded for it. */
import type { Problem } from '../../../api/problem.ts';
import { isComplete, type Scan } from '../../fleet/list/scan.ts';

/** More systems than these are not kept in memory beside those of the organisation that is open. */
export const mostKept = 100_000;

/** Of a list that was loaded to its end, or of one that could not be. */
export type Count =
  | {
      readonly kind: 'counted';
      readonly systems: number;
      /** By so many days; another threshold needs the list. */
      readonly stale: number;
      readonly days: number;
      /** So many of the others may be stale, too: their times cannot be read. */
      readonly unknown: number;
      /** When its first page came, in milliseconds since 1970. */
      readonly at: number;
      readonly isIncomplete: boolean;
      /** Null where there is no room for it. */
      readonly scan: Scan | null;
    }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** By the ids of organisations, the one counted last at the end. */
export type Counts = ReadonlyMap<string, Count>;

/** Counts go on from organisation to organisation. */
export interface Counting {
  /** Of the organisation that is counted now. */
  readonly scan: Scan;
  /** The ids of those that follow. */
  readonly rest: readonly string[];
  /** How many are done, and how many there are. */
  readonly done: number;
  readonly of: number;
}

/** With this one as the newest. Beyond what is kept, the lists that were loaded longest ago are let go, and not their counts. */
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

/** The list of an organisation as it was loaded; null where it was not, or is not kept. */
export function keptList(counts: Counts, orgId: string): Scan | null {
  const count = counts.get(orgId);
  return count?.kind === 'counted' ? count.scan : null;
}

/** Can a list be shown as that of its organisation, and be kept for that? */
export function isWholeList(scan: Scan | null): scan is Scan {
  return scan !== null && isComplete(scan) && scan.query.search === '';
}

export interface Figures {
  readonly systems: number;
  /** Null: it was counted by another threshold, and its list is not kept. */
  readonly stale: number | null;
  readonly unknown: number;
  readonly at: number;
  readonly isIncomplete: boolean;
}
