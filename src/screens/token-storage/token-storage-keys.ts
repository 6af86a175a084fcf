/** The keys where a place for the token is chosen. */
import type { BindingGroup } from '../keys/binding.ts';
import { nextAndPrevious } from '../keys/motion-keys.ts';

export const keepingKeys: BindingGroup = {
  title: 'Keep the token',
  bindings: [
    { keys: ['enter'], does: 'keep it there', hint: 'keep it there', action: { kind: 'placeChosen' } },
    ...nextAndPrevious,
    { keys: ['esc'], does: 'decide later; it lasts for this session', hint: 'later', action: { kind: 'keepingLeft' } },
  ],
};

export const tokenCommandKeys: BindingGroup = {
  title: 'Token command',
  bindings: [
    { keys: ['enter'], does: 'try this command', hint: 'try it', action: { kind: 'commandEntered' } },
    { keys: ['esc'], does: 'back to the places', hint: 'back', action: { kind: 'keepingLeft' } },
  ],
};

/** While a place for the token is being asked. */
export const keychainKeys: BindingGroup = {
  title: 'Keychain',
  bindings: [{ keys: ['esc'], does: 'do not wait for it', hint: 'do not wait', action: { kind: 'keychainCancelled' } }],
};
