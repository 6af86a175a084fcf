/** Which keys work in the list of runs? */
import { runAtCursor } from '../../state/runs-steps.ts';
import type { BindingGroup } from '../keys/binding.ts';

export const runsKeys: BindingGroup = {
  title: 'Runs',
  bindings: [
    {
      keys: ['enter', 'l', 'right'],
      does: 'show how this run ended',
      hint: 'open',
      action: { kind: 'runOpened' },
      refusal: (state) => (runAtCursor(state) === undefined ? 'there is no run' : null),
    },
    {
      keys: ['e'],
      does: 'write its outcomes to files',
      hint: 'export',
      action: { kind: 'exportRequested' },
      refusal: (state) => {
        const run = runAtCursor(state);
        if (run === undefined) return 'there is no run';
        return run.stage === 'going' ? 'the run is not over' : null;
      },
    },
    {
      keys: ['p'],
      does: 'its records, in the pager',
      hint: 'records',
      action: { kind: 'recordsShown' },
      refusal: (state) => (runAtCursor(state) === undefined ? 'there is no run' : null),
    },
    { keys: ['r'], does: 'read the runs again', action: { kind: 'runsOpened' } },
  ],
};
