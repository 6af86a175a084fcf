/**
 * An edit: one operation of the definition, applied to many systems. The calls differ only in the id in the path, and
 * in texts that name a field of the system (`{hostname}`).
 */
import { buildCall } from '../../api/calls/build-call.ts';
import { type Call, type CallValues, parameterKey } from '../../api/calls/call.ts';
import { isJsonObject, isList, type Json, type JsonObject, scalarText, writeExactly } from '../../api/exact-json.ts';
import { own } from '../../api/openapi/json-pieces.ts';
import { weightOf } from '../../api/openapi/dangerous-words.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../../api/openapi/definition.ts';
import { hiddenText, holdsSecret } from '../../api/secrets.ts';
import type { System } from '../../api/system.ts';
import { groupDigits } from '../kernel/spelling.ts';
import { fieldOf } from '../fleet/systems/fields.ts';
import { clearedFields, isReshaped, isSameValue } from './same-value.ts';

export type EditedOperation = Pick<
  DefinedOperation,
  'id' | 'method' | 'path' | 'summary' | 'operationId' | 'isDeprecated'
>;

export interface EditPlan {
  /** The address to send the operation to; absent: the service's own. */
  readonly baseUrl?: string;
  readonly operation: DefinedOperation;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  readonly accept?: readonly string[];
}

/**
 * State of a system compared with the run's goal. `other`: neither as before nor as sent; `unsaid`: the service does
 * not say.
 */
export type Observation = 'done' | 'undone' | 'other' | 'unsaid';

/**
 * `sent`: fields that an operation sets. `before`: their values just before, as far as the record had them, and those
 * of fields that it may clear (`unnamedFields`).
 */
export interface FieldsSet {
  readonly sent: JsonObject;
  readonly before: JsonObject;
}

/** Without `before`, nothing was sent yet, so no value found can be the operation's work. */
export type FieldsAsked = Pick<FieldsSet, 'sent'> & Partial<FieldsSet>;

/** Value of a field in a record of a system; undefined: the record does not say. */
export type Told = (name: string) => Json | undefined;

export interface Edit {
  readonly operation: EditedOperation;
  /** Key of the path parameter that names the system; null: a list in the body names the systems. */
  readonly systemParameter: string | null;
  /** Field of the body that lists the ids of the systems; null: one request per system. */
  readonly listField: string | null;
  /** Without the ids of the systems. Texts may name fields of a system. */
  readonly values: CallValues;
  /** Bodies by the id of the system, if each has its own, as in an undo that restores values. */
  readonly bodies: ReadonlyMap<string, Json> | null;
  /**
   * Values that an earlier run left, by the id of the system: a field that has changed since is not overwritten.
   * Null: compare with the reviewed values.
   */
  readonly expected: ReadonlyMap<string, JsonObject> | null;
  /**
   * The reviewed records come from the systems themselves, not from a list: a field missing from them did not exist.
   */
  readonly isByRecord: boolean;
  /** Secret texts among the values; no record and no screen shows them. */
  readonly secrets: readonly string[];
  /** Makes the idempotency key of each request unique. */
  readonly nonce: string;
  /** Null: read back from a record; the definition must be read first. */
  readonly plan: EditPlan | null;
}

/** `message`: a sentence that says why there is no call. */
export type EditCall = { readonly ok: true; readonly call: Call } | { readonly ok: false; readonly message: string };

interface Where {
  readonly baseUrl: string;
  readonly orgId: string;
}

/** Is it the header by which a service recognises a repeated request? */
export function isIdempotencyKey({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place === 'header' && /^idempotency-key$/i.test(name);
}

export function editCall(edit: Edit, where: Where, system: System): EditCall {
  const { systemParameter, bodies } = edit;
  const { systemId } = system;
  if (bodies !== null && !bodies.has(systemId)) return { ok: false, message: 'No value of it is known.' };
  const filled = fillIn(edit, system);
  if (!filled.ok) return filled;
  const parameters = new Map(filled.values.parameters);
  if (systemParameter !== null) parameters.set(systemParameter, systemId);
  return buildEdit(edit, where, { parameters, body: filled.values.body }, filled.secrets, systemId);
}

/** One request for all of these systems. */
export function editCallForAll(edit: Edit, where: Where, systems: readonly System[]): EditCall {
  const { listField } = edit;
  const filled = fillIn(edit, null);
  if (!filled.ok) return filled;
  const { values, secrets } = filled;
  const body = values.body === undefined ? {} : values.body;
  if (listField === null || !isJsonObject(body)) return { ok: false, message: 'Its body has no list of systems.' };
  const listed = { ...body, [listField]: systems.map(({ systemId }) => systemId) };
  return buildEdit(edit, where, { ...values, body: listed }, secrets, 'all');
}

function buildEdit(
  edit: Edit,
  where: Where,
  values: CallValues,
  secrets: readonly string[],
  subject: string,
): EditCall {
  const { plan, nonce } = edit;
  if (plan === null) return { ok: false, message: 'The definition of the service is not read yet.' };
  const parameters = new Map(values.parameters);
  for (const parameter of plan.parameters.filter(isIdempotencyKey)) {
    const key = parameters.get(parameterKey(parameter));
    if (typeof key === 'string')
      parameters.set(parameterKey(parameter), `${key}-${nonce}-${encodeURIComponent(subject)}`);
  }
  const made = buildCall({ ...where, ...plan, values: { ...values, parameters }, secrets });
  return made.ok ? { ok: true, call: made.value } : { ok: false, message: made.faults[0]?.message ?? '' };
}

type Filled =
  | { readonly ok: true; readonly values: CallValues; readonly secrets: readonly string[] }
  | Extract<EditCall, { readonly ok: false }>;

/**
 * Substitutes fields of the system (null: one request for all). A text that contains a secret stays a secret after
 * the substitution.
 */
function fillIn({ values, bodies, secrets }: Edit, system: System | null): Filled {
  const own = system === null ? undefined : bodies?.get(system.systemId);
  const missing: string[] = [];
  const hidden = new Set(secrets);
  const fill = (value: Json): Json => {
    if (typeof value === 'string') {
      const filled = filledText(value, system);
      missing.push(...filled.missing);
      if (filled.text !== value && holdsSecret(value, secrets)) hidden.add(filled.text);
      return filled.text;
    }
    if (isList(value)) return value.map(fill);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  };
  const body = own ?? (values.body === undefined ? undefined : fill(values.body));
  const parameters = new Map([...values.parameters].map(([key, value]) => [key, fill(value)] as const));
  const [message] = missing;
  if (message !== undefined) return { ok: false, message };
  return { ok: true, values: { parameters, body }, secrets: [...hidden] };
}

/** Values of the request for this system, and the secrets in them; null: a field that they name is empty. */
export function valuesFor(
  edit: Edit,
  system: System,
): { readonly values: CallValues; readonly secrets: readonly string[] } | null {
  const filled = fillIn(edit, system);
  return filled.ok ? filled : null;
}

/** Can the requests of two systems have different values? */
export function canVary(edit: Edit): boolean {
  return edit.listField === null && (edit.bodies !== null || fieldsUsed(edit).size > 0);
}

const placeholder = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/** Does not quote the text: it may be a secret. */
const unpaired = 'A { or } stands alone. Close the name of the field, or double the sign: {{ or }}.';

/**
 * Replaces `{hostname}` by the field of the system, and `{{` and `}}` by braces. Null as system: one request for all,
 * in which no field has one value.
 */
export function filledText(
  text: string,
  system: System | null,
): { readonly text: string; readonly missing: readonly string[] } {
  if (!/[{}]/.test(text)) return { text, missing: [] };
  const missing: string[] = [];
  const filled = text.replaceAll(placeholder, (sign: string, name: string | undefined) => {
    if (name === undefined && sign.length === 1) missing.push(unpaired);
    if (name === undefined) return sign.charAt(0);
    const value = system === null ? null : fieldText(system, name);
    if (value === null) missing.push(system === null ? sharedWords(name) : lackingWords([system], name));
    return value ?? '';
  });
  return { text: filled, missing };
}

/** Null: the field is absent, empty, blank or not a single value. */
export function fieldText(system: System, name: string): string | null {
  const value = fieldOf(system, name);
  const text = value == null ? null : scalarText(value);
  return text?.trim() === '' ? null : text;
}

function sharedWords(name: string): string {
  return `One request for all has one text: no {${name}}. For the text itself type {{${name}}}.`;
}

function lackingWords(systems: readonly System[], name: string): string {
  const [first, ...others] = systems;
  const named = first === undefined ? '' : first.hostname?.trim() || first.systemId;
  const who = others.length === 0 ? `${named} has` : `${groupDigits(systems.length)} systems have`;
  return `${who} no "${name}"${others.length === 0 ? '' : `, such as ${named}`}. For the text itself type {{${name}}}.`;
}

/** A sentence that counts the systems without a value for a field that a text names; null: all have a value. */
export function lackingSaid(edit: Pick<Edit, 'values'>, systems: readonly System[]): string | null {
  for (const name of fieldsUsed(edit)) {
    const lacking = systems.filter((system) => fieldText(system, name) === null);
    if (lacking.length > 0) return lackingWords(lacking, name);
  }
  return null;
}

export function fieldsUsed({ values: { parameters, body } }: Pick<Edit, 'values'>): ReadonlySet<string> {
  const names = new Set<string>();
  const left: Json[] = [...parameters.values(), ...(body === undefined ? [] : [body])];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string')
      for (const [, name] of value.matchAll(placeholder)) {
        if (name !== undefined) names.add(name);
      }
    else if (isList(value)) left.push(...value);
    else if (isJsonObject(value)) left.push(...Object.values(value));
  }
  return names;
}

/** Does the edit set fields of the system's own record? Then the record shows the result. */
export function setsFields(edit: Edit): boolean {
  const name = edit.systemParameter?.replace(/^path /, '');
  return setsState(edit) && name !== undefined && edit.operation.path.endsWith(`/{${name}}`);
}

/** Does the method set a state? Then the record shows whether the state was reached. */
export function setsState({ operation: { method } }: Edit): boolean {
  return method === 'PATCH' || method === 'PUT';
}

/** Null: the edit sets no field that the record could show. */
export function fieldsSent(edit: Edit, system: System): JsonObject | null {
  if (!setsFields(edit)) return null;
  const own = edit.bodies?.get(system.systemId);
  if (edit.bodies !== null && own === undefined) return null;
  const { body } = edit.values;
  const filled =
    own === undefined && body !== undefined
      ? fillIn({ ...edit, values: { parameters: new Map(), body } }, system)
      : null;
  const sent = filled === null ? own : filled.ok ? filled.values.body : undefined;
  return sent !== undefined && isJsonObject(sent) && Object.keys(sent).length > 0 ? sent : null;
}

/** Compares the fields with what was sent and with what was there before. A partly applied change is `other`. */
export function observeFields(set: FieldsAsked | null, told: Told): Observation {
  if (set === null) return 'unsaid';
  const { before } = set;
  const names = Object.keys(set.sent);
  const looks = names.flatMap((name) => {
    const [value, now] = [own(set.sent, name) ?? null, told(name)];
    if (now === undefined || holdsHidden(value)) return [];
    const isSent = isSameValue(name, now, value) || (before !== undefined && isReshaped(name, value, now));
    return [{ isSent, isBefore: before === undefined || isSameValue(name, now, own(before, name) ?? null) }];
  });
  if (clearedFields(set, told).length > 0) return 'other';
  if (looks.every(({ isSent }) => isSent)) return looks.length === names.length ? 'done' : 'unsaid';
  return looks.every(({ isBefore }) => isBefore) ? 'undone' : 'other';
}

/**
 * Fields that differ from what was sent, or were cleared without being named, with their present values. `isAsSent`:
 * they differ only in the shape of their tags.
 */
export interface FieldsFound {
  readonly found?: JsonObject;
  readonly isAsSent?: true;
}

export function fieldsFound(set: FieldsSet, told: Told): FieldsFound {
  const cleared = clearedFields(set, told).map((name) => ({ name, now: null, isAsSent: false }));
  const different = Object.entries(set.sent).flatMap(([name, value]) => {
    const now = told(name);
    const isOther = now !== undefined && !holdsHidden(value) && !isSameValue(name, now, value);
    return isOther ? [{ name, now, isAsSent: isReshaped(name, value, now) }] : [];
  });
  const all = [...different, ...cleared];
  if (all.length === 0) return {};
  const found = Object.fromEntries(all.map(({ name, now }) => [name, now]));
  return { found, ...(all.every(({ isAsSent }) => isAsSent) && { isAsSent: true }) };
}

/**
 * Reads the present fields from the system's own record. A field of `before` that the record no longer has is null.
 */
export function observeRecord(record: unknown, before: JsonObject = {}): Told {
  const fields = isJsonObject(record) ? record : {};
  return (name) => (Object.hasOwn(fields, name) ? fields[name] : Object.hasOwn(before, name) ? null : undefined);
}

/** A record has a mask in place of a secret: such a value must never be sent. */
export function holdsHidden(value: Json): boolean {
  return writeExactly(value).includes(hiddenText);
}

/** Present values of the fields that the edit sets or uses, which must not have changed since the review. */
export function fieldsAtStake(edit: Edit, system: System): JsonObject {
  const names = new Set([...Object.keys(fieldsSent(edit, system) ?? {}), ...fieldsUsed(edit)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = fieldOf(system, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/**
 * The first field at stake that has changed; null: none. A list may have fewer fields than a record; if both are
 * records, a missing field did not exist or was removed.
 */
export function changedAtStake(edit: Edit, reviewed: System, now: System): string | null {
  const expected = edit.expected?.get(now.systemId);
  const before = expected ?? fieldsAtStake(edit, reviewed);
  const after = fieldsAtStake(edit, now);
  const isChanged = (name: string): boolean => {
    const [was, is] = [before, after].map((fields) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
    if (edit.isByRecord) return !isSameValue(name, is ?? null, was ?? null);
    if (was === undefined) return false;
    return is === undefined ? !now.notSent.includes(name) : !isSameValue(name, is, was);
  };
  return Object.keys(expected ?? { ...before, ...after }).find(isChanged) ?? null;
}

const switches =
  /^(?:is_?)?(?:state|status|lifecycle|enabled?|active|activated|disabled?|deleted?|removed?|blocked|revoked|suspended|archived|locked)$/i;

/**
 * Is the edit as serious as a deletion: by its method, its words, or a field at any depth that switches a system on
 * or off?
 */
export function isHeavyEdit({ operation, values, bodies }: Pick<Edit, 'operation' | 'values' | 'bodies'>): boolean {
  if (weightOf(operation) === 'heavy') return true;
  const { parameters, body } = values;
  const names = Array.from(parameters.keys(), (key) => key.replace(/^\w+ /, ''));
  const left: Json[] = [...parameters.values(), ...(body === undefined ? [] : [body]), ...(bodies?.values() ?? [])];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isJsonObject(value)) names.push(...Object.keys(value));
    if (isList(value)) left.push(...value);
    else if (isJsonObject(value)) left.push(...Object.values(value));
  }
  return names.some((name) => switches.test(name));
}
