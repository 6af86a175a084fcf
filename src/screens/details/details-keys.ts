/** Which keys work on one system's fields? */
import type { BindingGroup } from '../keys/binding.ts';

export const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    { keys: ['space'], does: 'mark or unmark this system', hint: 'mark', action: { kind: 'markToggled' } },
    { keys: ['r'], does: 'read it again from the service', hint: 'read again', action: { kind: 'detailsOpened' } },
  ],
};
