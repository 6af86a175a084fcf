/** What does the program know? Everything that a screen may draw, in one value. */
import type { Organisation } from '../api/organisation.ts';
import type { Problem } from '../api/problem.ts';
import type { System } from '../api/system.ts';
import type { Changes } from './changes/changes.ts';
import type { ClockNote } from './clock/clock.ts';
import type { Cursor } from './list/cursor.ts';
import { defaultGuards, type Guards } from './review/guards.ts';
import type { KeyCreation } from './enrolment-keys/creation.ts';
import { atTop, type ListPosition } from './kernel/list-cursor.ts';
import type { Loadable } from './kernel/loadable.ts';
import { type Marks, noMarks } from './marks/marks.ts';
import type { Notice } from './program/notice.ts';
import { noLabel, type OrganisationLabel } from './organisations/label.ts';
import type { FailedStorage } from './token-storage/model.ts';
import type { Review } from './review/review.ts';
import type { RunsRow } from './deletion/runs/files.ts';
import type { Run } from './deletion/run.ts';
import type { SavedViews } from './columns/saved-views.ts';
import type { Scan } from './list/scan.ts';
import type { SessionNote } from './resume/model.ts';
import type { Session } from './sign-in/session.ts';
import type { MarksLosing } from './sign-in/model.ts';
import { defaultColumns, type TableColumns } from './columns/model.ts';
import type { SettingsKind } from './settings/model.ts';
import { nothingToFind, type ToFind } from './resume/to-find.ts';
import { plainView, type View } from './list/rows.ts';
import type { Wait } from './requests/model.ts';
import type { SettingsChange, Weakening } from './settings/weakening.ts';

export type Screen =
  /** Until it is known where the service is and whether there is a token. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'organisations' }
  | { readonly kind: 'systems' }
  | {
      readonly kind: 'details';
      readonly system: Loadable<System>;
      readonly systemId: string;
      readonly list: ListPosition;
    }
  /** `days`: the threshold that is tried. It is that of the list once the systems are marked by it, and goes otherwise. */
  | { readonly kind: 'stale'; readonly days: number }
  | { readonly kind: 'review' }
  | { readonly kind: 'deletion' }
  | { readonly kind: 'runs'; readonly runs: Loadable<readonly RunsRow[]>; readonly list: ListPosition }
  | { readonly kind: 'newKey'; readonly creation: KeyCreation }
  | { readonly kind: 'keysSeen'; readonly list: ListPosition };

/** What lies over the screen and takes the keys. */
export type Overlay =
  /** `typed`: what is looked for in it; null: nothing. */
  | { readonly kind: 'help'; readonly list: ListPosition; readonly typed: string | null }
  | { readonly kind: 'palette'; readonly typed: string; readonly list: ListPosition }
  | { readonly kind: 'quit' }
  | { readonly kind: 'signOut' }
  /** Marks are of one organisation: are they to be lost by what was asked for? */
  | { readonly kind: 'marksLost'; readonly by: MarksLosing }
  /** Settings that would protect less: are they to be saved? */
  | { readonly kind: 'weakening'; readonly change: SettingsChange; readonly weakened: readonly Weakening[] }
  /** All of a list that is not read to its end are to be marked: those that are here, or all of them? */
  | { readonly kind: 'markAll' }
  | { readonly kind: 'copy'; readonly list: ListPosition }
  | { readonly kind: 'exportSystems' }
  /** The line of the session before has dropped: is it to be gone on with? */
  | { readonly kind: 'resume'; readonly note: SessionNote }
  | { readonly kind: 'columns'; readonly list: ListPosition }
  /** Under which digit is the list as it is now to be kept? */
  | { readonly kind: 'saveView' }
  /** The token is no longer accepted: another one can be entered, and work goes on where it stopped. */
  | {
      readonly kind: 'token';
      readonly says: string | null;
      readonly problem: Problem | null;
      readonly isTrying: boolean;
    }
  /**
   * Where the token is to be kept. `why`: where it was not found; null where somebody asked. `command`: as it is typed,
   * once that place was chosen.
   */
  | {
      readonly kind: 'keeping';
      readonly why: FailedStorage | null;
      readonly list: ListPosition;
      readonly command: string | null;
      readonly says: string | null;
      readonly isTrying: boolean;
    }
  /** `typed`: the name of another profile, once that was asked for. */
  | {
      readonly kind: 'profiles';
      readonly names: readonly string[];
      readonly list: ListPosition;
      readonly typed: string | null;
      readonly says: string | null;
    };

/** The field at the foot of the systems screen, with what esc brings back. */
export type Prompt =
  | { readonly kind: 'search'; readonly typed: string; readonly before: Listing }
  /** A filter of what is here, or a pattern to mark by. `completion`: what tab goes through; `recalled`: which earlier one. */
  | {
      readonly kind: 'filter' | 'pattern';
      readonly typed: string;
      readonly before: Listing;
      readonly completion: { readonly texts: readonly string[]; readonly at: number } | null;
      readonly recalled: number | null;
      /** Enter was pressed on a mistake, which is said from then on, though its word may be unfinished. */
      readonly isRefused: boolean;
    }
  /** `says`: what is wrong with what is typed. */
  | {
      readonly kind: 'settings';
      readonly about: SettingsKind;
      readonly typed: string;
      readonly says: string | null;
      readonly before: Listing;
    }
  /** The id of an organisation that the list does not have. */
  | { readonly kind: 'organisation'; readonly typed: string; readonly before: Listing };

/** The list of systems as it is shown, and the one that will take its place when its first page is there. */
export interface Listing {
  readonly scan: Scan | null;
  readonly asked: Scan | null;
  /** What was asked for last and could not be read, where other rows stay on the screen. */
  readonly missed: Scan | null;
  readonly view: View;
  readonly cursor: Cursor;
}

export interface State {
  /**
   * The moment by which ages are judged, in milliseconds since 1970: the earlier of this computer's and the service's.
   * It moves once a minute and with each answer.
   */
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
  readonly session: Session;
  readonly screen: Screen;
  readonly overlay: Overlay | null;
  readonly prompt: Prompt | null;
  readonly notice: Notice | null;
  readonly organisation: Organisation | null;
  /** Numbers of the next scan, run and attempt: answers carry them. */
  readonly nextId: number;
  readonly organisations: { readonly list: Loadable<readonly Organisation[]>; readonly position: ListPosition };
  readonly list: ListState;
  readonly marks: MarksState;
  /** Filters that were typed, the newest first. */
  readonly filter: { readonly history: readonly string[] };
  /** The threshold. */
  readonly staleness: { readonly days: number };
  readonly review: Review | null;
  /** The deletion in progress, or the one that is shown. */
  readonly deletion: Run | null;
  /** Those of the organisation. */
  readonly settings: { readonly guards: Guards; readonly label: OrganisationLabel };
  readonly tableColumns: { readonly chosen: TableColumns; readonly savedViews: SavedViews };
  readonly requests: RequestsState;
  /** How this computer's clock compares with the service's. */
  readonly clock: ClockNote;
  readonly resume: ResumeState;
  /** Since the last look at this organisation; null where there was none, or its list is not read to its end. */
  readonly changes: Changes | null;
  readonly program: ProgramState;
}

export interface ListState {
  readonly listing: Listing;
  /** The list as it was before the search: esc brings it back. */
  readonly unsearched: Listing | null;
  /** Systems of the organisation, as the service last said without a search. */
  readonly total: number | null;
  /** Systems asked for in one page; a service that refuses it is asked once more without. */
  readonly pageSize: number;
  /** The list is read again by itself, once in a while. */
  readonly isRefreshing: boolean;
}

export interface MarksState {
  readonly marked: Marks;
  /** As they were before the last change; undoing that is a change, too. */
  readonly before: Marks | null;
  /** Where a range of rows begins that is to be marked: the system's id. */
  readonly rangeFrom: string | null;
}

export interface RequestsState {
  /** What no read is sent before. */
  readonly wait: Wait | null;
  /** How often each read that is tried again has failed so far, by its key. */
  readonly failures: ReadonlyMap<string, number>;
}

export interface ResumeState {
  /** Of the session before, whose line dropped; null once it was offered. */
  readonly lastSession: SessionNote | null;
  readonly toFind: ToFind;
}

export interface ProgramState {
  /** How long something has been awaited: seconds, for the one that is named. */
  readonly awaited: { readonly what: string; readonly seconds: number } | null;
  /** The banners that were put away, by kind. */
  readonly dismissed: ReadonlySet<string>;
  /** ctrl-c was pressed: once more within two seconds leaves. */
  readonly isInterrupted: boolean;
  /** The program is left as soon as the run has stopped. */
  readonly isLeaving: boolean;
}

export const noFailures: RequestsState['failures'] = new Map();

export const noListing: Listing = {
  scan: null,
  asked: null,
  missed: null,
  view: plainView,
  cursor: { systemId: null, anchorId: null, ...atTop },
};

export function initialState(about: {
  session: Session;
  days: number;
  pageSize: number;
  now: number;
  columns: number;
  rows: number;
}): State {
  const { session, days, pageSize, now, columns, rows } = about;
  return {
    now,
    columns,
    rows,
    session,
    screen: { kind: 'starting' },
    overlay: null,
    prompt: null,
    notice: null,
    organisation: null,
    nextId: 1,
    organisations: { list: { kind: 'loading', last: null }, position: atTop },
    list: { listing: noListing, unsearched: null, total: null, pageSize, isRefreshing: false },
    marks: { marked: noMarks, before: null, rangeFrom: null },
    filter: { history: [] },
    staleness: { days },
    review: null,
    deletion: null,
    settings: { guards: defaultGuards, label: noLabel },
    tableColumns: { chosen: defaultColumns, savedViews: {} },
    requests: { wait: null, failures: noFailures },
    clock: { kind: 'fine' },
    resume: { lastSession: null, toFind: nothingToFind },
    changes: null,
    program: { awaited: null, dismissed: new Set(), isInterrupted: false, isLeaving: false },
  };
}
