/** The run that undoes another one: systems that were disabled are enabled, and values that were set are put back. */
import { isJsonObject, isList, type Json, type JsonObject } from '../../api/exact-json.ts';
import type { System } from '../../api/system.ts';
import { memoize } from '../kernel/memoize.ts';
import { type Edit, areSameFields, holdsHidden, setsFields } from './edit.ts';
import type { Run, Settled } from './run.ts';
import { type RunKind, runRows } from './run-kinds.ts';

export interface Undo {
  readonly kind: RunKind;
  readonly edit: Edit | null;
  /** Enabled or not as the run has left them; `edit` knows the fields that it has left. */
  readonly systems: readonly System[];
}

/** Null where nothing undoes the run, or nothing was done. */
export function undoOf(run: Pick<Run, 'kind' | 'edit' | 'settled'>): Undo | null {
  const { kind, edit, settled } = run;
  const { undo, enables } = runRows[kind];
  if (edit !== null) {
    const { systems, bodies, expected } = setsFields(edit) ? putBack(settled) : nothing;
    if (systems.length === 0) return null;
    return { kind, edit: { ...edit, values: { ...edit.values, body: undefined }, bodies, expected }, systems };
  }
  const done = settled.filter(({ outcome }) => outcome.kind === 'done');
  if (undo === null || done.length === 0) return null;
  const systems = done.map(({ system }) => ({ ...system, isEnabled: enables ?? system.isEnabled }));
  return { kind: undo, edit: null, systems };
}

/** Only values that were read right before can be put back. Made once for the same outcomes: hints ask often. */
const putBack = memoize((settled: readonly Settled[]) => {
  const bodies = new Map<string, Json>();
  const expected = new Map<string, JsonObject>();
  const systems: System[] = [];
  for (const { system, outcome, set } of settled) {
    if (outcome.kind !== 'done' || set === undefined || Object.keys(set.before).length === 0) continue;
    // Signs in the places of two secrets say nothing of them.
    if (!holdsHidden(set.before) && areSameFields(set.before, set.sent)) continue;
    bodies.set(system.systemId, inShapeOf(set.sent, set.before));
    const { sent, before } = set;
    // A field that was not there before is left as it is now, whatever that is.
    expected.set(
      system.systemId,
      Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(before, name))),
    );
    systems.push(system);
  }
  return { bodies, expected, systems };
});

const nothing: ReturnType<typeof putBack> = { bodies: new Map(), expected: new Map(), systems: [] };

/** Services that take tags as texts may tell them as objects: what is sent back has the shape of what was sent. */
function inShapeOf(sent: JsonObject, before: JsonObject): JsonObject {
  const entries = Object.entries(before).map(([name, value]) => {
    const isTexts = isList(sent[name]) && sent[name].every((one) => typeof one === 'string');
    return [name, isTexts && isList(value) ? value.map(textIn) : value] as const;
  });
  return Object.fromEntries(entries);
}

function textIn(value: Json): Json {
  const values = isJsonObject(value) ? Object.values(value) : [];
  return values.length === 1 ? (values[0] ?? value) : value;
}
