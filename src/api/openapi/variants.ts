/** Variants of a value: `oneOf`, `anyOf`, a discriminator, or several types. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import { type Document, typesOf, type Variant } from './definition.ts';
import {
  isTrueIn,
  kindOf,
  listIn,
  objectIn,
  own,
  textIn,
  type HopBudget,
  nameOfReference,
  referenceOf,
  resolveReference,
} from './json-pieces.ts';
import { plainProse } from './prose.ts';

// Flattens a schema into parts: follows its references, and opens its `allOf`.

/** Limits on the cost of one level of a shape. */
export interface ShapeBudget {
  nodes: number;
  readonly hops: HopBudget;
}

export function newShapeBudget(): ShapeBudget {
  return { nodes: maxNodes, hops: { left: maxNodes } };
}

const maxNodes = 2000;
export const maxLevels = 32;

type Parts =
  | {
      readonly ok: true;
      /** From general to specific: a later part wins. */
      readonly parts: readonly JsonObject[];
      /** The requested schema with its references followed; the other parts are its bases. */
      readonly root: JsonObject;
    }
  /** The reason is a sentence. */
  | { readonly ok: false; readonly reason: string };

export function partsOf(definition: Document, schema: Json, budget: ShapeBudget): Parts {
  // From specific to general, so that a repeated schema keeps its last place.
  const parts: JsonObject[] = [];
  const seen = new Set<Json>();
  let root: JsonObject = {};

  /** Why the piece cannot be read, as a sentence; null when it was added. */
  const add = (piece: Json, level: number): string | null => {
    if (piece === true) return null;
    budget.nodes -= 1;
    if (budget.nodes < 0) return 'Its description has too many parts.';
    if (level > maxLevels) return `Its description is more than ${String(maxLevels)} levels deep.`;
    if (piece === false) return 'The definition allows no value here.';
    if (!isJsonObject(piece)) {
      // A base that is not a schema adds nothing.
      return level > 0 ? null : `The definition has ${kindOf(piece)} in the place of its description.`;
    }
    if (seen.has(piece)) return null;
    const resolved = resolveReference(definition.document, piece, budget.hops);
    if (!resolved.ok) return resolved.reason;
    const { value, hops } = resolved;
    if (level === 0 && isJsonObject(value)) root = value;
    return (
      firstOf(hops, (hop) => addOne(hop, besideReference(definition, hop), level)) ??
      (isJsonObject(value) ? addOne(value, value, level) : add(value, level))
    );
  };

  const addOne = (piece: JsonObject, part: JsonObject, level: number): string | null => {
    if (seen.has(piece)) return null;
    seen.add(piece);
    parts.push(part);
    return firstOf(listIn(part, 'allOf').toReversed(), (base) => add(base, level + 1));
  };

  const reason = add(schema, 0);
  return reason === null ? { ok: true, parts: parts.toReversed(), root } : { ok: false, reason };
}

/** Null when there is no reason. */
function firstOf<T>(all: readonly T[], reasonOf: (one: T) => string | null): string | null {
  for (const one of all) {
    const reason = reasonOf(one);
    if (reason !== null) return reason;
  }
  return null;
}

/** Before OpenAPI 3.1 only descriptions count beside `$ref`, and keywords that authors commonly mean there. */
const wordsBesideReference: readonly string[] = [
  'title',
  'description',
  'nullable',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'example',
];

function besideReference({ document }: Document, hop: JsonObject): JsonObject {
  const isOlder = /^(?:2|3\.0)/.test(textIn(document.root, 'swagger') || textIn(document.root, 'openapi'));
  return Object.fromEntries(
    Object.keys(hop).flatMap((name) => {
      const value = hop[name];
      const counts = name !== '$ref' && (!isOlder || wordsBesideReference.includes(name));
      return counts && value !== undefined ? [[name, value]] : [];
    }),
  );
}

/** Maximum number of variants; no real schema has more. Others are written as JSON. */
const maxVariants = 2000;

interface Choice {
  readonly variants: readonly Variant[];
  /** Number of variants, including those beyond the limit. */
  readonly total: number;
  readonly discriminator: string | null;
  /** True when null is one of the variants. */
  readonly isNullable: boolean;
  /** True when a variant was left out because its schema is already being read. */
  readonly isAboutAbove: boolean;
}

interface Asked {
  readonly definition: Document;
  readonly parts: readonly JsonObject[];
  readonly root: JsonObject;
  readonly budget: ShapeBudget;
  /** Schemas that are being read: a repeated one is not a variant. */
  readonly above: ReadonlySet<Json>;
}

/** Null when the parts contain no choice. */
export function choiceIn(asked: Asked): Choice | null {
  const { parts, root } = asked;
  for (const part of parts) {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const listed = listIn(part, keyword);
      if (listed.length === 0 || listed.every(isOnlyAboutNames)) continue;
      const common = parts.flatMap((each) => without(each, each === part ? keyword : null));
      const choice = choiceOf(asked, listed, discriminatorOf(part), common);
      // A base that lists its extensions leaves no choice to one of them.
      if (part === root || !choice.isAboutAbove) return choice;
    }
  }
  // A base lists its extensions, and they share its discriminator.
  const discriminator = discriminatorOf(root);
  const extended = Array.from(discriminator?.tags.keys() ?? [], ($ref) => ({ $ref }));
  return extended.length === 0 ? null : choiceOf(asked, extended, discriminator, []);
}

/** `anyOf: [{required: ["a"]}, {required: ["b"]}]` is a rule about fields, not a shape. */
export function isOnlyAboutNames(variant: Json): boolean {
  return (
    isJsonObject(variant) &&
    Object.keys(variant).every((name) => name === 'required') &&
    Object.keys(variant).length > 0
  );
}

interface Discriminator {
  readonly name: string;
  /** Values of the field by reference; the first one counts. */
  readonly tags: ReadonlyMap<string, string>;
}

function discriminatorOf(part: JsonObject): Discriminator | null {
  const piece = own(part, 'discriminator');
  const name = typeof piece === 'string' ? piece : textIn(piece, 'propertyName');
  if (name === '') return null;
  const tags = new Map<string, string>();
  const mapping = objectIn(piece, 'mapping');
  for (const tag of Object.keys(mapping).slice(0, 2 * maxVariants)) {
    const target = textIn(mapping, tag);
    // A plain name is one of the schemas (OpenAPI 3, Discriminator Object).
    const reference = /^[\w.-]+$/.test(target) ? `#/components/schemas/${target}` : target;
    if (target !== '' && !tags.has(reference)) tags.set(reference, tag);
  }
  return { name, tags };
}

/** The common part of all variants: a part without its references and one keyword. */
function without(part: JsonObject, keyword: string | null): readonly JsonObject[] {
  const left = Object.keys(part).filter((name) => name !== keyword && !besides.has(name));
  if (left.length === 0) return [];
  return [Object.fromEntries(left.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])))];
}

/** Keywords about the whole, and keywords that the parts came from. */
const besides: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'discriminator', 'examples', 'xml', 'externalDocs'],
  ...wordsBesideReference,
]);

function choiceOf(
  { definition, above }: Asked,
  listed: readonly Json[],
  discriminator: Discriminator | null,
  common: readonly JsonObject[],
): Choice {
  const variants: Variant[] = [];
  const seen = new Set<Json>();
  let isNullable = false;
  let isAboutAbove = false;
  const hops = { left: 2 * maxVariants };
  for (const schema of listed.slice(0, maxVariants)) {
    const resolved = resolveReference(definition.document, schema, hops);
    const value = resolved.ok ? resolved.value : schema;
    if (isOnlyNull(value)) isNullable = true;
    else if (above.has(value)) isAboutAbove = true;
    else if (!seen.has(value)) {
      isNullable ||= isTrueIn(value, 'nullable') || typesOf(value).includes('null');
      const tag = tagOf(definition, schema, value, discriminator, hops);
      const names = [tag ?? '', plainProse(textIn(value, 'title')), schemaNameIn(schema)];
      const name = names.find(isReadable) ?? onlyValueIn(value) ?? describe(value, variants.length);
      variants.push({ name, tag, schema: common.length === 0 ? schema : { allOf: [...common, schema] } });
    }
    seen.add(value);
  }
  const total = variants.length + Math.max(0, listed.length - maxVariants);
  return { variants, total, discriminator: discriminator?.name ?? null, isNullable, isAboutAbove };
}

/** Rejects file names and paths, which are titles and references in a definition bundled from files. */
function isReadable(name: string): boolean {
  return name.trim() !== '' && !/^(?:#|[a-z][a-z+.-]*:\/\/|\.{0,2}\/)|\.(?:ya?ml|json)(?:#|$)/i.test(name);
}

/** `…/oneOf/3` and `…/schema` name no schema. */
function schemaNameIn(schema: Json): string {
  const reference = referenceOf(schema) ?? '';
  const isNamed = /\/(?:schemas|definitions|\$defs|properties)\/[^/]+$/.test(reference);
  return isNamed ? nameOfReference(reference) : '';
}

/** The value of the first field that allows only one, such as `{"type": {"const": "a"}}`. */
function onlyValueIn(value: Json): string | undefined {
  const fields = objectIn(value, 'properties');
  return (
    Object.keys(fields)
      .map((name) => onlyValueOf(own(fields, name)))
      .find((only) => only !== null && isReadable(only)) ?? undefined
  );
}

function onlyValueOf(field: Json | undefined): string | null {
  const listed = listIn(field, 'enum');
  const only = own(field, 'const') ?? (listed.length === 1 ? listed[0] : undefined);
  return typeof only === 'string' ? only : null;
}

/** `{type: "null"}`, `{nullable: true}` and the like allow null, or add it to the other variants. */
function isOnlyNull(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value).filter((name) => name !== 'title' && name !== 'description' && name !== 'default');
  if (names.length === 0 || names.length > 2) return false;
  const values = listIn(value, 'enum');
  return names.every(
    (name) =>
      (name === 'nullable' && value[name] === true) ||
      (name === 'type' && typesOf(value).every((type) => type === 'null') && typesOf(value).length > 0) ||
      (name === 'const' && value[name] === null) ||
      (name === 'enum' && values.length === 1 && values[0] === null),
  );
}

/** Null when the variant has no value of the discriminator. */
function tagOf(
  { document }: Document,
  schema: Json,
  value: Json,
  discriminator: Discriminator | null,
  hops: HopBudget,
): string | null {
  if (discriminator === null) return null;
  const reference = referenceOf(schema) ?? '';
  const mapped = discriminator.tags.get(reference);
  if (mapped !== undefined) return mapped;
  const follow = (piece: Json): Json => {
    const resolved = resolveReference(document, piece, hops);
    return resolved.ok ? resolved.value : null;
  };
  const fieldIn = (part: Json): Json | undefined => own(objectIn(part, 'properties'), discriminator.name);
  // Searches a base only when the variant itself does not describe the field.
  const field =
    fieldIn(value) ??
    listIn(value, 'allOf')
      .map((part) => fieldIn(follow(part)))
      .findLast((one) => one !== undefined);
  const only = onlyValueOf(field);
  if (only !== null) return only;
  const values = field === undefined ? [] : listIn(follow(field), 'enum');
  // The schema's name is the default value, unless the field cannot have it.
  if (values.length > 0 && !values.includes(nameOfReference(reference))) return null;
  return /^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(reference) ? nameOfReference(reference) : null;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['integer', 'whole number'],
  ['number', 'number'],
  ['boolean', 'yes or no'],
  ['array', 'list'],
  ['object', 'object'],
]);

function describe(value: Json, at: number): string {
  const [type] = typesOf(value);
  const kind = kinds.get(type ?? '') ?? (isJsonObject(value) ? 'shape' : kindOf(value));
  return type === undefined || type === 'object' ? `${kind} ${String(at + 1)}` : kind;
}

/** One variant for each type, when a schema allows several. */
export function choiceOfTypes(types: readonly string[], parts: readonly JsonObject[]): readonly Variant[] {
  const common = parts.flatMap((part) => without(part, 'type'));
  return types.map((type) => ({ name: kinds.get(type) ?? type, tag: null, schema: { allOf: [...common, { type }] } }));
}
