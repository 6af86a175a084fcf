/** Writes and parses the fields of a form (OpenAPI 3, "Encoding Object"; Swagger 2.0, `formData`). */
import { isJsonObject, type Json, type JsonObject, isList, jsonIn } from '../exact-json.ts';
import type { Document, ShapeField, ShapeOf, FieldWriting, FormWriting, Parameter } from './definition.ts';
import { isTrueIn, listIn, objectIn, own, resolveReference, textIn } from './json-pieces.ts';
import { type ShapeBudget, newShapeBudget, partsOf } from './variants.ts';

/** Maximum number of fields; the others can be set as JSON. */
const maxFields = 500;

type Fields = Pick<ShapeOf<'object'>, 'fields' | 'leftOut' | 'more' | 'others'>;

interface FieldsAbout {
  /** An answer has no write-only fields; a request has no read-only ones. */
  readonly isAnswer: boolean;
  /** True for a part of another value, false for a whole body. */
  readonly isPart: boolean;
}

export function fieldsOf(
  definition: Document,
  parts: readonly JsonObject[],
  budget: ShapeBudget,
  about: FieldsAbout,
): Fields {
  const schemas = new Map<string, Json[]>();
  const required = new Set<string>();
  for (const part of parts) {
    const properties = objectIn(part, 'properties');
    for (const name of Object.keys(properties)) {
      const schema = own(properties, name) ?? null;
      const earlier = schemas.get(name);
      if (earlier === undefined) schemas.set(name, [schema]);
      else if (!earlier.includes(schema)) earlier.push(schema);
    }
    for (const name of listIn(part, 'required')) if (typeof name === 'string') required.add(name);
  }
  const others = othersOf(parts, schemas.size === 0);
  const keyword = about.isAnswer ? 'writeOnly' : 'readOnly';
  const named = sortRequiredFirst([...schemas.keys()], required).map((name): Found => {
    const schema = schemaOf(schemas.get(name), others);
    const field = { name, isRequired: required.has(name), schema };
    // A base may mark a field as read-only that a later part describes again as writable.
    const last = schemas.get(name)?.at(-1) ?? schema;
    return { field, isMarked: isMarked(definition, last, budget, keyword) };
  });
  const { fields, leftOut } = about.isAnswer ? withoutMarked(named) : settable(named, about);
  const more = Math.max(0, fields.length - maxFields);
  return { fields: fields.slice(0, maxFields), leftOut: leftOut.slice(0, maxFields), more, others };
}

interface Found {
  readonly field: ShapeField;
  readonly isMarked: boolean;
}

function withoutMarked(found: readonly Found[]): Pick<Fields, 'fields' | 'leftOut'> {
  const of = (isMarked: boolean) => found.filter((one) => one.isMarked === isMarked).map(({ field }) => field);
  return { fields: of(false), leftOut: of(true) };
}

/** Fields that say which thing is meant. */
const identity = /^_?(?:id|uuid|guid|urn|identifier)$|[a-z\d]I[dD]$|[_-]id$/;
/** Fields that only say what kind of thing is meant. */
const kind = /^[@_$]?(?:type|kind|object)$|[a-z_-]type$/i;

/**
 * Drops read-only fields, but keeps the id of a reference: nothing else says which thing it means, and many
 * definitions describe a reference by the schema of an answer. In a whole body the service sets the id, even a
 * required one.
 */
function settable(found: readonly Found[], { isPart }: FieldsAbout): Pick<Fields, 'fields' | 'leftOut'> {
  const isReference = found.every(({ field, isMarked: isRead }) => isRead || kind.test(field.name));
  return withoutMarked(
    found.map((one) => {
      const { field, isMarked: isRead } = one;
      const isOffered = identity.test(field.name) && (isReference || (isPart && field.isRequired));
      if (!isRead || !isOffered) return one;
      return { field: { ...field, isRequired: field.isRequired && isReference && isPart }, isMarked: false };
    }),
  );
}

/** Required fields come first, and described ones before the others. */
function sortRequiredFirst(names: readonly string[], required: ReadonlySet<string>): readonly string[] {
  return [...new Set([...names.filter((name) => required.has(name)), ...required, ...names])];
}

/** A field that several parts describe must match all of them. */
function schemaOf(schemas: readonly Json[] | undefined, others: Json | null): Json {
  const [first, second] = schemas ?? [];
  if (first === undefined || schemas === undefined) return others ?? {};
  return second === undefined ? first : { allOf: schemas };
}

function isMarked(definition: Document, schema: Json, budget: ShapeBudget, keyword: string): boolean {
  if (isTrueIn(schema, keyword)) return true;
  if (budget.hops.left <= 0) return false;
  const resolved = resolveReference(definition.document, schema, budget.hops);
  if (!resolved.ok) return false;
  const { value } = resolved;
  return isTrueIn(value, keyword) || listIn(value, 'allOf').some((part) => isTrueIn(part, keyword));
}

/** Schema of fields with other names; null when they are not allowed. */
function othersOf(parts: readonly JsonObject[], isWithoutFields: boolean): Json | null {
  for (const part of parts.toReversed()) {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      const piece = own(part, keyword);
      if (piece === false) return null;
      if (piece === true) return {};
      if (isJsonObject(piece)) return piece;
    }
    const patterns = objectIn(part, 'patternProperties');
    const [pattern] = Object.keys(patterns);
    if (pattern !== undefined) return own(patterns, pattern) ?? {};
  }
  return isWithoutFields ? {} : null;
}

/** Accepts anything when no part has `items`. */
export function itemsOf(parts: readonly JsonObject[]): Json {
  for (const part of parts.toReversed()) {
    const items = own(part, 'items');
    if (items !== undefined) return isList(items) ? {} : items;
  }
  return {};
}

export function isFormType(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/.test(type);
}

export function formWriting(definition: Document, schema: Json, encoding: JsonObject, type: string): FormWriting {
  const fields = new Map<string, FieldWriting>();
  for (const [name, property] of propertiesOf(definition, schema)) {
    fields.set(name, { ...encodingOf(objectIn(encoding, name)), isFile: isFile(definition, property) });
  }
  return { isMultipart: type.startsWith('multipart'), fields };
}

/** Includes the properties of every variant, because the intended variant is unknown here. */
function propertiesOf(definition: Document, schema: Json, levels = deepestFile): readonly (readonly [string, Json])[] {
  const found = partsOf(definition, schema, newShapeBudget());
  if (!found.ok) return [];
  return found.parts.flatMap((part) => [
    ...(levels === 0 ? [] : variantsIn(part).flatMap((one) => propertiesOf(definition, one, levels - 1))),
    ...Object.entries(objectIn(part, 'properties')),
  ]);
}

/** Maximum levels of lists and variants in which a file is searched for. */
const deepestFile = 2;

function variantsIn(part: JsonObject): readonly Json[] {
  return [...listIn(part, 'anyOf'), ...listIn(part, 'oneOf')];
}

function isFile(definition: Document, schema: Json, levels = deepestFile): boolean {
  const found = partsOf(definition, schema, newShapeBudget());
  if (!found.ok) return false;
  const { parts } = found;
  if (parts.some(isBinary)) return true;
  if (levels === 0) return false;
  const below = [...parts.flatMap(variantsIn), itemsOf(parts)];
  return below.some((one) => isJsonObject(one) && isFile(definition, one, levels - 1));
}

function isBinary(part: JsonObject): boolean {
  if (textIn(part, 'format') === 'binary' || textIn(part, 'type') === 'file') return true;
  return textIn(part, 'contentMediaType') !== '' && textIn(part, 'contentEncoding') === '';
}

/** Without a style, a list becomes several fields, and an object becomes JSON. */
function encodingOf(encoding: JsonObject): Omit<FieldWriting, 'isFile'> {
  const style = styles.find((one) => one === textIn(encoding, 'style')) ?? null;
  const explode = own(encoding, 'explode');
  const isExploded = typeof explode === 'boolean' ? explode : style === null || style === 'form';
  const [type = ''] = textIn(encoding, 'contentType').split(',');
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(type.trim()) ? type.trim() : null;
  return { style: style ?? (typeof explode === 'boolean' ? 'form' : null), explode: isExploded, contentType };
}

const styles: readonly Parameter['style'][] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

/** Swagger 2.0: the fields of a form are parameters. */
export function formOfParameters(pieces: readonly Json[], type: string): { schema: JsonObject; form: FormWriting } {
  const fields = new Map<string, FieldWriting>();
  const properties = new Map<string, Json>();
  const required: string[] = [];
  for (const piece of pieces) {
    const name = textIn(piece, 'name');
    if (!isJsonObject(piece) || name === '') continue;
    const isFileField = textIn(piece, 'type') === 'file';
    const { style, explode } = collectionWriting(textIn(piece, 'collectionFormat'));
    fields.set(name, { style, explode, contentType: null, isFile: isFileField });
    const { required: isRequired, ...about } = piece;
    properties.set(name, isFileField ? { ...about, type: 'string', format: 'binary' } : about);
    if (isRequired === true) required.push(name);
  }
  return {
    schema: { type: 'object', properties: Object.fromEntries(properties), required },
    form: { isMultipart: type.startsWith('multipart'), fields },
  };
}

export type Writing = Pick<Parameter, 'style' | 'explode' | 'unusable'>;

/** Swagger 2.0 (Parameter Object, `collectionFormat`). */
export function collectionWriting(format: string): Writing {
  switch (format) {
    case '':
    case 'csv':
      return { style: 'form', explode: false, unusable: null };
    case 'multi':
      return { style: 'form', explode: true, unusable: null };
    case 'ssv':
      return { style: 'spaceDelimited', explode: false, unusable: null };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false, unusable: null };
    default:
      return { style: 'form', explode: false, unusable: strangeWriting(format) };
  }
}

export function strangeWriting(way: string): string {
  return `It is written as "${way.slice(0, 30)}", which rollcall does not know.`;
}

// Parses the text of a body as a service would: JSON, or the fields of a form.

export interface FormPart {
  readonly name: string;
  readonly value: string;
  /** Media type of the part; null when the part names none. */
  readonly type: string | null;
  readonly at: number;
  readonly end: number;
}

/** Null when the text is not a form. */
export function formFieldsIn(text: string): readonly FormPart[] | null {
  const boundary = /^(--[\w'()+,./:=? -]{1,70})\r\n/.exec(text)?.[1];
  if (boundary !== undefined) return partsIn(text, boundary);
  // A pattern that goes over the whole text and back needs a stack as long as the text.
  const nameEnd = text.search(/[\s=&]/);
  return nameEnd > 0 && text[nameEnd] === '=' ? pairsIn(text) : null;
}

function pairsIn(text: string): readonly FormPart[] {
  let at = 0;
  return text.split('&').map((pair) => {
    const from = at;
    at += pair.length + 1;
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    const sign = pair.indexOf('=');
    return { name, value, type: null, at: sign < 0 ? from + pair.length : from + sign + 1, end: from + pair.length };
  });
}

function partsIn(text: string, boundary: string): readonly FormPart[] {
  const fields: FormPart[] = [];
  for (let from = boundary.length; ;) {
    const head = text.indexOf('\r\n\r\n', from);
    const end = text.indexOf(`\r\n${boundary}`, head + 2);
    if (head < 0 || end < 0) return fields;
    const said = text.slice(from, head);
    const name = /;\s*name="([^"]*)"/i.exec(said)?.[1] ?? '';
    const type = /^content-type:\s*(\S+)\s*$/im.exec(said)?.[1] ?? null;
    const at = head + 4;
    fields.push({ name: plain(name), value: text.slice(at, Math.max(at, end)), type, at, end: Math.max(at, end) });
    from = end + 2 + boundary.length;
  }
}

function plain(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** Undefined when the body is neither JSON nor a form. */
export function bodyValue(text: string): Json | undefined {
  const json = jsonIn(text);
  if (json !== undefined) return json;
  const fields = formFieldsIn(text);
  if (fields === null) return undefined;
  const values = new Map<string, Json>();
  for (const { name, value: written, type } of fields) {
    const value = (type !== null && /json$/i.test(type) ? jsonIn(written) : undefined) ?? written;
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [...(isList(earlier) ? earlier : [earlier]), value]);
  }
  return Object.fromEntries(values);
}
