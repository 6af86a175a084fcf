/** The screen of the review. */
import type { ScreenDefinitions } from '../screen-definition.ts';
import { keysInReview, phraseKeys, reviewKeys } from './review-keys.ts';
import { ReviewScreen } from './review-screen.tsx';

export const reviewScreens: ScreenDefinitions<'review'> = {
  review: {
    View: ({ state }) => (state.review === null ? null : <ReviewScreen state={state} review={state.review} />),
    keys: [reviewKeys],
    fieldKeys: [phraseKeys],
    inForce: keysInReview,
    isClosed: true,
  },
};
