/** Which keys work while a search, a filter or settings are typed? */
import type { BindingGroup } from '../keys/binding.ts';

/** While a filter or a pattern is typed. */
export const filterPromptKeys: BindingGroup = {
  title: 'Filter',
  bindings: [
    { keys: ['enter'], does: 'take the filter or pattern', hint: 'take it', action: { kind: 'promptAccepted' } },
    { keys: ['tab'], does: 'complete: fields, values seen', hint: 'complete', action: { kind: 'filterCompleted' } },
    { keys: ['up'], does: 'an earlier filter', hint: 'earlier', action: { kind: 'filterRecalled', older: true } },
    { keys: ['down'], does: 'a later filter', action: { kind: 'filterRecalled', older: false } },
    { keys: ['esc'], does: 'leave, as it was before', hint: 'leave', action: { kind: 'wentBack' } },
  ],
};

export const promptKeys: BindingGroup = {
  title: 'Prompt',
  bindings: [
    { keys: ['enter'], does: 'keep what is typed', hint: 'keep', action: { kind: 'promptAccepted' } },
    { keys: ['esc'], does: 'leave, and show what was shown before', hint: 'leave', action: { kind: 'wentBack' } },
    { keys: ['down'], does: 'move down', action: { kind: 'moved', motion: 'down' } },
    { keys: ['up'], does: 'move up', action: { kind: 'moved', motion: 'up' } },
  ],
};
