/** Declares the feature: what has changed in an organisation since the last visit. */
import type { Slice, Tagged } from '../kernel/declare.ts';
import type { Changes, VisitSnapshot } from './changes.ts';

export type ChangesAction = { readonly kind: 'visitCompared'; readonly orgId: string; readonly changes: Changes };

export type ChangesEffect = Tagged<{
  compareWithLastVisit: { baseUrl: string; orgId: string; snapshot: VisitSnapshot };
  /** The next look at the organisation does not tell that they are gone. */
  leaveOutOfLastVisit: { baseUrl: string; orgId: string; gone: ReadonlySet<string> };
}>;

/** What has changed in an organisation since the last visit. */
export interface ChangesFeature {
  readonly state: Changes | null;
  readonly action: ChangesAction;
  readonly effect: ChangesEffect;
}

export const changesSlice: Slice<Changes | null> = { initial: null, lasts: 'organisation' };
