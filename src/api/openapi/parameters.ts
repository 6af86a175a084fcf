/** Parameters of an operation: in its path, its query and a few headers. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import { headerStanding } from '../http/misleading-headers.ts';
import { type Document, type OperationSource, type Parameter, typesOf } from './definition.ts';
import { collectionWriting, formWriting, strangeWriting, type Writing } from './form-writing.ts';
import { placeholdersIn } from './path-form.ts';
import { proseIn } from './prose.ts';
import {
  isTrueIn,
  kindOf,
  listIn,
  objectIn,
  own,
  textIn,
  type HopBudget,
  mediaTypeIn,
  nameOfReference,
  referenceOf,
  resolveReference,
} from './json-pieces.ts';
import { shapeOf } from './shape.ts';

/** Maximum number of references that the parameters of one operation may follow. */
const maxHops = 2000;

/** Path parameters in the path's order, then the others in the document's order. The operation's own win. */
export function parametersOf(definition: Document, operation: OperationSource): readonly Parameter[] {
  const budget = { left: maxHops };
  const declared = new Map<string, Declared>();
  for (const holder of [operation.pathItem, operation.source]) {
    for (const [at, piece] of listIn(holder, 'parameters').entries()) {
      const parameter = parameterOf(definition, piece, at, budget);
      if (parameter !== null) declared.set(parameter.whole === undefined ? keyOf(parameter) : '', parameter);
    }
  }
  const names = placeholdersIn(operation.path);
  const inPath = names.map((name) => declared.get(keyOf({ name, in: 'path' })) ?? makeUndeclared(name));
  const others = [...declared.values()].flatMap((parameter) => {
    if (parameter.whole !== undefined) return wholeQueryOf(definition, parameter, parameter.whole, budget);
    if (parameter.in !== 'path') return [parameter];
    return names.includes(parameter.name)
      ? []
      : [{ ...parameter, isRequired: false, unusable: 'The path does not name it.' }];
  });
  return [...inPath, ...others];
}

const withoutFields = 'It is the whole query, and has no fields.';

interface Declared extends Parameter {
  /** Set for the parameter that is the whole query (`in: querystring`, OpenAPI 3.2); there is at most one. */
  readonly whole?: Content;
}

/** One parameter for each field of a query that is a form; a single one when the fields have no names. */
function wholeQueryOf(
  definition: Document,
  { name: whole, isRequired, description, unusable }: Declared,
  { type, schema, encoding }: Content,
  budget: HopBudget,
): readonly Parameter[] {
  const parameter = { ...unknown, name: whole, isRequired, description, unusable, explode: true, schema };
  if (unusable !== null) return [parameter];
  const shape = shapeOf(definition, schema);
  if (shape.kind !== 'object') return [{ ...parameter, unusable: withoutFields }];
  const { fields } = formWriting(definition, schema, encoding, type);
  const isObject = (field: Json): boolean => {
    const resolved = resolveReference(definition.document, field, budget);
    return (
      resolved.ok && (typesOf(resolved.value).includes('object') || own(resolved.value, 'properties') !== undefined)
    );
  };
  const named = shape.fields.map(({ name, isRequired: isNeeded, schema: field }): Parameter => {
    const writing = fields.get(name);
    const style = writing?.style ?? (isObject(field) ? 'json' : 'form');
    const about = { name, style, explode: writing?.explode ?? true, schema: field, description: '' };
    return { ...parameter, ...about, isRequired: isRequired && isNeeded };
  });
  return named.length > 0 ? named : [parameter];
}

/** Header names are case-insensitive. */
function keyOf({ name, in: place }: Pick<Parameter, 'name' | 'in'>): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function makeUndeclared(name: string): Parameter {
  return { ...unknown, name, in: 'path', isRequired: true, style: 'simple', isDeclared: false };
}

const unknown: Parameter = {
  name: '',
  in: 'query',
  isRequired: false,
  description: '',
  style: 'form',
  explode: false,
  schema: { type: 'string' },
  unusable: null,
  isDeclared: true,
};

/** Null when it is not a parameter, such as the body of Swagger 2.0. */
function parameterOf(definition: Document, piece: Json, at: number, budget: HopBudget): Declared | null {
  const resolved = resolveReference(definition.document, piece, budget);
  if (!resolved.ok)
    return { ...unknown, name: nameOfReference(referenceOf(piece) ?? '') || nameAt(at), unusable: resolved.reason };
  const { value } = resolved;
  if (!isJsonObject(value)) {
    return {
      ...unknown,
      name: nameAt(at),
      unusable: `The definition has ${kindOf(value)} in the place of this parameter.`,
    };
  }
  const place = textIn(value, 'in');
  if (definition.dialect === 'Swagger 2' && (place === 'body' || place === 'formData')) return null;
  const name = textIn(value, 'name');
  const content = contentOf(definition, value);
  const facts: Parameter = {
    ...unknown,
    name: name === '' ? nameAt(at) : name,
    isRequired: isTrueIn(value, 'required'),
    description: proseIn(value, 'description'),
    schema: content?.schema ?? own(value, 'schema') ?? (own(value, 'type') === undefined ? unknown.schema : value),
    unusable: name === '' ? 'The definition does not name it.' : null,
  };
  const written = writingOf(definition, value, content);
  const unusable = facts.unusable ?? written.unusable;
  switch (place) {
    case 'path':
      return {
        ...{ ...facts, in: 'path', isRequired: true, ...simple(written, unusable) },
        ...(isTrueIn(value, 'allowReserved') && { keepsSlashes: true }),
      };
    case 'header':
      return headerIn(facts, simple(written, headerWords[headerStanding(name)] ?? unusable));
    case 'cookie':
      return { ...facts, in: 'header', unusable: 'rollcall sends no cookies.' };
    case 'query':
      return { ...facts, ...written, unusable };
    case 'querystring': {
      if (content === null) return { ...facts, unusable: withoutFields };
      const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(content.type);
      const message = `It is the whole query as "${content.type.slice(0, 30)}", which rollcall does not write.`;
      return { ...facts, whole: content, unusable: facts.unusable ?? (isForm ? null : message) };
    }
    default:
      return { ...facts, unusable: 'The definition does not say where it stands.' };
  }
}

/** A definition may require a header that rollcall always sends; such a header is not asked for. */
function headerIn(facts: Parameter, writing: Writing): Parameter {
  const isRequired = facts.isRequired && headerStanding(facts.name) !== 'own';
  return { ...facts, in: 'header', isRequired, ...writing };
}

function nameAt(at: number): string {
  return `parameter ${String(at + 1)}`;
}

function contentOf({ document }: Document, parameter: JsonObject): Content | null {
  const content = objectIn(parameter, 'content');
  const type = Object.keys(content)[0];
  if (type === undefined) return null;
  const entry = mediaTypeIn(document, content, type);
  return { type, schema: own(entry, 'schema') ?? {}, encoding: objectIn(entry, 'encoding') };
}

interface Content {
  readonly type: string;
  readonly schema: Json;
  readonly encoding: JsonObject;
}

function writingOf({ dialect }: Document, parameter: JsonObject, content: Content | null): Writing {
  if (content !== null) {
    const isJson = /^application\/json(?:;|$)/i.test(content.type);
    return { style: 'json', explode: false, unusable: isJson ? null : strangeWriting(content.type) };
  }
  if (dialect === 'Swagger 2') return collectionWriting(textIn(parameter, 'collectionFormat'));
  const style = textIn(parameter, 'style');
  const explode = own(parameter, 'explode');
  const isExploded = typeof explode === 'boolean' ? explode : style === 'form' || style === '';
  switch (style) {
    case '':
    case 'form':
    case 'simple':
      return { style: style === 'simple' ? 'simple' : 'form', explode: isExploded, unusable: null };
    case 'spaceDelimited':
    case 'pipeDelimited':
    case 'deepObject':
      return { style, explode: isExploded, unusable: null };
    default:
      return { style: 'form', explode: isExploded, unusable: strangeWriting(style) };
  }
}

/** The only style of a path or a header. */
function simple({ style, explode }: Writing, unusable: string | null): Writing {
  return style === 'form' || style === 'simple'
    ? { style: 'simple', explode: style === 'simple' && explode, unusable }
    : { style: 'simple', explode: false, unusable: unusable ?? strangeWriting(style) };
}

const headerWords = {
  own: 'Set by rollcall.',
  withheld: 'rollcall does not send this header.',
  free: null,
} as const;

/** Why a required parameter cannot be set, as a sentence; null when it can. */
export function whyParametersBlock(definition: Document, operation: OperationSource): string | null {
  const holders = [operation.pathItem, operation.source];
  const mayOneBlock = holders.some((holder) =>
    listIn(holder, 'parameters').some((piece) => mayBlock(definition, piece)),
  );
  if (!mayOneBlock) return null;
  const missing = parametersOf(definition, operation).find(
    ({ isRequired, unusable }) => isRequired && unusable !== null,
  );
  return missing === undefined ? null : `It requires "${clipName(missing.name)}". ${missing.unusable ?? ''}`;
}

/** A cheap check: most parameters need no closer look. */
function mayBlock({ document }: Document, piece: Json): boolean {
  const resolved = resolveReference(document, piece);
  if (!resolved.ok) return false;
  const { value } = resolved;
  if (own(value, 'in') !== 'path') return isTrueIn(value, 'required');
  return ['style', 'content', 'collectionFormat'].some((keyword) => own(value, keyword) !== undefined);
}

const maxNameLength = 30;

function clipName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}
