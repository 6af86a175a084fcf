/** Watches systems until they connect, in every record that arrives; reads those that no other request covers. */
import { isSystemNotFound } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import type { Feature } from '../../root/feature.ts';
import { isExitHeld } from '../../root/pending.ts';
import type { State } from '../../root/state.ts';
import { andThen, type Step } from '../../root/step.ts';
import { withNews } from '../../session/news/public.ts';
import { missSystem } from '../details/public.ts';
import { systemAtHand } from '../list/public.ts';
import { isConnected } from '../staleness/staleness.ts';
import { systemRead } from '../systems/effects.ts';
import { toggleWatch, watchTimer, withoutWatch } from './public.ts';

function noteRecord(state: State, system: System, before: State): State {
  const { systemId, lastSeenMs } = system;
  const watch = state.watching.get(systemId);
  if (watch === undefined) return state;
  if (!isConnected(system)) {
    return { ...state, watching: new Map(state.watching).set(systemId, { ...watch, isRead: true, problem: null }) };
  }
  const at = lastSeenMs !== null && lastSeenMs >= watch.since ? lastSeenMs : null;
  const isUnmarked = before.marks.marked.has(systemId) && !state.marks.marked.has(systemId);
  return withNews(withoutWatch(state, systemId), { kind: 'watchedConnected', name: watch.name, at, isUnmarked });
}

function noteAll(state: State, systems: readonly System[], before: State): State {
  return state.watching.size === 0 ? state : systems.reduce((next, system) => noteRecord(next, system, before), state);
}

/** Reads the watched systems without a record since the last tick. A deletion or a pause leaves them to the next one. */
function readWatched(state: State): Step {
  const { watching, organisation } = state;
  if (watching.size === 0 || organisation === null) return [state];
  if (state.requests.backoff !== null || isExitHeld(state)) return [state, watchTimer];
  const unread = new Map([...watching].map(([systemId, watch]) => [systemId, { ...watch, isRead: false }]));
  const due = [...watching].filter(([, { isRead }]) => !isRead);
  const { orgId } = organisation;
  return [
    { ...state, watching: unread },
    watchTimer,
    ...due.map(([systemId]) => ({ kind: 'readWatched', orgId, systemId }) as const),
  ];
}

const watchKey = ({ systemId }: { readonly systemId: string }): string => `watch ${systemId}`;

export const watching: Feature<'watching'> = {
  slice: { initial: new Map(), lasts: 'organisation' },
  update: { watchToggled: (state) => toggleWatch(state, systemAtHand(state)) },
  reads: {
    readWatched: {
      ...systemRead(
        ({ systemId }, { system }, now) => ({ kind: 'systemChecked', systemId, system, now }),
        ({ systemId }, problem, now) => ({ kind: 'checkFailed', systemId, problem, now }),
      ),
      key: watchKey,
      answers: { systemChecked: watchKey, checkFailed: watchKey },
      retries: {},
    },
  },
  timers: { watch: readWatched },
  reacts: {
    pageArrived: (state, { page }, before) => [noteAll(state, page.systems, before)],
    reviewPageArrived: (state, { page }, before) => [noteAll(state, page.systems, before)],
    systemChecked: (state, { system }, before) => [noteAll(state, [system], before)],
    detailsArrived: (state, { system }, before) => [noteAll(state, [system], before)],
    systemReread: (state, { system }, before) => [noteAll(state, [system], before)],
    checkFailed(state, { systemId, problem, now }) {
      const watch = state.watching.get(systemId);
      if (watch === undefined || problem.kind === 'aborted') return [state];
      if (!isSystemNotFound(problem))
        return [{ ...state, watching: new Map(state.watching).set(systemId, { ...watch, problem }) }];
      const text = `${watch.name} is no longer there, and no longer watched.`;
      return andThen([missSystem(withoutWatch(state, systemId), systemId, problem, now)], (next) => [
        withNews(next, { kind: 'warning', text }),
      ]);
    },
  },
};
