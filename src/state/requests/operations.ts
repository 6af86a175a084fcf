/** What other features may do about waits. */
import type { Problem } from '../../api/problem.ts';
import type { Step } from '../kernel/step.ts';
import type { State } from '../state.ts';

/** The state without its wait, and what was held sent. */
export function resumed(state: State): Step {
  const { wait } = state.requests;
  return wait === null ? [state] : [{ ...state, requests: { ...state.requests, wait: null } }, ...wait.held];
}

/** Asks for another token over the screen. Until it is there, or the person gives up, no read is sent. */
export function newTokenAsked(state: State, problem: Problem): State {
  const { overlay, nextId } = state;
  const { wait } = state.requests;
  const asking =
    wait?.until.kind === 'token'
      ? wait
      : { id: nextId, until: { kind: 'token' } as const, problem, held: wait?.held ?? [] };
  return {
    ...state,
    nextId: nextId + 1,
    overlay: overlay?.kind === 'token' ? overlay : { kind: 'token', says: null, problem: null, isTrying: false },
    requests: { ...state.requests, wait: asking },
  };
}
