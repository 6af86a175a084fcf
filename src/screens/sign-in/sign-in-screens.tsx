/** Sign in, sign out, and another token in the place of one that is no longer accepted. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { LostMarks } from '../marks/mark-screens.tsx';
import { signOutRefusal } from '../program/global-keys.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { keychainKeys } from '../token-storage/token-storage-keys.ts';
import { NewTokenScreen } from './replace-token-overlay.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

/** Letters are text here, so the way out has to be said. */
const wayOut: Binding = {
  keys: ['ctrl-c'],
  does: 'pressed twice: leave',
  hint: 'twice: leave',
  action: { kind: 'interrupted' },
};

const baseUrlKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [{ keys: ['enter'], does: 'use this address', hint: 'next', action: { kind: 'baseUrlEntered' } }, wayOut],
};

const tokenKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [
    { keys: ['enter'], does: 'sign in with this token', hint: 'sign in', action: { kind: 'tokenEntered' } },
    { keys: ['esc'], does: 'back to the address', hint: 'change the address', action: { kind: 'wentBack' } },
    wayOut,
  ],
};

/** Letters are the token's. */
const newTokenKeys: BindingGroup = {
  title: 'New token',
  bindings: [
    { keys: ['enter'], does: 'go on with this token', hint: 'go on', action: { kind: 'newTokenEntered' } },
    { keys: ['esc'], does: 'stop; what was read stays', hint: 'stop', action: { kind: 'wentBack' } },
  ],
};

const signOutKeys: BindingGroup = {
  title: 'Sign out',
  bindings: [
    { keys: ['y'], does: 'yes, sign out', hint: 'sign out', action: { kind: 'signedOut' }, refusal: signOutRefusal },
    { keys: ['esc', 'n'], does: 'stay signed in', hint: 'stay', action: { kind: 'overlayClosed' } },
  ],
};

export const signInScreens: ScreenDefinitions<'signIn' | 'token' | 'signOut'> = {
  signIn: {
    View: SignInScreen,
    keys: [],
    fieldKeys: [baseUrlKeys, tokenKeys],
    inForce: ({ session: { signIn } }) => {
      if (signIn.isSearching) return [keychainKeys];
      if (signIn.isTrying) return [];
      return [signIn.field === 'token' ? tokenKeys : baseUrlKeys];
    },
  },
  token: { View: NewTokenScreen, keys: [newTokenKeys] },
  signOut: { View: SignOutScreen, keys: [signOutKeys] },
};

function SignOutScreen({ state }: ViewProps<'signOut'>): ReactNode {
  return (
    <ScreenFrame state={state} status={clean('Sign out')}>
      <Text>
        {state.session.tokenSource === 'environment'
          ? 'rollcall forgets the token for this session. ROLLCALL_TOKEN stays as it is in your shell.'
          : 'rollcall forgets the token, and you need it again to sign in.'}
      </Text>
      <LostMarks state={state} />
    </ScreenFrame>
  );
}
