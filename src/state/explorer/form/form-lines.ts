/** The lines of a form: one for each parameter and each field of the body; and the shape at each place. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { bodyTypeIn, bodyTypeKey, type CallValues, parameterKey } from '../../../api/calls/call.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import { secretNameAmong } from '../../../api/secrets.ts';
import type {
  DefinedOperation,
  Definition,
  Parameter,
  Place,
  Shape,
  ShapeOf,
  Variant,
} from '../../../api/openapi/definition.ts';
import {
  type ForMarks,
  isMarksPlace,
  partsOf,
  readOnlyWords,
  shapeIn,
  bodyPath,
  type FieldPath,
  valueAt,
} from './shapes.ts';

export interface FormContext {
  readonly definition: Definition;
  readonly operation: DefinedOperation;
  /** Where the marked systems go; absent when the form is for one request. */
  readonly marks?: ForMarks | null;
  readonly values: CallValues;
}

/** Maximum nesting of choices. */
const deepestChoice = 8;

const anything: Json = {};

/** The shape of a value; of several variants, the one that its discriminator names. */
function settleShape(definition: Definition, schema: Json, name: string, value: Json | undefined): Shape {
  let shape = shapeIn(definition, schema, name);
  for (let depth = 0; shape.kind === 'choice' && depth < deepestChoice; depth += 1) {
    const variant = byDiscriminator(shape, value);
    if (variant === undefined) break;
    shape = shapeIn(definition, variant.schema, name);
  }
  return shape;
}

function byDiscriminator({ discriminator, variants }: ShapeOf<'choice'>, value: Json | undefined): Variant | undefined {
  if (discriminator === null || value === undefined || !isJsonObject(value)) return undefined;
  return variants.find(({ tag }) => tag !== null && value[discriminator] === tag);
}

/** The shape at a place, given the value there. */
export function shapeAt(context: FormContext, path: FieldPath): Shape {
  const { schema, name } = schemaAt(context, path);
  return settleShape(context.definition, schema, name, valueAt(context.values, path));
}

export function canBeNull(context: FormContext, path: FieldPath): boolean {
  const { schema, name } = schemaAt(context, path);
  const outer = shapeIn(context.definition, schema, name);
  return outer.isNullable || outer.kind === 'free' || shapeAt(context, path).isNullable;
}

export function isTextLine(context: FormContext, path: FieldPath): boolean {
  const shape = shapeAt(context, path);
  if (shape.kind === 'choice') return shape.scalars !== null;
  if (shape.kind !== 'list') return isSimple(shape);
  const items = shapeAt(context, [...path, 0]);
  return isSimple(items) && !items.isSecret;
}

function isSimple({ kind }: Shape): boolean {
  return kind === 'text' || kind === 'number' || kind === 'yesNo' || kind === 'enum';
}

function schemaAt(context: FormContext, path: FieldPath): { readonly schema: Json; readonly name: string } {
  const [root, ...below] = path;
  const { parameters, body } = partsOf(context.definition, context.operation, bodyTypeIn(context.values));
  if (root === bodyTypeKey) return { schema: { enum: body?.types ?? [] }, name: '' };
  const parameter = parameters.find((one) => parameterKey(one) === root);
  let schema: Json = root === 'body' ? (body?.schema ?? anything) : (parameter?.schema ?? anything);
  let name = parameter === undefined ? '' : parameterSecretName(parameterKey(parameter));
  below.forEach((step, at) => {
    const above: FieldPath = [root, ...below.slice(0, at)];
    const shape = settleShape(context.definition, schema, name, valueAt(context.values, above));
    schema = schemaBelow(shape, step);
    const names = shape.kind === 'object' ? shape.fields.map((field) => field.name) : [];
    if (typeof step === 'string') name = secretNameAmong(step, names);
  });
  return { schema, name };
}

function schemaBelow(shape: Shape, step: string | number): Json {
  if (shape.kind === 'list') return shape.items;
  if (shape.kind !== 'object') return anything;
  const known = [...shape.fields, ...shape.leftOut].find(({ name }) => name === step);
  return known?.schema ?? shape.others ?? anything;
}

export type Entry =
  { readonly kind: 'heading'; readonly text: string } | { readonly kind: 'remark'; readonly text: string } | FieldEntry;

export interface FieldEntry {
  readonly kind: 'field';
  readonly path: FieldPath;
  /** Raw text of the definition. */
  readonly label: string;
  readonly isRequired: boolean;
  readonly role:
    | 'value'
    | 'organisation'
    | 'marks'
    | 'unusable'
    /** The last line, which sends the form; not a field. */
    | 'send';
  /** Why the field cannot be set, or a remark on it. */
  readonly message: string | null;
  /** Raw; empty when there is none. */
  readonly description: string;
}

const placeWords: Readonly<Record<Place, string>> = {
  path: 'in the address',
  query: 'in the query',
  header: 'in the headers',
};
export const bodyHeading = 'in the body';
const places: readonly Place[] = ['path', 'query', 'header'];

/** All lines but the last one, which sends the form. */
export function entriesOf(context: FormContext): readonly Entry[] {
  const { parameters, body } = partsOf(context.definition, context.operation, bodyTypeIn(context.values));
  const inPlaces = places.flatMap((place): readonly Entry[] => {
    const some = parameters.filter((parameter) => parameter.in === place);
    if (some.length === 0) return [];
    const required = some.filter(({ isRequired }) => isRequired);
    const others = some.filter(({ isRequired }) => !isRequired);
    // Path parameters keep the order of the address.
    const sorted = place === 'path' ? some : [...required, ...others];
    return [heading(placeWords[place]), ...sorted.map((parameter) => parameterEntry(context, parameter))];
  });
  if (body === null) return inPlaces;
  const head = heading(body.isRequired ? bodyHeading : `${bodyHeading}, which may be left out`);
  if (body.unusable !== null) return [...inPlaces, head, { kind: 'remark', text: body.unusable }];
  const type = body.types.length < 2 ? [] : [{ ...fieldAt([bodyTypeKey], bodyTypeKey), description: typeDescription }];
  const shape = shapeAt(context, bodyPath);
  const value = context.values.body;
  // A body that is not an object has one line.
  const fields =
    shape.kind === 'object' && (value === undefined || isJsonObject(value))
      ? objectEntries(shape, context.values.body, context.marks ?? null)
      : [{ ...fieldAt(bodyPath, body.isFile ? 'file' : 'value'), isRequired: body.isRequired }];
  return [...inPlaces, head, ...type, ...fields];
}

const typeDescription = 'The service takes the body in any of these types. Unset, it is sent as the first one.';

function heading(text: string): Entry {
  return { kind: 'heading', text };
}

function parameterEntry({ operation, marks = null }: FormContext, parameter: Parameter): FieldEntry {
  const path: FieldPath = [parameterKey(parameter)];
  if (isMarksPlace(marks, path)) return { ...fieldAt(path, parameter.name), role: 'marks' };
  const isOrganisation = parameter.in === 'path' && parameter.name === orgPlaceholder(operation.path);
  const role = isOrganisation ? 'organisation' : parameter.unusable === null ? 'value' : 'unusable';
  const { name, description, unusable } = parameter;
  const isRequired = parameter.isRequired && !isOrganisation;
  return { ...fieldAt(path, name), role, isRequired, description, message: unusable };
}

function fieldAt(path: FieldPath, label: string): FieldEntry {
  return { kind: 'field', path, label, isRequired: false, role: 'value', message: null, description: '' };
}

const unknownName = 'not in the definition';

function objectEntries(
  { fields, leftOut, more, others }: ShapeOf<'object'>,
  value: Json | undefined,
  marks: ForMarks | null,
): readonly Entry[] {
  const names = new Set(fields.map(({ name }) => name));
  const set = value !== undefined && isJsonObject(value) ? Object.keys(value) : [];
  const rest: Entry[] = [];
  if (more > 0) rest.push({ kind: 'remark', text: `${more.toLocaleString('en')} more: b writes them as JSON` });
  if (others !== null) rest.push({ kind: 'remark', text: 'b writes fields of other names' });
  if (names.size === 0 && others === null)
    rest.push({ kind: 'remark', text: 'It has no fields. b writes it as JSON.' });
  return [
    ...fields.map(({ name, isRequired }): FieldEntry => {
      const field = fieldAt([...bodyPath, name], name);
      return isMarksPlace(marks, field.path) ? { ...field, role: 'marks' } : { ...field, isRequired };
    }),
    ...set
      .filter((name) => !names.has(name))
      .map((name) => {
        const isRead = leftOut.some((field) => field.name === name);
        const message = isRead ? readOnlyWords : others === null && more === 0 ? unknownName : null;
        return { ...fieldAt([...bodyPath, name], name), message };
      }),
    ...rest,
  ];
}

export const sendEntries: readonly Entry[] = [
  { kind: 'heading', text: '' },
  { ...fieldAt(['send'], 'Send'), role: 'send' },
];

export function fieldsIn(entries: readonly Entry[]): readonly FieldEntry[] {
  return entries.filter((entry) => entry.kind === 'field');
}
