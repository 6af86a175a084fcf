/** What can happen while systems are reviewed and deleted, and with the runs of other sessions? */
import type { SystemsPage } from '../../api/page.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';

/** Answers that the run with this number asked for. */
export type RunAction = { readonly run: number } & (
  | { readonly kind: 'journalOpened'; readonly path: string; readonly now: number }
  | { readonly kind: 'journalFailed'; readonly code: string; readonly now: number }
  | {
      readonly kind: 'systemRechecked';
      readonly systemId: string;
      readonly system: System;
      readonly record: unknown;
      /** When it was asked for, by the clock that counts sleep. */
      readonly askedAt: number;
      readonly now: number;
    }
  | { readonly kind: 'recheckFailed'; readonly systemId: string; readonly problem: Problem; readonly now: number }
  | { readonly kind: 'accessChecked'; readonly hasAccess: boolean; readonly now: number }
  | { readonly kind: 'accessCheckFailed'; readonly problem: Problem; readonly now: number }
  | { readonly kind: 'checkPageArrived'; readonly page: SystemsPage; readonly now: number }
  | { readonly kind: 'checkPageFailed'; readonly problem: Problem }
  | { readonly kind: 'intentRecorded'; readonly systemId: string }
  | { readonly kind: 'intentFailed'; readonly systemId: string; readonly code: string; readonly now: number }
  | { readonly kind: 'outcomeUnrecorded'; readonly systemId: string; readonly code: string; readonly now: number }
  | {
      readonly kind: 'systemDeleted';
      readonly systemId: string;
      /** The service said that it will, not that it has. */
      readonly accepted: boolean;
      readonly now: number;
    }
  /** What was read again is too old to delete by: nothing was sent. */
  | { readonly kind: 'rereadTooOld'; readonly systemId: string; readonly now: number }
  | { readonly kind: 'deletionFailed'; readonly systemId: string; readonly problem: Problem; readonly now: number }
);
