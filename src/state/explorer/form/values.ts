/** The values of a form, and the places in it. A field without a value is not sent. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import type { CallValues } from '../../../api/calls/call.ts';

/** A place in a form: the key of a parameter, or `body`; then names and list indices. */
export type FieldPath = readonly [string, ...(string | number)[]];

export const bodyPath: FieldPath = ['body'];

/** A path as the key of a map. It is JSON, because names may contain any character. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

export const nothingSet: CallValues = { parameters: new Map(), body: undefined };

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

/** Sets a parameter, the body, or a field of it; undefined removes the value, and the body with its last field. */
export function withValueAt(values: CallValues, [root, name]: FieldPath, value: Json | undefined): CallValues {
  if (root === 'body')
    return { ...values, body: name === undefined ? value : withField(values.body, String(name), value) };
  const parameters = new Map(values.parameters);
  if (value === undefined) parameters.delete(root);
  else parameters.set(root, value);
  return { ...values, parameters };
}

function withField(body: Json | undefined, name: string, value: Json | undefined): Json | undefined {
  const fields = new Map(body !== undefined && isJsonObject(body) ? Object.entries(body) : []);
  if (value === undefined) fields.delete(name);
  else fields.set(name, value);
  // `fromEntries` defines `__proto__` as an ordinary name.
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}
