/** Makes reads wait and try again, and sends the queued ones when the pause is over. */
import type { Feature } from '../../root/feature.ts';
import { resumeReads, uncover } from './public.ts';
import { aroundPause, withoutPause, withReadsQueued } from './reads.ts';
import { createSessionService } from './service.ts';

export const backoff: Feature<'backoff'> = {
  update: {
    pauseBegun: (state) => [state],
    pauseLeft: (state) => [withoutPause(state)],
  },
  intercept: aroundPause,
  after: (state) => [uncover(state)],
  filterEffects: withReadsQueued,
  timers: {
    // Another pause may have taken its place: that is not over with the time.
    backoff: (state) => (state.requests.backoff?.until.kind === 'time' ? resumeReads(state) : [state]),
  },
  services({ ports, credentials, clock }) {
    const service = createSessionService(ports, credentials, clock);
    return {
      forEffect: (dispatch) => ({
        client: (token) => service.client(dispatch, token),
        useService: (baseUrl) => {
          service.use(baseUrl, dispatch);
        },
      }),
      forget() {
        clock.forget();
        service.forget();
      },
    };
  },
};
