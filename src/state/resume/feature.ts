/** Declares the feature: a session whose line dropped. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import { nothingToFind, type SessionNote, type ToFind } from './model.ts';

export interface ResumeFeature {
  readonly state: {
    /** Of the session before, whose line dropped; null once it was offered. */
    readonly lastSession: SessionNote | null;
    readonly toFind: ToFind;
  };
  readonly action: Tagged<{ sessionFound: { note: SessionNote }; sessionResumed: None; sessionDropped: None }>;
  /** Is the session before to be gone on with? */
  readonly overlay: Tagged<{ resume: { note: SessionNote } }>;
}

export const resumeSlice: Slice<ResumeFeature['state']> = {
  initial: { lastSession: null, toFind: nothingToFind },
  lasts: 'session',
};
