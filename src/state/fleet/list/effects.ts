/** Effects of the list: its pages. */
import { readSystemsPage } from '../../../api/systems.ts';
import type { Reads } from '../../root/feature.ts';
import { currentScan, pageRead } from './listing.ts';

export const listReads: Reads<'list'> = {
  readPage: {
    slot: 'page',
    key: () => 'page',
    async send({ scan, query, from, isFollowed }, { client, clock, signal, ahead, dispatch }) {
      if (!isFollowed) ahead.page.cancel();
      const answer = await readSystemsPage(client(), query, from, signal, isFollowed ? ahead.page : undefined);
      dispatch(
        answer.ok
          ? { kind: 'pageArrived', scan, page: answer.value, now: clock.now() }
          : { kind: 'pageFailed', scan, problem: answer.problem },
      );
      // It was asked for by now, if it is wanted.
      ahead.page.cancel();
      return null;
    },
    answers: { pageArrived: () => 'page', pageFailed: () => 'page' },
    retries: {
      pageFailed(state, action) {
        const scan = currentScan(state.list.listing);
        return scan?.id === action.scan && scan.inFlight ? pageRead(scan) : null;
      },
    },
    givenUp: ({ scan }, problem) => ({ kind: 'pageFailed', scan, problem: { ...problem, operation: 'list systems' } }),
  },
};
