/** The service in use, the route to it, and what may be changed there. */
import { type Client, createClient } from '../../api/http/client.ts';
import { createServiceDates } from '../../api/http/response.ts';
import { createRequestLog } from '../../api/http/request-log.ts';
import type { Credentials } from './credentials.ts';
import type { Ports } from '../root/services.ts';
import type { Network } from './backoff/feature.ts';
import type { SessionClock } from './clock.ts';
import type { Action } from '../root/state.ts';
import { withheldBy } from './session.ts';

type Dispatch = (action: Action) => void;

export function createSessionService(
  ports: Pick<Ports, 'isReadOnly' | 'isPreview' | 'memory' | 'networkTo' | 'version' | 'sinceBoot' | 'requestEnded'>,
  credentials: Credentials,
  clock: SessionClock,
) {
  const { requestEnded } = ports;
  const log = requestEnded && createRequestLog(ports.sinceBoot, requestEnded);
  let baseUrl = '';
  let network: Network = { route: { kind: 'direct' } };
  let dates = createServiceDates(ports.sinceBoot);

  return {
    /** Switches to the service at this address; the route is reported once. */
    use(address: string, dispatch: Dispatch): void {
      if (address === baseUrl) return;
      // The token field may still hold a token for the previous service: its dots do not show which.
      if (baseUrl !== '') credentials.offer('');
      baseUrl = address;
      network = ports.networkTo(address);
      dispatch({ kind: 'routeChosen', route: network.route });
    },
    /** Forgets the clock of the service: the next session may use another service. */
    forget(): void {
      dates = createServiceDates(ports.sinceBoot);
    },
    /** For one request: with the given token or the one in use, and the current settings and clock. */
    client(dispatch: Dispatch, token = credentials.tokenFor(baseUrl) ?? ''): Client {
      const address = baseUrl;
      const noteDate = clock.listener();
      return createClient({
        baseUrl: address,
        token,
        version: ports.version,
        modeFor: (orgId) => withheldBy(ports, address, orgId)?.mode ?? 'normal',
        exchange: network.exchange,
        log,
        via: network.route.kind === 'proxy' ? network.route.name : null,
        clocks: clock.clocks,
        steady: ports.sinceBoot,
        dates,
        onDate(date) {
          const note = noteDate(date);
          if (note !== null) dispatch({ kind: 'clockCompared', clock: note, now: clock.now() });
        },
      });
    },
  };
}
