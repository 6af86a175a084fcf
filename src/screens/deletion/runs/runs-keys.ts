/** The keys of the list of runs. */
import { runAtCursor, unreadAtCursor } from '../../../state/deletion/runs/update.ts';
import type { BindingGroup } from '../../keys/binding.ts';

const notRead = 'this file is not read: p shows it as it is';

export const runsKeys: BindingGroup = {
  title: 'Runs',
  bindings: [
    {
      keys: ['enter', 'l', 'right'],
      does: 'show how this run ended',
      hint: 'open',
      action: { kind: 'runOpened' },
      refusal: (state) => ((runAtCursor(state) ?? unreadAtCursor(state)) ? null : 'there is no run'),
    },
    {
      keys: ['e'],
      does: 'write its outcomes to files',
      hint: 'export',
      action: { kind: 'exportRequested' },
      refusal: (state) => {
        const run = runAtCursor(state);
        if (run === undefined) return unreadAtCursor(state) === undefined ? 'there is no run' : notRead;
        return run.stage === 'going' ? 'the run is not over' : null;
      },
    },
    {
      keys: ['p'],
      does: 'its records, in the pager',
      hint: 'records',
      action: { kind: 'recordsShown' },
      refusal: (state) => {
        // A pager may hang on a pipe, or follow a link.
        if (unreadAtCursor(state)?.why.kind === 'notAFile') return 'this is not a file';
        return (runAtCursor(state) ?? unreadAtCursor(state)) ? null : 'there is no run';
      },
    },
    { keys: ['r'], does: 'read the runs again', action: { kind: 'runsOpened' } },
  ],
};
