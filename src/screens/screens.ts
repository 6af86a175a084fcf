/** The registry of screens: the definition of every screen, overlay and prompt, one line per feature. */
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
import { profileScreens } from './account/profile-screens.tsx';
import { programScreens } from './shell/program-screens.tsx';
import { ownCommandScreens } from './shell/own-command-screens.tsx';
import { historyScreens, recordScreens } from './change/history-screens.tsx';
import { requestScreens } from './change/request-screens.tsx';
import { answerScreens } from './explorer/answer-screens.tsx';
import { operationFormScreens } from './explorer/operation-form-screens.tsx';
import { operationsScreens } from './explorer/operations-screens.tsx';
import { reviewFileScreens } from './removal/review-file-screens.tsx';
import { reviewScreens } from './removal/review-screen.tsx';
import type { BindingGroup } from './binding.ts';
import type { Offer, ScreenDefinition, ScreenDefinitions, ScreenKind } from './screen-definition.ts';
import { settingsFaultScreens, settingsScreens } from './account/settings-screens.tsx';
import { signInScreens } from './account/sign-in-screens.tsx';
import { stalenessScreens } from './fleet/staleness-screen.tsx';
import { tokenStorageScreens } from './account/token-storage-screens.tsx';

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
