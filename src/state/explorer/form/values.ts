/** What is set in a form, and the places in it. What is not there is not sent. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import type { CallValues } from '../../../api/calls/call.ts';

/** A place in a form: the key of a parameter or `body`, then names and positions below it. */
export type FieldPath = readonly [string, ...(string | number)[]];

export const bodyPath: FieldPath = ['body'];

/** For maps: names may contain anything. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

export interface FormValues extends CallValues {
  /** The shape that was chosen in each place that has several, by `pathKey`. */
  readonly variants: ReadonlyMap<string, number>;
}

export const nothingSet: FormValues = { parameters: new Map(), body: undefined, variants: new Map() };

/** Undefined where it is not set. */
export function valueAt({ parameters, body }: CallValues, [root, ...below]: FieldPath): Json | undefined {
  let value = root === 'body' ? body : parameters.get(root);
  for (const step of below) value = partOf(value, step);
  return value;
}

function partOf(value: Json | undefined, step: string | number): Json | undefined {
  if (isList(value)) return typeof step === 'number' ? value[step] : undefined;
  if (value === undefined || !isJsonObject(value) || typeof step !== 'string') return undefined;
  return Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Undefined takes it away; an object or a list that has nothing more in it goes, too, unless it stands in a list. */
export function withValueAt(values: FormValues, path: FieldPath, value: Json | undefined): FormValues {
  const [root, ...below] = path;
  const before = root === 'body' ? values.body : values.parameters.get(root);
  const after = changed(before, below, value);
  if (root === 'body') return { ...values, body: after };
  const parameters = new Map(values.parameters);
  if (after === undefined) parameters.delete(root);
  else parameters.set(root, after);
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

/** What stands in a list keeps its position: an item that has nothing in it any more is an empty one. */
function listWith(list: readonly Json[], at: number, part: Json | undefined, isBelow: boolean): Json | undefined {
  if (part !== undefined) return [...list.slice(0, at), part, ...list.slice(at + 1)];
  if (isBelow) return [...list.slice(0, at), {}, ...list.slice(at + 1)];
  const rest = list.toSpliced(at, 1);
  return rest.length === 0 ? undefined : rest;
}

/** The shapes that were chosen at a place and below it. */
export function variantsBelow({ variants }: FormValues, path: FieldPath): FormValues['variants'] {
  return new Map([...variants].filter(([key]) => isBelow(key, path)));
}

export function withoutVariantsBelow(values: FormValues, path: FieldPath): FormValues {
  return { ...values, variants: new Map([...values.variants].filter(([key]) => !isBelow(key, path))) };
}

/** Of a choice in a choice, the key goes on with a number. */
function isBelow(key: string, path: FieldPath): boolean {
  const own = pathKey(path);
  return key.startsWith(own) || key.startsWith(`${own.slice(0, -1)},`);
}

/** How many fields of an object, or items of a list, are set. */
export function sizeOf(value: Json | undefined): number {
  if (isList(value)) return value.length;
  return value !== undefined && isJsonObject(value) ? Object.keys(value).length : 0;
}
