/** Declares the feature: the changes of an organisation since the last visit. */
import type { ListPosition } from '../../kernel/list-view.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Changes, VisitComparison, VisitSnapshot } from './changes.ts';

/**
 * The line above the list. `quiet`: it is there, and takes the cursor once no key was pressed for a moment; `focused`: enter
 * is its; `away`: a person has put it away.
 */
type Line = 'quiet' | 'focused' | 'shown' | 'away';

export interface ChangesFeature {
  readonly state: (Changes & { readonly line: Line }) | null;
  readonly action: Tagged<{
    visitCompared: { orgId: string; changes: Changes };
    /** The systems that are new, or stopped connecting. */
    changesShown: None;
    /** The names of the systems that are gone or disabled. */
    goneShown: None;
  }>;
  readonly overlay: { readonly kind: 'gone'; readonly list: ListPosition };
  readonly timer: 'changesLine';
  readonly effect: Tagged<{
    compareWithLastVisit: { baseUrl: string; orgId: string; snapshot: VisitSnapshot };
    /** The next comparison with the last visit does not report them as gone. */
    leaveOutOfLastVisit: { baseUrl: string; orgId: string; gone: ReadonlySet<string> };
    /** The changes were seen: the next comparison does not report them. */
    lastVisitSeen: { baseUrl: string; orgId: string };
  }>;
  readonly port: {
    /** Keeps this snapshot of an organisation, and answers what changed since the one before. */
    readonly compareWithLastVisit: (
      baseUrl: string,
      orgId: string,
      snapshot: VisitSnapshot,
    ) => Promise<VisitComparison>;
    /** These systems are gone, and this person knows it: the next visit does not report them. */
    readonly leaveOutOfLastVisit: (baseUrl: string, orgId: string, gone: ReadonlySet<string>) => Promise<void>;
    /** The latest snapshot is the one to compare with from now on: until then it is the one before. */
    readonly lastVisitSeen: (baseUrl: string, orgId: string) => Promise<void>;
  };
}

export const changesSlice: Slice<ChangesFeature['state']> = { initial: null, lasts: 'organisation' };
