/** Declares the feature: a session whose line dropped. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import { nothingToFind, type SessionNote, type ToFind } from './model.ts';

export interface ResumeState {
  /** Of the session before, whose line dropped; null once it was offered. */
  readonly lastSession: SessionNote | null;
  readonly toFind: ToFind;
}

export type ResumeAction = Tagged<{
  sessionFound: { note: SessionNote };
  sessionResumed: None;
  sessionDropped: None;
}>;

export type ResumeOverlay =
  /** The line of the session before has dropped: is it to be gone on with? */
  { readonly kind: 'resume'; readonly note: SessionNote };

/** A session whose line dropped. */
export interface ResumeFeature {
  readonly state: ResumeState;
  readonly action: ResumeAction;
  readonly overlay: ResumeOverlay;
}

export const resumeSlice: Slice<ResumeState> = {
  initial: { lastSession: null, toFind: nothingToFind },
  lasts: 'session',
};
