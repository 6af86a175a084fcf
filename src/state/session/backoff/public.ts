/** Steps of other features on reads that wait. */
import type { Problem } from '../../../api/problem.ts';
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';

/** The state without its pause, and its queued reads sent. */
export function resumeReads(state: State): Step {
  const { backoff } = state.requests;
  return backoff === null ? [state] : [{ ...state, requests: { ...state.requests, backoff: null } }, ...backoff.queued];
}

/** The state with what the question for a token covered, once that is answered or left. */
export function uncover(state: State): State {
  const { overlay, covered } = state;
  return covered === null || overlay?.kind === 'token'
    ? state
    : { ...state, overlay: overlay ?? covered, covered: null };
}

/** Asks for another token over the screen. Until it is there, or the person gives up, no read is sent. */
export function askNewToken(state: State, problem: Problem): State {
  const { overlay, nextId } = state;
  const { backoff } = state.requests;
  const asking =
    backoff?.until.kind === 'token'
      ? backoff
      : { id: nextId, until: { kind: 'token' } as const, problem, queued: backoff?.queued ?? [] };
  return {
    ...state,
    nextId: nextId + 1,
    overlay: overlay?.kind === 'token' ? overlay : { kind: 'token', says: null, problem: null, isTrying: false },
    covered: overlay?.kind === 'token' ? state.covered : overlay,
    requests: { ...state.requests, backoff: asking },
  };
}
