/** Declares the feature: the changes of an organisation since the last visit. */
import type { Slice, Tagged } from '../../kernel/declare.ts';
import type { Changes, VisitSnapshot } from './changes.ts';

export interface ChangesFeature {
  readonly state: Changes | null;
  readonly action: Tagged<{ visitCompared: { orgId: string; changes: Changes } }>;
  readonly effect: Tagged<{
    compareWithLastVisit: { baseUrl: string; orgId: string; snapshot: VisitSnapshot };
    /** The next comparison with the last visit does not report them as gone. */
    leaveOutOfLastVisit: { baseUrl: string; orgId: string; gone: ReadonlySet<string> };
  }>;
}

export const changesSlice: Slice<Changes | null> = { initial: null, lasts: 'organisation' };
