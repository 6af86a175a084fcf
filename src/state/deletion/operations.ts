/** What other features may do with a deletion: start it, stop it, slow it down, and look for one that was cut off. */
import type { Problem } from '../../api/problem.ts';
import type { Step } from '../kernel/step.ts';
import { readingStopped } from '../resume/restore.ts';
import { asksForPatience } from '../requests/retry.ts';
import type { Action, State } from '../state.ts';
import { advanced } from './advance.ts';
import { checkStopped } from './end.ts';
import { atStage, isChecking, isGoing, newRun, type Run, slowed, stopped, type StopReason } from './run.ts';

/** Nothing is asked of the service before the run's file is there. */
export function runStarted(state: State, confirmed: Pick<Run, 'organisation' | 'planned' | 'protection'>): Step {
  const { baseUrl, mode } = state.session;
  const run = newRun(state.nextId, { ...confirmed, baseUrl, isPreview: mode === 'preview' });
  const { orgId, orgName } = run.organisation;
  const { days } = state.staleness;
  const header = { orgId, orgName, baseUrl, days, systems: run.planned.length } as const;
  return [
    {
      ...readingStopped(state),
      deletion: run,
      nextId: state.nextId + 1,
      screen: { kind: 'deletion' },
      notice: null,
    },
    {
      kind: 'openJournal',
      run: run.id,
      header: { mode: run.isPreview ? 'preview' : 'run', ...header },
      plan: run.planned,
    },
  ];
}

/** Takes no further system; those in flight are waited for. A run that has ended is not checked any further. */
export function runStopped(state: State, reason: StopReason): Step {
  const { deletion: run } = state;
  if (isChecking(run)) return checkStopped(state, run, reason === 'token' ? 'token' : 'stopped');
  return isGoing(run) ? advanced(state, stopped(run, reason, state.now)) : [state];
}

/** Without a run that is over; one that is not goes on wherever the person looks. */
export function finishedRunLeft(state: State): State {
  return isGoing(state.deletion) ? state : { ...state, deletion: null };
}

/** A system whose deletion was put off is read again before the next attempt. */
export function steppedBack(state: State, action: Action): State {
  if (action.kind !== 'deletionFailed' || state.deletion === null) return state;
  return { ...state, deletion: atStage(state.deletion, action.systemId, 'reading') };
}

/** Fewer at a time, where the service asks for a slower pace. */
export function slowedDown(state: State, problem: Problem): State {
  if (state.deletion === null || !asksForPatience(problem)) return state;
  return { ...state, deletion: slowed(state.deletion) };
}

/** Looks for a run that was cut off, in the organisation that is opened. The number is that run's, if there is one. */
export function cutOffSought(state: State, orgId: string): Step {
  const { baseUrl } = state.session;
  if (baseUrl === null || isGoing(state.deletion)) return [state];
  return [
    { ...state, nextId: state.nextId + 1 },
    { kind: 'findCutOff', run: state.nextId, baseUrl, orgId },
  ];
}
