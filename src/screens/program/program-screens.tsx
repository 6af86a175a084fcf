/** The screens of the program itself: at the start, and before it quits. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isGoing } from '../../state/deletion/run.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { LostMarks } from '../marks/mark-screens.tsx';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { keychainKeys } from '../token-storage/token-storage-screens.tsx';
import { clean } from '../text/clean.ts';

const quitKeys: BindingGroup = {
  title: 'Leave',
  bindings: [
    bind(['y'], 'quit; a run stops after those in flight', 'quitConfirmed', { hint: 'leave' }),
    bind(['esc', 'n'], 'stay', 'overlayClosed', { hint: 'stay' }),
  ],
};

export const programScreens: ScreenDefinitions<'starting' | 'quit'> = {
  starting: {
    View: StartingScreen,
    keys: [],
    inForce: ({ session }) => (session.signIn.isSearching ? [keychainKeys] : []),
  },
  quit: { View: QuitScreen, keys: [quitKeys] },
};

function StartingScreen({ state }: ViewProps<'starting'>): ReactNode {
  return (
    <ScreenFrame state={state} status={clean('starting…')}>
      <Text> </Text>
    </ScreenFrame>
  );
}

function QuitScreen({ state }: ViewProps<'quit'>): ReactNode {
  return (
    <ScreenFrame state={state} status={clean('Leave rollcall')}>
      {isGoing(state.deletion) && (
        <Text>
          A run of deletions is going on. Leaving stops it: no further system is taken, and the outcomes of those in
          flight are waited for.
        </Text>
      )}
      <LostMarks state={state} />
    </ScreenFrame>
  );
}
