/** Declares the feature: the changes of an organisation since the last visit. */
import type { ListPosition } from '../../kernel/list-view.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Changes, VisitComparison, VisitSnapshot } from './changes.ts';

/**
 * State of the line above the list. `quiet`: shown, and gets the cursor after a quiet period; `focused`: enter opens
 * it; `away`: you dismissed it.
 */
type Line = 'quiet' | 'focused' | 'shown' | 'away';

export interface ChangesFeature {
  readonly state: (Changes & { readonly line: Line }) | null;
  readonly action: Tagged<{
    visitCompared: { orgId: string; changes: Changes };
    /** Filters the list by `is:new,silent`. */
    changesShown: None;
    goneShown: None;
  }>;
  readonly overlay: { readonly kind: 'gone'; readonly list: ListPosition };
  readonly timer: 'changesLine';
  readonly effect: Tagged<{
    compareWithLastVisit: { baseUrl: string; orgId: string; snapshot: VisitSnapshot };
    leaveOutOfLastVisit: { baseUrl: string; orgId: string; gone: ReadonlySet<string> };
    lastVisitSeen: { baseUrl: string; orgId: string };
  }>;
  readonly port: {
    readonly compareWithLastVisit: (
      baseUrl: string,
      orgId: string,
      snapshot: VisitSnapshot,
    ) => Promise<VisitComparison>;
    /** You know that these systems are gone: the next visit does not report them. */
    readonly leaveOutOfLastVisit: (baseUrl: string, orgId: string, gone: ReadonlySet<string>) => Promise<void>;
    /** From now on visits are compared with the latest snapshot, not with the one before it. */
    readonly lastVisitSeen: (baseUrl: string, orgId: string) => Promise<void>;
  };
}

export const changesSlice: Slice<ChangesFeature['state']> = { initial: null, lasts: 'organisation' };
