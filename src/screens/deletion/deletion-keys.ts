/** The keys of a run: in progress, ended, or in another session. */
import { failedIn, isChecking, isGoing } from '../../state/deletion/run.ts';
import { isSameService } from '../../state/deletion/runs/same-service.ts';
import type { State } from '../../state/state.ts';
import type { BindingGroup } from '../keys/binding.ts';

export const deletionKeys: BindingGroup = {
  title: 'Deletion',
  bindings: [
    {
      keys: ['esc', 'h', 'left'],
      does: 'stop after those in flight, or back',
      hint: (state) => (isGoing(state.deletion) ? stopHint(state) : 'back'),
      action: { kind: 'wentBack' },
    },
    {
      keys: ['b'],
      does: 'browse; the run goes on, and J shows it',
      hint: (state) => (isGoing(state.deletion) ? 'browse' : null),
      action: { kind: 'runLeft' },
      refusal: ({ organisation }) => (organisation === null ? 'no organisation is open' : null),
    },
    {
      keys: ['r'],
      does: 'review the failed ones again',
      hint: 'try again',
      action: { kind: 'retryRequested' },
      refusal: retryRefusal,
    },
    {
      keys: ['e'],
      does: 'write the outcomes to files',
      hint: 'export',
      action: { kind: 'exportRequested' },
      refusal: notOver,
    },
    { keys: ['p'], does: 'the records, in the pager', action: { kind: 'recordsShown' }, refusal: notOver },
    { keys: ['y'], does: 'copy the outcomes', action: { kind: 'outcomesCopied' }, refusal: notOver },
  ],
};

/** Another session is at work on the run. */
export const elsewhereKeys: BindingGroup = {
  title: 'Run elsewhere',
  bindings: [
    { keys: ['esc', 'h', 'left'], does: 'back to the runs', hint: 'back', action: { kind: 'wentBack' } },
    { keys: ['r'], does: 'read its records again', hint: 'read again', action: { kind: 'runOpened' } },
    { keys: ['p'], does: 'its records, in the pager', hint: 'records', action: { kind: 'recordsShown' } },
  ],
};

/** Null once it was stopped: a run is stopped once. */
function stopHint({ deletion: run }: State): string | null {
  if (isChecking(run)) return 'stop the check';
  return run?.stop == null || run.toSettle.length > 0 ? 'stop after those in flight' : null;
}

function retryRefusal(state: State): string | null {
  const { deletion: run, organisation, session } = state;
  if (run === null || isGoing(state.deletion)) return 'the run is not over';
  if (!isSameService(session.baseUrl, run.baseUrl)) return 'its service is not the one in use';
  if (organisation?.orgId !== run.organisation.orgId) return 'its organisation is not the one that is open';
  return failedIn(run).length === 0 ? 'no system is left to try again' : null;
}

function notOver(state: State): string | null {
  return isGoing(state.deletion) ? 'the run is not over' : null;
}
