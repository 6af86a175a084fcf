/** Recognises parameters that choose a page of a list, and builds the next page's address from one of them. */
import { type Json, numberText } from '../exact-json.ts';
import { type Parameter, typesOf } from '../openapi/definition.ts';
import { own } from '../openapi/json-pieces.ts';
import { isMoreByNumber, type Said, wordOf } from './page-signs.ts';

/**
 * `size`: the length of a page. The last four carry a text of the service, and are named by the common words for it.
 */
type Way = 'size' | 'offset' | 'page' | 'token' | 'cursor' | 'continue' | 'marker';

/** Matches the lower-case letters of the name: `pageafter` for `page[after]`. A plain `token` may be a secret. */
const ways: readonly (readonly [RegExp, Way])[] = [
  [/^(?:perpage|pagesize|(?:page)?limit|top|maxresults)$/, 'size'],
  [/^(?:page)?(?:offset|skip|start|startindex|startat)$/, 'offset'],
  [/^(?:current)?page(?:number|num|no|index)?$/, 'page'],
  [/^(?:next|page|pagination|skip)+token$/, 'token'],
  [/^(?:next|page|start|starting|end)*(?:cursor|after|aftercursor)$/, 'cursor'],
  [/^(?:next)?continu(?:e|ation)(?:token)?$/, 'continue'],
  [/^(?:next|page)?marker$/, 'marker'],
];

function wayOf(name: string): Way | null {
  const word = wordOf(name);
  return ways.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

const numbered: readonly (Way | null)[] = ['size', 'offset', 'page'];

export function choosesPage(name: string): boolean {
  return wayOf(name) !== null;
}

/** Is the parameter a number, which says nothing about the list? */
export function isNumbered(name: string): boolean {
  return numbered.includes(wayOf(name));
}

/** Does a list with this parameter begin at its first item? Some services count from 1. */
function isOfFirstPage(name: string, value: string): boolean {
  const way = wayOf(name);
  const isFromOne = way === 'page' || wordOf(name) === 'startindex';
  return way === null || way === 'size' || ['', '0', ...(isFromOne ? ['1'] : [])].includes(value);
}

export interface PageParameter {
  readonly name: string;
  readonly way: Way;
  /** May rollcall increment it? A text, such as a date, accepts only what the service supplies. */
  readonly isCounted: boolean;
  readonly begins: number | null;
}

export function pageParametersIn(parameters: readonly Parameter[]): readonly PageParameter[] {
  return parameters.flatMap(({ name, in: place, isDeclared, unusable, schema }): readonly PageParameter[] => {
    const way = wayOf(name);
    if (place !== 'query' || !isDeclared || unusable !== null || way === null || way === 'size') return [];
    const types = typesOf(schema);
    if (types.includes('object') || types.includes('array')) return [];
    const isNumber = types.includes('integer') || types.includes('number');
    // A start may be a time.
    const isCounted = numbered.includes(way) && (isNumber || (types.length === 0 && wordOf(name) !== 'start'));
    return [{ name, way, isCounted, begins: numberIn(own(schema, 'default')) }];
  });
}

interface PageTold {
  readonly first: string;
  readonly address: string;
  readonly items: number;
  /** All fields and headers, and those that show that there is more. */
  readonly says: readonly Said[];
  readonly signs: readonly Said[];
  /** A flag says that there is no more. */
  readonly isEnd: boolean;
  /** The total of the list is not reached. */
  readonly isShort: boolean;
}

/** Null when the page does not determine the next address with certainty. */
export function addressByParameter(parameters: readonly PageParameter[], told: PageTold): string | null {
  for (const { field, value } of told.signs) {
    const text = textOf(value);
    const [one, another] = text === null ? [] : takersOf(parameters, field);
    if (text === null || one === undefined || another !== undefined) continue;
    if (!one.isCounted || numberIn(text) !== null) return addressWith(told.first, one.name, text);
  }
  const isMore = told.isShort || told.signs.some(isMoreByNumber);
  if (told.items === 0 || told.isEnd || !isMore) return null;
  const chosen = namesIn(told.first).filter((name) => choosesPage(name) && wayOf(name) !== 'size');
  for (const way of ['offset', 'page']) {
    const [one, another] = parameters.filter((parameter) => parameter.isCounted && parameter.way === way);
    if (one === undefined || another !== undefined || chosen.some((name) => name !== one.name)) continue;
    const at = positionOf(one, told);
    if (at !== null) return addressWith(told.first, one.name, String(at + (way === 'page' ? 1 : told.items)));
  }
  return null;
}

const maxHeaderLength = 100;

/** Parameters that accept the value of a field: with the same name, otherwise with a word of the same meaning. */
function takersOf(parameters: readonly PageParameter[], field: string): readonly PageParameter[] {
  // A header may have a prefix: `X-Service-NextToken`. A very long name is not about pages.
  const parts = /^x-/i.test(field) && field.length < maxHeaderLength ? field.split('-').slice(1) : [field];
  const words = parts.map((_, at) => wordOf(parts.slice(at).join('')));
  const own = parameters.filter(({ name, isCounted }) =>
    words.some((word) => word === `next${wordOf(name)}` || (!isCounted && word === wordOf(name))),
  );
  if (own.length > 0) return own;
  return parameters.filter(({ name, way }) => !isNumbered(name) && words.some((word) => wayOf(word) === way));
}

/** Matches `X-Page-Page` and `current_page`. */
const ownPage = /^(?:x(?:page|pagination)?)?(?:current)?page(?:number|num|no|index)?$/;

/** The position of the page in the numbers of its parameter; null when it is unknown or the page contradicts it. */
function positionOf({ name, way, begins }: PageParameter, { address, says }: PageTold): number | null {
  const asked = new URL(address).searchParams.get(name);
  const word = wordOf(name);
  const own = says.flatMap((one) => {
    const isOwn = way === 'page' ? ownPage.test(one.word) : one.word.replace(/^x(?:page)?/, '') === word;
    return isOwn ? (numberIn(one.value) ?? []) : [];
  });
  const zero = /^(?:page)?(?:offset|skip|startat)$/.test(word) ? 0 : null;
  const at = asked === null ? (begins ?? zero ?? own[0] ?? null) : numberIn(asked);
  return own.every((one) => one === at) ? at : null;
}

function namesIn(address: string): readonly string[] {
  return [...new URL(address).searchParams.keys()];
}

/** The rest of the query keeps its spelling. */
function addressWith(first: string, name: string, value: string): string {
  const url = new URL(first);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has(name));
  url.search = [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
  return url.href;
}

/** How much of a list precedes the first page that was read. */
export interface Before {
  readonly rows: number;
  /** Null when unknown. */
  readonly pages: number | null;
  /** False when the numbers are lower bounds. */
  readonly isExact: boolean;
}

/**
 * Null when the first address does not say. `perPage`: rows of a page so far, for lists that do not give the page
 * size.
 */
export function beforeFirst(
  first: string,
  parameters: readonly PageParameter[],
  { says, perPage }: { readonly says: readonly Said[]; readonly perPage: number },
): Before | null {
  const query = [...new URL(first).searchParams];
  const chosen = query.filter(([one]) => choosesPage(one) && wayOf(one) !== 'size');
  const [[name, value] = ['', ''], another] = chosen;
  const parameter = parameters.find((one) => one.name === name && one.isCounted);
  const at = numberIn(value);
  if (another !== undefined || parameter === undefined || at === null) {
    return chosen.every(([one, given]) => isOfFirstPage(one, given)) ? { rows: 0, pages: 0, isExact: true } : null;
  }
  if (parameter.way === 'offset') {
    // SCIM reads an index below 1 as 1 (RFC 7644, 3.4.2.4).
    const rows = Math.max(0, at - (wordOf(name) === 'startindex' ? (parameter.begins ?? 1) : 0));
    return { rows, pages: rows === 0 ? 0 : null, isExact: true };
  }
  const pages = Math.max(0, at - (parameter.begins ?? 1));
  // The service may give fewer rows than the requested size.
  const [size = perPage] = says.flatMap(({ word, value: given }) =>
    wayOf(word.replace(/^x/, '')) === 'size' ? (numberIn(given) ?? []) : [],
  );
  return { rows: pages * size, pages, isExact: pages === 0 };
}

function textOf(value: Json): string | null {
  const text = typeof value === 'string' ? value.trim() : (numberText(value) ?? '');
  return text === '' ? null : text;
}

function numberIn(value: Json | undefined): number | null {
  const text = value === undefined ? null : textOf(value);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
