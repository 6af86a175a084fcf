/** Reads the pages of the list that checks a large review. */
import { pastCaches } from '../../../api/http/client.ts';
import { readSystemsPage } from '../../../api/systems.ts';
import type { Reads } from '../../root/feature.ts';
import { reviewPage } from './check.ts';

const key = (): string => 'review page';

export const readReviewPage: Reads<'review'>['readReviewPage'] = {
  slot: 'reviewPage',
  key,
  async send({ review, query, from }, { client, clock, signal }) {
    const answer = await readSystemsPage(pastCaches(client()), query, from, signal);
    return answer.ok
      ? { kind: 'reviewPageArrived', review, page: answer.value, now: clock.now() }
      : { kind: 'reviewPageFailed', review, problem: answer.problem };
  },
  answers: { reviewPageArrived: key, reviewPageFailed: key },
  retries: {
    reviewPageFailed({ review, screen }, { review: id }) {
      const list = review?.id === id && screen.kind === 'review' ? review.reread?.list : null;
      return list == null ? null : reviewPage(id, list);
    },
  },
  givenUp: ({ review }, problem) => ({
    kind: 'reviewPageFailed',
    review,
    problem: { ...problem, operation: 'list systems' },
  }),
};
