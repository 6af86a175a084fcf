/** Which keys work on the list of organisations? */
import { known } from '../../state/kernel/loadable.ts';
import type { BindingGroup } from '../keys/binding.ts';
import { signOutRefusal } from '../program/global-keys.ts';

export const organisationsKeys: BindingGroup = {
  title: 'Organisations',
  bindings: [
    {
      keys: ['enter', 'l', 'right'],
      does: 'open the organisation',
      hint: 'open',
      action: { kind: 'organisationOpened' },
      refusal: (state) =>
        (known(state.organisations.list)?.length ?? 0) === 0 ? 'there is no organisation to open' : null,
    },
    { keys: ['i'], does: 'open one by its id', hint: 'by id', action: { kind: 'organisationIdAsked' } },
    { keys: ['r'], does: 'read the list again', hint: 'refresh', action: { kind: 'organisationsOpened' } },
    {
      keys: ['X'],
      does: 'sign out',
      hint: 'sign out',
      action: { kind: 'signOutRequested' },
      refusal: signOutRefusal,
    },
  ],
};

/** While the id of an organisation is typed. */
export const organisationPromptKeys: BindingGroup = {
  title: 'Organisation',
  bindings: [
    { keys: ['enter'], does: 'open the organisation with this id', hint: 'open', action: { kind: 'promptAccepted' } },
    { keys: ['esc'], does: 'leave the field', hint: 'back', action: { kind: 'wentBack' } },
  ],
};
