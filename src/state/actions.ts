/** What can happen? Past-tense events: keys that were pressed, answers that arrived, time that passed. */
import type { EnrolmentKey } from '../api/enrolment-keys.ts';
import type { Organisation } from '../api/organisation.ts';
import type { SystemsPage } from '../api/page.ts';
import type { Problem } from '../api/problem.ts';
import type { System } from '../api/system.ts';
import type { Changes } from './changes/changes.ts';
import type { ClockNote } from './clock/clock.ts';
import type { Timer } from './effects.ts';
import type { Guards } from './review/guards.ts';
import type { OrderKey } from './list/sort.ts';
import type { OrganisationLabel } from './organisations/label.ts';
import type { SavedViews } from './columns/saved-views.ts';
import type { SessionNote } from './resume/model.ts';
import type { SettingsKind } from './settings/model.ts';
import type { ExportScope } from './export/model.ts';
import type { TableColumns } from './columns/model.ts';
import type { Motion } from './kernel/list-cursor.ts';
import type { ReviewAction, RunAction, RunsAction } from './deletion/model.ts';
import type { KeepingAction, NewTokenAction, ProfileAction, SignInAction } from './sign-in/model.ts';

/** The program and its terminal. Times are milliseconds since 1970. */
export type ProgramAction =
  | { readonly kind: 'resized'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'minutePassed'; readonly now: number }
  /** So many seconds since `awaited` began to be awaited (see the selector of that name). */
  | { readonly kind: 'secondPassed'; readonly awaited: string; readonly seconds: number }
  /** An answer's `Date` said something new about this computer's clock. */
  | { readonly kind: 'clockCompared'; readonly clock: ClockNote; readonly now: number }
  | { readonly kind: 'bannerDismissed' }
  | { readonly kind: 'timerEnded'; readonly timer: Timer }
  | { readonly kind: 'keyRefused'; readonly reason: string }
  | { readonly kind: 'keyUnknown'; readonly name: string }
  | { readonly kind: 'moved'; readonly motion: Motion }
  | { readonly kind: 'wentBack' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'quitRequested' }
  | { readonly kind: 'quitConfirmed' }
  /**
   * The computer asks the program to end: what is in flight is waited for, and not long. `isAgain`: by somebody who does
   * not want to wait any longer.
   */
  | { readonly kind: 'endingAsked'; readonly isAgain: boolean }
  | { readonly kind: 'repaintRequested' }
  | { readonly kind: 'suspendRequested' }
  /** The list is read again by itself from now on, or not any more. */
  | { readonly kind: 'autoRefreshToggled' }
  | { readonly kind: 'helpSearched' }
  /** The preferences cannot be read or saved. */
  | { readonly kind: 'preferencesFailed'; readonly says: string }
  | { readonly kind: 'helpOpened' }
  | { readonly kind: 'paletteOpened' }
  /** In a list that a screen makes while it draws (help, palette, fields): the screen says how long it is. */
  | { readonly kind: 'drawnListMoved'; readonly motion: Motion; readonly length: number; readonly height: number }
  | { readonly kind: 'paletteChosen'; readonly action: Action }
  /** A key that does something: what was said about an earlier key is over. */
  | { readonly kind: 'keyPressed'; readonly action: Action }
  | { readonly kind: 'overlayClosed' }
  /** The text of the field that is open, whichever it is; never the token's. */
  | { readonly kind: 'textEdited'; readonly text: string };

export type OrganisationsAction =
  | { readonly kind: 'organisationsArrived'; readonly session: number; readonly organisations: readonly Organisation[] }
  | { readonly kind: 'organisationsFailed'; readonly session: number; readonly problem: Problem }
  /** The one that was opened last time at this service. */
  | { readonly kind: 'organisationRecalled'; readonly orgId: string }
  | { readonly kind: 'organisationOpened' }
  | { readonly kind: 'organisationsOpened' }
  /** The list of organisations, from a list of systems whose marks that may lose. */
  | { readonly kind: 'switchRequested' }
  | { readonly kind: 'marksGivenUp' }
  /** One that the list does not have is to be opened by its id. */
  | { readonly kind: 'organisationIdAsked' };

export type ListAction =
  | { readonly kind: 'pageArrived'; readonly scan: number; readonly page: SystemsPage; readonly now: number }
  | { readonly kind: 'pageFailed'; readonly scan: number; readonly problem: Problem }
  | { readonly kind: 'visitCompared'; readonly orgId: string; readonly changes: Changes }
  | { readonly kind: 'refreshRequested' }
  | { readonly kind: 'disabledToggled' }
  | { readonly kind: 'searchOpened' }
  | { readonly kind: 'promptAccepted' }
  | { readonly kind: 'detailsOpened' }
  | { readonly kind: 'detailsArrived'; readonly systemId: string; readonly system: System; readonly now: number }
  | { readonly kind: 'detailsFailed'; readonly systemId: string; readonly problem: Problem };

/** Order, columns and saved views; digits are `0` to `9`. */
export type ViewAction =
  | { readonly kind: 'orderChanged' }
  | { readonly kind: 'orderFlipped' }
  /** Chosen again, it is turned round. */
  | { readonly kind: 'orderChosen'; readonly by: OrderKey }
  | { readonly kind: 'columnsOpened' }
  | { readonly kind: 'columnToggled' }
  | { readonly kind: 'columnMoved'; readonly by: -1 | 1 }
  | { readonly kind: 'wideToggled' }
  | { readonly kind: 'viewShown'; readonly digit: string }
  | { readonly kind: 'viewsOpened' }
  | { readonly kind: 'viewSaved'; readonly digit: string }
  | {
      readonly kind: 'organisationViewRecalled';
      readonly orgId: string;
      readonly columns: TableColumns;
      readonly views: SavedViews;
    };

export type FilterAction =
  | { readonly kind: 'filterOpened' }
  /** What is marked by what is typed. */
  | { readonly kind: 'patternOpened' }
  | { readonly kind: 'filterCompleted' }
  | { readonly kind: 'filterRecalled'; readonly older: boolean };

export type ResumingAction =
  | { readonly kind: 'sessionFound'; readonly note: SessionNote }
  | { readonly kind: 'sessionResumed' }
  | { readonly kind: 'sessionDropped' };

export type TakingAction =
  | { readonly kind: 'copyOpened' }
  | { readonly kind: 'textCopied' }
  | { readonly kind: 'exportOpened' }
  | { readonly kind: 'systemsExported'; readonly scope: ExportScope };

export type MarkAction =
  | { readonly kind: 'rangeToggled' }
  | { readonly kind: 'markingUndone' }
  /** After the question whether every page is to be read first. */
  | { readonly kind: 'allMarked'; readonly readFirst: boolean }
  | { readonly kind: 'markToggled' }
  | { readonly kind: 'matchingMarked' }
  | { readonly kind: 'marksInverted' }
  | { readonly kind: 'marksCleared' }
  | { readonly kind: 'markedOnlyToggled' }
  | { readonly kind: 'staleMarkRequested' }
  | { readonly kind: 'staleOpened' }
  | { readonly kind: 'thresholdMoved'; readonly days: number }
  | { readonly kind: 'staleChosen' };

export type MarkListAction =
  | { readonly kind: 'markListOpened' }
  | { readonly kind: 'markListEdited'; readonly text: string }
  | { readonly kind: 'editingFailed'; readonly says: string };

export type SettingsAction =
  | {
      readonly kind: 'organisationSettingsRecalled';
      readonly orgId: string;
      readonly guards: Guards;
      readonly label: OrganisationLabel;
    }
  | { readonly kind: 'settingsOpened'; readonly about: SettingsKind }
  /** Of the protection that the overlay names. */
  | { readonly kind: 'weakeningConfirmed' };

export type EnrolmentKeyAction =
  | { readonly kind: 'newKeyOpened' }
  | { readonly kind: 'keyDescribed' }
  | { readonly kind: 'keyCreated'; readonly attempt: number; readonly key: EnrolmentKey }
  | { readonly kind: 'keyCreationFailed'; readonly attempt: number; readonly problem: Problem }
  | { readonly kind: 'secretToggled' }
  | { readonly kind: 'secretCopied' }
  | { readonly kind: 'keysSeenOpened' };

export type Action =
  | ProgramAction
  | SignInAction
  | NewTokenAction
  | OrganisationsAction
  | ListAction
  | FilterAction
  | ViewAction
  | TakingAction
  | ResumingAction
  | MarkAction
  | MarkListAction
  | ReviewAction
  | RunAction
  | RunsAction
  | KeepingAction
  | ProfileAction
  | SettingsAction
  | EnrolmentKeyAction;
