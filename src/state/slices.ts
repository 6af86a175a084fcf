/** Which slice answers an action? */
import type { Action } from './actions.ts';
import { reduceEnrolmentKeys } from './enrolment-keys/update.ts';
import { reduceFilter } from './filter/update.ts';
import { reduceKeeping } from './token-storage/update.ts';
import { reduceList } from './list/update.ts';
import { reduceMarkByList } from './marks/by-list.ts';
import { reduceMarks } from './marks/update.ts';
import { reduceNewToken } from './sign-in/replace-token.ts';
import { reduceProfiles } from './profiles/update.ts';
import { reduceProgram } from './program/update.ts';
import { reduceResuming } from './resume/update.ts';
import { reduceReview } from './review/update.ts';
import { reduceRun } from './deletion/update.ts';
import { reduceRuns } from './deletion/runs/update.ts';
import { reduceSettings } from './settings/update.ts';
import { reduceOrganisations, reduceSignIn } from './sign-in/update.ts';
import type { State } from './state.ts';
import type { Step } from './kernel/step.ts';
import { reduceTaking } from './export/update.ts';
import { reduceView } from './columns/update.ts';

/** What a slice handles itself: all but what only carries another action. */
export type SliceAction = Exclude<Action, { kind: 'paletteChosen' | 'keyPressed' }>;

export function toSlice(state: State, action: SliceAction): Step {
  switch (action.kind) {
    case 'resized':
    case 'minutePassed':
    case 'secondPassed':
    case 'clockCompared':
    case 'bannerDismissed':
    case 'timerEnded':
    case 'keyRefused':
    case 'keyUnknown':
    case 'moved':
    case 'drawnListMoved':
    case 'wentBack':
    case 'interrupted':
    case 'quitRequested':
    case 'quitConfirmed':
    case 'endingAsked':
    case 'repaintRequested':
    case 'suspendRequested':
    case 'autoRefreshToggled':
    case 'helpSearched':
    case 'preferencesFailed':
    case 'helpOpened':
    case 'paletteOpened':
    case 'overlayClosed':
    case 'textEdited':
      return reduceProgram(state, action);
    case 'serviceKnown':
    case 'serviceUnknown':
    case 'routeChosen':
    case 'baseUrlEntered':
    case 'baseUrlAccepted':
    case 'baseUrlRefused':
    case 'tokenSearched':
    case 'tokenEntered':
    case 'tokenRefused':
    case 'signOutRequested':
    case 'signedOut':
    case 'tokenForgotten':
      return reduceSignIn(state, action);
    case 'keepingOpened':
    case 'placeChosen':
    case 'commandEntered':
    case 'keepingLeft':
    case 'keychainCancelled':
    case 'tokenKept':
      return reduceKeeping(state, action);
    case 'profilesOpened':
    case 'profilesListed':
    case 'profileChosen':
    case 'profileNamed':
    case 'profilesLeft':
    case 'profileSwitched':
    case 'profileUsed':
      return reduceProfiles(state, action);
    case 'newTokenEntered':
    case 'newTokenRefused':
    case 'newTokenAccepted':
      return reduceNewToken(state, action);
    case 'organisationsArrived':
    case 'organisationsFailed':
    case 'organisationRecalled':
    case 'organisationOpened':
    case 'organisationsOpened':
    case 'switchRequested':
    case 'marksGivenUp':
    case 'organisationIdAsked':
      return reduceOrganisations(state, action);
    case 'pageArrived':
    case 'pageFailed':
    case 'visitCompared':
    case 'refreshRequested':
    case 'disabledToggled':
    case 'searchOpened':
    case 'promptAccepted':
    case 'detailsOpened':
    case 'detailsArrived':
    case 'detailsFailed':
      return reduceList(state, action);
    case 'filterOpened':
    case 'patternOpened':
    case 'filterCompleted':
    case 'filterRecalled':
      return reduceFilter(state, action);
    case 'markListOpened':
    case 'markListEdited':
    case 'editingFailed':
      return reduceMarkByList(state, action);
    case 'orderChanged':
    case 'orderFlipped':
    case 'orderChosen':
    case 'columnsOpened':
    case 'columnToggled':
    case 'columnMoved':
    case 'wideToggled':
    case 'viewShown':
    case 'viewsOpened':
    case 'viewSaved':
    case 'organisationViewRecalled':
      return reduceView(state, action);
    case 'sessionFound':
    case 'sessionResumed':
    case 'sessionDropped':
      return reduceResuming(state, action);
    case 'copyOpened':
    case 'textCopied':
    case 'exportOpened':
    case 'systemsExported':
      return reduceTaking(state, action);
    case 'rangeToggled':
    case 'markingUndone':
    case 'allMarked':
    case 'markToggled':
    case 'matchingMarked':
    case 'marksInverted':
    case 'marksCleared':
    case 'markedOnlyToggled':
    case 'staleMarkRequested':
    case 'staleOpened':
    case 'thresholdMoved':
    case 'staleChosen':
      return reduceMarks(state, action);
    case 'reviewOpened':
    case 'reviewItemToggled':
    case 'guardToggled':
    case 'phraseStarted':
    case 'phraseEntered':
    case 'retryRequested':
    case 'systemReread':
    case 'rereadFailed':
      return reduceReview(state, action);
    case 'journalOpened':
    case 'journalFailed':
    case 'systemRechecked':
    case 'recheckFailed':
    case 'accessChecked':
    case 'accessCheckFailed':
    case 'checkPageArrived':
    case 'checkPageFailed':
    case 'intentRecorded':
    case 'intentFailed':
    case 'outcomeUnrecorded':
    case 'systemDeleted':
    case 'rereadTooOld':
    case 'deletionFailed':
      return reduceRun(state, action);
    case 'runRefused':
    case 'runForbidden':
    case 'lockFailed':
    case 'otherSessionFound':
    case 'cutOffFound':
    case 'cutOffElsewhere':
    case 'unreadRecordsFound':
    case 'runShown':
    case 'runLeft':
    case 'runsOpened':
    case 'runsListed':
    case 'runOpened':
    case 'pastRunRead':
    case 'exportRequested':
    case 'runExported':
    case 'exportFailed':
    case 'recordsShown':
    case 'showingFailed':
    case 'outcomesCopied':
      return reduceRuns(state, action);
    case 'organisationSettingsRecalled':
    case 'settingsOpened':
    case 'weakeningConfirmed':
      return reduceSettings(state, action);
    case 'newKeyOpened':
    case 'keyDescribed':
    case 'keyCreated':
    case 'keyCreationFailed':
    case 'secretToggled':
    case 'secretCopied':
    case 'keysSeenOpened':
      return reduceEnrolmentKeys(state, action);
  }
}
