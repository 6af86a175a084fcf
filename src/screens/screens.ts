/**
 * The registry of screens: the definition of every screen, overlay and prompt, one line per feature; and their bindings
 * in force.
 */
import '../state/root/features.ts';
import { changesScreens } from './fleet/changes-screens.tsx';
import { columnsScreens } from './fleet/columns-screens.tsx';
import { deletionScreens, outcomeScreens } from './removal/deletion-screen.tsx';
import { detailsScreens } from './fleet/details-screen.tsx';
import { addTellers } from './fleet/system-facts.ts';
import { enrolmentKeyScreens } from './account/enrolment-key-screens.tsx';
import { exportScreens } from './fleet/export-screens.tsx';
import { filterScreens } from './fleet/filter-screens.tsx';
import { helpScreens } from './shell/help-screens.tsx';
import { listScreens } from './fleet/list-screen.tsx';
import { listFilterScreens } from './fleet/lists.tsx';
import { markScreens } from './fleet/mark-screens.tsx';
import { allStaleScreens } from './account/all-stale-screen.tsx';
import { organisationScreens } from './account/organisations-screen.tsx';
import { paletteScreens } from './shell/palette-screens.tsx';
import { profileScreens, signInScreens } from './account/sign-in-screens.tsx';
import { programScreens, globalKeys } from './shell/program-screens.tsx';
import { ownCommandScreens, ownCommandGroup } from './shell/own-command-screens.tsx';
import { historyScreens, recordScreens } from './change/history-screens.tsx';
import { requestScreens } from './change/request-screens.tsx';
import { answerScreens } from './explorer/answer-screens.tsx';
import { operationFormScreens } from './explorer/operation-form-screens.tsx';
import { operationsScreens } from './explorer/operations-screens.tsx';
import { reviewFileScreens } from './removal/review-file-screens.tsx';
import { reviewScreens } from './removal/review-screen.tsx';
import type {
  BindingGroup,
  Binding,
  Offer,
  ScreenDefinition,
  ScreenDefinitions,
  ScreenKind,
  ViewProps,
} from './screen-definition.ts';
import { settingsFaultScreens, settingsScreens } from './account/settings-screens.tsx';
import { stalenessScreens } from './fleet/staleness-screen.tsx';
import { tokenStorageScreens } from './account/token-storage-screens.tsx';
import { textField } from '../state/root/navigation.ts';
import type { State } from '../state/root/state.ts';

/** In the order in which you meet them; the documents follow it. */
const declared: ScreenDefinitions<ScreenKind> = {
  ...programScreens,
  ...signInScreens,
  ...tokenStorageScreens,
  ...organisationScreens,
  ...allStaleScreens,
  ...listScreens,
  ...filterScreens,
  ...listFilterScreens,
  ...detailsScreens,
  ...stalenessScreens,
  ...reviewScreens,
  ...reviewFileScreens,
  ...deletionScreens,
  ...outcomeScreens,
  ...historyScreens,
  ...recordScreens,
  ...enrolmentKeyScreens,
  ...helpScreens,
  ...paletteScreens,
  ...profileScreens,
  ...markScreens,
  ...exportScreens,
  ...columnsScreens,
  ...changesScreens,
  ...settingsScreens,
  ...settingsFaultScreens,
  ...ownCommandScreens,
  ...operationsScreens,
  ...operationFormScreens,
  ...answerScreens,
  ...requestScreens,
};

addTellers(Object.values(declared).flatMap(({ tells }) => tells ?? []));

/** The groups of a screen, including keys that other features offer on it. */
function keysOf(kind: string, groups: readonly BindingGroup[]): readonly BindingGroup[] {
  const offered = Object.values(declared).flatMap(({ offers = [] }) => offers.filter(({ on }) => on === kind));
  return groups.map((group) => offered.filter(({ title }) => title === group.title).reduce(withOffer, group));
}

function withOffer(group: BindingGroup, { before, bindings }: Offer): BindingGroup {
  const at = group.bindings.findIndex(({ action }) => action.kind === before);
  return { ...group, bindings: group.bindings.toSpliced(at < 0 ? group.bindings.length : at, 0, ...bindings) };
}

export const screens = Object.fromEntries(
  Object.entries(declared).map(([kind, definition]) => [kind, { ...definition, keys: keysOf(kind, definition.keys) }]),
) as unknown as ScreenDefinitions<ScreenKind>;

export function definitionOf<K extends ScreenKind>(kind: K): ScreenDefinition<K> {
  return screens[kind];
}

// The bindings in force: those of an open text field, else the screen's, then the global ones.

const besideText: BindingGroup = {
  title: 'Everywhere',
  bindings: globalKeys.bindings.filter(({ worksInText }) => worksInText === true),
};

/** The groups of the screen without its overlay, for the help and the palette. */
export function keyGroups(state: State): readonly BindingGroup[] {
  const beneath = { ...state, overlay: null };
  if (state.prompt !== null) {
    return [...ownGroups(beneath, state.prompt, definitionOf(state.screen.kind).keys), besideText];
  }
  const definition = definitionOf(state.screen.kind);
  const global = everywhere(definition);
  const own = ownGroups(beneath, state.screen, [global]);
  if (textField(beneath) !== null) return [...own, besideText];
  if (definition.isClosed === true) return own;
  const ofYours = definition.hasOwnCommands === true ? [ownCommandGroup(state)] : [];
  return [...own, ...ofYours, global];
}

/** The groups of the open overlay, else of the screen. ctrl-c, ctrl-z and ctrl-l work everywhere. */
export function activeGroups(state: State, beneath = keyGroups(state)): readonly BindingGroup[] {
  return state.overlay === null ? beneath : [...ownGroups(state, state.overlay, beneath), besideText];
}

function ownGroups<K extends ScreenKind>(
  state: State,
  screen: ViewProps<K>['screen'] & { readonly kind: K },
  beneath: readonly BindingGroup[],
): readonly BindingGroup[] {
  const { keys, fieldKeys = keys, inForce } = definitionOf(screen.kind);
  const groups = inForce?.(state, screen, beneath) ?? (textField(state) === null ? keys : fieldKeys);
  const isIdle = ({ isInForce }: Binding): boolean => isInForce?.(state) === false;
  return groups.map((group) =>
    group.bindings.some(isIdle) ? { ...group, bindings: group.bindings.filter((one) => !isIdle(one)) } : group,
  );
}

function everywhere({ backHint }: ScreenDefinition<never>): BindingGroup {
  if (backHint === undefined) return globalKeys;
  return {
    ...globalKeys,
    bindings: globalKeys.bindings.map((binding) =>
      binding.action.kind === 'wentBack' ? { ...binding, hint: backHint } : binding,
    ),
  };
}
