/** Carries effects out, by the registry of features. Every answer becomes an action that names its session. */
import './features.ts';
import { fromFeatures, isRead, readDefinition } from './registry.ts';
import type { Maker, Services } from './feature.ts';
import type { Given, Made } from './services.ts';
import type { Action, Effect, Slot, State, Timer } from './state.ts';

type Dispatch = (action: Action) => void;
type Handler = (effect: Effect, services: Services) => Promise<Action | null> | Action | null;

// A cast: each handler is under its own kind, which a lookup by any kind cannot express.
const handlers = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map(({ effects }) => effects)) as Readonly<Record<Effect['kind'], Handler>>,
);

const makers = fromFeatures((features) => features.flatMap((feature) => feature.services ?? []));

/** Call it for each effect. A read replaces the previous one in its slot; a write is never aborted. */
export function createRunEffect(given: Given): (effect: Effect, dispatch: Dispatch, state: State) => void {
  const reads = new Map<Slot, AbortController>();
  const timers = new Map<Timer, NodeJS.Timeout>();
  const made = new Map<NonNullable<ReturnType<typeof makers>[number]>, Maker<unknown>>();
  let session = 0;
  let unfinished = Promise.resolve<unknown>(null);

  /** Services of features, each made once; features that load later make theirs then. */
  const services = (): readonly Maker<unknown>[] =>
    makers().map((make) => {
      const known = made.get(make) ?? make(given);
      made.set(make, known);
      return known;
    });

  /** Abandons reads of an earlier session, whose answers are no longer needed. */
  const begin = (next: number): void => {
    if (next === session) return;
    session = next;
    for (const read of reads.values()) read.abort('abandoned');
    for (const { forget } of services()) forget?.();
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
    ...given,
    // A cast: each part has the type that its feature declares.
    ...(Object.assign({}, ...services().map(({ forEffect }) => forEffect(dispatch))) as Made),
    dispatch,
    isCurrent: () => asked === session,
    beforeLeaving: (work) => {
      unfinished = Promise.all([unfinished, work]);
    },
    settled: () => Promise.all([unfinished, ...services().map(({ settled }) => settled?.())]),
  });

  const carryOut = async (effect: Effect, dispatch: Dispatch): Promise<void> => {
    if (effect.kind === 'abandonRead') {
      reads.get(effect.slot)?.abort('abandoned');
      for (const { abandoned } of services()) abandoned?.(effect.slot);
      return;
    }
    if (effect.kind === 'startTimer') {
      const { timer, ms, jitterMs = 0 } = effect;
      clearTimeout(timers.get(timer));
      const later = ms + given.ports.random() * jitterMs;
      timers.set(timer, setTimeout(dispatch, later, { kind: 'timerEnded', timer }).unref());
      return;
    }
    const all = servicesFor(session, dispatch);
    const answer = isRead(effect)
      ? await readDefinition(effect).send(effect, { ...all, signal: signalFor(readDefinition(effect).slot) })
      : await handlers()[effect.kind](effect, all);
    if (answer !== null) dispatch(answer);
  };

  // A rejection here is a bug: it stays unhandled, and ends the program with its message.
  return (effect, dispatch, state) => {
    begin(state.session.number);
    const asked = session;
    const isTimer = effect.kind === 'startTimer';
    void carryOut(effect, (action) => {
      dispatch(isTimer ? action : { ...action, session: asked });
    });
  };
}
