/** The registry of screens: every kind of screen, overlay and prompt with its definition, one line a feature. */
import { columnsScreens } from './columns/columns-screens.tsx';
import { deletionScreens } from './deletion/deletion-screen.tsx';
import { outcomeScreens } from './deletion/outcome-screen.tsx';
import { detailsScreens } from './details/details-screen.tsx';
import { enrolmentKeyScreens } from './enrolment-keys/enrolment-key-screens.tsx';
import { exportScreens } from './export/export-screens.tsx';
import { filterScreens } from './filter/filter-screens.tsx';
import { helpScreens } from './help/help-screens.tsx';
import { listScreens } from './list/list-screen.tsx';
import { markScreens } from './marks/mark-screens.tsx';
import { organisationScreens } from './organisations/organisations-screen.tsx';
import { paletteScreens } from './palette/palette-screens.tsx';
import { profileScreens } from './profiles/profile-screens.tsx';
import { programScreens } from './program/program-screens.tsx';
import { ownCommandScreens } from './own-commands/own-command-screens.tsx';
import { requestLogScreens } from './request-log/request-log-screen.tsx';
import { resumeScreens } from './resume/resume-screens.tsx';
import { reviewScreens } from './review/review-screen.tsx';
import { runsScreens } from './deletion/runs/runs-screen.tsx';
import type { BindingGroup } from './keys/binding.ts';
import type { ScreenDefinition, ScreenDefinitions, ScreenKind } from './screen-definition.ts';
import { settingsScreens } from './settings/settings-screens.tsx';
import { signInScreens } from './sign-in/sign-in-screens.tsx';
import { stalenessScreens } from './staleness/staleness-screen.tsx';
import { tokenStorageScreens } from './token-storage/token-storage-screens.tsx';

/** In the order in which a person meets them. */
const declared: ScreenDefinitions<ScreenKind> = {
  ...programScreens,
  ...signInScreens,
  ...tokenStorageScreens,
  ...organisationScreens,
  ...listScreens,
  ...filterScreens,
  ...detailsScreens,
  ...stalenessScreens,
  ...reviewScreens,
  ...deletionScreens,
  ...outcomeScreens,
  ...runsScreens,
  ...enrolmentKeyScreens,
  ...helpScreens,
  ...paletteScreens,
  ...profileScreens,
  ...markScreens,
  ...resumeScreens,
  ...exportScreens,
  ...columnsScreens,
  ...settingsScreens,
  ...requestLogScreens,
  ...ownCommandScreens,
};

/** The groups of a screen, with the keys that open others from it. */
function keysOf(kind: string, groups: readonly BindingGroup[]): readonly BindingGroup[] {
  const opening = Object.values(declared).flatMap(({ opens }) => (opens?.from === kind ? [opens] : []));
  return groups.map((group) => {
    const added = opening.filter(({ title }) => title === group.title).map(({ binding }) => binding);
    return added.length === 0 ? group : { ...group, bindings: [...group.bindings, ...added] };
  });
}

export const screens = Object.fromEntries(
  Object.entries(declared).map(([kind, definition]) => [kind, { ...definition, keys: keysOf(kind, definition.keys) }]),
) as typeof declared;

export function definitionOf<K extends ScreenKind>(kind: K): ScreenDefinition<K> {
  return screens[kind];
}
