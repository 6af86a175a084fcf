/** Makes reads wait and retry, and sends the queued reads when the pause ends. */
import type { Feature } from '../../root/feature.ts';
import { resumeReads, uncover, aroundPause, withoutPause, withReadsQueued } from './reads.ts';
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
    // Another pause may have replaced this one, and does not end with its timer.
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
