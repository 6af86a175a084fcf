/** Which keys work on the stale screen? */
import { isReadingEverything, isWholeListRead } from '../../state/selectors.ts';
import type { BindingGroup } from '../keys/binding.ts';

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
