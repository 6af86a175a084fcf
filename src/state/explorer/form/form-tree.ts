/** The places of a form: the shape at each place, and the fields of each level. */
import { isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { bodyTypeIn, bodyTypeKey, parameterKey } from '../../../api/calls/call.ts';
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
import { readOnlyWords } from './shape-words.ts';
import { type ForMarks, isMarksPlace } from './for-marks.ts';
import { partsOf, shapeIn } from './shapes.ts';
import { bodyPath, type FieldPath, type FormValues, pathKey, valueAt } from './values.ts';

/** A form with its current values. */
export interface FormContext {
  readonly definition: Definition;
  readonly operation: DefinedOperation;
  /** The place of the marked systems; none: the form is for one request. */
  readonly marks?: ForMarks | null;
  readonly values: FormValues;
}

/** A shape with its choices applied: a choice inside a choice is chosen in turn. */
export interface Settled {
  /** The innermost shape: a choice that is still open, or the chosen shape. */
  readonly shape: Shape;
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly shape: ShapeOf<'choice'>;
  /** Null: nothing is chosen. */
  readonly chosen: number | null;
}

/** Limit on nested choices at one place. Deeper ones are edited as JSON. */
const deepestChoice = 8;

/** Key of the choice at a place; `depth`: its level, when choices are nested. */
export function choiceKey(path: FieldPath, depth: number): string {
  return depth === 0 ? pathKey(path) : `${pathKey(path)}${depth}`;
}

const anything: Json = {};

function settled(context: FormContext, path: FieldPath, schema: Json, name: string): Settled {
  const { definition, values } = context;
  const choices: Choice[] = [];
  let shape = shapeIn(definition, schema, name);
  while (shape.kind === 'choice' && choices.length < deepestChoice) {
    const chosen =
      values.variants.get(choiceKey(path, choices.length)) ?? byDiscriminator(shape, valueAt(values, path));
    choices.push({ shape, chosen });
    const variant: Variant | undefined = chosen === null ? undefined : shape.variants[chosen];
    if (variant === undefined) break;
    shape = shapeIn(definition, variant.schema, name);
  }
  return { shape, choices };
}

/** Shape of a value from another source, such as an editor. */
function byDiscriminator({ discriminator, variants }: Choice['shape'], value: Json | undefined): number | null {
  if (discriminator === null || value === undefined || !isJsonObject(value)) return null;
  const at = variants.findIndex(({ tag }) => tag !== null && value[discriminator] === tag);
  return at === -1 ? null : at;
}

/** The shape at a place, with every choice made so far. */
export function settledAt(context: FormContext, path: FieldPath): Settled {
  const { schema, name } = schemaAt(context, path);
  return settled(context, path, schema, name);
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
    const { shape } = settled(context, above, schema, name);
    schema = schemaBelow(shape, step);
    const names = shape.kind === 'object' ? shape.fields.map((field) => field.name) : [];
    if (typeof step === 'string') name = secretNameAmong(step, names);
  });
  return { schema, name };
}

export function schemaBelow(shape: Shape, step: string | number): Json {
  if (shape.kind === 'list') return shape.items;
  if (shape.kind !== 'object') return anything;
  const known = [...shape.fields, ...shape.leftOut].find(({ name }) => name === step);
  return known?.schema ?? shape.others ?? anything;
}

/** A line of a level. */
export type Entry =
  { readonly kind: 'heading'; readonly text: string } | { readonly kind: 'remark'; readonly text: string } | FieldEntry;

export interface FieldEntry {
  readonly kind: 'field';
  readonly path: FieldPath;
  /** Raw. */
  readonly label: string;
  readonly isRequired: boolean;
  readonly role:
    /** Sets a value. */
    | 'value'
    /** Chooses one of the shapes of a value. */
    | 'shape'
    /** Shows the open organisation. */
    | 'organisation'
    /** Shows how many systems are marked. */
    | 'marks'
    | 'unusable'
    /** Sends the form: its last line, not a field. */
    | 'send';
  /** For the role `shape`: level of the choice, when choices are nested. */
  readonly depth: number;
  /** Why the field cannot be set, or a remark on it. */
  readonly says: string | null;
  /** Raw; empty without one. */
  readonly description: string;
}

const placeWords: Readonly<Record<Place, string>> = {
  path: 'in the address',
  query: 'in the query',
  header: 'in the headers',
};
export const bodyHeading = 'in the body';
const places: readonly Place[] = ['path', 'query', 'header'];

/** The lines of a level; `path` null: the whole form. */
export function entriesOf(context: FormContext, path: FieldPath | null): readonly Entry[] {
  if (path !== null) return entriesBelow(context, path);
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
  // A body that is one value has no field but itself.
  const fields = entriesBelow(context, bodyPath).map((entry) =>
    entry.kind === 'field' && entry.role === 'value' && entry.path.length === 1
      ? { ...entry, isRequired: body.isRequired }
      : entry,
  );
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
  return { ...fieldAt(path, name), role, isRequired, description, says: unusable };
}

export function fieldAt(path: FieldPath, label: string): FieldEntry {
  return { kind: 'field', path, label, isRequired: false, role: 'value', depth: 0, says: null, description: '' };
}

function entriesBelow(context: FormContext, path: FieldPath): readonly Entry[] {
  const { shape, choices } = settledAt(context, path);
  const chosen = choices.map((_, depth): FieldEntry => {
    return { ...fieldAt(path, depth === 0 ? 'shape' : `shape ${depth + 1}`), role: 'shape', depth };
  });
  if (choices.some((choice) => choice.chosen === null)) return chosen;
  const value = valueAt(context.values, path);
  if (shape.kind === 'object') return [...chosen, ...objectEntries(shape, path, value, context.marks ?? null)];
  if (shape.kind === 'list') return [...chosen, ...listEntries(path, value)];
  return [...chosen, fieldAt(path, 'value')];
}

const unknownName = 'not in the definition';

function objectEntries(
  { fields, leftOut, more, others }: ShapeOf<'object'>,
  path: FieldPath,
  value: Json | undefined,
  marks: ForMarks | null,
): readonly Entry[] {
  const names = new Set(fields.map(({ name }) => name));
  const set = value !== undefined && isJsonObject(value) ? Object.keys(value) : [];
  const rest: Entry[] = [];
  if (more > 0) rest.push({ kind: 'remark', text: `${more.toLocaleString('en')} more: b writes them as JSON` });
  if (others !== null) rest.push({ kind: 'remark', text: '+ adds a field of another name' });
  if (names.size === 0 && others === null)
    rest.push({ kind: 'remark', text: 'It has no fields. b writes it as JSON.' });
  return [
    ...fields.map(({ name, isRequired }): FieldEntry => {
      const field = fieldAt([...path, name], name);
      return isMarksPlace(marks, field.path) ? { ...field, role: 'marks' } : { ...field, isRequired };
    }),
    ...set
      .filter((name) => !names.has(name))
      .map((name) => {
        const isRead = leftOut.some((field) => field.name === name);
        const says = isRead ? readOnlyWords : others === null && more === 0 ? unknownName : null;
        return { ...fieldAt([...path, name], name), says };
      }),
    ...rest,
  ];
}

function listEntries(path: FieldPath, value: Json | undefined): readonly Entry[] {
  const items = isList(value) ? value.map((_, at) => fieldAt([...path, at], String(at + 1))) : [];
  return [...items, { kind: 'remark', text: items.length === 0 ? 'Nothing is in it. + adds one.' : '+ adds one more' }];
}

/** The last lines of a whole form. */
export const sendEntries: readonly Entry[] = [
  { kind: 'heading', text: '' },
  { ...fieldAt(['send'], 'Send'), role: 'send' },
];

/** Fields among the lines: the cursor stands only on them. */
export function fieldsIn(entries: readonly Entry[]): readonly FieldEntry[] {
  return entries.filter((entry) => entry.kind === 'field');
}
