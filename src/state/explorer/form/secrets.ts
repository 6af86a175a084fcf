/** Secrets among the values of a form: shown as dots, and kept only by the open form. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import { partsOf } from './shapes.ts';
import { type FormContext, shapeAt } from './form-lines.ts';
import { type CallValues, parameterKey } from '../../../api/calls/call.ts';
import { bodyPath, type FieldPath, pathKey, valueAt, withValueAt } from './values.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import { hiddenText, isSecret, type SecretPlace } from '../../../api/secrets.ts';

type Replace = (text: string, path: FieldPath) => Json | undefined;

/** The value at a place with `replace` applied to each secret in it; undefined removes one. */
function mapped(context: FormContext, at: FieldPath, whole: Json, replace: Replace): Json | undefined {
  const visit = (path: FieldPath, value: Json, place: SecretPlace): Json | undefined => {
    if (typeof value === 'string') {
      const isHidden = value !== '' && (shapeAt(context, path).isSecret || isSecret(value, place));
      return isHidden ? replace(value, path) : value;
    }
    if (isList(value)) {
      return value.map((part, index) => visit([...path, index], part, place)).filter((part) => part !== undefined);
    }
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
      const kept = visit([...path, name], part, { name, owner: value, outer: place.name });
      return kept === undefined ? [] : [[name, kept]];
    });
    return Object.fromEntries(entries);
  };
  // The field of a path; of a parameter, its name.
  const name = at.findLast((step) => typeof step === 'string') ?? '';
  return visit(at, whole, { name: at.length === 1 ? parameterSecretName(name) : name });
}

function eachSecret(context: FormContext, replace: Replace): CallValues {
  const { parameters } = partsOf(context.definition, context.operation);
  const paths = [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath];
  return paths.reduce((values, path) => {
    const value = valueAt(context.values, path);
    const after = value === undefined ? undefined : mapped(context, path, value, replace);
    return after === value ? values : withValueAt(values, path, after);
  }, context.values);
}

const found = new WeakMap<CallValues, { readonly by: Definition; readonly secrets: readonly string[] }>();

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

export function withoutSecrets(context: FormContext): CallValues {
  return eachSecret(context, () => undefined);
}

/** The value for an editor. Others may read its file, so it holds dots. */
export function withDots(context: FormContext, path: FieldPath, value: Json): Json {
  return mapped(context, path, value, () => hiddenText) ?? value;
}

/** The value from an editor: dots stand for the former secret. */
export function withSecretsOf(context: FormContext, path: FieldPath, before: Json | undefined, after: Json): Json {
  const known = new Map<string, string>();
  mapped(context, path, before ?? null, (text, at) => {
    known.set(pathKey(at), text);
    return text;
  });
  const restored = (value: Json, at: FieldPath): Json => {
    if (value === hiddenText) return known.get(pathKey(at)) ?? value;
    if (isList(value)) return value.map((part, index) => restored(part, [...at, index]));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, restored(part, [...at, name])]));
  };
  return known.size === 0 ? after : restored(after, path);
}
