/** Effects of the review: its systems are read once more. */
import type { Reads } from '../kernel/feature.ts';
import { systemRead } from '../systems/effects.ts';
import type { ReviewRead } from './feature.ts';

export const reviewReads: Reads<'review'> = {
  rereadSystem: {
    ...systemRead<ReviewRead>(
      ({ review, systemId }, { system }, now) => ({ kind: 'systemReread', review, systemId, system, now }),
      ({ review, systemId }, problem) => ({ kind: 'rereadFailed', review, systemId, problem }),
    ),
    key: rereadKey,
    answers: { systemReread: rereadKey, rereadFailed: rereadKey },
    retries: {
      rereadFailed(state, { review: id, systemId }) {
        if (state.review?.id !== id || state.screen.kind !== 'review') return null;
        return { kind: 'rereadSystem', review: id, orgId: state.review.organisation.orgId, systemId };
      },
    },
  },
};

function rereadKey({ systemId }: { readonly systemId: string }): string {
  return `reread ${systemId}`;
}
