/** Starts and stops the watch of one system; tells which connections you have not seen yet. */
import type { System } from '../../../api/system.ts';
import type { PlainNotice } from '../../kernel/declare.ts';
import type { Of } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import { withNotice, type Step } from '../../root/step.ts';
import { nameIn } from '../details/public.ts';
import { refreshMs } from '../list/public.ts';
import { isConnected } from '../staleness/staleness.ts';

/** Each watched system may cost a request a minute. */
const maxWatched = 10;

export const watchTimer = { kind: 'startTimer', timer: 'watch', ms: refreshMs } as const;

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

export function withoutWatch(state: State, systemId: string): State {
  const watching = new Map(state.watching);
  watching.delete(systemId);
  return { ...state, watching };
}

type Connected = Of<PlainNotice, 'watchedConnected'>;

/** Notices about watched systems that no key was pressed under. */
export function connectedNews({ news }: State): readonly Connected[] {
  return news.untold.flatMap(({ notice }) => (notice.kind === 'watchedConnected' ? [notice] : []));
}
