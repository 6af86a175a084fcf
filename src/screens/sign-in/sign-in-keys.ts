/** Which keys work while signing in? Letters belong to the field. */
import type { Binding, BindingGroup } from '../keys/binding.ts';

/** Letters are text here, so the way out has to be said. */
const wayOut: Binding = {
  keys: ['ctrl-c'],
  does: 'pressed twice: leave',
  hint: 'twice: leave',
  action: { kind: 'interrupted' },
};

export const baseUrlKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [{ keys: ['enter'], does: 'use this address', hint: 'next', action: { kind: 'baseUrlEntered' } }, wayOut],
};

export const tokenKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [
    { keys: ['enter'], does: 'sign in with this token', hint: 'sign in', action: { kind: 'tokenEntered' } },
    { keys: ['esc'], does: 'back to the address', hint: 'change the address', action: { kind: 'wentBack' } },
    wayOut,
  ],
};
