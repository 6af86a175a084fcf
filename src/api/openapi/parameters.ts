/** Parameters of an operation: in its path, its query and a few headers. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import { headerStanding } from '../http/misleading-headers.ts';
import type { DefinedOperation, Definition, Parameter } from './definition.ts';
import { placeholdersIn } from './path-form.ts';
import { proseIn } from './prose.ts';
import { isTrueIn, kindOf, listIn, objectIn, own, textIn } from './json-access.ts';
import { type HopBudget, nameOfReference, referenceOf, resolveReference } from './reference.ts';

/** The part of a definition that references are looked up in. */
export type Document = Pick<Definition, 'document' | 'dialect'>;

/** The part of an operation that its parameters and body are looked up in. */
export type OperationSource = Pick<DefinedOperation, 'method' | 'path' | 'source' | 'pathItem'>;

/** Limit on the references that the parameters of one operation may follow. */
const mostHops = 2000;

/** Path parameters first, in the path's order; then the others in the document's order. The operation's own win. */
export function parametersOf(definition: Document, operation: OperationSource): readonly Parameter[] {
  const budget = { left: mostHops };
  const declared = new Map<string, Parameter>();
  for (const holder of [operation.pathItem, operation.source]) {
    for (const [at, piece] of listIn(holder, 'parameters').entries()) {
      const parameter = parameterOf(definition, piece, at, budget);
      if (parameter !== null) declared.set(keyOf(parameter), parameter);
    }
  }
  const names = placeholdersIn(operation.path);
  const inPath = names.map((name) => declared.get(keyOf({ name, in: 'path' })) ?? undeclared(name));
  const others = [...declared.values()].flatMap((parameter) => {
    if (parameter.in !== 'path') return [parameter];
    return names.includes(parameter.name)
      ? []
      : [{ ...parameter, isRequired: false, unusable: 'The path does not name it.' }];
  });
  return [...inPath, ...others];
}

/** Names of headers are compared without their case. */
function keyOf({ name, in: place }: Pick<Parameter, 'name' | 'in'>): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function undeclared(name: string): Parameter {
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
function parameterOf(definition: Document, piece: Json, at: number, budget: HopBudget): Parameter | null {
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
  const content = contentOf(value);
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
    default:
      return { ...facts, unusable: 'The definition does not say where it stands.' };
  }
}

/** A definition may require a header that every request has: nobody is asked for it. */
function headerIn(facts: Parameter, writing: Writing): Parameter {
  const isRequired = facts.isRequired && headerStanding(facts.name) !== 'own';
  return { ...facts, in: 'header', isRequired, ...writing };
}

function nameAt(at: number): string {
  return `parameter ${String(at + 1)}`;
}

type Writing = Pick<Parameter, 'style' | 'explode' | 'unusable'>;
type Content = { readonly type: string; readonly schema: Json };

/** Content of a parameter that is written as a media type. */
function contentOf(parameter: JsonObject): Content | null {
  const content = objectIn(parameter, 'content');
  const type = Object.keys(content)[0];
  return type === undefined ? null : { type, schema: own(own(content, type), 'schema') ?? {} };
}

function writingOf({ dialect }: Document, parameter: JsonObject, content: Content | null): Writing {
  if (content !== null) {
    const isJson = /^application\/json(?:;|$)/i.test(content.type);
    return { style: 'json', explode: false, unusable: isJson ? null : strange(content.type) };
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
      return { style: 'form', explode: isExploded, unusable: strange(style) };
  }
}

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
      return { style: 'form', explode: false, unusable: strange(format) };
  }
}

/** The only style of a path or a header. */
function simple({ style, explode }: Writing, unusable: string | null): Writing {
  return style === 'form' || style === 'simple'
    ? { style: 'simple', explode: style === 'simple' && explode, unusable }
    : { style: 'simple', explode: false, unusable: unusable ?? strange(style) };
}

function strange(way: string): string {
  return `It is written as "${way.slice(0, 30)}", which rollcall does not know.`;
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
  return missing === undefined ? null : `It requires "${clipped(missing.name)}". ${missing.unusable ?? ''}`;
}

/** A quick test: most parameters need no closer look. */
function mayBlock({ document }: Document, piece: Json): boolean {
  const resolved = resolveReference(document, piece);
  if (!resolved.ok) return false;
  const { value } = resolved;
  if (own(value, 'in') !== 'path') return isTrueIn(value, 'required');
  return ['style', 'content', 'collectionFormat'].some((keyword) => own(value, keyword) !== undefined);
}

const longestName = 30;

function clipped(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
