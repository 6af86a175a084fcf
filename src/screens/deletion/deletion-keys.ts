/** Which keys work while systems are deleted, and after? */
import { failedIn } from '../../state/run.ts';
import { isRunGoing } from '../../state/selectors.ts';
import type { BindingGroup } from '../keys/binding.ts';

export const deletionKeys: BindingGroup = {
  title: 'Deletion',
  bindings: [
    {
      keys: ['esc', 'h', 'left'],
      does: 'stop after those in flight, or back',
      hint: 'stop or go back',
      action: { kind: 'wentBack' },
    },
    {
      keys: ['r'],
      does: 'review the failed ones again',
      hint: 'try again',
      action: { kind: 'retryRequested' },
      refusal: (state) => {
        if (state.run === null || isRunGoing(state)) return 'the run is not over';
        return failedIn(state.run).length === 0 ? 'no system is left to try again' : null;
      },
    },
  ],
};
