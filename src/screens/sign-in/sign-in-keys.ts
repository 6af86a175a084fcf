/** Which keys work while signing in? Letters belong to the field. */
import type { BindingGroup } from '../keys/binding.ts';

export const baseUrlKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [{ keys: ['enter'], does: 'use this address', hint: 'next', action: { kind: 'baseUrlEntered' } }],
};

export const tokenKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [
    { keys: ['enter'], does: 'sign in with this token', hint: 'sign in', action: { kind: 'tokenEntered' } },
    { keys: ['esc'], does: 'back to the address', hint: 'change the address', action: { kind: 'wentBack' } },
  ],
};
