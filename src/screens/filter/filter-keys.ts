/** The keys that search and filter. */
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { noneAsked } from '../keys/refusals.ts';

/** In the list. */
export const searchBindings: readonly Binding[] = [
  {
    keys: ['/'],
    does: 'search: asks the service',
    hint: 'search',
    action: { kind: 'searchOpened' },
    refusal: noneAsked,
  },
  {
    keys: ['f'],
    does: 'filter what is here',
    hint: 'filter',
    action: { kind: 'filterOpened' },
    refusal: noneAsked,
  },
];

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
