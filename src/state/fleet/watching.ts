/** Watches systems until they connect, in every record that arrives; reads those that no other request covers. */
import type { None, Tagged, PlainNotice } from '../kernel/declare.ts';
import { type Problem, isSystemNotFound } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import { type Of, type Feature, withNotice, type Step, andThen } from '../root/feature.ts';
import type { State } from '../root/state.ts';
import { nameIn, missSystem } from './details.ts';
import { refreshMs, systemAtHand } from './list/feature.ts';
import { isConnected } from './staleness/staleness.ts';
import { isExitHeld } from '../root/pending.ts';
import { withNews } from '../session/news.ts';
import { systemRead } from './systems/effects.ts';

interface Watch {
  readonly name: string;
  /** Milliseconds since 1970: an earlier "last seen" does not tell when the system connected. */
  readonly since: number;
  /** A record has arrived since the last tick, from the list for example: the next tick does not read it again. */
  readonly isRead: boolean;
  readonly problem: Problem | null;
}

export interface WatchingFeature {
  /** By system id. */
  readonly state: ReadonlyMap<string, Watch>;
  readonly action: Tagged<{ watchToggled: None }>;
  readonly read: { readonly kind: 'readWatched'; readonly orgId: string; readonly systemId: string };
  readonly timer: 'watch';
}

declare module '../root/state.ts' {
  interface Features {
    readonly watching: WatchingFeature;
  }
}

// Starts and stops the watch of one system; tells which connections you have not seen yet.

/** Each watched system may cost a request a minute. */
const maxWatched = 10;

const watchTimer = { kind: 'startTimer', timer: 'watch', ms: refreshMs } as const;

/** Why the system cannot be watched; null if it can, or if it is watched already. */
export function watchRefusal({ watching }: State, system: System | undefined): string | null {
  if (system === undefined) return 'no system is shown';
  if (watching.has(system.systemId)) return null;
  if (isConnected(system)) return 'it is connected';
  return watching.size < maxWatched ? null : `${maxWatched} systems are watched already`;
}

export function toggleWatch(state: State, system: System | undefined): Step {
  if (system === undefined) return [state];
  const { systemId } = system;
  const name = nameIn(system);
  const { watching, now } = state;
  if (watching.has(systemId)) return [withNotice(withoutWatch(state, systemId), `${name} is no longer watched.`)];
  const watched = new Map(watching).set(systemId, { name, since: now, isRead: false, problem: null });
  const how = state.list.isRefreshing
    ? 'auto-refresh shows when it connects'
    : 'one request a minute until it connects';
  const next = withNotice({ ...state, watching: watched }, `Watching ${name}: ${how}. W stops.`);
  return watching.size === 0 ? [next, watchTimer] : [next];
}

function withoutWatch(state: State, systemId: string): State {
  const watching = new Map(state.watching);
  watching.delete(systemId);
  return { ...state, watching };
}

type Connected = Of<PlainNotice, 'watchedConnected'>;

/** Notices about watched systems that no key was pressed under. */
export function connectedNews({ news }: State): readonly Connected[] {
  return news.untold.flatMap(({ notice }) => (notice.kind === 'watchedConnected' ? [notice] : []));
}

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
