/** Which bindings are in force? Text entry first, then the screen's, then those of every screen. */
import { textField } from '../../state/selectors.ts';
import type { State } from '../../state/state.ts';
import { deletionKeys, elsewhereKeys } from '../deletion/deletion-keys.ts';
import { detailsKeys } from '../details/details-keys.ts';
import { createdKeys, describeKeys, keysSeenKeys } from '../enrolment-keys/enrolment-key-keys.ts';
import { organisationPromptKeys, organisationsKeys } from '../organisations/organisations-keys.ts';
import {
  awaitedKeys,
  columnsKeys,
  copyKeys,
  exportKeys,
  helpKeys,
  helpSearchKeys,
  keepingKeys,
  markAllKeys,
  marksLostKeys,
  newTokenKeys,
  paletteKeys,
  profileNameKeys,
  profilesKeys,
  quitKeys,
  resumeKeys,
  saveViewKeys,
  signOutKeys,
  tokenCommandKeys,
  weakeningKeys,
} from '../program/overlay-keys.ts';
import { paletteEntries } from '../palette/palette-entries.ts';
import { runsKeys } from '../deletion/runs/runs-keys.ts';
import { keysInReview, phraseKeys } from '../review/review-keys.ts';
import { baseUrlKeys, tokenKeys } from '../sign-in/sign-in-keys.ts';
import { staleKeys } from '../staleness/staleness-keys.ts';
import { filterPromptKeys, promptKeys } from '../list/prompt-keys.ts';
import { systemsKeys } from '../list/list-keys.ts';
import type { Binding, BindingGroup } from './binding.ts';
import { globalKeys } from '../program/global-keys.ts';
import type { KeyName } from './key-name.ts';
import { listKeys, listKeysWithoutPages } from './motion-keys.ts';

/** Only these work beside a text field: the rest of the keys are text. */
const besideText: BindingGroup = {
  title: 'Everywhere',
  bindings: globalKeys.bindings.filter(({ action }) =>
    ['interrupted', 'repaintRequested', 'suspendRequested'].includes(action.kind),
  ),
};

/** The groups of what lies under any overlay: what help and palette show. */
export function keyGroups(state: State): readonly BindingGroup[] {
  switch (textField({ ...state, overlay: null })) {
    case 'filter':
    case 'pattern':
      return [filterPromptKeys, besideText];
    case 'search':
    case 'settings':
      return [promptKeys, besideText];
    case 'organisation':
      return [organisationPromptKeys, besideText];
    case 'phrase':
      return [phraseKeys, besideText];
    case 'keyDescription':
      return [describeKeys, besideText];
    case 'baseUrl':
      return [baseUrlKeys, besideText];
    case 'token':
      return [tokenKeys, besideText];
    case 'tokenCommand':
    case 'profileName':
    case 'helpSearch':
    case 'palette':
    case null:
      // The review has a closed set of its own.
      return state.screen.kind === 'review' ? keysInReview(state) : [...screenGroups(state), globalKeys];
  }
}

function screenGroups(state: State): readonly BindingGroup[] {
  const { screen, session, deletion: run } = state;
  if (session.signIn.isSearching) return [awaitedKeys];
  switch (screen.kind) {
    case 'starting':
    case 'signIn':
      return [];
    case 'organisations':
      return [organisationsKeys, listKeysWithoutPages()];
    case 'systems':
      return [...systemsKeys, listKeys];
    case 'details':
      return [detailsKeys, listKeysWithoutPages()];
    case 'stale':
      return [staleKeys];
    case 'review':
      return keysInReview(state);
    case 'deletion':
      return [run?.isElsewhere === true ? elsewhereKeys : deletionKeys, listKeysWithoutPages()];
    case 'newKey':
      return [createdKeys];
    case 'keysSeen':
      return [keysSeenKeys, listKeysWithoutPages()];
    case 'runs':
      return [runsKeys, listKeysWithoutPages()];
  }
}

/** The binding of a key: the first group that knows it wins. */
export function bindingOf(groups: readonly BindingGroup[], key: KeyName): Binding | undefined {
  for (const { bindings } of groups) {
    const binding = bindings.find(({ keys }) => keys.includes(key));
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** The groups in force now: those of an overlay, else those of the screen. ctrl-c, ctrl-z and ctrl-l work everywhere. */
export function activeGroups(state: State): readonly BindingGroup[] {
  const groups = overlayGroups(state);
  return groups === null ? keyGroups(state) : [...groups, besideText];
}

function overlayGroups(state: State): readonly BindingGroup[] | null {
  switch (state.overlay?.kind) {
    case 'help':
      return state.overlay.typed === null ? helpKeys : [helpSearchKeys];
    case 'quit':
      return quitKeys;
    case 'signOut':
      return [signOutKeys];
    case 'marksLost':
      return [marksLostKeys];
    case 'weakening':
      return [weakeningKeys];
    case 'markAll':
      return [markAllKeys];
    case 'resume':
      return [resumeKeys];
    case 'copy':
      return [copyKeys];
    case 'exportSystems':
      return [exportKeys];
    case 'columns':
      return [columnsKeys];
    case 'saveView':
      return [saveViewKeys];
    case 'palette':
      return paletteKeys(state, paletteEntries(state, keyGroups(state)));
    case 'token':
      return [newTokenKeys];
    case 'keeping':
      if (state.overlay.isTrying) return [awaitedKeys];
      return state.overlay.command === null ? [keepingKeys] : [tokenCommandKeys];
    case 'profiles':
      return state.overlay.typed === null ? [profilesKeys] : [profileNameKeys];
    case undefined:
      return null;
  }
}
