/** Effects of the review: its systems are read once more. */
import { readSystem } from '../../api/systems.ts';
import type { Reads } from '../kernel/feature.ts';

export const reviewReads: Reads<'review'> = {
  rereadSystem: {
    key: ({ systemId }) => rereadKey(systemId),
    async send({ review, orgId, systemId }, { client, clock }) {
      const answer = await readSystem(client(), orgId, systemId);
      return answer.ok
        ? { kind: 'systemReread', review, systemId, system: answer.value.system, now: clock.now() }
        : { kind: 'rereadFailed', review, systemId, problem: answer.problem };
    },
    answers: {
      systemReread: ({ systemId }) => rereadKey(systemId),
      rereadFailed: ({ systemId }) => rereadKey(systemId),
    },
    retries: {
      rereadFailed(state, { review: id, systemId }) {
        if (state.review?.id !== id || state.screen.kind !== 'review') return null;
        return { kind: 'rereadSystem', review: id, orgId: state.review.organisation.orgId, systemId };
      },
    },
    givenUp: ({ review, systemId }, problem) => ({
      kind: 'rereadFailed',
      review,
      systemId,
      problem: { ...problem, operation: 'read system' },
    }),
  },
};

function rereadKey(systemId: string): string {
  return `reread ${systemId}`;
}
