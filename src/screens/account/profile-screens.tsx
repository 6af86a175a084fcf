/** The overlay of profiles: switch to one, or name another. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, nextAndPrevious } from '../binding.ts';
import { Field } from '../parts/field.tsx';
import { CursorRows, plain } from '../parts/table.tsx';
import { useTones } from '../parts/root-context.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';

const profilesKeys: BindingGroup = {
  title: 'Profiles',
  bindings: [
    bind(['enter'], 'use this profile', 'profileChosen', { hint: 'use it' }),
    ...nextAndPrevious,
    bind(['esc', 'q'], 'keep the present profile', 'profilesLeft', { hint: 'stay' }),
  ],
};

const profileNameKeys: BindingGroup = {
  title: 'Name of a profile',
  bindings: [
    bind(['enter'], 'use the profile with this name', 'profileNamed', { hint: 'create' }),
    bind(['esc'], 'back to the profiles', 'profilesLeft', { hint: 'back' }),
  ],
};

export const profileScreens: ScreenDefinitions<'profiles'> = {
  profiles: { View: ProfilesScreen, keys: [profilesKeys], fieldKeys: [profileNameKeys] },
};

function ProfilesScreen({ state, screen }: ViewProps<'profiles'>): ReactNode {
  const tones = useTones();
  const { names, list, typed, message } = screen;
  const { columns } = state;
  const lines = [...names.map((name) => (name === state.session.profile ? `${name} (in use)` : name)), 'new profile…'];
  const facts = clean('Each has its own address, token and settings.');
  return (
    <ScreenFrame state={state} title={clean('Profiles')} facts={facts}>
      {typed === null ? (
        <CursorRows
          items={lines}
          at={list}
          height={bodyRows(state.rows)}
          width={columns}
          partsOf={(line) => [plain(clip(clean(line), columns - 2))]}
        />
      ) : (
        <Field label={clean('name')} value={typed} columns={columns} />
      )}
      {message !== null && <Text {...tones.warning}>{clean(message)}</Text>}
    </ScreenFrame>
  );
}
