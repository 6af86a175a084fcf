/** The keys that find the stale systems. */
import { isReadingEverything, isWholeListRead } from '../../state/list/selectors.ts';
import { bind, type Binding, type BindingGroup } from '../keys/binding.ts';
import { noList, noneAsked } from '../keys/refusals.ts';

/** In the list. */
export const staleBindings: readonly Binding[] = [
  bind(['s'], 'mark all stale, all pages', 'staleMarkRequested', { hint: 'mark stale', refusal: noneAsked }),
  bind(['S'], 'ages, and the threshold', 'staleOpened', { hint: 'threshold', refusal: noList }),
];

/** What ⇧← and ⇧→ move the threshold by. */
const monthDays = 30;

export const staleKeys: BindingGroup = {
  title: 'Stale',
  bindings: [
    bind(['enter'], 'mark the stale systems', 'staleChosen', {
      hint: 'mark these',
      refusal: (state) => {
        if (isWholeListRead(state)) return null;
        return isReadingEverything(state)
          ? 'not every page has been read yet; the rest is on its way'
          : 'not every page has been read yet; s reads on';
      },
    }),
    bind(['left', 'h'], 'lower by a day', { kind: 'thresholdMoved', days: -1 }, { hint: 'day less' }),
    bind(['right', 'l'], 'raise by a day', { kind: 'thresholdMoved', days: 1 }, { hint: 'day more' }),
    bind(['shift-left', '['], 'lower by 30 days', { kind: 'thresholdMoved', days: -monthDays }, { hint: 'month less' }),
    bind(['shift-right', ']'], 'raise by 30 days', { kind: 'thresholdMoved', days: monthDays }, { hint: 'month more' }),
    bind(['s', 'S', 'r'], 'read the missing pages', 'staleOpened'),
  ],
};
