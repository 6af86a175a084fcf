/** Sends the queued reads when the pause is over. */
import type { Feature } from '../../root/feature.ts';
import { resumed } from './public.ts';

export const requests: Feature<'requests'> = {
  timers: {
    // Another pause may have taken its place: that is not over with the time.
    backoff: (state) => (state.requests.backoff?.until.kind === 'time' ? resumed(state) : [state]),
  },
};
