/** Plans the call of `rollcall api`, with the definition if there is one. */
import type { DefinedOperation, Definition, Parameter, Place, ShapeOf } from '../../../api/openapi/definition.ts';
import { didYouMean } from '../../../state/kernel/spelling.ts';
import type { ApiWords, ApiField } from './words.ts';
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import { decode, orgPlaceholder, placeholdersIn, splitPath } from '../../../api/openapi/path-form.ts';
import { bodyTypeKey, type CallPlan, type CallValues, parameterKey } from '../../../api/calls/call.ts';
import { writtenParts } from '../../../api/calls/call-address.ts';
import { acceptedTypes } from '../../../api/openapi/bodies.ts';
import { fieldNamesOf } from '../../../api/openapi/shape.ts';
import { secretsIn } from '../../../state/explorer/form/secrets.ts';
import { partsOf, shapeIn, nothingSet } from '../../../state/explorer/form/shapes.ts';
import { typedValue, validate } from '../../../state/explorer/form/typed-value.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import { secretsOf } from '../../../api/secrets.ts';
import {
  type Known,
  knownOperation,
  type DefinitionFound,
  type DefinitionSource,
  findDefinition,
} from './known-operation.ts';
import { addressFor, operationsAt, type ServiceAddress } from '../../../api/calls/operations-at.ts';
import { hasBody } from '../../../api/operations.ts';
import { brief } from '../../../screens/text/fit.ts';

// The place of each field of `rollcall api`, by its name and the definition.

type FieldPlace = Place | 'body';

/** The described request, without parameters that the path or query has set already. */
interface RequestPlaces {
  readonly parameters: readonly Parameter[];
  /** Names of the body's fields; null if the body takes no fields. */
  readonly bodyFields: readonly string[] | null;
  /** True if the body may have fields of other names. */
  readonly isBodyOpen: boolean;
  /** Why the body takes no fields; null if there is no body. */
  readonly whyNoBody: string | null;
}

type PlaceMeant = { readonly name: string; readonly place: FieldPlace } | { readonly message: string };

/** Refuses a name that occurs in several places, because it is ambiguous. */
function placeMeant({ name }: ApiField, request: RequestPlaces): PlaceMeant {
  const { parameters, bodyFields, isBodyOpen, whyNoBody } = request;
  const named = parameters.filter((one) => isName(one, name));
  const usable = named.filter(({ unusable }) => unusable === null);
  const isOfBody = bodyFields?.includes(name) === true;
  // A parameter that cannot be set is considered only without another match, to give its reason.
  const meant = usable.length > 0 || isOfBody ? usable : named.slice(0, 1);
  const places = [...meant.map((one) => words[one.in]), ...(isOfBody ? [words.body] : [])];
  if (places.length > 1) {
    const listed = `${places.slice(0, -1).join(', ')} and ${places.at(-1) ?? ''}`;
    return { message: `"${name}" is ${listed}. Set it in the program, where each has its line.` };
  }
  const [only] = meant;
  if (only !== undefined) return { name: only.name, place: only.in };
  if (isOfBody || (bodyFields !== null && isBodyOpen)) return { name, place: 'body' };
  if (bodyFields === null && whyNoBody !== null) return { message: whyNoBody };
  return { message: refuseUnknown(name, bodyFields ?? parameters.map((one) => one.name), bodyFields === null) };
}

/** Header names are case-insensitive (RFC 9110, 5.1). */
function isName(parameter: Parameter, name: string): boolean {
  const isHeader = parameter.in === 'header' && parameter.name.toLowerCase() === name.toLowerCase();
  return parameter.name === name || isHeader;
}

const words = { path: 'in the path', query: 'in the query', header: 'in the headers', body: 'in the body' } as const;

function refuseUnknown(name: string, names: readonly string[], isParameter: boolean): string {
  const message = `There is no ${isParameter ? 'parameter' : 'field'} "${name}".`;
  const meant = didYouMean(name, names);
  if (meant !== null) return `${message} Did you mean ${meant}?`;
  return `${message} ${names.length === 0 ? 'There are none.' : `There are: ${names.slice(0, 20).join(', ')}.`}`;
}

interface PlanParts {
  readonly baseUrl: string;
  readonly words: ApiWords;
  readonly known: Known | null;
  /** The body of `--input`; undefined if fields make up the body. */
  readonly input: Json | undefined;
}

type PlanMade =
  | {
      readonly ok: true;
      readonly plan: Omit<CallPlan, 'orgId'>;
      /** The organisation in the path; null if it has none, or only a placeholder. */
      readonly orgId: string | null;
      /** A sentence for each text that does not fit the definition. */
      readonly misfits: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** Without a definition, fields fill in names of the path; all others are parameters of the query. */
export function planOf({ known, ...parts }: PlanParts): PlanMade {
  return known === null ? undescribedPlan(parts) : describedPlan({ known, ...parts });
}

/** Reads only: a change requires its description. */
function undescribedPlan({ baseUrl, words }: Pick<PlanParts, 'baseUrl' | 'words'>): PlanMade {
  const { method, path, query, fields } = words;
  const inPath = placeholdersIn(path);
  const parameters: Parameter[] = inPath.map((name) => asText(name, 'path'));
  const values = new Map<string, Json>();
  for (const [name, some] of Map.groupBy(fields, (field) => field.name)) {
    const place = inPath.includes(name) ? 'path' : 'query';
    if (place === 'query') parameters.push(asText(name, place));
    values.set(parameterKey({ name, in: place }), valueOf(some));
  }
  const all = { parameters: values, body: undefined };
  const operation = { ...unknownOperation, id: `${method} ${path}`, method, path };
  return {
    ...{ ok: true, misfits: [], orgId: null },
    plan: { baseUrl, operation, parameters, body: null, values: all, query, secrets: secretsTyped(all, words) },
  };
}

function describedPlan({ baseUrl, words, known, input }: PlanParts & { readonly known: Known }): PlanMade {
  const { definition, operation, inPath } = known;
  const type = typeGiven(words.fields);
  const parts = partsOf(definition, operation, type);
  const { body } = parts;
  if (type !== null && body !== null && body.type !== type) {
    return refuse(`The body is ${body.types.join(' or ')}, and not ${type.slice(0, 80)}.`);
  }
  const template = splitPath(operation.path);
  const parameters = [
    ...placeholdersIn(template.path)
      .filter((name) => !parts.parameters.some((one) => one.in === 'path' && one.name === name))
      .map((name) => asText(name, 'path')),
    ...parts.parameters,
  ];
  const ownQuery = writtenParts(template.query).map(({ encoded }) => encoded);
  const query = words.query.filter(({ encoded }) => !ownQuery.includes(encoded));
  const written = new Set(query.map(({ meant: [name] }) => name));
  const organisation = orgPlaceholder(operation.path);
  const values = new Map<string, Json>();
  for (const [name, text] of inPath) {
    if (name === organisation) continue;
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
    const isOfList = shapeIn(definition, schema, name).kind === 'list';
    values.set(parameterKey({ name, in: 'path' }), isOfList ? text.split(',').map(plain) : plain(text));
  }
  const object = body === null ? null : shapeIn(definition, body.schema, '');
  const ofBody = object?.kind === 'object' ? object.fields : [];
  const isSet = ({ in: place, name }: Parameter): boolean =>
    (place === 'path' && inPath.has(name)) || (place === 'query' && written.has(name));
  const request = {
    parameters: parameters.filter((one) => !isSet(one)),
    bodyFields: body === null || input !== undefined ? null : ofBody.map(({ name }) => name),
    isBodyOpen: fieldNamesOf(definition, body) === null,
    whyNoBody: body === null ? null : '--input has the whole body: set no field of it.',
  };
  const fields = words.fields.filter((field) => type === null || body === null || !isType(field));
  const bodyOfFields: [string, Json][] = [];
  const misfits: string[] = [];
  const placed = new Map<
    string,
    { readonly name: string; readonly place: Place | 'body'; readonly some: ApiField[] }
  >();
  for (const field of fields) {
    const meant = placeMeant(field, request);
    if ('message' in meant) return refuse(meant.message);
    const key = `${meant.place} ${meant.name}`;
    placed.set(key, { ...meant, some: [...(placed.get(key)?.some ?? []), field] });
  }
  for (const { name, place, some } of placed.values()) {
    const isText = some.every((field) => field.isText);
    if (place === 'body') {
      const schema = ofBody.find((one) => one.name === name)?.schema;
      const value = schema === undefined ? valueOf(some) : bodyValue(some, known, { name, schema });
      if (isText && schema !== undefined) misfits.push(...misfitOf(name, value, { schema }, known));
      bodyOfFields.push([name, value]);
      continue;
    }
    const parameter = request.parameters.find((one) => one.in === place && one.name === name);
    const value = valueOf(some);
    if (isText && typeof value === 'string') misfits.push(...misfitOf(name, value, parameter, known));
    values.set(parameterKey({ name, in: place }), isListInBrackets(parameter, value, known) ? [value] : value);
  }
  if (type !== null) values.set(bodyTypeKey, type);
  const fromFields = bodyOfFields.length > 0 ? Object.fromEntries(bodyOfFields) : undefined;
  const all = { parameters: values, body: input === undefined ? fromFields : input };
  const inOrg = organisation === null ? undefined : inPath.get(organisation);
  return {
    ...{ ok: true, misfits, orgId: inOrg === undefined ? null : plain(inOrg) },
    plan: {
      ...{ baseUrl, operation, body, values: all, query, accept: acceptedTypes(parts.responses) },
      // A required parameter that the query already sets is not required again.
      parameters: parameters.map((one) => (one.in === 'query' && isSet(one) ? { ...one, isRequired: false } : one)),
      secrets: [
        ...secretsIn({ definition, operation, values: { ...nothingSet, ...all } }),
        ...secretsTyped(all, words),
      ],
    },
  };
}

/** Decodes a value of the path that was checked to be encoded text. */
function plain(text: string): string {
  return decode(text) ?? text;
}

function refuse(message: string): PlanMade {
  return { ok: false, message };
}

/** The media type of the body, if a field chooses one. */
export function typeGiven(fields: readonly ApiField[]): string | null {
  const value = fields.find(isType)?.value;
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}

function isType({ name }: ApiField): boolean {
  return name.toLowerCase() === 'content-type';
}

/** Several fields of one name make a list. */
function valueOf(fields: readonly ApiField[]): Json {
  const [only, second] = fields;
  return only !== undefined && second === undefined ? only.value : fields.map((field) => field.value);
}

const unknownOperation: Omit<DefinedOperation, 'id' | 'method' | 'path'> = {
  ...{ tag: null, summary: '', operationId: null, isDeprecated: false, weight: 'read', unusable: null },
  ...{ source: {}, pathItem: {} },
};

/** A parameter that the definition does not describe. */
function asText(name: string, place: 'path' | 'query'): Parameter {
  const isPath = place === 'path';
  const style = isPath ? 'simple' : 'form';
  const about = { description: '', schema: {}, unusable: null, isDeclared: false };
  return { name, in: place, isRequired: isPath, style, explode: !isPath, ...about };
}

/** True for one item of a list with brackets (`expand[]=…`), which without brackets would be another value. */
function isListInBrackets(parameter: Parameter | undefined, value: Json, { definition }: Known): boolean {
  if (parameter?.style !== 'deepObject' || isList(value) || isJsonObject(value)) return false;
  return shapeIn(definition, parameter.schema, parameter.name).kind === 'list';
}

type Described = Pick<ShapeOf<'object'>['fields'][number], 'name' | 'schema'>;

/** Converts a text to the type of the body's field. If the field allows text, it stays text; `:=` sends a number. */
function bodyValue(fields: readonly ApiField[], { definition }: Known, { name, schema }: Described): Json {
  const value = valueOf(fields);
  const isText = fields.length === 1 && fields[0]?.isText === true && typeof value === 'string';
  const shape = shapeIn(definition, schema, name);
  const mayBeText = shape.kind === 'choice' && shape.scalars?.includes('string') === true;
  return isText && !mayBeText ? typedValue(shape, value) : value;
}

/** A sentence if the text does not fit its field; null if it does. A parameter list of one item needs no brackets. */
function misfitOf(
  name: string,
  given: Json,
  field: { readonly schema: Json } | undefined,
  { definition }: Known,
): readonly string[] {
  if (field === undefined) return [];
  const shape = shapeIn(definition, field.schema, name);
  const value = typeof given === 'string' ? typedValue(shape, given) : given;
  const isOfParameter = 'in' in field && (shape.kind === 'list' || shape.kind === 'object');
  const message = isOfParameter ? null : validate(shape, value);
  return message === null ? [] : [`"${name}" does not fit: ${message}. ${name}:=JSON sends it as it is.`];
}

/** Typed texts that are secrets regardless of the definition. */
function secretsTyped({ parameters, body }: CallValues, { query }: ApiWords): readonly string[] {
  const named = [...parameters].map(([key, value]) => ({ [parameterSecretName(key)]: value }));
  const written = query.map(({ meant }) => ({ [meant[0]]: meant[1] }));
  return secretsOf([...named, ...written, body ?? null]);
}

// The base address of a request: the service's address, or the base path of the definition's operations.

export interface Placed {
  /** The words with the path as the definition has it. */
  readonly words: ApiWords;
  readonly known: Known | null;
  readonly baseUrl: string;
  readonly note: string | null;
  /** The definition, or why there is none. */
  readonly found: DefinitionFound;
}

/** `isPaged`: all pages are requested, for which the definition may describe the paging. */
export async function placeOperation(
  words: ApiWords,
  source: DefinitionSource,
  { basePath, isPaged }: { readonly basePath: string | null; readonly isPaged: boolean },
): Promise<Placed> {
  const { baseUrl } = source;
  // The definition may describe how to request the next page.
  const isChecked = isCheckedByDefinition(words) || isPaged;
  // A plain read uses only the stored definition, so that it needs no other request.
  const found = await findDefinition(isChecked ? source : { ...source, reader: null });
  const asWritten: Placed = { words, known: null, baseUrl, note: null, found };
  if (found.kind !== 'read') return asWritten;
  const { definition } = found;
  const place = { baseUrl, basePath };
  const known = knownOperation(definition, words);
  if (known !== null) {
    const { operation } = known;
    const address = addressFor(definition, operation, place);
    const isRefused = operation.unusable !== null;
    // A plain read at the service's own address is sent as it was written.
    if (!isChecked && !isRefused && address === baseUrl) return asWritten;
    const note = placeNote(definition, place, operation);
    const isKnown = isChecked || isRefused;
    const { method, path } = isKnown ? operation : words;
    return { words: { ...words, method, path }, known: isKnown ? known : null, baseUrl: address, note, found };
  }
  // The written path may already include the base path.
  const below = addressFor(definition, null, place);
  if (!below.startsWith(`${baseUrl}/`) || !words.path.startsWith(`${below.slice(baseUrl.length)}/`)) return asWritten;
  const shorter = { ...words, path: words.path.slice(below.length - baseUrl.length) };
  const there = isChecked ? knownOperation(definition, shorter) : null;
  if (there === null) return asWritten;
  return { ...asWritten, words: { ...shorter, path: there.operation.path }, known: there, baseUrl: below };
}

/** Uses the definition only if it adds something: names, a body, or an `operationId`. */
function isCheckedByDefinition({ method, path, fields, operationId }: ApiWords): boolean {
  const names = placeholdersIn(path).filter((name) => name !== orgPlaceholder(path));
  // Two slashes in a row are sent only if the definition has them.
  const isOdd = operationId !== null || path.includes('//');
  return fields.length > 0 || names.length > 0 || hasBody(method) || isOdd;
}

/** A note on the base path from the definition; null if it has none, or the profile sets it. */
export function placeNote(
  definition: Definition,
  { baseUrl, basePath }: ServiceAddress,
  operation: DefinedOperation | null = null,
): string | null {
  const at = operationsAt(definition, baseUrl, operation);
  if (at.kind === 'here' || basePath !== null) return null;
  if (at.kind === 'below') return `Below ${brief(at.baseUrl)}, as the definition says.`;
  return `The definition names ${brief(at.address)}. Requests and the token go to ${new URL(baseUrl).origin} alone.`;
}
