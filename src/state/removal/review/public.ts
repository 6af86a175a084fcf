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

/** If queued re-reads of the review were dropped, the others are not requested either. */
export function rereadingGivenUp(state: State, held: readonly string[], problem: Problem): State {
  if (state.review === null || !held.includes('rereadSystem')) return state;
  return { ...state, review: rereadGivenUp(state.review, { ...problem, operation: 'read system' }) };
}

/** Clears the phrase, so that it must be typed again. */
export function clearPhrase(state: State): State {
  return { ...state, review: state.review && { ...state.review, typed: '', isInField: false } };
}

/** Applies protection that you change while a review is open. */
export function withReviewGuards(state: State, guards: Guards): State {
  return renewRows(state, (review) => withGuards(review, guards));
}
