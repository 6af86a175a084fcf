/** What other features may do to a deletion. */
import type { Problem } from '../../api/problem.ts';
import { asksForPatience } from '../requests/retry.ts';
import type { Action, State } from '../state.ts';
import { atStage, isGoing, slowed } from './run.ts';

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

/** Without a run that is over; one that is not goes on wherever the person looks. */
export function finishedRunLeft(state: State): State {
  return isGoing(state.deletion) ? state : { ...state, deletion: null };
}
