/** The keys of the list of runs. */
import { runAtCursor, unreadAtCursor } from '../../../state/deletion/runs/update.ts';
import { bind, type BindingGroup } from '../../keys/binding.ts';

const notRead = 'this file is not read: p shows it as it is';

export const runsKeys: BindingGroup = {
  title: 'Runs',
  bindings: [
    bind(['enter', 'l', 'right'], 'show how this run ended', 'runOpened', {
      hint: 'open',
      refusal: (state) => ((runAtCursor(state) ?? unreadAtCursor(state)) ? null : 'there is no run'),
    }),
    bind(['e'], 'write its outcomes to files', 'exportRequested', {
      hint: 'export',
      refusal: (state) => {
        const run = runAtCursor(state);
        if (run === undefined) return unreadAtCursor(state) === undefined ? 'there is no run' : notRead;
        return run.stage === 'going' ? 'the run is not over' : null;
      },
    }),
    bind(['p'], 'its records, in the pager', 'recordsShown', {
      hint: 'records',
      refusal: (state) => {
        // A pager may hang on a pipe, or follow a link.
        if (unreadAtCursor(state)?.why.kind === 'notAFile') return 'this is not a file';
        return (runAtCursor(state) ?? unreadAtCursor(state)) ? null : 'there is no run';
      },
    }),
    bind(['r'], 'read the runs again', 'runsOpened'),
  ],
};
