/** Turns a request that would delete systems into marks and a review. */
import type { Problem } from '../../../api/problem.ts';
import type { System } from '../../../api/system.ts';
import { grouped } from '../../kernel/spelling.ts';
import { type Step, refuse } from '../../root/step.ts';
import { systemById } from '../../fleet/list/scan.ts';
import { changeMarks } from '../../fleet/marks/public.ts';
import { noMarks, withMarked } from '../../fleet/marks/marks.ts';
import type { State } from '../../root/state.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { SystemsTaken } from './feature.ts';

/** Choose more systems than this in the list, by a filter or a threshold. */
const maxTaken = 1000;

/** Finds the systems in the list, or reads them from the service; then asks. */
export function takeSystems(state: State, { orgId }: Call, ids: readonly string[]): Step {
  if (orgId === null || ids.length === 0) {
    return [refuse(state, 'rollcall deletes systems after a review: mark them in the list, then press d.')];
  }
  if (ids.length > maxTaken) {
    return [refuse(state, `More than ${grouped(maxTaken)} systems: mark them in the list, then press d.`)];
  }
  const { scan } = state.list.listing;
  const found = new Map<string, System>();
  for (const id of ids) {
    const system = scan?.query.orgId === orgId ? systemById(scan, id) : undefined;
    if (system !== undefined) found.set(id, system);
  }
  const { nextId: id } = state;
  const overlay = { kind: 'systemsTaken', id, orgId, systemIds: ids, found, problem: null } as const;
  return readNext({ ...state, nextId: id + 1, overlay, notice: null });
}

/** Ids not read yet. */
export function leftToRead({ systemIds, found }: SystemsTaken): readonly string[] {
  return systemIds.filter((id) => !found.has(id));
}

/** Each system once, without those that could not be read. */
export function systemsFound({ found }: SystemsTaken): readonly System[] {
  const byId = new Map([...found.values()].flatMap((one) => (one === null ? [] : [[one.systemId, one] as const])));
  return [...byId.values()];
}

function readNext(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'systemsTaken') return [state];
  const [systemId] = leftToRead(overlay);
  const { id, orgId } = overlay;
  return systemId === undefined ? [state] : [state, { kind: 'readTakenSystem', id, orgId, systemId }];
}

export function takenRead(
  state: State,
  { id, systemId }: { readonly id: number; readonly systemId: string },
  read: { readonly system: System; readonly problem: null } | { readonly system: null; readonly problem: Problem },
): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'systemsTaken' || overlay.id !== id) return [state];
  const found = new Map(overlay.found).set(systemId, read.system);
  return readNext({ ...state, overlay: { ...overlay, found, problem: read.problem ?? overlay.problem } });
}

/** Marks only these systems (u restores the other marks). The review asks for its own phrase. */
export function takeReview(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'systemsTaken' || leftToRead(overlay).length > 0) return [state];
  const systems = systemsFound(overlay);
  if (systems.length === 0) return [state];
  const marked = changeMarks({ ...state, overlay: null }, withMarked(noMarks, systems, { by: 'hand' }));
  return [marked, { kind: 'openReview' }];
}
