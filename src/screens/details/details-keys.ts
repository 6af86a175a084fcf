/** Which keys work on one system's fields? */
import type { BindingGroup } from '../keys/binding.ts';

export const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    { keys: ['space'], does: 'mark or unmark it', hint: 'mark', action: { kind: 'markToggled' } },
    { keys: ['y'], does: 'copy: name, id, fields, marked', hint: 'copy', action: { kind: 'copyOpened' } },
    { keys: ['r'], does: 'read it again', hint: 'read again', action: { kind: 'detailsOpened' } },
  ],
};
