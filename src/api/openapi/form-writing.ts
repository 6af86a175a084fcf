/**
 * How the fields of a form are written (OpenAPI 3, "Encoding Object"; Swagger 2.0, `formData`), and how a service
 * parses them.
 */
import { isJsonObject, type Json, type JsonObject, isList, jsonIn } from '../exact-json.ts';
import type { Document, FieldWriting, FormWriting, Parameter } from './definition.ts';
import { itemsOf } from './object-fields.ts';
import { newShapeBudget, partsOf } from './variants.ts';
import { listIn, objectIn, own, textIn } from './json-pieces.ts';

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
