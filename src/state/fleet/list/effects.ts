import { createPrefetch, readSystemsPage } from '../../../api/systems.ts';
import type { Feature, Reads } from '../../root/feature.ts';
import { currentScan, readPage } from './listing.ts';

export function listServices(): ReturnType<Feature<'list'>['services']> {
  const pageAhead = createPrefetch();
  return { forEffect: () => ({ pageAhead }), forget: pageAhead.cancel };
}

export const listReads: Reads<'list'> = {
  readPage: {
    slot: 'page',
    key: () => 'page',
    async send({ scan, query, from, isFollowed }, { client, clock, signal, pageAhead, dispatch }) {
      const answer = await readSystemsPage(client(), query, from, signal, isFollowed ? pageAhead : undefined);
      dispatch(
        answer.ok
          ? { kind: 'pageArrived', scan, page: answer.value, now: clock.now() }
          : { kind: 'pageFailed', scan, problem: answer.problem },
      );
      // The reducer has claimed the prefetched page by now, or does not want it.
      pageAhead.cancel();
      return null;
    },
    answers: { pageArrived: () => 'page', pageFailed: () => 'page' },
    retries: {
      pageFailed(state, action) {
        const scan = currentScan(state.list.listing);
        return scan?.id === action.scan && scan.inFlight ? readPage(scan) : null;
      },
    },
    givenUp: ({ scan }, problem) => ({ kind: 'pageFailed', scan, problem: { ...problem, operation: 'list systems' } }),
  },
};
