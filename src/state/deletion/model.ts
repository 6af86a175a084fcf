/** What can happen while systems are reviewed and deleted, and with the runs of other sessions? */
import type { Tagged } from '../kernel/tagged.ts';
import type { SystemsPage } from '../../api/page.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';

/** Answers that the run with this number asked for. */
export type RunAction = { readonly run: number } & Tagged<{
  journalOpened: { path: string; now: number };
  journalFailed: { code: string; now: number };
  systemRechecked: {
    systemId: string;
    system: System;
    record: unknown;
    /** When it was asked for, by the clock that counts sleep. */
    askedAt: number;
    now: number;
  };
  recheckFailed: { systemId: string; problem: Problem; now: number };
  accessChecked: { hasAccess: boolean; now: number };
  accessCheckFailed: { problem: Problem; now: number };
  checkPageArrived: { page: SystemsPage; now: number };
  checkPageFailed: { problem: Problem };
  intentRecorded: { systemId: string };
  intentFailed: { systemId: string; code: string; now: number };
  outcomeUnrecorded: { systemId: string; code: string; now: number };
  systemDeleted: {
    systemId: string;
    /** The service said that it will, not that it has. */
    accepted: boolean;
    now: number;
  };
  /** What was read again is too old to delete by: nothing was sent. */
  rereadTooOld: { systemId: string; now: number };
  deletionFailed: { systemId: string; problem: Problem; now: number };
}>;
