/** Secrets among the values of a form: shown as dots, and kept only while the form is open. */
import { isJsonObject, type Json, type JsonObject, isList, writeExactly } from '../../../api/exact-json.ts';
import type { Definition, Shape } from '../../../api/openapi/definition.ts';
import { partsOf, shapeIn, bodyPath, type FieldPath, valueAt, withValueAt } from './shapes.ts';
import { type FormContext, shapeAt } from './form-lines.ts';
import { type CallValues, parameterKey } from '../../../api/calls/call.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import { hiddenText, isSecret, type SecretPlace } from '../../../api/secrets.ts';

type Replace = (text: string, path: FieldPath) => Json | undefined;

/** Applies `replace` to each secret in the value of a place; undefined removes the secret. */
function mapWhole(context: FormContext, at: FieldPath, whole: Json, replace: Replace): Json | undefined {
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
  // Name of the field; for a parameter, its own name.
  const name = at.findLast((step) => typeof step === 'string') ?? '';
  return visit(at, whole, { name: at.length === 1 ? parameterSecretName(name) : name });
}

function eachSecret(context: FormContext, replace: Replace): CallValues {
  const { parameters } = partsOf(context.definition, context.operation);
  const paths = [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath];
  return paths.reduce((values, path) => {
    const value = valueAt(context.values, path);
    const after = value === undefined ? undefined : mapWhole(context, path, value, replace);
    return after === value ? values : withValueAt(values, path, after);
  }, context.values);
}

const found = new WeakMap<CallValues, { readonly by: Definition; readonly secrets: readonly string[] }>();

/** The secret texts; cached for the same values. */
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

/** Leaves out parameters and body fields that contain a secret, because part of a value would be another value. */
export function withoutSecrets(context: FormContext): CallValues {
  const { parameters, body } = context.values;
  const fields =
    body !== undefined && isJsonObject(body) ? Object.keys(body).map((name) => [...bodyPath, name] as const) : [];
  const paths: FieldPath[] = [...[...parameters.keys()].map((key): FieldPath => [key]), ...fields, bodyPath];
  return paths.reduce((values, path) => {
    const value = valueAt(values, path);
    return value !== undefined && holdsSecret(context, path, value) ? withValueAt(values, path, undefined) : values;
  }, context.values);
}

function holdsSecret(context: FormContext, path: FieldPath, value: Json): boolean {
  let isAny = false;
  mapWhole(context, path, value, (text) => {
    isAny = true;
    return text;
  });
  return isAny;
}

/** Maximum depth and number of shapes that are checked. */
const deepestLook = 4;
const maxLooked = 300;

/** May a value at this place contain a secret, according to the definition? */
export function mayHoldSecret(context: FormContext, path: FieldPath): boolean {
  let left = maxLooked;
  const looks = (shape: Shape, name: string, depth: number): boolean => {
    left -= 1;
    if (shape.isSecret) return true;
    if (depth >= deepestLook || left < 0) return false;
    const inside = (schema: Json, its: string): boolean =>
      looks(shapeIn(context.definition, schema, its), its, depth + 1);
    if (shape.kind === 'list') return inside(shape.items, name);
    if (shape.kind === 'choice') return shape.variants.some(({ schema }) => inside(schema, name));
    return shape.kind === 'object' && shape.fields.some((field) => inside(field.schema, field.name));
  };
  return looks(shapeAt(context, path), path.findLast((step) => typeof step === 'string') ?? '', 0);
}

/** The value for an editor, with dots for secrets, because others may read the editor's file. */
export function withDots(context: FormContext, path: FieldPath, value: Json): Json {
  return mapWhole(context, path, value, () => hiddenText) ?? value;
}

/**
 * Restores the secrets behind dots in a text from an editor or a line. Null when it is unclear which secret the dots
 * mean, such as in an item of a changed list.
 */
export function withSecretsOf(
  context: FormContext,
  path: FieldPath,
  before: Json | undefined,
  after: Json,
): { readonly value: Json } | null {
  const lost: Json[] = [];
  const restore = (value: Json, was: Json | undefined, dotted: Json | undefined): Json => {
    if (value === hiddenText) {
      if (was === undefined || dotted !== hiddenText) lost.push(value);
      return was ?? value;
    }
    if (isList(value)) {
      const [all, shown] = isList(was) && isList(dotted) ? [was, dotted] : [[], []];
      return value.map((item, at) => {
        const same =
          shown[at] !== undefined && isEqual(shown[at], item) ? at : shown.findIndex((one) => isEqual(one, item));
        const isUnique = shown.filter((one) => isEqual(one, item)).length === 1 || same === at;
        if (same !== -1 && isUnique) return restore(item, all[same], shown[same]);
        const others = value.every((one, index) => index === at || isEqual(one, shown[index] ?? null));
        return value.length === shown.length && others
          ? restore(item, all[at], shown[at])
          : restore(item, undefined, undefined);
      });
    }
    if (!isJsonObject(value)) return value;
    const [own, shown] = [was, dotted].map((one) => (one !== undefined && isJsonObject(one) ? one : {}));
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, restore(part, fieldOf(own, name), fieldOf(shown, name))]),
    );
  };
  const value = restore(after, before, before === undefined ? undefined : withDots(context, path, before));
  return lost.length > 0 ? null : { value };
}

function fieldOf(value: JsonObject | undefined, name: string): Json | undefined {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isEqual(one: Json, other: Json): boolean {
  return writeExactly(one) === writeExactly(other);
}
