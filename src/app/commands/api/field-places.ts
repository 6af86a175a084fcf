/** The place of each field of `rollcall api`, by its name and the definition. */
import type { Parameter, Place } from '../../../api/openapi/definition.ts';
import { didYouMean } from '../../../state/kernel/spelling.ts';
import type { Field } from './words.ts';

/** Where a field stands in a request. */
type FieldPlace = Place | 'body';

/** The described request, without what the words have set already. */
export interface RequestPlaces {
  readonly parameters: readonly Parameter[];
  /** Names of the body's fields; null: fields are no part of the body. */
  readonly bodyFields: readonly string[] | null;
  /** May fields of other names be in the body? */
  readonly isBodyOpen: boolean;
  /** Why fields are no part of a body that there is; null: there is none. */
  readonly whyNoBody: string | null;
}

export type PlaceMeant = { readonly name: string; readonly place: FieldPlace } | { readonly says: string };

/** A name of several places is refused: the words cannot say which one is meant. */
export function placeMeant({ name }: Field, request: RequestPlaces): PlaceMeant {
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
