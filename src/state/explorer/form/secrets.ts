/** Secrets among the values of a form: shown as dots, and kept only by the open form. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import { partsOf } from './shapes.ts';
import { type FormContext, settledAt } from './form-tree.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import { bodyPath, type FieldPath, type FormValues, pathKey, withValueAt } from './values.ts';
import { hiddenText, isSecret, type SecretPlace } from '../../../api/secrets.ts';

type Replace = (text: string, path: FieldPath) => Json | undefined;

/** The value with `replace` applied to each secret; undefined removes one. */
function mapped(
  context: FormContext,
  path: FieldPath,
  value: Json,
  replace: Replace,
  place: SecretPlace,
): Json | undefined {
  const { shape } = settledAt(context, path);
  if (typeof value === 'string') {
    const isHidden = value !== '' && (shape.isSecret || isSecret(value, place));
    return isHidden ? replace(value, path) : value;
  }
  if (isList(value)) {
    const parts = value.map((part, at) => mapped(context, [...path, at], part, replace, place));
    return parts.filter((part) => part !== undefined);
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    const kept = mapped(context, [...path, name], part, replace, { name, owner: value, outer: place.name });
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries);
}

/** The field of a path; of a parameter, its name. */
function placeAt(path: FieldPath): SecretPlace {
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  return { name: path.length === 1 ? name.replace(/^\w+ /, '') : name };
}

function eachSecret(context: FormContext, replace: Replace): FormValues {
  const { values } = context;
  const { parameters } = partsOf(context.definition, context.operation);
  let next = values;
  for (const path of [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath]) {
    const value = path[0] === 'body' ? values.body : values.parameters.get(path[0]);
    if (value === undefined) continue;
    const after = mapped(context, path, value, replace, placeAt(path));
    if (after !== value) next = withValueAt(next, path, after);
  }
  return next;
}

const found = new WeakMap<FormValues, { readonly by: Definition; readonly secrets: readonly string[] }>();

/** The secret texts; found once for the same values. */
export function secretsIn(context: FormContext): readonly string[] {
  const { definition, values } = context;
  const known = found.get(values);
  if (known?.by === definition) return known.secrets;
  const secrets = new Set<string>();
  eachSecret(context, (text) => {
    secrets.add(text);
    return text;
  });
  const all = [...secrets];
  found.set(values, { by: definition, secrets: all });
  return all;
}

export function withoutSecrets(context: FormContext): FormValues {
  return eachSecret(context, () => undefined);
}

/** The value for an editor. Others may read its file, so it holds dots. */
export function withDots(context: FormContext, path: FieldPath, value: Json): Json {
  return mapped(context, path, value, () => hiddenText, placeAt(path)) ?? value;
}

/** The value from an editor: dots stand for the former secret. */
export function withSecretsOf(context: FormContext, path: FieldPath, before: Json | undefined, after: Json): Json {
  const known = new Map<string, string>();
  if (before !== undefined) {
    mapped(
      context,
      path,
      before,
      (text, at) => {
        known.set(pathKey(at), text);
        return text;
      },
      placeAt(path),
    );
  }
  const restored = (value: Json, at: FieldPath): Json => {
    if (value === hiddenText) return known.get(pathKey(at)) ?? value;
    if (isList(value)) return value.map((part, index) => restored(part, [...at, index]));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, restored(part, [...at, name])]));
  };
  return known.size === 0 ? after : restored(after, path);
}
