/** The shape of a value, one level at a time; deeper levels are read when they are opened. */
import { deepestJson, isDeeper, type Json, type JsonObject, writeExactly } from '../exact-json.ts';
import { digitsIn, isTrueIn, listIn, own } from './json-pieces.ts';
import {
  commonTypesOf,
  type Document,
  impliedTypeOf,
  type RequestBody,
  type Scalar,
  type Shape,
  type ShapeOf,
  typesOf,
  type Variant,
} from './definition.ts';
import { fieldsOf, itemsOf } from './form-writing.ts';
import { choiceIn, choiceOfTypes, maxLevels, newShapeBudget, partsOf, type ShapeBudget } from './variants.ts';
import { plainProse } from './prose.ts';
import { isSecretName } from '../secret-names.ts';

// Constraints of a schema beside its type; of several, the last one counts.

/** Undefined when no part has the keyword. */
function lastOf(parts: readonly JsonObject[], keyword: string): Json | undefined {
  const part = parts.findLast((each) => Object.hasOwn(each, keyword));
  return part === undefined ? undefined : own(part, keyword);
}

/** Empty when no part has the keyword as text. */
function lastText(parts: readonly JsonObject[], keyword: string): string {
  for (const part of parts.toReversed()) {
    const text = own(part, keyword);
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}

/** A whole number from 0; null when there is none. */
function lastLength(parts: readonly JsonObject[], keyword: string): number | null {
  const length = lastOf(parts, keyword);
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0 ? length : null;
}

function isAnyTrue(parts: readonly JsonObject[], keyword: string): boolean {
  return parts.some((part) => isTrueIn(part, keyword));
}

/** `example`, or the first of `examples` (OpenAPI 3.1). */
function exampleOf(parts: readonly JsonObject[]): Json | undefined {
  const example = lastOf(parts, 'example');
  if (example !== undefined) return example;
  return parts.map((part) => listIn(part, 'examples')[0]).findLast((each) => each !== undefined);
}

/** The smallest or largest value, as written; an exclusive bound counts for whole numbers only. */
function readBound(parts: readonly JsonObject[], which: 'minimum' | 'maximum', isWhole: boolean): string | null {
  const exclusive = which === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const step = which === 'minimum' ? 1n : -1n;
  for (const part of parts.toReversed()) {
    const bound = digitsIn(part, which);
    // A flag before OpenAPI 3.1; the bound itself since then.
    const excluded = isTrueIn(part, exclusive) ? bound : digitsIn(part, exclusive);
    if (excluded !== null && isWhole) {
      const next = beyond(excluded, step);
      if (next !== null) return next;
    }
    if (bound !== null) return bound;
  }
  return null;
}

/** Maximum digits; no real bound has more. */
const maxDigits = 40;

function beyond(digits: string, step: bigint): string | null {
  return digits.length <= maxDigits && /^-?\d+$/.test(digits) ? String(BigInt(digits) + step) : null;
}

export interface ShapeAbout {
  /** Name of the value, which may mark it as a secret. A whole body has none. */
  readonly name?: string;
  /** For an answer: includes read-only fields, and omits write-only ones. */
  readonly isAnswer?: boolean;
}

type Facts = Omit<ShapeOf<'yesNo'>, 'kind'>;
type OwnPart<S> = S extends Shape ? Omit<S, keyof Facts> : never;
type Form = OwnPart<Shape>;

/** Never throws. A schema that rollcall cannot interpret gives a free shape with a reason. */
export function shapeOf(definition: Document, schema: Json, about: ShapeAbout = {}): Shape {
  const budget = newShapeBudget();
  const above = new Set<Json>();
  let facts = noFacts;
  let current = schema;
  for (let level = 0; level <= maxLevels; level += 1) {
    const found = partsOf(definition, current, budget);
    if (!found.ok) return { ...facts, ...free(found.reason) };
    const { parts, root } = found;
    facts = joinFacts(facts, factsOf(parts, root));
    for (const part of parts) above.add(part);
    const values = enumIn(parts);
    if (values !== null) return enumOf(values, facts);
    const choice = choiceIn({ definition, parts, root, budget, above });
    if (choice === null) return plainShape({ definition, parts, budget, about, facts });
    facts = { ...facts, isNullable: facts.isNullable || choice.isNullable };
    const { variants, total, discriminator } = choice;
    const all = discriminator === null ? enumOfAll(definition, variants, budget) : null;
    if (all !== null) return enumOf(all, facts);
    const [only, second] = variants;
    if (only === undefined) return { ...facts, ...free(choice.isNullable ? null : circle) };
    if (second !== undefined) {
      const scalars = total > variants.length ? null : scalarsOf(typesOfVariants(definition, variants, budget));
      const isSecret = isSecretScalar(facts, scalars, about);
      return { ...facts, isSecret, kind: 'choice', variants, total, discriminator, scalars };
    }
    current = only.schema;
  }
  return { ...facts, ...free(`Its description is more than ${String(maxLevels)} levels deep.`) };
}

const circle = 'Its references lead in a circle.';

const noFacts: Facts = {
  title: '',
  description: '',
  isNullable: false,
  isDeprecated: false,
  isReadOnly: false,
  isSecret: false,
  initial: undefined,
  example: undefined,
};

function factsOf(parts: readonly JsonObject[], root: JsonObject): Facts {
  return {
    title: plainProse(lastText(parts, 'title')),
    description: plainProse(lastText(parts, 'description')),
    isNullable: isAnyTrue(parts, 'nullable') || parts.some((part) => typesOf(part).includes('null')),
    isDeprecated: isTrueIn(root, 'deprecated') || isTrueIn(parts.at(-1), 'deprecated'),
    isReadOnly: isAnyTrue(parts, 'readOnly'),
    isSecret: isAnyTrue(parts, 'writeOnly') || lastText(parts, 'format') === 'password',
    initial: writable(lastOf(parts, 'default')),
    example: writable(exampleOf(parts)),
  };
}

/** Undefined for a value that is too deep to write. */
function writable(value: Json | undefined): Json | undefined {
  return isDeeper(value, deepestJson) ? undefined : value;
}

/** A choice with one variant adopts the variant's facts; the outer facts win. */
function joinFacts(outer: Facts, inner: Facts): Facts {
  return {
    title: outer.title || inner.title,
    description: outer.description || inner.description,
    isNullable: outer.isNullable || inner.isNullable,
    isDeprecated: outer.isDeprecated || inner.isDeprecated,
    isReadOnly: outer.isReadOnly || inner.isReadOnly,
    isSecret: outer.isSecret || inner.isSecret,
    initial: outer.initial === undefined ? inner.initial : outer.initial,
    example: outer.example === undefined ? inner.example : outer.example,
  };
}

function free(reason: string | null): Form {
  return { kind: 'free', reason };
}

function enumIn(parts: readonly JsonObject[]): readonly Json[] | null {
  for (const part of parts.toReversed()) {
    const values = (Object.hasOwn(part, 'const') ? [part['const'] ?? null] : listIn(part, 'enum')).filter(
      (value) => writable(value) !== undefined,
    );
    if (values.length > 0) return values;
  }
  return null;
}

/** The values of all variants, when each of several variants lists values; otherwise null. */
function enumOfAll(definition: Document, variants: readonly Variant[], budget: ShapeBudget): readonly Json[] | null {
  if (variants.length < 2 || variants.length > maxJoined) return null;
  const values = new Map<string, Json>();
  for (const { schema } of variants) {
    const found = partsOf(definition, schema, budget);
    const own = found.ok ? enumIn(found.parts) : null;
    if (own === null) return null;
    for (const value of own) values.set(writeExactly(value), value);
  }
  return [...values.values()];
}

/** Maximum number of variants to join. */
const maxJoined = 100;

/** Null when a variant has no type or cannot be read. */
function typesOfVariants(
  definition: Document,
  variants: readonly Variant[],
  budget: ShapeBudget,
): readonly string[] | null {
  if (variants.length > maxJoined) return null;
  const types: string[] = [];
  for (const { schema } of variants) {
    const found = partsOf(definition, schema, budget);
    const own = found.ok ? commonTypesOf(found.parts) : null;
    const [implied] = own === null || own.length > 0 || !found.ok ? [] : [impliedTypeOf(found.parts)];
    if (own === null || (own.length === 0 && implied == null)) return null;
    types.push(...own, ...(implied == null ? [] : [implied]));
  }
  return types;
}

/** A value that may be a text can be secret by its name, like a text. */
function isSecretScalar({ isSecret }: Facts, scalars: readonly Scalar[] | null, { name = '' }: ShapeAbout): boolean {
  return isSecret || (scalars?.includes('string') === true && isSecretName(name));
}

const scalarTypes: ReadonlyMap<string, readonly Scalar[]> = new Map([
  ...[['string', ['string']] as const, ['number', ['number']] as const, ['integer', ['number']] as const],
  ...[['boolean', ['boolean']] as const, ['null', []] as const],
]);

function scalarsOf(types: readonly string[] | null): readonly Scalar[] | null {
  if (types === null || !types.every((type) => scalarTypes.has(type))) return null;
  return [...new Set(types.flatMap((type) => scalarTypes.get(type) ?? []))];
}

/** Maximum number of listed values; others can be typed. */
const maxValues = 1000;

/** Leaves out null, which has its own key. */
function enumOf(all: readonly Json[], facts: Facts): Shape {
  const others = all.filter((value) => value !== null);
  const values = others.length === 0 ? all.slice(0, 1) : others;
  return {
    ...facts,
    isNullable: facts.isNullable || others.length < all.length,
    kind: 'enum',
    values: values.slice(0, maxValues),
    total: values.length,
  };
}

interface Plain {
  readonly definition: Document;
  readonly parts: readonly JsonObject[];
  readonly budget: ShapeBudget;
  readonly about: ShapeAbout;
  readonly facts: Facts;
}

function plainShape(plain: Plain): Shape {
  const { parts, about, facts } = plain;
  const types = commonTypesOf(parts);
  if (types === null) return { ...facts, ...free('Its description contradicts itself.') };
  const [type, second] = types;
  if (type !== undefined && second !== undefined) {
    const variants = choiceOfTypes(types, parts);
    const scalars = scalarsOf(types);
    const isSecret = isSecretScalar(facts, scalars, about);
    return { ...facts, isSecret, kind: 'choice', variants, total: variants.length, discriminator: null, scalars };
  }
  const form = formOf(type ?? impliedTypeOf(parts), plain);
  const isSecret = facts.isSecret || (form.kind === 'text' && isSecretName(about.name ?? ''));
  return { ...facts, ...form, isSecret };
}

function formOf(type: string | null, { definition, parts, budget, about }: Plain): Form {
  switch (type) {
    case 'string':
      return {
        kind: 'text',
        format: textFormatOf(parts),
        minLength: lastLength(parts, 'minLength'),
        maxLength: lastLength(parts, 'maxLength'),
        pattern: lastText(parts, 'pattern') || null,
      };
    case 'integer':
    case 'number': {
      const isWhole = type === 'integer';
      return {
        kind: 'number',
        isWhole,
        format: lastText(parts, 'format') || null,
        minimum: readBound(parts, 'minimum', isWhole),
        maximum: readBound(parts, 'maximum', isWhole),
      };
    }
    case 'boolean':
      return { kind: 'yesNo' };
    case 'array':
      return {
        kind: 'list',
        items: itemsOf(parts),
        minItems: lastLength(parts, 'minItems'),
        maxItems: lastLength(parts, 'maxItems'),
        isUnique: isAnyTrue(parts, 'uniqueItems'),
      };
    case 'object':
      return {
        kind: 'object',
        ...fieldsOf(definition, parts, budget, {
          isAnswer: about.isAnswer === true,
          isPart: (about.name ?? '') !== '',
        }),
      };
    case null:
    case 'any':
      return free(null);
    default:
      return free(`Its type is "${type.slice(0, 30)}", which rollcall does not know.`);
  }
}

/** OpenAPI 3.1 has no formats for bytes. */
function textFormatOf(parts: readonly JsonObject[]): string | null {
  const format = lastText(parts, 'format');
  if (format !== '') return format;
  if (lastText(parts, 'contentEncoding') === 'base64') return 'byte';
  return lastText(parts, 'contentMediaType') === 'application/octet-stream' ? 'binary' : null;
}

/** The field names of a body; null when any name is allowed. */
export function fieldNamesOf(definition: Document, body: RequestBody | null): readonly string[] | null {
  const shape = body === null ? null : shapeOf(definition, body.schema);
  if (shape?.kind !== 'object' || shape.more > 0 || shape.others !== null) return null;
  return shape.fields.map(({ name }) => name);
}
