/** The body that an operation takes, and the bodies that it answers. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import type { DefinedOperation, DefinedResponse, Definition, RequestBody } from './definition.ts';
import { type Document, type OperationSource, parametersOf } from './parameters.ts';
import { isTrueIn, listIn, objectIn, own, textIn } from './json-access.ts';
import type { JsonPieces } from './json-pieces.ts';
import { proseIn } from './prose.ts';
import { resolveReference } from './reference.ts';

const json = 'application/json';

/** Null when it takes none. */
export function bodyOf(definition: Document, operation: OperationSource): RequestBody | null {
  if (operation.method === 'GET' || operation.method === 'HEAD') return null;
  return definition.dialect === 'Swagger 2'
    ? bodyParameterOf(definition, operation)
    : requestBodyOf(definition, operation);
}

function requestBodyOf({ document }: Document, { source }: OperationSource): RequestBody | null {
  const piece = own(source, 'requestBody');
  if (piece === undefined || piece === null) return null;
  const resolved = resolveReference(document, piece);
  // A body that cannot be resolved takes any JSON, and its shape says why.
  if (!resolved.ok || !isJsonObject(resolved.value)) return { ...anyBody, schema: piece };
  const { value } = resolved;
  const facts = { isRequired: isTrueIn(value, 'required'), description: proseIn(value, 'description') };
  const content = own(value, 'content');
  const types = isJsonObject(content) ? Object.keys(content) : [];
  const type = bestOf(types);
  if (type === undefined) return { ...anyBody, ...facts };
  return { ...facts, ...sentAs(type), schema: own(own(content, type), 'schema') ?? {} };
}

const anyBody: RequestBody = { type: json, isRequired: false, description: '', schema: {}, unusable: null };

/** Swagger 2.0: one parameter is the body, or several are the fields of a form. */
function bodyParameterOf({ document }: Document, { source, pathItem }: OperationSource): RequestBody | null {
  const pieces = [...listIn(pathItem, 'parameters'), ...listIn(source, 'parameters')].flatMap((piece) => {
    const resolved = resolveReference(document, piece);
    return resolved.ok && ['body', 'formData'].includes(textIn(resolved.value, 'in')) ? [resolved.value] : [];
  });
  const last = pieces.at(-1);
  if (last === undefined) return null;
  const consumed = typesIn(source, document, 'consumes');
  const type = textIn(last, 'in') === 'body' ? bestOf(consumed) : (consumed.find(isForm) ?? 'multipart/form-data');
  return {
    isRequired: pieces.some((piece) => isTrueIn(piece, 'required')),
    description: proseIn(last, 'description'),
    ...sentAs(type ?? json),
    schema: own(last, 'schema') ?? {},
  };
}

function isForm(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type);
}

function typesIn(source: JsonObject, document: JsonPieces, name: 'consumes' | 'produces'): readonly string[] {
  const named = listIn(source, name);
  return (named.length > 0 ? named : listIn(document.root, name)).filter((type) => typeof type === 'string');
}

/** A media type without its parameters, such as `charset`. */
function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Preference: `application/json`, other JSON, special kinds of JSON, then any other type. */
function rankOf(type: string): number {
  const bare = bareType(type);
  if (bare === json) return 0;
  if (bare === 'text/json') return 1;
  if (isAnyJson(bare)) return 2;
  return isSpecialJson(bare) ? 3 : 4;
}

function bestOf(types: readonly string[]): string | undefined {
  if (types.includes(json)) return json;
  return types.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

function isAnyJson(bare: string): boolean {
  return bare === 'application/*+json' || bare === 'application/*' || bare === '*/*';
}

function isSpecialJson(bare: string): boolean {
  return /^[a-z]+\/[a-z\d.-]+\+json$/.test(bare);
}

function sentAs(type: string): Pick<RequestBody, 'type' | 'unusable'> {
  const bare = bareType(type);
  if (bare === json || isAnyJson(bare)) return { type: json, unusable: null };
  if (bare === 'text/json' || isSpecialJson(bare)) return { type: bare, unusable: null };
  return {
    type: bare.slice(0, longestType),
    unusable: `Its body is ${bare.slice(0, longestType) || 'of no type'}. rollcall sends only JSON.`,
  };
}

const longestType = 40;

/** Why a required body cannot be sent, as a sentence; null when it can. */
export function whyBodyBlocks(definition: Document, operation: OperationSource): string | null {
  if (own(operation.source, 'requestBody') === undefined && definition.dialect === 'OpenAPI 3') return null;
  const body = bodyOf(definition, operation);
  return body?.isRequired === true ? body.unusable : null;
}

/** Responses by status, in the document's order. */
export function responsesOf(
  definition: Document,
  { source }: Pick<OperationSource, 'source'>,
): readonly DefinedResponse[] {
  const responses = objectIn(source, 'responses');
  return Object.keys(responses).flatMap((status) => {
    if (!/^(?:[1-5](?:\d\d|XX)|default)$/i.test(status)) return [];
    const resolved = resolveReference(definition.document, own(responses, status) ?? null);
    if (!resolved.ok) return [{ status, description: resolved.reason, bodies: [] }];
    const { value } = resolved;
    return [{ status, description: proseIn(value, 'description'), bodies: bodiesOf(definition, source, value) }];
  });
}

function bodiesOf({ document, dialect }: Document, source: JsonObject, response: Json): DefinedResponse['bodies'] {
  if (dialect === 'Swagger 2') {
    const schema = own(response, 'schema');
    if (schema === undefined) return [];
    const produced = typesIn(source, document, 'produces');
    return (produced.length > 0 ? produced : [json]).map((type) => ({ type, schema })).toSorted(jsonFirst);
  }
  const content = objectIn(response, 'content');
  return Object.keys(content)
    .map((type) => ({ type, schema: own(own(content, type), 'schema') ?? {} }))
    .toSorted(jsonFirst);
}

function jsonFirst(one: { readonly type: string }, other: { readonly type: string }): number {
  return rankOf(one.type) - rankOf(other.type);
}

/** Does the definition say that it answers with a web page? Else one comes from a proxy on the way. */
export function mayAnswerHtml(definition: Document, operation: DefinedOperation): boolean {
  return responsesOf(definition, operation).some(({ bodies }) => bodies.some(({ type }) => /html/i.test(type)));
}

/** Can the operation be used with no value beyond its path? */
export function needsPathAlone(definition: Definition, operation: DefinedOperation): boolean {
  if (operation.unusable !== null) return false;
  // Bodies of a GET are ignored, so the method is changed to find one that the document requires.
  if (bodyOf(definition, { ...operation, method: 'PUT' })?.isRequired === true) return false;
  return parametersOf(definition, operation).every(({ in: place, isRequired }) => place === 'path' || !isRequired);
}
