/** Steps of other features on queued reads. */
import type { Problem } from '../../../api/problem.ts';
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';

export function resumeReads(state: State): Step {
  const { backoff } = state.requests;
  return backoff === null ? [state] : [{ ...state, requests: { ...state.requests, backoff: null } }, ...backoff.queued];
}

/** Restores the overlay beneath the question for a token, once that is answered or left. */
export function uncover(state: State): State {
  const { overlay, covered } = state;
  return covered === null || overlay?.kind === 'token'
    ? state
    : { ...state, overlay: overlay ?? covered, covered: null };
}

/** Asks for another token over the screen. No read is sent until you enter one or give up. */
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
    overlay: overlay?.kind === 'token' ? overlay : { kind: 'token', message: null, problem: null, isTrying: false },
    covered: overlay?.kind === 'token' ? state.covered : overlay,
    requests: { ...state.requests, backoff: asking },
  };
}
