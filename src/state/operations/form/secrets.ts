/** The secrets among the values of a form: they are shown as dots, and kept by nothing but the open form. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { partsOf } from './shapes.ts';
import { type FormContext, settledAt } from './places.ts';
import { parameterKey } from '../call/call.ts';
import { bodyPath, type FieldPath, type FormValues, pathKey, withValueAt } from './values.ts';
import { isList } from '../call/value-text.ts';

/** In place of a secret. */
export const secretDots = '•••';

type Found = (text: string, path: FieldPath) => Json | undefined;

/** The value with each secret in it as `found` answers; undefined takes it away. */
function mapped(context: FormContext, path: FieldPath, value: Json, found: Found): Json | undefined {
  const { shape } = settledAt(context, path);
  if (typeof value === 'string') return shape.isSecret && value !== '' ? found(value, path) : value;
  if (isList(value)) {
    const parts = value.map((part, at) => mapped(context, [...path, at], part, found));
    return parts.filter((part) => part !== undefined);
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    const kept = mapped(context, [...path, name], part, found);
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries);
}

function eachSecret(context: FormContext, found: Found): FormValues {
  const { values } = context;
  const { parameters } = partsOf(context.definition, context.operation);
  let next = values;
  for (const path of [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath]) {
    const value = path[0] === 'body' ? values.body : values.parameters.get(path[0]);
    if (value === undefined) continue;
    const after = mapped(context, path, value, found);
    if (after !== value) next = withValueAt(next, path, after);
  }
  return next;
}

/** The texts that are secrets. */
export function secretsIn(context: FormContext): readonly string[] {
  const secrets = new Set<string>();
  eachSecret(context, (text) => {
    secrets.add(text);
    return text;
  });
  return [...secrets];
}

export function withoutSecrets(context: FormContext): FormValues {
  return eachSecret(context, () => undefined);
}

/** For an editor, whose files others may read. */
export function withDots(context: FormContext, path: FieldPath, value: Json): Json {
  return mapped(context, path, value, () => secretDots) ?? value;
}

/** What came back from it: dots stand for the secret that was there. */
export function withSecretsOf(context: FormContext, path: FieldPath, before: Json | undefined, after: Json): Json {
  const known = new Map<string, string>();
  if (before !== undefined) {
    mapped(context, path, before, (text, at) => {
      known.set(pathKey(at), text);
      return text;
    });
  }
  const restored = (value: Json, at: FieldPath): Json => {
    if (value === secretDots) return known.get(pathKey(at)) ?? value;
    if (isList(value)) return value.map((part, index) => restored(part, [...at, index]));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, restored(part, [...at, name])]));
  };
  return known.size === 0 ? after : restored(after, path);
}
