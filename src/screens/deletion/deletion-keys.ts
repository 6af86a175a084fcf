/** The keys of a run: in progress, ended, or in another session. */
import { failedIn, isChecking, isGoing } from '../../state/deletion/run.ts';
import { isSameService } from '../../state/deletion/runs/same-service.ts';
import type { State } from '../../state/state.ts';
import { bind, type BindingGroup } from '../keys/binding.ts';

export const deletionKeys: BindingGroup = {
  title: 'Deletion',
  bindings: [
    bind(['esc', 'h', 'left'], 'stop after those in flight, or back', 'wentBack', {
      hint: (state) => (isGoing(state.deletion) ? stopHint(state) : 'back'),
    }),
    bind(['b'], 'browse; the run goes on, and J shows it', 'runLeft', {
      hint: (state) => (isGoing(state.deletion) ? 'browse' : null),
      refusal: ({ organisation }) => (organisation === null ? 'no organisation is open' : null),
    }),
    bind(['r'], 'review the failed ones again', 'retryRequested', { hint: 'try again', refusal: retryRefusal }),
    bind(['e'], 'write the outcomes to files', 'exportRequested', { hint: 'export', refusal: notOver }),
    bind(['p'], 'the records, in the pager', 'recordsShown', { refusal: notOver }),
    bind(['y'], 'copy the outcomes', 'outcomesCopied', { refusal: notOver }),
  ],
};

/** Another session is at work on the run. */
export const elsewhereKeys: BindingGroup = {
  title: 'Run elsewhere',
  bindings: [
    bind(['esc', 'h', 'left'], 'back to the runs', 'wentBack', { hint: 'back' }),
    bind(['r'], 'read its records again', 'runOpened', { hint: 'read again' }),
    bind(['p'], 'its records, in the pager', 'recordsShown', { hint: 'records' }),
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
