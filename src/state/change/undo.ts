/** The run that undoes another one: systems that were disabled are enabled, and values that were set are put back. */
import { decodeSystem } from '../../api/decode.ts';
import type { Json, JsonObject } from '../../api/exact-json.ts';
import type { System } from '../../api/system.ts';
import { memoize } from '../kernel/memoize.ts';
import { wireRecord } from '../fleet/systems/fields.ts';
import { type Edit, observeFields, setsFields } from './edit.ts';
import type { Run, Settled } from './run.ts';
import { type RunKind, runRows } from './run-kinds.ts';

export interface Undo {
  readonly kind: RunKind;
  readonly edit: Edit | null;
  /** As the run has left them. */
  readonly systems: readonly System[];
}

/** Null where nothing undoes the run, or nothing was done. */
export function undoOf(run: Pick<Run, 'kind' | 'edit' | 'settled'>): Undo | null {
  const { kind, edit, settled } = run;
  const { undo, enables } = runRows[kind];
  if (edit !== null) {
    const { systems, bodies } = setsFields(edit) ? putBack(settled) : nothing;
    if (systems.length === 0) return null;
    return { kind, edit: { ...edit, values: { ...edit.values, body: undefined }, bodies }, systems };
  }
  const done = settled.filter(({ outcome }) => outcome.kind === 'done');
  if (undo === null || done.length === 0) return null;
  const systems = done.map(({ system }) => ({ ...system, isEnabled: enables ?? system.isEnabled }));
  return { kind: undo, edit: null, systems };
}

/** Only values that were read right before can be put back. Made once for the same outcomes: hints ask often. */
const putBack = memoize((settled: readonly Settled[]) => {
  const bodies = new Map<string, Json>();
  const systems: System[] = [];
  for (const { system, outcome, set } of settled) {
    if (outcome.kind !== 'done' || set === undefined || Object.keys(set.before).length === 0) continue;
    if (observeFields(set.before, asLeft(system, set.sent)) === 'done') continue;
    bodies.set(system.systemId, set.before);
    systems.push(asLeft(system, set.sent));
  }
  return { bodies, systems };
});

const nothing: ReturnType<typeof putBack> = { bodies: new Map(), systems: [] };

function asLeft(system: System, sent: JsonObject): System {
  const read = decodeSystem({ ...wireRecord(system), ...sent });
  return read.ok ? read.value : system;
}
