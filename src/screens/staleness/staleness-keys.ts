/** The keys that find the stale systems. */
import { isReadingEverything, isWholeListRead } from '../../state/list/selectors.ts';
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { noList, noneAsked } from '../keys/refusals.ts';

/** In the list. */
export const staleBindings: readonly Binding[] = [
  {
    keys: ['s'],
    does: 'mark all stale, all pages',
    hint: 'mark stale',
    action: { kind: 'staleMarkRequested' },
    refusal: noneAsked,
  },
  {
    keys: ['S'],
    does: 'ages, and the threshold',
    hint: 'threshold',
    action: { kind: 'staleOpened' },
    refusal: noList,
  },
];

/** What ⇧← and ⇧→ move the threshold by. */
const monthDays = 30;

export const staleKeys: BindingGroup = {
  title: 'Stale',
  bindings: [
    {
      keys: ['enter'],
      does: 'mark the stale systems',
      hint: 'mark these',
      action: { kind: 'staleChosen' },
      refusal: (state) => {
        if (isWholeListRead(state)) return null;
        return isReadingEverything(state)
          ? 'not every page has been read yet; the rest is on its way'
          : 'not every page has been read yet; s reads on';
      },
    },
    { keys: ['left', 'h'], does: 'lower by a day', hint: 'day less', action: { kind: 'thresholdMoved', days: -1 } },
    { keys: ['right', 'l'], does: 'raise by a day', hint: 'day more', action: { kind: 'thresholdMoved', days: 1 } },
    {
      keys: ['shift-left', '['],
      does: 'lower by 30 days',
      hint: 'month less',
      action: { kind: 'thresholdMoved', days: -monthDays },
    },
    {
      keys: ['shift-right', ']'],
      does: 'raise by 30 days',
      hint: 'month more',
      action: { kind: 'thresholdMoved', days: monthDays },
    },
    { keys: ['s', 'S', 'r'], does: 'read the missing pages', action: { kind: 'staleOpened' } },
  ],
};
