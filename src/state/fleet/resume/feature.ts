/** Declares the feature: the state that survives leaving an organisation, q and a new start. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import { nothingToFind, type ToFind, type Visit } from './model.ts';

/** Storage for each organisation from one visit to the next. Failures to store are survived. */
export interface Visits {
  /** `problem`: in a sentence, why what is kept cannot be used. */
  recall(
    profile: string,
    baseUrl: string,
    orgId: string,
  ): { readonly visit: Visit | null; readonly problem: string | null };
  /** `isLast`: it waits for the disk, because the program ends. */
  keep(profile: string, baseUrl: string, visit: Visit, isLast?: boolean): void;
}

export interface ResumeFeature {
  /** `gone`: systems that the run of this session deleted; their marks are not kept. */
  readonly state: { readonly toFind: ToFind; readonly gone: ReadonlySet<string> };
  readonly action: Tagged<{
    /** Null: the organisation has no kept visit. */
    visitRecalled: { orgId: string; visit: Visit | null };
    /** Answers whether to restore marks of a list that has changed much. */
    restoreAccepted: None;
    restoreDeclined: None;
  }>;
  readonly effect: Tagged<{
    recallVisit: { profile: string; baseUrl: string; orgId: string };
    keepVisit: { profile: string; baseUrl: string; visit: Visit };
  }>;
  /** The list has changed much since these marks were set: restore them? */
  readonly overlay: { readonly kind: 'restore' };
  readonly port: {
    readonly visits: Visits;
  };
}

export const resumeSlice: Slice<ResumeFeature['state']> = {
  initial: { toFind: nothingToFind, gone: new Set() },
  lasts: 'organisation',
};
