/** The place of each field of `rollcall api`: a name may stand in several, and `name@query=` says which. */
import type { Parameter } from '../../../api/openapi/definition.ts';
import { hasBody } from '../../../api/methods.ts';
import { didYouMean } from '../../../state/kernel/spelling.ts';
import type { Field, FieldPlace } from './words.ts';

/** The request as far as the words and the definition tell. */
export interface RequestPlaces {
  readonly method: string;
  readonly parameters: readonly Parameter[];
  /** Fields that the definition names in the body; empty where fields are no part of it. */
  readonly bodyFields: readonly string[];
  /** `isOpen`: other names may be fields, too. Null: fields are no part of the body. */
  readonly body: { readonly isOpen: boolean } | null;
  /** Names of parameters to offer for an unknown one; null where there is no definition. */
  readonly offered: readonly string[] | null;
  /** Names in the query as it was written. */
  readonly written: ReadonlySet<string>;
}

export type PlaceMeant = { readonly name: string; readonly place: FieldPlace } | { readonly says: string };

export function placeMeant(field: Field, request: RequestPlaces): PlaceMeant {
  const { name, place } = asNamed(field, request);
  if (request.written.has(name) && (place === null || place === 'query')) {
    return { says: `"${name}" is given twice.` };
  }
  if (place !== null) {
    const own = place === 'header' ? headerName(name, request) : name;
    const says = whyNot(own, place, request);
    return says === null ? { name: own, place } : { says };
  }
  const places = placesOf(name, request);
  const [only, second] = places;
  if (second !== undefined) return { says: severalPlaces(name, places) };
  if (only !== undefined) return { name: only === 'header' ? headerName(name, request) : name, place: only };
  const free = request.body === null ? 'query' : 'body';
  const says = free === 'body' ? whyNoField(name, request) : whyNoParameter(name, request);
  return says === null ? { name, place: free } : { says };
}

/** A name may end like a place itself. */
function asNamed({ name, place }: Field, request: RequestPlaces): Pick<Field, 'name' | 'place'> {
  const whole = `${name}@${place ?? ''}`;
  return place !== null && placesOf(whole, request).length > 0 ? { name: whole, place: null } : { name, place };
}

/** The places that have this name. One that cannot be set counts only where no other one has it. */
export function placesOf(
  name: string,
  { parameters, bodyFields }: Pick<RequestPlaces, 'parameters' | 'bodyFields'>,
): readonly FieldPlace[] {
  const isNamed = (one: Parameter): boolean => one.name === name || (one.in === 'header' && isSameName(one.name, name));
  const named = parameters.filter(isNamed);
  const usable = named.filter(({ unusable }) => unusable === null).map((one) => one.in);
  const places = bodyFields.includes(name) ? [...usable, 'body' as const] : usable;
  return places.length > 0 ? places : named.slice(0, 1).map((one) => one.in);
}

/** As the definition writes it: the case of a header makes no difference (RFC 9110, 5.1). */
function headerName(name: string, { parameters }: RequestPlaces): string {
  return parameters.find((one) => one.in === 'header' && isSameName(one.name, name))?.name ?? name;
}

function isSameName(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

const words = { path: 'in the path', query: 'in the query', header: 'in the headers', body: 'in the body' } as const;

function severalPlaces(name: string, places: readonly FieldPlace[]): string {
  const listed = (texts: readonly string[], last: string): string =>
    `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1) ?? ''}`;
  const where = listed(
    places.map((place) => words[place]),
    'and',
  );
  const ways = listed(
    places.map((place) => `${name}@${place}=…`),
    'or',
  );
  return `"${name}" is ${where}: ${ways}`;
}

/** Why a name cannot be set in the place that was written; null: it can. */
function whyNot(name: string, place: FieldPlace, request: RequestPlaces): string | null {
  const { parameters, body, method, offered } = request;
  if (place === 'body') {
    if (body !== null) return whyNoField(name, request);
    return !hasBody(method) ? `A ${method} request has no body.` : `--input has the whole body: leave out "${name}".`;
  }
  const own = parameters.filter((one) => one.in === place).map((one) => one.name);
  if (own.includes(name) || (place === 'query' && offered === null)) return null;
  if (place === 'path') return `The path has no {${name}} to fill in.`;
  if (offered === null) return 'Without a definition no header can be set.';
  return unknown(name, own, place === 'header' ? 'header' : 'parameter');
}

function whyNoField(name: string, { bodyFields, body }: RequestPlaces): string | null {
  return body?.isOpen === true ? null : unknown(name, bodyFields, 'field');
}

function whyNoParameter(name: string, { offered }: RequestPlaces): string | null {
  return offered === null ? null : unknown(name, offered, 'parameter');
}

/** The sentence for an unknown name; null where it is known. */
function unknown(name: string, names: readonly string[], what: string): string | null {
  if (names.includes(name)) return null;
  const meant = didYouMean(name, names);
  if (meant !== null) return `There is no ${what} "${name}". Did you mean ${meant}?`;
  const list = names.length === 0 ? 'There are none.' : `There are: ${names.slice(0, 20).join(', ')}.`;
  return `There is no ${what} "${name}". ${list}`;
}
