/** The shapes of a form: cached, because reading one walks through the definition; in words; and the values for them. */
import { type Json, isJsonObject, isList } from '../../../api/exact-json.ts';
import { memoize } from '../../kernel/store.ts';
import type {
  DefinedOperation,
  DefinedResponse,
  Definition,
  Parameter,
  RequestBody,
  Scalar,
  Shape,
  ShapeOf,
} from '../../../api/openapi/definition.ts';
import { bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import { scalarWords } from './typed-value.ts';
import { isReadMethod } from '../../../api/operations.ts';
import { parameterKey, type CallValues } from '../../../api/calls/call.ts';
import { pathForm } from '../../../api/openapi/path-form.ts';

/** Shapes by schema, and then by the name and the use of the field. */
interface KnownShapes {
  bySchema: WeakMap<object, Map<string, Shape>>;
  size: number;
}

/** Maximum number of cached shapes, enough for a few forms. Above it the whole cache is dropped. */
const maxKnown = 2000;

const shapesIn = memoize<Definition, KnownShapes>(() => ({ bySchema: new WeakMap(), size: 0 }));

/** `name`: the field's name, which may mark its value as a secret. `isAnswer`: includes read-only fields. */
export function shapeIn(definition: Definition, schema: Json, name: string, isAnswer = false): Shape {
  if (typeof schema !== 'object' || schema === null) return shapeOf(definition, schema, { name, isAnswer });
  const key = `${isAnswer ? 'answer' : 'field'} ${name}`;
  const shapes = shapesIn(definition);
  const known = shapes.bySchema.get(schema)?.get(key);
  if (known !== undefined) return known;
  if (shapes.size === maxKnown) Object.assign(shapes, { bySchema: new WeakMap(), size: 0 });
  const shape = shapeOf(definition, schema, { name, isAnswer });
  const byName = shapes.bySchema.get(schema) ?? new Map<string, Shape>();
  shapes.bySchema.set(schema, byName.set(key, shape));
  shapes.size++;
  return shape;
}

interface OperationParts {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  readonly responses: readonly DefinedResponse[];
}

const partsIn = memoize<Definition, WeakMap<DefinedOperation, Map<string, OperationParts>>>(() => new WeakMap());

/** `bodyType`: the chosen media type of the body; null: the preferred one. */
export function partsOf(
  definition: Definition,
  operation: DefinedOperation,
  bodyType: string | null = null,
): OperationParts {
  const all = partsIn(definition);
  const byType = all.get(operation) ?? new Map<string, OperationParts>();
  all.set(operation, byType);
  const parts = byType.get(bodyType ?? '') ?? {
    parameters: parametersOf(definition, operation),
    body: bodyOf(definition, operation, bodyType),
    responses: responsesOf(definition, operation),
  };
  byType.set(bodyType ?? '', parts);
  return parts;
}

// The possible values of a shape, in a few words: `whole number, 1 – 43,200`. Raw: names come from the service.

export const readOnlyWords = 'read-only in the definition';

/** Maximum number of names or values. */
const maxNamed = 4;

/** `isAnswer`: the value is shown, never typed. */
export function shapeWords(definition: Definition, shape: Shape, isAnswer = false): string {
  switch (shape.kind) {
    case 'text':
      return isAnswer && isMoment(shape) ? shape.format : textWords(shape);
    case 'number':
      return numberWords(shape);
    case 'yesNo':
      return 'yes or no';
    case 'enum':
      return enumWords(shape);
    case 'list':
      return listWords(definition, shape);
    case 'object':
      return shape.fields.length === 0 ? 'object' : `object: ${joinNames(shape.fields.map(({ name }) => name))}`;
    case 'choice':
      if (shape.scalars !== null) return shape.scalars.map((type) => scalarTypes[type]).join(' or ');
      return `one of ${groupDigits(shape.total)} shapes`;
    case 'free':
      return shape.reason ?? 'JSON';
  }
}

const scalarTypes: Readonly<Record<Scalar, string>> = { string: 'text', number: 'number', boolean: 'true or false' };

const formatWords: Readonly<Record<string, string>> = {
  date: 'date: 2026-12-01',
  'date-time': 'time: 2026-12-01T18:00:00Z',
  uuid: 'UUID',
  email: 'email address',
  uri: 'address',
  ipv4: 'IPv4 address',
  byte: 'base64',
};

function isMoment(shape: ShapeOf<'text'>): shape is ShapeOf<'text'> & { readonly format: string } {
  return shape.format === 'date' || shape.format === 'date-time';
}

function textWords({ format, minLength, maxLength, pattern, isSecret }: ShapeOf<'text'>): string {
  const known = format !== null && Object.hasOwn(formatWords, format) ? formatWords[format] : undefined;
  return [
    isSecret ? 'secret text' : (known ?? 'text'),
    ...(known === undefined && format !== null && !isSecret ? [format] : []),
    ...(minLength !== null && minLength > 0 && maxLength === null ? [`${groupDigits(minLength)} or more`] : []),
    ...(maxLength !== null ? [lengthWords(minLength ?? 0, maxLength)] : []),
    ...(pattern === null ? [] : [`like ${pattern}`]),
  ].join(', ');
}

function lengthWords(min: number, max: number): string {
  if (min === max) return `exactly ${groupDigits(max)}`;
  return min > 0 ? `${groupDigits(min)} – ${groupDigits(max)} long` : `${groupDigits(max)} at most`;
}

function numberWords({ isWhole, format, minimum, maximum }: ShapeOf<'number'>): string {
  const words = [isWhole ? 'whole number' : 'number'];
  if (minimum !== null && maximum !== null) words.push(`${groupDigits(minimum)} – ${groupDigits(maximum)}`);
  else if (minimum !== null) words.push(`${groupDigits(minimum)} or more`);
  else if (maximum !== null) words.push(`${groupDigits(maximum)} or less`);
  if (format === 'int64') words.push('64 bits');
  return words.join(', ');
}

function enumWords({ values, total }: ShapeOf<'enum'>): string {
  if (total > maxNamed) return `one of ${groupDigits(total)} values`;
  const names = values.map(scalarWords);
  return names.length < 2 ? `only ${names.join('')}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

function listWords(definition: Definition, { items, minItems, maxItems, isUnique }: ShapeOf<'list'>): string {
  return [
    `list of ${itemWords(definition, items)}`,
    ...(minItems !== null && minItems > 0 ? [`${groupDigits(minItems)} or more`] : []),
    ...(maxItems === null ? [] : [`${groupDigits(maxItems)} at most`]),
    ...(isUnique ? ['no two the same'] : []),
  ].join(', ');
}

const itemKinds: Readonly<Record<Shape['kind'], string>> = {
  text: 'texts',
  number: 'numbers',
  yesNo: 'yes or no',
  enum: 'values',
  object: 'objects',
  choice: 'objects',
  list: 'lists',
  free: 'JSON',
};

function itemWords(definition: Definition, items: Json): string {
  const shape = shapeIn(definition, items, '');
  if (shape.kind === 'text' && shape.format === 'uuid') return 'UUIDs';
  const isNamed = shape.kind === 'enum' && shape.total <= maxNamed;
  return isNamed ? shape.values.map(scalarWords).join(', ') : itemKinds[shape.kind];
}

function joinNames(names: readonly string[]): string {
  return names.slice(0, maxNamed).join(', ') + (names.length > maxNamed ? ', …' : '');
}

// Where the marked systems go in an operation: its path, or a list in its body.

export type ForMarks =
  | { readonly kind: 'path'; readonly parameter: string }
  /** `max`: maximum length of the list in the definition; null when it gives none. */
  | { readonly kind: 'list'; readonly field: string; readonly max: number | null };

const systemsPath = '/org/{}/systems/{}';
const listNames = /^(?:systems?_?ids?|systems)$/i;

/** Null when the operation only reads, or cannot address several systems. */
export function forMarks(definition: Definition, operation: DefinedOperation): ForMarks | null {
  return marksIn(definition)(operation).value;
}

const marksIn = memoize((definition: Definition) =>
  memoize((operation: DefinedOperation) => ({ value: placeOf(definition, operation) })),
);

function placeOf(definition: Definition, operation: DefinedOperation): ForMarks | null {
  const { method, path } = operation;
  if (isReadMethod(method)) return null;
  const form = pathForm(path);
  if (form === systemsPath || form.startsWith(`${systemsPath}/`)) {
    const [, name = ''] = /^\{([^{}]+)\}$/.exec(path.split('/')[4] ?? '') ?? [];
    return name === '' ? null : { kind: 'path', parameter: parameterKey({ name, in: 'path' }) };
  }
  if (!form.startsWith('/org/{}/')) return null;
  const body = bodyOf(definition, operation);
  const shape = body === null || body.unusable !== null ? null : shapeIn(definition, body.schema, '');
  if (shape?.kind !== 'object') return null;
  for (const { name, schema } of shape.fields) {
    const list = shapeIn(definition, schema, name);
    if (listNames.test(name) && list.kind === 'list') return { kind: 'list', field: name, max: list.maxItems };
  }
  return null;
}

/** Does this field hold the marked systems, so that no key sets it? */
export function isMarksPlace(place: ForMarks | null, path: FieldPath): boolean {
  if (place === null) return false;
  if (place.kind === 'path') return path.length === 1 && path[0] === place.parameter;
  return path.length === 2 && path[0] === 'body' && path[1] === place.field;
}

// The values of a form, and the places in it. A field without a value is not sent.

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
