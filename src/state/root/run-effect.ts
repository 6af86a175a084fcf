/** Carries effects out, by the registry of features. Every answer becomes an action that names its session. */
import './features.ts';
import { createPrefetch } from '../../api/systems.ts';
import type { SessionClock } from '../session/clock/clock.ts';
import { decodeRecord } from '../removal/deletion/effects.ts';
import { runJournals } from '../change/runs/open-journals.ts';
import { fromFeatures } from './registry.ts';
import type { Services } from './feature.ts';
import type { Ports } from './ports.ts';
import { isRead, readDefinition } from '../session/backoff/reads.ts';
import { createSessionService } from '../session/backoff/service.ts';
import type { Credentials } from '../session/credentials.ts';
import type { Action, Effect, Slot, State, Timer } from './state.ts';

type Dispatch = (action: Action) => void;
type Handler = (effect: Effect, services: Services) => Promise<Action | null> | Action | null;

// A cast: each handler is under the kind that it is for, which a look-up by any kind cannot say.
const handlers = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ effects }) => effects)) as Readonly<Record<Effect['kind'], Handler>>,
);

/** One call for each effect. A read replaces the one before it in its slot; a write is never aborted. */
export function createRunEffect(
  ports: Ports,
  credentials: Credentials,
  clock: SessionClock,
): (effect: Effect, dispatch: Dispatch, state: State) => void {
  const reads = new Map<Slot, AbortController>();
  const timers = new Map<Timer, NodeJS.Timeout>();
  const ahead = { page: createPrefetch(), check: createPrefetch() };
  const journals = runJournals(ports, decodeRecord);
  const service = createSessionService(ports, credentials, clock);
  let session = 0;
  let unfinished = Promise.resolve<unknown>(null);

  /** What was asked in an earlier session is given up; its answers are nobody's any more. */
  const begin = (next: number): void => {
    if (next === session) return;
    session = next;
    for (const read of reads.values()) read.abort('abandoned');
    ahead.page.cancel();
    ahead.check.cancel();
    clock.forget();
    service.forget();
  };

  /** A read without a slot is never replaced. */
  const signalFor = (slot: Slot | undefined): AbortSignal | undefined => {
    if (slot === undefined) return undefined;
    const controller = new AbortController();
    reads.get(slot)?.abort('replaced');
    reads.set(slot, controller);
    return controller.signal;
  };

  const servicesFor = (asked: number, dispatch: Dispatch): Services => ({
    ...{ ports, credentials, clock, journals, ahead, dispatch },
    requests: service.requests,
    client: (token) => service.client(dispatch, token),
    useService: (baseUrl) => {
      service.use(baseUrl, dispatch);
    },
    isCurrent: () => asked === session,
    beforeLeaving: (work) => {
      unfinished = Promise.all([unfinished, work]);
    },
    settled: () => Promise.all([journals.closed(), unfinished]),
  });

  const carryOut = async (effect: Effect, dispatch: Dispatch): Promise<void> => {
    if (effect.kind === 'abandonRead') {
      reads.get(effect.slot)?.abort('abandoned');
      if (effect.slot === 'check') ahead.check.cancel();
      return;
    }
    if (effect.kind === 'startTimer') {
      const { timer, ms, jitterMs = 0 } = effect;
      clearTimeout(timers.get(timer));
      const later = ms + ports.random() * jitterMs;
      timers.set(timer, setTimeout(dispatch, later, { kind: 'timerEnded', timer }).unref());
      return;
    }
    const services = servicesFor(session, dispatch);
    const answer = isRead(effect)
      ? await readDefinition(effect).send(effect, { ...services, signal: signalFor(readDefinition(effect).slot) })
      : await handlers()[effect.kind](effect, services);
    if (answer !== null) dispatch(answer);
  };

  // A rejection here is a bug: it is left unhandled, and ends the program with its message.
  return (effect, dispatch, state) => {
    begin(state.session.number);
    const asked = session;
    const isTimer = effect.kind === 'startTimer';
    void carryOut(effect, (action) => {
      dispatch(isTimer ? action : { ...action, session: asked });
    });
  };
}
