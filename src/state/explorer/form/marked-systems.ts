/** The marked systems in a form: the values that they have now, texts that name their fields, and their review. */
import { isJsonObject, type Json, writeExactly } from '../../../api/exact-json.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import type { CallFault, CallValues } from '../../../api/calls/call.ts';
import { isSecret } from '../../../api/secrets.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import type { System } from '../../../api/system.ts';
import {
  type Edit,
  editCall,
  editCallForAll,
  type EditCall,
  fieldText,
  filledText,
  lackingSaid,
} from '../../change/edit.ts';
import { type RunKind, weighedKind } from '../../change/run-kinds.ts';
import { systemUnderCursor } from '../../fleet/list/public.ts';
import { fieldOf, wireRecord } from '../../fleet/systems/fields.ts';
import { grouped } from '../../kernel/spelling.ts';
import { memoize } from '../../kernel/store.ts';
import type { State } from '../../root/state.ts';
import type { ForMarks } from './shapes.ts';
import { type FormState, planOf, shownShape } from './forms.ts';
import type { FieldPath } from './values.ts';

/** The marked systems. */
export const markedSystems = memoize((marked: State['marks']['marked']): readonly System[] =>
  Array.from(marked.values(), ({ system }) => system),
);

/** A system by which texts are shown filled in: the one under the cursor of the list, else the first marked one. */
export function exampleSystem(state: State): System | undefined {
  const under = systemUnderCursor(state);
  const { marked } = state.marks;
  return under !== undefined && marked.has(under.systemId) ? under : markedSystems(marked)[0];
}

/** Values of one field among the marked systems: the most frequent first. */
export interface MarkedValues {
  readonly counts: readonly (readonly [value: Json, systems: number])[];
  /** Systems whose record does not have the field. */
  readonly without: number;
}

const none: MarkedValues = { counts: [], without: 0 };

/** The values that a field of the body has in the marked systems now; none for a deeper field. */
export function valuesAmongMarks(state: FormState, path: FieldPath): MarkedValues {
  const [root, name] = path;
  if (state.screen.marks?.kind !== 'path' || root !== 'body' || typeof name !== 'string' || path.length > 2)
    return none;
  const known = valuesIn(state.marks.marked);
  const values = known.get(name) ?? counted(state, name);
  known.set(name, values);
  return values;
}

const valuesIn = memoize<State['marks']['marked'], Map<string, MarkedValues>>(() => new Map());

/** Is the value in a record a secret? */
export function isHidden(state: FormState, path: FieldPath, value: Json): boolean {
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  return isSecret(value, { name, isSecretShape: shownShape(state, path).isSecret });
}

function counted(state: State, name: string): MarkedValues {
  const counts = new Map<string, [Json, number]>();
  let without = 0;
  for (const system of markedSystems(state.marks.marked)) {
    const value = fieldOf(system, name);
    if (value === undefined) {
      without++;
      continue;
    }
    const key = writeExactly(value);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, [value, 1]);
    else known[1]++;
  }
  return { counts: [...counts.values()].sort(([, a], [, b]) => b - a), without };
}

/** Names that `{…}` may have in a text: fields of the marked systems with one value. */
export function fieldNamesFor(state: State): readonly string[] {
  const system = exampleSystem(state);
  if (system === undefined) return [];
  const isFlag = (value: Json): boolean => typeof value === 'boolean';
  return Object.entries(wireRecord(system)).flatMap(([name, value]) =>
    isFlag(value) || fieldText(system, name) === null ? [] : [name],
  );
}

/** Texts that go on with each name for the unfinished `{…` at the end; none where there is no such end. */
export function completedTexts(state: State, text: string): readonly string[] {
  const [, before, start] = /^(.*(?:^|[^{])(?:\{\{)*\{)([^{}]*)$/s.exec(text) ?? [];
  if (before === undefined || start === undefined) return [];
  const names = fieldNamesFor(state).filter((name) => name.toLowerCase().startsWith(start.toLowerCase()));
  return names.map((name) => `${before}${name}}`);
}

/** The text filled in for one system, and which, or for all in one request; null where it names no field. */
export function filledExample(
  state: State,
  place: ForMarks,
  text: string,
): { readonly system: System | null; readonly text: string; readonly missing: string | null } | null {
  const example = exampleSystem(state);
  if (example === undefined || !/[{}]/.test(text)) return null;
  const system = place.kind === 'list' ? null : example;
  const { text: filled, missing } = filledText(text, system);
  return { system, text: filled, missing: missing[0] ?? null };
}

/** Requests that are built before the review; the run builds each one anyway. */
const maxBuilt = 1000;

export type MarksCall =
  | { readonly kind: 'edit'; readonly edit: Edit; readonly does: RunKind }
  | { readonly kind: 'faults'; readonly faults: readonly CallFault[] }
  /** `says`: why the marked systems cannot be reviewed so. */
  | { readonly kind: 'refused'; readonly says: string };

/** The edit that the form asks for, or why there is none. */
export function marksCall(state: FormState, place: ForMarks): MarksCall {
  const { baseUrl, orgId, operation, parameters, body, accept = [], values, secrets = [] } = planOf(state);
  const systems = markedSystems(state.marks.marked);
  if (orgId === null || systems.length === 0) return { kind: 'refused', says: 'No system is marked any more.' };
  if (place.kind === 'list') {
    const most = Math.min(place.most ?? Infinity, maxBuilt);
    const marked = `${grouped(systems.length)} are marked`;
    if (systems.length > most)
      return { kind: 'refused', says: `One request names at most ${grouped(most)} systems, and ${marked}.` };
  }
  const edit: Edit = {
    operation,
    systemParameter: place.kind === 'path' ? place.parameter : null,
    listField: place.kind === 'list' ? place.field : null,
    values: withoutPlace(values, place),
    ...{ bodies: null, expected: null, isByRecord: false, secrets, nonce: '' },
    plan: { baseUrl, operation, parameters, body, accept },
  };
  const where = { baseUrl, orgId };
  const [first] = systems;
  if (first === undefined) return { kind: 'refused', says: '' };
  const faults = faultsIn(edit, where, first, place);
  if (faults.length > 0) return { kind: 'faults', faults };
  const lacking = place.kind === 'list' ? null : lackingSaid(edit, systems);
  if (lacking !== null) return { kind: 'refused', says: lacking };
  const calls: readonly EditCall[] =
    place.kind === 'list'
      ? [editCallForAll(edit, where, systems)]
      : systems.slice(0, maxBuilt).map((system) => editCall(edit, where, system));
  for (const call of calls) {
    if (!call.ok) return { kind: 'refused', says: call.says };
    if (call.call.files !== undefined)
      return { kind: 'refused', says: 'A file goes with one request only, and not with one for each system.' };
    if (systemsDeletionIn(call.call) !== null)
      return { kind: 'refused', says: 'This would delete systems: d in the list reviews that.' };
  }
  return { kind: 'edit', edit, does: weighedKind('change', edit) };
}

/** Without what the form has in the place of the systems. */
function withoutPlace(values: CallValues, place: ForMarks): Edit['values'] {
  const parameters = new Map(values.parameters);
  if (place.kind === 'path') parameters.delete(place.parameter);
  return { parameters, body: values.body };
}

/** Faults at the fields of the form, by the request for one system. */
function faultsIn(
  edit: Edit,
  where: { readonly baseUrl: string; readonly orgId: string },
  { systemId }: System,
  place: ForMarks,
) {
  if (edit.plan === null) return [];
  const parameters = new Map(edit.values.parameters);
  const { body } = edit.values;
  if (place.kind === 'path') parameters.set(place.parameter, systemId);
  const listed = place.kind === 'list' && (body === undefined || isJsonObject(body));
  const whole = listed ? { ...(body ?? {}), [place.field]: [systemId] } : body;
  const values = { parameters, body: whole };
  const built = buildCall({ ...where, ...edit.plan, values, secrets: edit.secrets });
  return built.ok ? [] : built.faults;
}
