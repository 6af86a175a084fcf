/** The body that an operation accepts, its missing fields, and the bodies of its answers. */
import { isJsonObject, type Json, type JsonObject, isList } from '../exact-json.ts';
import { hasBody } from '../operations.ts';
import type {
  DefinedOperation,
  DefinedResponse,
  Definition,
  Document,
  OperationSource,
  RequestBody,
  Missing,
  Shape,
  ShapeOf,
} from './definition.ts';
import { parametersOf } from './parameters.ts';
import {
  isTrueIn,
  type JsonPieces,
  listIn,
  objectIn,
  own,
  textIn,
  mediaTypeIn,
  resolveReference,
} from './json-pieces.ts';
import { proseIn } from './prose.ts';
import { formOfParameters, formWriting, isFormType } from './form-writing.ts';
import { isOnlyAboutNames, newShapeBudget, partsOf } from './variants.ts';
import { shapeOf } from './shape.ts';

const json = 'application/json';
const multipart = 'multipart/form-data';

/** The type of a JSON Patch (RFC 6902). */
export const jsonPatch = 'application/json-patch+json';

/**
 * Reads the body of an operation; null when it has none. `wanted` chooses one of its types; without it, the preferred
 * type that can be sent is chosen.
 */
export function bodyOf(
  definition: Document,
  operation: OperationSource,
  wanted: string | null = null,
): RequestBody | null {
  const body = declaredBody(definition, operation, wanted);
  return (
    body && {
      ...body,
      missing: (value) => missingFields(definition, body.schema, value),
      canBeNull: (name) => canFieldBeNull(definition, body.schema, name),
      takes: (name) => takesField(definition, body.schema, name),
    }
  );
}

type DeclaredBody = Omit<RequestBody, 'missing' | 'canBeNull' | 'takes'>;

function declaredBody(
  definition: Document,
  operation: OperationSource,
  wanted: string | null = null,
): DeclaredBody | null {
  if (!hasBody(operation.method)) return null;
  return definition.dialect === 'Swagger 2'
    ? bodyParameterOf(definition, operation, wanted)
    : requestBodyOf(definition, operation, wanted);
}

function requestBodyOf(definition: Document, { source }: OperationSource, wanted: string | null): DeclaredBody | null {
  const piece = own(source, 'requestBody');
  if (piece === undefined || piece === null) return null;
  const resolved = resolveReference(definition.document, piece);
  // An unresolvable body accepts any JSON; its shape gives the reason.
  if (!resolved.ok || !isJsonObject(resolved.value)) return { ...anyBody, schema: piece };
  const { value } = resolved;
  const facts = { isRequired: isTrueIn(value, 'required'), description: proseIn(value, 'description') };
  const content = own(value, 'content');
  const declared = isJsonObject(content) ? Object.keys(content) : [];
  const types = sendableOf(declared);
  const type = types.includes(wanted ?? '') ? wanted : (types[0] ?? bestOf(declared));
  if (type === undefined || type === null) return { ...anyBody, ...facts };
  const entry = mediaTypeIn(definition.document, content, declared.find((one) => sentType(one) === type) ?? type);
  const schema = isFileType(type) ? fileSchema : (own(entry, 'schema') ?? {});
  const form = isFormType(type) ? formWriting(definition, schema, objectIn(entry, 'encoding'), type) : null;
  return { ...facts, ...chooseBodyKind(type), types, schema, form };
}

const anyBody: DeclaredBody = {
  ...{ type: json, types: [json], isRequired: false, description: '', schema: {}, form: null },
  ...{ isFile: false, unusable: null },
};

const fileSchema: Json = { type: 'string', format: 'binary' };

/** Swagger 2.0: either one parameter is the body, or several are the fields of a form. */
function bodyParameterOf(
  { document }: Document,
  { source, pathItem }: OperationSource,
  wanted: string | null,
): DeclaredBody | null {
  const pieces = [...listIn(pathItem, 'parameters'), ...listIn(source, 'parameters')].flatMap((piece) => {
    const resolved = resolveReference(document, piece);
    return resolved.ok && ['body', 'formData'].includes(textIn(resolved.value, 'in')) ? [resolved.value] : [];
  });
  const last = pieces.at(-1);
  if (last === undefined) return null;
  const consumed = typesIn(source, document, 'consumes');
  const isWhole = textIn(last, 'in') === 'body';
  const facts = {
    // The body of the operation replaces that of its path.
    isRequired: (isWhole ? [last] : pieces).some((piece) => isTrueIn(piece, 'required')),
    description: proseIn(last, 'description'),
  };
  if (isWhole) {
    const types = consumed.length === 0 ? [json] : sendableOf(consumed).filter((one) => !isFormType(one));
    const type = types.find((one) => one === wanted) ?? types[0] ?? bestOf(consumed) ?? json;
    const schema = isFileType(type) ? fileSchema : (own(last, 'schema') ?? {});
    return { ...facts, ...chooseBodyKind(type), types, schema, form: null };
  }
  const fields = pieces.filter((piece) => textIn(piece, 'in') === 'formData');
  const forms = sendableOf(consumed).filter(isFormType);
  const hasFile = fields.some((piece) => textIn(piece, 'type') === 'file');
  const plain = hasFile ? multipart : 'application/x-www-form-urlencoded';
  const types = hasFile || forms.length === 0 ? [plain] : forms;
  const type = types.find((one) => one === wanted) ?? types[0] ?? plain;
  return { ...facts, type, types, isFile: false, unusable: null, ...formOfParameters(fields, type) };
}

function typesIn(source: JsonObject, document: JsonPieces, name: 'consumes' | 'produces'): readonly string[] {
  // An empty list of the operation clears the list of the definition.
  const holder = isList(own(source, name)) ? source : document.root;
  return listIn(holder, name).filter((type) => typeof type === 'string');
}

/** The type without parameters such as `charset`. */
function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Preference: `application/json`, other JSON, special kinds of JSON, forms, JSON Patch, files, then invalid types. */
function rankOf(type: string): number {
  const bare = bareType(type);
  if (bare === json) return 0;
  if (bare === 'text/json') return 1;
  if (isAnyJson(bare)) return 2;
  // JSON Patch (RFC 6902) is a list of operations, but nearly every form describes an object, which merge patch (RFC
  // 7396) accepts.
  if (bare === jsonPatch) return 5.5;
  if (isJsonType(bare)) return bare === 'application/merge-patch+json' ? 3 : 3.5;
  if (isFormType(bare)) return bare === multipart ? 5 : 4;
  // `image/*` is a range of types, but a request has one type.
  return bare.length <= maxTypeLength && /^[a-z\d][\w.+-]*\/[a-z\d][\w.+-]*$/.test(bare) ? 6 : unsendable;
}

const unsendable = 7;

/** A body that is neither JSON nor a form is sent unchanged from a file. */
function isFileType(type: string): boolean {
  return rankOf(type) === 6;
}

function bestOf(types: readonly string[]): string | undefined {
  return types.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** The types that rollcall can write, preferred ones first. */
function sendableOf(types: readonly string[]): readonly string[] {
  const sorted = types.toSorted((one, other) => rankOf(one) - rankOf(other));
  return [...new Set(sorted.filter((type) => rankOf(type) < unsendable).map(sentType))];
}

function isAnyJson(bare: string): boolean {
  return bare === 'application/*+json' || bare === 'application/*' || bare === '*/*';
}

/** JSON, or a type based on it such as `application/merge-patch+json`; without parameters, in lower case. */
export function isJsonType(bare: string): boolean {
  return bare.length <= maxTypeLength && /^(?:(?:application|text)\/json|[a-z]+\/[\w.-]+\+json)$/.test(bare);
}

/** The type without parameters; `application/json` for a range of types that includes it. */
function sentType(type: string): string {
  const bare = bareType(type);
  return isAnyJson(bare) ? json : bare;
}

function chooseBodyKind(declared: string): Pick<RequestBody, 'type' | 'isFile' | 'unusable'> {
  const type = sentType(declared);
  if (rankOf(declared) < unsendable) return { type, isFile: isFileType(type), unusable: null };
  const shown = type.slice(0, 80) || 'of no type';
  return {
    type: type.slice(0, maxTypeLength),
    isFile: false,
    unusable: `Its body is ${shown}, which is no single media type.`,
  };
}

/** Twice the maximum length of a registered name, and a slash (RFC 6838, 4.2). */
const maxTypeLength = 255;

/** Why a required body cannot be sent, as a sentence; null when it can. */
export function whyBodyBlocks(definition: Document, operation: OperationSource): string | null {
  const piece = own(operation.source, 'requestBody');
  if (definition.dialect === 'OpenAPI 3') {
    const resolved = piece === undefined || piece === null ? null : resolveReference(definition.document, piece);
    // The fields of a form are checked when the form is opened.
    if (resolved?.ok !== true || !isTrueIn(resolved.value, 'required')) return null;
    if (!hasBody(operation.method)) return missingBodySentence(operation.method);
    const types = Object.keys(objectIn(resolved.value, 'content'));
    if (types.length === 0 || types.some((type) => rankOf(type) < unsendable)) return null;
  }
  // Swagger 2 declares the body among the parameters, whatever the method is.
  const body = declaredBody(definition, { ...operation, method: 'PUT' });
  if (body?.isRequired !== true) return null;
  return hasBody(operation.method) ? body.unusable : missingBodySentence(operation.method);
}

/** Without its body the request would differ from the one that the definition describes. */
function missingBodySentence(method: string): string {
  return `It needs a body, and rollcall sends none with ${method}.`;
}

/** By status, in the document's order. */
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
    .map((type) => ({ type, schema: own(mediaTypeIn(document, content, type), 'schema') ?? {} }))
    .toSorted(jsonFirst);
}

/** Media types for `Accept` (RFC 9110, 12.5.1), JSON first; none when all answers are plain JSON. */
export function acceptedTypes(responses: readonly DefinedResponse[]): readonly string[] {
  const good = responses.filter(({ status }) => /^(?:2|default)/i.test(status));
  const types = new Set(good.flatMap(({ bodies }) => bodies.map(({ type }) => bareType(type))));
  const sendable = [...types].filter((type) => /^[\w.+*-]+\/[\w.+*-]+$/.test(type)).slice(0, maxAccepted);
  return sendable.every((type) => type === json || type === 'application/problem+json') ? [] : sendable;
}

const maxAccepted = 10;

function jsonFirst(one: { readonly type: string }, other: { readonly type: string }): number {
  return rankOf(one.type) - rankOf(other.type);
}

/** Does the definition declare a web page as an answer? If not, a web page comes from a proxy. */
export function canAnswerHtml(definition: Document, operation: DefinedOperation): boolean {
  return responsesOf(definition, operation).some(({ bodies }) => bodies.some(({ type }) => /html/i.test(type)));
}

/** Can the operation be used with no value beyond its path? */
export function isUsableByPathAlone(definition: Definition, operation: DefinedOperation): boolean {
  if (operation.unusable !== null) return false;
  // Bodies of a GET are ignored, so the method is changed to find a required body.
  if (declaredBody(definition, { ...operation, method: 'PUT' })?.isRequired === true) return false;
  return parametersOf(definition, operation).every(({ in: place, isRequired }) => place === 'path' || !isRequired);
}

// Finds the required fields that a body lacks, at any depth.

/** A body with several possible shapes is compared with the nearest one. The service judges values of another type. */
export function missingFields(definition: Document, schema: Json, body: Json): readonly Missing[] {
  const shapes = new Map<Json, Shape>();
  const shapeAt = (of: Json, name: string): Shape => {
    const known = shapes.get(of) ?? shapeOf(definition, of, { name });
    shapes.set(of, known);
    return known;
  };

  const within = (of: Json, value: Json, path: string): readonly Missing[] => {
    const shape = shapeAt(of, path);
    if (shape.kind === 'object')
      return isJsonObject(value) ? [...inObject(shape, value, path), ...inRules(of, value, path)] : [];
    if (shape.kind === 'list') {
      return isList(value) ? value.flatMap((item, at) => within(shape.items, item, `${path}[${at}]`)) : [];
    }
    return shape.kind === 'choice' ? inNearest(shape, value, path) : [];
  };

  const inObject = ({ fields }: ShapeOf<'object'>, value: JsonObject, path: string): readonly Missing[] =>
    fields.flatMap(({ name, isRequired, schema: of }): readonly Missing[] => {
      const inner = path === '' ? name : `${path}.${name}`;
      const one = Object.hasOwn(value, name) ? (value[name] ?? null) : undefined;
      const isUnset = one === undefined || (one === null && !mayBeNull(shapeAt(of, inner)));
      if (isUnset) return isRequired ? [{ names: [inner] }] : [];
      return within(of, one, inner);
    });

  /** `anyOf: [{required: ["a"]}, {required: ["b"]}]`: one of them must be set. */
  const inRules = (of: Json, value: JsonObject, path: string): readonly Missing[] => {
    const found = partsOf(definition, of, newShapeBudget());
    const rules = found.ok ? found.parts.flatMap((part) => [listIn(part, 'anyOf'), listIn(part, 'oneOf')]) : [];
    return rules.flatMap((rule): readonly Missing[] => {
      if (rule.length === 0 || !rule.every(isOnlyAboutNames)) return [];
      const lacking = rule.map((one) =>
        listIn(one, 'required').filter(
          (name): name is string => typeof name === 'string' && !Object.hasOwn(value, name),
        ),
      );
      if (lacking.some((names) => names.length === 0)) return [];
      const names = [...new Set(lacking.flatMap(([name]) => name ?? []))];
      return [{ names: names.map((name) => (path === '' ? name : `${path}.${name}`)) }];
    });
  };

  const inNearest = ({ variants, discriminator }: ShapeOf<'choice'>, value: Json, path: string): readonly Missing[] => {
    if (!isJsonObject(value)) {
      const [first = [], ...others] = variants.map((variant) => within(variant.schema, value, path));
      return others.reduce((least, one) => (one.length < least.length ? one : least), first);
    }
    const tag = discriminator === null ? undefined : value[discriminator];
    const tagged = variants.filter((variant) => variant.tag !== null && variant.tag === tag);
    const possible = tagged.length > 0 ? tagged : variants;
    const judged = possible.flatMap(({ schema: of }) => {
      const shape = shapeAt(of, path);
      const isSet = ({ name }: { readonly name: string }): boolean => Object.hasOwn(value, name);
      if (shape.kind === 'object')
        return [{ lacks: within(of, value, path), known: shape.fields.filter(isSet).length }];
      return shape.kind === 'choice' || shape.kind === 'free' ? [{ lacks: within(of, value, path), known: 0 }] : [];
    });
    if (judged.some(({ lacks }) => lacks.length === 0)) return [];
    const [nearest] = judged.sort((a, b) => b.known - a.known || a.lacks.length - b.lacks.length);
    return nearest?.lacks ?? [];
  };

  return within(schema, body, '');
}

/** Can the field of this name be null? False for several variants, because the intended one is unknown. */
function canFieldBeNull(definition: Document, schema: Json, name: string): boolean {
  const shape = shapeOf(definition, schema);
  if (shape.kind !== 'object') return shape.kind === 'free';
  const field = shape.fields.find((one) => one.name === name)?.schema ?? shape.others;
  return field !== null && mayBeNull(shapeOf(definition, field, { name }));
}

/** Can a body have a field of this name? False for several variants, because the intended one is unknown. */
function takesField(definition: Document, schema: Json, name: string): boolean {
  const shape = shapeOf(definition, schema);
  if (shape.kind !== 'object') return shape.kind === 'free';
  return shape.others !== null || shape.fields.some((one) => one.name === name);
}

function mayBeNull(shape: Shape): boolean {
  if (shape.kind === 'enum') return shape.isNullable || shape.values.includes(null);
  return shape.isNullable || shape.kind === 'free';
}
