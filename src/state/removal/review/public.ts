/** The review's interface for other features. */
import type { Problem } from '../../../api/problem.ts';
import type { State } from '../../root/state.ts';
import type { Guards } from '../../fleet/protection/guards.ts';
import { rereadGivenUp } from './check.ts';
import { withGuards } from './review.ts';
import { renewRows } from './opening.ts';

export function leaveReview(state: State): State {
  return { ...state, review: null };
}

/** Where readings of the review were held, the rest of them is not asked for either. */
export function rereadingGivenUp(state: State, held: readonly string[], problem: Problem): State {
  if (state.review === null || !held.includes('rereadSystem')) return state;
  return { ...state, review: rereadGivenUp(state.review, { ...problem, operation: 'read system' }) };
}

/** The phrase is to be typed again. */
export function clearPhrase(state: State): State {
  return { ...state, review: state.review && { ...state.review, typed: '', isInField: false } };
}

/** An open review follows the protection that a person changes. */
export function withReviewGuards(state: State, guards: Guards): State {
  return renewRows(state, (review) => withGuards(review, guards));
}
