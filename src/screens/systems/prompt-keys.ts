/** Which keys work while a search or a filter is typed? */
import type { BindingGroup } from '../keys/binding.ts';

export const promptKeys: BindingGroup = {
  title: 'Prompt',
  bindings: [
    { keys: ['enter'], does: 'keep the search or filter', hint: 'keep', action: { kind: 'promptAccepted' } },
    { keys: ['esc'], does: 'leave, and show what was shown before', hint: 'leave', action: { kind: 'wentBack' } },
    { keys: ['down'], does: 'move down', action: { kind: 'moved', motion: 'down' } },
    { keys: ['up'], does: 'move up', action: { kind: 'moved', motion: 'up' } },
  ],
};
