/** The registry of screens: every kind of screen, overlay and prompt with its definition, one line a feature. */
import '../state/root/features.ts';
import { changesScreens } from './fleet/changes/changes-screens.tsx';
import { columnsScreens } from './fleet/columns/columns-screens.tsx';
import { deletionScreens } from './removal/deletion/deletion-screen.tsx';
import { outcomeScreens } from './removal/deletion/outcome-screen.tsx';
import { detailsScreens } from './fleet/details/details-screen.tsx';
import { addTellers } from './fleet/details/verdict.ts';
import { enrolmentKeyScreens } from './account/enrolment-keys/enrolment-key-screens.tsx';
import { exportScreens } from './fleet/export/export-screens.tsx';
import { filterScreens } from './fleet/filter/filter-screens.tsx';
import { helpScreens } from './shell/help/help-screens.tsx';
import { listScreens } from './fleet/list/list-screen.tsx';
import { listFilterScreens } from './fleet/lists/list-filter.tsx';
import { markScreens } from './fleet/marks/mark-screens.tsx';
import { organisationScreens } from './account/organisations/organisations-screen.tsx';
import { paletteScreens } from './shell/palette/palette-screens.tsx';
import { profileScreens } from './account/profiles/profile-screens.tsx';
import { programScreens } from './shell/program/program-screens.tsx';
import { ownCommandScreens } from './shell/own-commands/own-command-screens.tsx';
import { recordScreens } from './change/history/record-screen.tsx';
import { historyScreens } from './change/history/history-screens.tsx';
import { requestScreens } from './change/request/request-screens.tsx';
import { answerScreens } from './explorer/answer/answer-screens.tsx';
import { operationFormScreens } from './explorer/form/operation-form-screens.tsx';
import { operationsScreens } from './explorer/list/operations-screens.tsx';
import { reviewFileScreens } from './removal/review-file/review-file-screens.tsx';
import { reviewScreens } from './removal/review/review-screen.tsx';
import type { BindingGroup } from './keys/binding.ts';
import type { Offer, ScreenDefinition, ScreenDefinitions, ScreenKind } from './screen-definition.ts';
import { settingsFaultScreens } from './account/settings/settings-fault-screen.tsx';
import { settingsScreens } from './account/settings/settings-screens.tsx';
import { signInScreens } from './account/sign-in/sign-in-screens.tsx';
import { stalenessScreens } from './fleet/staleness/staleness-screen.tsx';
import { tokenStorageScreens } from './account/token-storage/token-storage-screens.tsx';

/** In the order in which you meet them. */
const declared: ScreenDefinitions<ScreenKind> = {
  ...programScreens,
  ...signInScreens,
  ...tokenStorageScreens,
  ...organisationScreens,
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

/** The groups of a screen, with the keys that others offer on it. */
function keysOf(kind: string, groups: readonly BindingGroup[]): readonly BindingGroup[] {
  const offered = Object.values(declared).flatMap(({ offers = [] }) => offers.filter(({ on }) => on === kind));
  return groups.map((group) => offered.filter(({ title }) => title === group.title).reduce(withOffer, group));
}

function withOffer(group: BindingGroup, { before, bindings }: Offer): BindingGroup {
  const at = group.bindings.findIndex(({ action }) => action.kind === before);
  return { ...group, bindings: group.bindings.toSpliced(at < 0 ? group.bindings.length : at, 0, ...bindings) };
}

/** The definitions by kind. */
export const screens = Object.fromEntries(
  Object.entries(declared).map(([kind, definition]) => [kind, { ...definition, keys: keysOf(kind, definition.keys) }]),
) as unknown as ScreenDefinitions<ScreenKind>;

export function definitionOf<K extends ScreenKind>(kind: K): ScreenDefinition<K> {
  return screens[kind];
}
