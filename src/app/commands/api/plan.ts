/** The plan of the call that the words ask for, with the definition's facts where there is one. */
import type { DefinedOperation, Definition, Parameter, Place, ShapeOf } from '../../../api/openapi/definition.ts';
import { didYouMean } from '../../../state/kernel/spelling.ts';
import type { ApiWords, ApiField } from './words.ts';
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import { decoded, orgPlaceholder, placeholdersIn, splitPath } from '../../../api/openapi/path-form.ts';
import { bodyTypeKey, type CallPlan, type CallValues, parameterKey } from '../../../api/calls/call.ts';
import { writtenParts } from '../../../api/calls/call-address.ts';
import { acceptedTypes } from '../../../api/openapi/bodies.ts';
import { fieldNamesOf } from '../../../api/openapi/shape.ts';
import { secretsIn } from '../../../state/explorer/form/secrets.ts';
import { partsOf, shapeIn } from '../../../state/explorer/form/shapes.ts';
import { typedValue, validate } from '../../../state/explorer/form/typed-value.ts';
import { nothingSet } from '../../../state/explorer/form/values.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import { secretsOf } from '../../../api/secrets.ts';
import { type Known, knownOperation } from './known-operation.ts';
import { addressFor, operationsAt, type ServiceAddress } from '../../../api/calls/operations-at.ts';
import { hasBody } from '../../../api/operations.ts';
import { brief } from '../../../screens/text/fit.ts';
import { type DefinitionFound, type DefinitionSource, findDefinition } from './definition.ts';

// The place of each field of `rollcall api`, by its name and the definition.

/** Where a field stands in a request. */
type FieldPlace = Place | 'body';

/** The described request, without what the words have set already. */
interface RequestPlaces {
  readonly parameters: readonly Parameter[];
  /** Names of the body's fields; null: fields are no part of the body. */
  readonly bodyFields: readonly string[] | null;
  /** May fields of other names be in the body? */
  readonly isBodyOpen: boolean;
  /** Why fields are no part of a body that there is; null: there is none. */
  readonly whyNoBody: string | null;
}

type PlaceMeant = { readonly name: string; readonly place: FieldPlace } | { readonly says: string };

/** A name of several places is refused: the words cannot say which one is meant. */
function placeMeant({ name }: ApiField, request: RequestPlaces): PlaceMeant {
  const { parameters, bodyFields, isBodyOpen, whyNoBody } = request;
  const named = parameters.filter((one) => isName(one, name));
  const usable = named.filter(({ unusable }) => unusable === null);
  const isOfBody = bodyFields?.includes(name) === true;
  // One that cannot be set counts only where no other one has the name: its reason is told.
  const meant = usable.length > 0 || isOfBody ? usable : named.slice(0, 1);
  const places = [...meant.map((one) => words[one.in]), ...(isOfBody ? [words.body] : [])];
  if (places.length > 1) {
    const listed = `${places.slice(0, -1).join(', ')} and ${places.at(-1) ?? ''}`;
    return { says: `"${name}" is ${listed}. Set it in the program, where each has its line.` };
  }
  const [only] = meant;
  if (only !== undefined) return { name: only.name, place: only.in };
  if (isOfBody || (bodyFields !== null && isBodyOpen)) return { name, place: 'body' };
  if (bodyFields === null && whyNoBody !== null) return { says: whyNoBody };
  return { says: unknown(name, bodyFields ?? parameters.map((one) => one.name), bodyFields === null) };
}

/** The case of a header makes no difference (RFC 9110, 5.1). */
function isName(parameter: Parameter, name: string): boolean {
  const isHeader = parameter.in === 'header' && parameter.name.toLowerCase() === name.toLowerCase();
  return parameter.name === name || isHeader;
}

const words = { path: 'in the path', query: 'in the query', header: 'in the headers', body: 'in the body' } as const;

function unknown(name: string, names: readonly string[], isParameter: boolean): string {
  const says = `There is no ${isParameter ? 'parameter' : 'field'} "${name}".`;
  const meant = didYouMean(name, names);
  if (meant !== null) return `${says} Did you mean ${meant}?`;
  return `${says} ${names.length === 0 ? 'There are none.' : `There are: ${names.slice(0, 20).join(', ')}.`}`;
}

interface PlanParts {
  readonly baseUrl: string;
  readonly words: ApiWords;
  readonly known: Known | null;
  /** The body as it was given; undefined: fields are the body. */
  readonly input: Json | undefined;
}

type PlanMade =
  | {
      readonly ok: true;
      readonly plan: Omit<CallPlan, 'orgId'>;
      /** The organisation that the path names itself; null: it names none, or leaves it open. */
      readonly orgId: string | null;
      /** A sentence for each text that does not fit the definition. */
      readonly misfits: readonly string[];
    }
  | { readonly ok: false; readonly says: string };

/** Without a definition, a name of the path is filled in, and any other field is a parameter of the query. */
export function planOf({ known, ...parts }: PlanParts): PlanMade {
  return known === null ? undescribedPlan(parts) : describedPlan({ known, ...parts });
}

/** Only of a read: a change is sent by its description alone. */
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
    return refused(`The body is ${body.types.join(' or ')}, and not ${type.slice(0, 80)}.`);
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
    if ('says' in meant) return refused(meant.says);
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
      // A parameter that the words have set is not required once more.
      parameters: parameters.map((one) => (one.in === 'query' && isSet(one) ? { ...one, isRequired: false } : one)),
      secrets: [
        ...secretsIn({ definition, operation, values: { ...nothingSet, ...all } }),
        ...secretsTyped(all, words),
      ],
    },
  };
}

/** A value of the path, which was found to be encoded text. */
function plain(text: string): string {
  return decoded(text) ?? text;
}

function refused(says: string): PlanMade {
  return { ok: false, says };
}

/** The media type of the body, where a field names one of several. */
export function typeGiven(fields: readonly ApiField[]): string | null {
  const value = fields.find(isType)?.value;
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}

function isType({ name }: ApiField): boolean {
  return name.toLowerCase() === 'content-type';
}

/** Fields of one name are a list. */
function valueOf(fields: readonly ApiField[]): Json {
  const [only, second] = fields;
  return only !== undefined && second === undefined ? only.value : fields.map((field) => field.value);
}

const unknownOperation: Omit<DefinedOperation, 'id' | 'method' | 'path'> = {
  ...{ tag: null, summary: '', operationId: null, isDeprecated: false, weight: 'read', unusable: null },
  ...{ source: {}, pathItem: {} },
};

/** One that the definition does not describe. */
function asText(name: string, place: 'path' | 'query'): Parameter {
  const isPath = place === 'path';
  const style = isPath ? 'simple' : 'form';
  const about = { description: '', schema: {}, unusable: null, isDeclared: false };
  return { name, in: place, isRequired: isPath, style, explode: !isPath, ...about };
}

/** One item of a list that is written with brackets (`expand[]=…`): without them it would be another value. */
function isListInBrackets(parameter: Parameter | undefined, value: Json, { definition }: Known): boolean {
  if (parameter?.style !== 'deepObject' || isList(value) || isJsonObject(value)) return false;
  return shapeIn(definition, parameter.schema, parameter.name).kind === 'list';
}

type Described = Pick<ShapeOf<'object'>['fields'][number], 'name' | 'schema'>;

/** A text as the type that the body's field has. Where it may be a text, it is one: `:=` makes it a number. */
function bodyValue(fields: readonly ApiField[], { definition }: Known, { name, schema }: Described): Json {
  const value = valueOf(fields);
  const isText = fields.length === 1 && fields[0]?.isText === true && typeof value === 'string';
  const shape = shapeIn(definition, schema, name);
  const mayBeText = shape.kind === 'choice' && shape.scalars?.includes('string') === true;
  return isText && !mayBeText ? typedValue(shape, value) : value;
}

/** A text as a value of its field; a list of one item in a parameter is written without its brackets. */
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
  const says = isOfParameter ? null : validate(shape, value);
  return says === null ? [] : [`"${name}" does not fit: ${says}. ${name}:=JSON sends it as it is.`];
}

/** The typed texts that are secrets, whatever the definition says. */
function secretsTyped({ parameters, body }: CallValues, { query }: ApiWords): readonly string[] {
  const named = [...parameters].map(([key, value]) => ({ [parameterSecretName(key)]: value }));
  const written = query.map(({ meant }) => ({ [meant[0]]: meant[1] }));
  return secretsOf([...named, ...written, body ?? null]);
}

// Where a request of the command is sent: below the service's address, or below the path of the definition's operations.

export interface Placed {
  /** With the path as the definition has it. */
  readonly words: ApiWords;
  readonly known: Known | null;
  readonly baseUrl: string;
  readonly note: string | null;
  /** The definition that was looked into, or why there is none. */
  readonly found: DefinitionFound;
}

/** `isPaged`: all pages are read, and the definition may tell how. */
export async function placed(
  words: ApiWords,
  source: DefinitionSource,
  { basePath, isPaged }: { readonly basePath: string | null; readonly isPaged: boolean },
): Promise<Placed> {
  const { baseUrl } = source;
  // How the next page is asked for, the definition may tell.
  const isChecked = isCheckedByDefinition(words) || isPaged;
  // A plain read waits for no other answer: the definition that is kept places it.
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
    // A plain read at its own address is as it was written.
    if (!isChecked && !isRefused && address === baseUrl) return asWritten;
    const note = placeNote(definition, place, operation);
    const isKnown = isChecked || isRefused;
    const { method, path } = isKnown ? operation : words;
    return { words: { ...words, method, path }, known: isKnown ? known : null, baseUrl: address, note, found };
  }
  // The path may be written whole.
  const below = addressFor(definition, null, place);
  if (!below.startsWith(`${baseUrl}/`) || !words.path.startsWith(`${below.slice(baseUrl.length)}/`)) return asWritten;
  const shorter = { ...words, path: words.path.slice(below.length - baseUrl.length) };
  const there = isChecked ? knownOperation(definition, shorter) : null;
  if (there === null) return asWritten;
  return { ...asWritten, words: { ...shorter, path: there.operation.path }, known: there, baseUrl: below };
}

/** The definition is asked only where it can tell something: about names, a body, or an `operationId`. */
function isCheckedByDefinition({ method, path, fields, operationId }: ApiWords): boolean {
  const names = placeholdersIn(path).filter((name) => name !== orgPlaceholder(path));
  // Two slashes in a row are sent where the definition has them.
  const isOdd = operationId !== null || path.includes('//');
  return fields.length > 0 || names.length > 0 || hasBody(method) || isOdd;
}

/** The definition's word on the place of its operations, or of one of them; null: none, or the profile says it. */
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
