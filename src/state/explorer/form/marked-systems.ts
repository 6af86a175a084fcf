/** The marked systems in a form: their current values, texts that name their fields, and their review. */
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
import { systemUnderCursor } from '../../fleet/list/feature.ts';
import { fieldOf, wireRecord } from '../../fleet/systems/fields.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { memoize } from '../../kernel/store.ts';
import type { State } from '../../root/state.ts';
import type { ForMarks, FieldPath } from './shapes.ts';
import { type FormState, planOf, shownShape } from './forms.ts';

const markedSystems = memoize((marked: State['marks']['marked']): readonly System[] =>
  Array.from(marked.values(), ({ system }) => system),
);

/** An example to fill texts in with: the system under the cursor of the list, otherwise the first marked one. */
export function exampleSystem(state: State): System | undefined {
  const under = systemUnderCursor(state);
  const { marked } = state.marks;
  return under !== undefined && marked.has(under.systemId) ? under : markedSystems(marked)[0];
}

interface MarkedValues {
  /** Most frequent value first. */
  readonly counts: readonly (readonly [value: Json, systems: number])[];
  readonly without: number;
}

const none: MarkedValues = { counts: [], without: 0 };

/** Current values of a top-level field of the body among the marked systems; empty for a deeper field. */
export function valuesAmongMarks(state: FormState, path: FieldPath): MarkedValues {
  const [root, name] = path;
  if (state.screen.marks?.kind !== 'path' || root !== 'body' || typeof name !== 'string' || path.length > 2)
    return none;
  const known = valuesIn(state.marks.marked);
  const values = known.get(name) ?? countValues(state, name);
  known.set(name, values);
  return values;
}

const valuesIn = memoize<State['marks']['marked'], Map<string, MarkedValues>>(() => new Map());

export function isHidden(state: FormState, path: FieldPath, value: Json): boolean {
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  return isSecret(value, { name, isSecretShape: shownShape(state, path).isSecret });
}

function countValues(state: State, name: string): MarkedValues {
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

/** Names that `{…}` may contain: fields of the marked systems with a single value. */
export function fieldNamesFor(state: State): readonly string[] {
  const system = exampleSystem(state);
  if (system === undefined) return [];
  const isFlag = (value: Json): boolean => typeof value === 'boolean';
  return Object.entries(wireRecord(system)).flatMap(([name, value]) =>
    isFlag(value) || fieldText(system, name) === null ? [] : [name],
  );
}

/** Completions of the unfinished `{…` at the end, one for each name; empty when the text has no such end. */
export function completedTexts(state: State, text: string): readonly string[] {
  const [, before, start] = /^(.*(?:^|[^{])(?:\{\{)*\{)([^{}]*)$/s.exec(text) ?? [];
  if (before === undefined || start === undefined) return [];
  const names = fieldNamesFor(state).filter((name) => name.toLowerCase().startsWith(start.toLowerCase()));
  return names.map((name) => `${before}${name}}`);
}

/** The text filled in for one system (with its name), or for all in one request; null when it names no field. */
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

/** Maximum number of requests built before the review; the run builds each request in any case. */
const maxBuilt = 1000;

type MarksCall =
  | { readonly kind: 'edit'; readonly edit: Edit; readonly does: RunKind }
  | { readonly kind: 'faults'; readonly faults: readonly CallFault[] }
  /** `message`: why this form has no review of the marked systems. */
  | { readonly kind: 'refused'; readonly message: string };

export function marksCall(state: FormState, place: ForMarks): MarksCall {
  const { baseUrl, orgId, operation, parameters, body, accept = [], values, secrets = [] } = planOf(state);
  const systems = markedSystems(state.marks.marked);
  if (orgId === null || systems.length === 0) return { kind: 'refused', message: 'No system is marked any more.' };
  if (place.kind === 'list') {
    const max = Math.min(place.max ?? Infinity, maxBuilt);
    const marked = `${groupDigits(systems.length)} are marked`;
    if (systems.length > max)
      return { kind: 'refused', message: `One request names at most ${groupDigits(max)} systems, and ${marked}.` };
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
  if (first === undefined) return { kind: 'refused', message: '' };
  const faults = faultsIn(edit, where, first, place);
  if (faults.length > 0) return { kind: 'faults', faults };
  const lacking = place.kind === 'list' ? null : lackingSaid(edit, systems);
  if (lacking !== null) return { kind: 'refused', message: lacking };
  const calls: readonly EditCall[] =
    place.kind === 'list'
      ? [editCallForAll(edit, where, systems)]
      : systems.slice(0, maxBuilt).map((system) => editCall(edit, where, system));
  for (const call of calls) {
    if (!call.ok) return { kind: 'refused', message: call.message };
    if (call.call.files !== undefined)
      return { kind: 'refused', message: 'A file goes with one request only, and not with one for each system.' };
    if (systemsDeletionIn(call.call) !== null)
      return { kind: 'refused', message: 'This would delete systems: d in the list reviews that.' };
  }
  return { kind: 'edit', edit, does: weighedKind('change', edit) };
}

/** Leaves out the form's own value at the place of the systems. */
function withoutPlace(values: CallValues, place: ForMarks): Edit['values'] {
  const parameters = new Map(values.parameters);
  if (place.kind === 'path') parameters.delete(place.parameter);
  return { parameters, body: values.body };
}

/** Faults at the fields of the form, from the request for one system. */
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
