/** The values of a form, and the places in it. A field without a value is not sent. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import type { CallValues } from '../../../api/calls/call.ts';

/** A place in a form: the key of a parameter or `body`, then names and positions below it. */
export type FieldPath = readonly [string, ...(string | number)[]];

export const bodyPath: FieldPath = ['body'];

/** A path as the key of a map. Names may contain any character, so it is JSON. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

export interface FormValues extends CallValues {
  /** The chosen shape of each place that has several, by `pathKey`. */
  readonly variants: ReadonlyMap<string, number>;
}

export const nothingSet: FormValues = { parameters: new Map(), body: undefined, variants: new Map() };

/** Undefined when the field is not set. */
export function valueAt({ parameters, body }: CallValues, [root, ...below]: FieldPath): Json | undefined {
  let value = root === 'body' ? body : parameters.get(root);
  for (const step of below) value = partOf(value, step);
  return value;
}

/** `isAnyCase`: names also match in another case, because services vary it. */
export function partOf(value: Json | undefined, step: string | number, isAnyCase = false): Json | undefined {
  if (isList(value)) return typeof step === 'number' ? value[step] : undefined;
  if (value === undefined || !isJsonObject(value) || typeof step !== 'string') return undefined;
  if (Object.hasOwn(value, step)) return value[step];
  const other = isAnyCase && Object.keys(value).find((name) => name.toLowerCase() === step.toLowerCase());
  return typeof other === 'string' ? value[other] : undefined;
}

/** Undefined removes the value; an object or list that becomes empty is removed too, unless it is an item of a list. */
export function withValueAt(values: FormValues, path: FieldPath, value: Json | undefined): FormValues {
  const [root, ...below] = path;
  const before = root === 'body' ? values.body : values.parameters.get(root);
  const after = changed(before, below, value);
  if (root === 'body') return { ...values, body: after };
  const parameters = new Map(values.parameters);
  if (after !== undefined) return { ...values, parameters: parameters.set(root, after) };
  parameters.delete(root);
  return { ...values, parameters };
}

function changed(
  before: Json | undefined,
  path: readonly (string | number)[],
  value: Json | undefined,
): Json | undefined {
  const [step, ...below] = path;
  if (step === undefined) return value;
  const part = changed(partOf(before, step), below, value);
  if (typeof step === 'number') return listWith(isList(before) ? before : [], step, part, below.length > 0);
  const entries = new Map(before !== undefined && isJsonObject(before) ? Object.entries(before) : []);
  if (part === undefined) entries.delete(step);
  else entries.set(step, part);
  // `fromEntries` defines `__proto__` as a name like any other.
  return entries.size === 0 && part === undefined ? undefined : Object.fromEntries(entries);
}

/** Items keep their positions: an item that loses its last field becomes an empty one. */
function listWith(list: readonly Json[], at: number, part: Json | undefined, isBelow: boolean): Json | undefined {
  if (part !== undefined) return [...list.slice(0, at), part, ...list.slice(at + 1)];
  if (isBelow) return [...list.slice(0, at), {}, ...list.slice(at + 1)];
  const rest = list.toSpliced(at, 1);
  return rest.length === 0 ? undefined : rest;
}

/** The chosen shapes at a place and below it. */
export function variantsBelow({ variants }: FormValues, path: FieldPath): FormValues['variants'] {
  return new Map([...variants].filter(([key]) => isBelow(key, path)));
}

export function withoutVariantsBelow(values: FormValues, path: FieldPath): FormValues {
  return { ...values, variants: new Map([...values.variants].filter(([key]) => !isBelow(key, path))) };
}

/** The key of a nested choice ends with a number. */
function isBelow(key: string, path: FieldPath): boolean {
  const own = pathKey(path);
  return key.startsWith(own) || key.startsWith(`${own.slice(0, -1)},`);
}

/** Count of the set fields of an object, or items of a list. */
export function sizeOf(value: Json | undefined): number {
  if (isList(value)) return value.length;
  return value !== undefined && isJsonObject(value) ? Object.keys(value).length : 0;
}
