/** What is the next state, and what is to be done? The whole program's answer to one action. */
import type { Action } from './actions.ts';
import { reduceDeletion } from './deletion-steps.ts';
import { reduceEnrolmentKeys } from './key-steps.ts';
import { reduceList } from './list-steps.ts';
import { reduceMarks } from './mark-steps.ts';
import { reduceProgram, withoutSaid } from './program-steps.ts';
import { reduceOrganisations, reduceSignIn } from './sign-in-steps.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';

export function reduce(state: State, action: Action): Step {
  switch (action.kind) {
    case 'paletteChosen':
      return reduce({ ...state, overlay: null }, action.action);
    case 'keyPressed':
      return reduce(withoutSaid(state), action.action);
    case 'resized':
    case 'minutePassed':
    case 'timerEnded':
    case 'keyRefused':
    case 'keyUnknown':
    case 'moved':
    case 'drawnListMoved':
    case 'wentBack':
    case 'interrupted':
    case 'quitRequested':
    case 'quitConfirmed':
    case 'repaintRequested':
    case 'helpOpened':
    case 'paletteOpened':
    case 'overlayClosed':
    case 'textEdited':
      return reduceProgram(state, action);
    case 'serviceKnown':
    case 'serviceUnknown':
    case 'baseUrlEntered':
    case 'baseUrlAccepted':
    case 'baseUrlRefused':
    case 'tokenSearched':
    case 'tokenEntered':
    case 'tokenRefused':
    case 'tokenKept':
    case 'signedOut':
    case 'tokenForgotten':
      return reduceSignIn(state, action);
    case 'organisationsArrived':
    case 'organisationsFailed':
    case 'organisationRecalled':
    case 'organisationOpened':
    case 'organisationsOpened':
      return reduceOrganisations(state, action);
    case 'pageArrived':
    case 'pageFailed':
    case 'refreshRequested':
    case 'disabledToggled':
    case 'searchOpened':
    case 'filterOpened':
    case 'promptAccepted':
    case 'orderChanged':
    case 'orderFlipped':
    case 'detailsOpened':
    case 'detailsArrived':
    case 'detailsFailed':
      return reduceList(state, action);
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
    case 'phraseStarted':
    case 'phraseEntered':
    case 'retryRequested':
    case 'journalOpened':
    case 'journalFailed':
    case 'systemRechecked':
    case 'recheckFailed':
    case 'intentRecorded':
    case 'intentFailed':
    case 'systemDeleted':
    case 'deletionFailed':
      return reduceDeletion(state, action);
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
