/** Builds the run that undoes another one: enables disabled systems, and restores values. */
import type { Json, JsonObject } from '../../api/exact-json.ts';
import { own } from '../../api/openapi/json-pieces.ts';
import type { System } from '../../api/system.ts';
import { memoize } from '../kernel/store.ts';
import { groupDigits } from '../kernel/spelling.ts';
import { type Edit, holdsHidden, setsFields } from './edit.ts';
import { fieldsAfter } from './outcome.ts';
import type { Run } from './run.ts';
import { type RunKind, runRows } from './run-kinds.ts';
import { asTexts, isReshaped, isSameValue } from './same-value.ts';

export interface Undo {
  readonly kind: RunKind;
  readonly edit: Edit | null;
  /** Enabled state as the run has left it; `edit` has the fields that it has left. */
  readonly systems: readonly System[];
}

/** Null: no kind undoes the run, or nothing was done. */
export function undoOf(run: Pick<Run, 'kind' | 'edit' | 'settled'>): Undo | null {
  const { kind, edit, settled } = run;
  const { undo, enables } = runRows[kind];
  if (edit !== null) {
    if (!setsFields(edit)) return null;
    const { systems, bodies, expected } = restoring(run);
    if (systems.length === 0) return null;
    return { kind, edit: { ...edit, values: { ...edit.values, body: undefined }, bodies, expected }, systems };
  }
  const done = settled.filter(({ outcome }) => outcome.kind === 'done');
  if (undo === null || done.length === 0) return null;
  const systems = done.map(({ system }) => ({ ...system, isEnabled: enables ?? system.isEnabled }));
  return { kind: undo, edit: null, systems };
}

/** Names the fields that an undo cannot restore; null: it restores all. */
export function stayingWords(run: Pick<Run, 'edit' | 'settled'>): string | null {
  const { unset, lost } = stayingIn(run);
  const words = [
    ...(unset === 0 ? [] : [`${groupDigits(unset)} had no value; it stays`]),
    ...(lost.length === 0 ? [] : [`it cannot restore ${lost.join(', ')}`]),
  ];
  return words.length === 0 ? null : words.join('; ');
}

/**
 * `unset`: number of systems with a field that had no value and cannot be sent as null. `lost`: cleared fields that
 * cannot be set.
 */
const stayingIn = memoize(({ edit, settled }: Pick<Run, 'edit' | 'settled'>) => {
  const lost = new Set<string>();
  let unset = 0;
  if (edit === null || !setsFields(edit)) return { unset, lost: [] };
  for (const { outcome, set } of settled) {
    if (outcome.kind !== 'done' || set === undefined) continue;
    const { sent, before } = set;
    if (Object.keys(sent).some((name) => !Object.hasOwn(before, name) && !canBeNull(edit, name))) unset++;
    for (const name of Object.keys(outcome.found ?? {})) {
      if (!Object.hasOwn(sent, name) && !canPutBack(edit, before, name)) lost.add(name);
    }
  }
  return { unset, lost: [...lost] };
});

/** Can a field that the request did not name be restored? */
function canPutBack({ plan }: Edit, before: JsonObject, name: string): boolean {
  return (plan === null || plan.body?.takes(name) === true) && !holdsHidden(valueIn(before, name));
}

/** A missing field counts as null. */
function valueIn(fields: JsonObject, name: string): Json {
  return own(fields, name) ?? null;
}

/** Does the definition accept null for the field? True if the definition was not read. */
export function canBeNull({ plan }: Edit, name: string): boolean {
  return plan === null || plan.body?.canBeNull(name) === true;
}

/** Memoised per run: key hints ask often. */
const restoring = memoize(({ edit, settled }: Pick<Run, 'edit' | 'settled'>) => {
  const bodies = new Map<string, Json>();
  const expected = new Map<string, JsonObject>();
  const systems: System[] = [];
  for (const { system, outcome, set } of settled) {
    if (edit === null || outcome.kind !== 'done' || set === undefined) continue;
    const { sent, before } = set;
    const left = { ...before, ...fieldsAfter(outcome, set).sent };
    // A field that did not exist and cannot be null keeps its present value.
    const names = [
      ...Object.keys(sent).filter((name) => Object.hasOwn(before, name) || canBeNull(edit, name)),
      ...Object.keys(before).filter((name) => !Object.hasOwn(sent, name) && canPutBack(edit, before, name)),
    ];
    // Two masked secrets may differ, although their masks are equal.
    const isOther = (name: string): boolean =>
      holdsHidden(valueIn(before, name)) || !isSameValue(name, valueIn(before, name), valueIn(left, name));
    if (!names.some(isOther)) continue;
    const valueFor = (name: string): Json => {
      const was = valueIn(before, name);
      return isReshaped(name, valueIn(sent, name), valueIn(left, name)) ? asTexts(was) : was;
    };
    bodies.set(system.systemId, Object.fromEntries(names.map((name) => [name, valueFor(name)])));
    expected.set(system.systemId, Object.fromEntries(names.map((name) => [name, valueIn(left, name)])));
    systems.push(system);
  }
  return { bodies, expected, systems };
});
