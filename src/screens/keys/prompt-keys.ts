/** The keys of a prompt. */
import type { BindingGroup } from './binding.ts';

export const promptKeys: BindingGroup = {
  title: 'Prompt',
  bindings: [
    { keys: ['enter'], does: 'keep what is typed', hint: 'keep', action: { kind: 'promptAccepted' } },
    { keys: ['esc'], does: 'leave, and show what was shown before', hint: 'leave', action: { kind: 'wentBack' } },
    { keys: ['down'], does: 'move down', action: { kind: 'moved', motion: 'down' } },
    { keys: ['up'], does: 'move up', action: { kind: 'moved', motion: 'up' } },
  ],
};
