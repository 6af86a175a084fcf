/** The screen of a deletion: in progress, paused, over, or in another session. Its keys and its frame. */
import type { ReactNode } from 'react';
import { failedIn, isGoing, type OutcomeGroup, outcomeGroups, type Run, rowsShown } from '../../state/deletion/run.ts';
import { isSameService } from '../../state/sign-in/session.ts';
import type { State } from '../../state/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../keys/binding.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { count } from '../text/quantities.ts';
import { runFacts, runProgress, runTitle } from './deletion-wording.ts';
import { ResultsView } from './results-view.tsx';
import { RunningView } from './running-view.tsx';

const details = bind(['enter', 'l', 'right'], 'show the details of this system', 'outcomeOpened', {
  hint: 'details',
  refusal: ({ deletion: run }) => (run === null || rowsShown(run).length === 0 ? 'no system is listed' : null),
});

/** While it goes on: nothing but these stops it. */
const runningKeys: BindingGroup = {
  title: 'Deletion',
  bindings: [
    bind(['esc', 'h', 'left'], 'pause the deletion, and ask', 'wentBack', { hint: pauseHint }),
    bind(['b'], 'back to the list; the deletion continues', 'runLeft', {
      hint: 'back to the list',
      refusal: ({ organisation }) => (organisation === null ? 'no organisation is open' : null),
    }),
    details,
  ],
};

const pausedKeys: BindingGroup = {
  title: 'Paused deletion',
  bindings: [
    bind(['enter'], 'resume the deletion', 'deletionResumed', { hint: 'resume' }),
    bind(['s'], 'stop the deletion', 'deletionStopped', { hint: 'stop' }),
    bind(['b'], 'resume, and go back to the list', 'runLeft', {
      hint: 'background',
      refusal: ({ organisation }) => (organisation === null ? 'no organisation is open' : null),
    }),
    bind(['esc', 'h', 'left'], 'back to the list, still paused', 'wentBack', { hint: 'list, paused' }),
  ],
};

const groupDoes: Readonly<Record<OutcomeGroup, string>> = {
  attention: 'show what needs attention',
  kept: 'show the kept systems',
  already: 'show the systems that were gone',
  done: 'show the deleted systems',
  all: 'show all results',
};

/** Once it is over. */
const resultKeys: BindingGroup = {
  title: 'Results',
  bindings: [
    details,
    ...outcomeGroups.map((group, at) =>
      bind([String(at + 1)], groupDoes[group], { kind: 'outcomeGroupChosen', group }),
    ),
    bind(['r'], 'retry the failed systems, after a review', 'retryRequested', {
      hint: retryHint,
      refusal: retryRefusal,
    }),
    bind(['e'], 'export the results', 'exportRequested', { hint: 'export' }),
    bind(['p'], 'open the records in the pager', 'recordsShown', { hint: 'records' }),
    bind(['y'], 'copy the results', 'outcomesCopied'),
    bind(['esc', 'h', 'left'], 'back to the list, or the history', 'wentBack', { hint: 'back' }),
  ],
};

/** Another session is at work on the run. */
const elsewhereKeys: BindingGroup = {
  title: 'Deletion in another session',
  bindings: [
    bind(['esc', 'h', 'left'], 'back to the history', 'wentBack', { hint: 'back' }),
    bind(['r'], 'refresh from its records', 'runOpened', { hint: 'refresh' }),
    bind(['p'], 'open its records in the pager', 'recordsShown', { hint: 'records' }),
  ],
};

function keysFor({ deletion: run }: State): BindingGroup {
  if (run?.isElsewhere === true) return elsewhereKeys;
  if (!isGoing(run)) return resultKeys;
  return run.isPaused ? pausedKeys : runningKeys;
}

/** Null once it was stopped: a deletion is stopped once. */
function pauseHint({ deletion: run }: State): string | null {
  if (run === null) return null;
  if (run.check !== null) return 'stop the check';
  if (run.stop === null) return 'pause';
  return run.toSettle.length > 0 ? 'stop' : 'back to the list';
}

function retryHint({ deletion: run }: State): string | null {
  return run === null ? null : `retry ${count(failedIn(run).length)}`;
}

function retryRefusal({ deletion: run, organisation, session }: State): string | null {
  if (run === null) return 'there is no deletion';
  if (!isSameService(session.baseUrl, run.baseUrl)) return 'its service is not the one in use';
  if (organisation?.orgId !== run.organisation.orgId) return 'its organisation is not open';
  return failedIn(run).length === 0 ? 'no system is left to retry' : null;
}

export const deletionScreens: ScreenDefinitions<'deletion'> = {
  deletion: {
    View: ({ state }) => (state.deletion === null ? null : <DeletionScreen state={state} run={state.deletion} />),
    keys: [runningKeys, pausedKeys, resultKeys, elsewhereKeys],
    inForce: (state) => [keysFor(state), listKeysWithoutPages],
  },
};

function DeletionScreen({ state, run }: { readonly state: State; readonly run: Run }): ReactNode {
  return (
    <ScreenFrame
      state={state}
      title={runTitle(run)}
      {...(run.finishedAt !== null && { aside: runProgress(run) })}
      facts={runFacts(run)}
    >
      {isGoing(run) ? <RunningView state={state} run={run} /> : <ResultsView state={state} run={run} />}
    </ScreenFrame>
  );
}
