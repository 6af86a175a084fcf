/** Reads the fields and headers beside a list: the link to its next page, its total, and signs that there is more. */
import { isJsonObject, isList, type Json, type JsonObject, numberText } from '../exact-json.ts';
import type { ResponseHeaders } from '../http/exchange.ts';

export interface Said {
  /** As received. */
  readonly field: string;
  /** In lower-case letters only: `nextcursor` for `next_cursor`. */
  readonly word: string;
  /** Words of the name: `next` and `cursor`. */
  readonly parts: ReadonlySet<string>;
  readonly value: Json;
  /** The field is among links, so its value is an address. */
  readonly isLink: boolean;
}

/** Objects beside a list that describe its pages. */
const ofPages = new Set([
  ...['metadata', 'meta', 'listmetadata', 'responsemetadata', 'resultinfo'],
  ...['paging', 'pagination', 'pager', 'page', 'pages', 'pageinfo', 'cursor', 'cursors', 'links'],
]);

const addresses = new Set([
  ...['next', 'nextlink', 'odatanextlink', 'nextpage', 'nextpagelink', 'nextpageurl', 'nextpageuri'],
  ...['nexturl', 'nexturi', 'nexthref'],
]);

const totals = new Set([
  ...['total', 'totalcount', 'odatacount', 'count', 'totalitems', 'totalresults', 'totalelements', 'totalrecords'],
  ...['totalrows', 'totalhits', 'recordstotal'],
]);

/** Totals of the search results; another total beside one of these counts everything. */
const foundTotals = new Set([
  'found',
  'totalfound',
  'filtered',
  'recordsfiltered',
  'totalfiltered',
  'matched',
  'matches',
]);

const pageCounts = new Set(['totalpages', 'pagecount', 'pages', 'numpages', 'pagestotal']);

/** True when there is more. */
const moreFlags = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'truncated', 'istruncated']);

/** False when there is more. */
const lastFlags = new Set(['last', 'islast', 'islastpage']);

/** Present only when there is more. */
const cursors = new Set([
  ...['nextcursor', 'nextpagetoken', 'nexttoken', 'nextmarker', 'nextoffset', 'nextkey', 'cursor', 'skiptoken'],
  ...['continuation', 'continuationtoken', 'nextcontinuationtoken', 'lastevaluatedkey', 'after'],
]);

/** Any other field whose name contains one of these words may show that there is more. */
const ofMore = ['total', 'next', 'more', 'remaining', 'continue', 'cursor', 'count'];

/** Words that rule a field out: `has_previous_results`, `X-RateLimit-Remaining`, `max_count`. */
const notOfMore = [
  ...['prev', 'previous', 'first', 'start', 'self', 'before', 'current'],
  ...['rate', 'ratelimit', 'limit', 'quota', 'per', 'size', 'max', 'min'],
];

/** Fields that name the kind of an answer, and the values of an answer that contains only changes. */
const kindName = /^(?:response|result|answer|list|sync|update)?(?:type|kind|mode)$/;
const ofChanges = /^(?:delta|partial|incremental|changes|diff)$/i;

const aboutPages = [addresses, totals, foundTotals, pageCounts, moreFlags, lastFlags, cursors, ofPages];

export function isOfPages(name: string): boolean {
  return aboutPages.some((names) => names.has(wordOf(name)));
}

export function wordOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function partsOf(name: string): ReadonlySet<string> {
  const words = name.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ').toLowerCase();
  return new Set(words.split(/[^a-z]+/).filter((word) => word !== ''));
}

/** Maximum nesting of metadata objects. */
const maxDepth = 5;

/** The fields beside the list, and those in nested objects about pages. */
export function collectSaid(json: JsonObject, list: string): readonly Said[] {
  const own = readSaid(json, false).filter(({ field }) => field !== list);
  return [...own.filter(({ word }) => ofPages.has(word)).flatMap((one) => collectSaidWithin(one, maxDepth)), ...own];
}

function readSaid(object: JsonObject, isLink: boolean): readonly Said[] {
  return Object.entries(object).map(([field, value]) => aSaid(field, value, isLink));
}

function aSaid(field: string, value: Json, isLink = false): Said {
  return { field, word: wordOf(field), parts: partsOf(field), value, isLink };
}

function collectSaidWithin({ word, value }: Said, depth: number): readonly Said[] {
  const isLink = word === 'links';
  if (isJsonObject(value)) {
    const inner = readSaid(value, isLink);
    const deeper = inner.filter((one) => isJsonObject(one.value) && !addresses.has(one.word) && !isOfOther(one));
    const all = [...inner, ...inner.flatMap(readSaidOfNext)];
    return depth === 0 ? all : [...all, ...deeper.flatMap((one) => collectSaidWithin(one, depth - 1))];
  }
  // `[{ "rel": "next", "href": "…" }]`
  if (!isLink || !isList(value)) return [];
  return value
    .filter(isJsonObject)
    .flatMap((link) => readSaid(typeof link['rel'] === 'string' ? { [link['rel']]: link['href'] ?? null } : {}, true));
}

/** Reads `{ "next": { "after": "…" } }`; an address in that place has `href`. */
function readSaidOfNext({ word, value }: Said): readonly Said[] {
  if (word !== 'next' || !isJsonObject(value) || Object.hasOwn(value, 'href')) return [];
  return Object.entries(value).map(([field, inner]) => aSaid(`next_${field}`, inner));
}

/** The address of the next page from a field or the `Link` header; null when neither has one. */
export function linkOf(says: readonly Said[], headers: ResponseHeaders): Json {
  return linkIn(says) ?? linkHeaderNext(headers.get('link'));
}

function linkIn(says: readonly Said[]): Json {
  for (const { word, value, isLink } of says) {
    if (!addresses.has(word)) continue;
    const link = isJsonObject(value) && Object.hasOwn(value, 'href') ? (value['href'] ?? null) : value;
    if (link !== null && (isLink || isAddress(link))) return link;
  }
  return null;
}

/** One link: its address, then its parameters, whose texts may contain commas. */
const oneLink = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;

const parameter = /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g;

/**
 * The address with `rel="next"` in the `Link` header (RFC 8288); null when there is none. A link of another page
 * (`anchor`) does not count, nor does one that announces no rows (`results="false"`).
 */
function linkHeaderNext(header: string | null): string | null {
  for (const [, address = '', rest = ''] of (header ?? '').matchAll(oneLink)) {
    const parameters = new Map<string, string>();
    for (const [, name = '', quoted, bare = ''] of rest.matchAll(parameter)) {
      const key = name.toLowerCase();
      // The first of repeated parameters counts.
      if (!parameters.has(key)) parameters.set(key, quoted ?? bare);
    }
    const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
    const isMeant = !parameters.has('anchor') && parameters.get('results')?.toLowerCase() !== 'false';
    if (relations.includes('next') && isMeant) return address;
  }
  return null;
}

function isAddress(value: Json): boolean {
  return typeof value === 'string' && /^(?:[a-z][a-z\d+.-]*:\/\/|\/|[^/?#]*\?)/i.test(value);
}

/** The length of the list; null when neither a field nor a header has it. */
export function readTotal(says: readonly Said[], headers: ResponseHeaders): number | null {
  const largest = (names: ReadonlySet<string>): number | null =>
    says
      .flatMap(({ word, value }) => (names.has(word) ? (countOf(value) ?? []) : []))
      .reduce<number | null>((most, one) => Math.max(most ?? 0, one), null);
  const found = largest(foundTotals);
  if (found !== null) return found;
  const inHeader = headers.get('x-total-count') ?? headers.get('x-total') ?? rangeTotal(headers.get('content-range'));
  const told = largest(totals);
  const header = inHeader !== null && /^\d{1,15}$/.test(inHeader) ? Number(inHeader) : null;
  return told === null || header === null ? (told ?? header) : Math.max(told, header);
}

/** A count from 0; null for any other value. */
export function countOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Reads the total from `items 0-49/137`. */
function rangeTotal(range: string | null): string | null {
  return range === null ? null : (/^[^/]{0,80}\/(\d+)$/.exec(range)?.[1] ?? null);
}

export function readSaidInHeaders(headers: ResponseHeaders): readonly Said[] {
  return Array.from(headers.keys(), (name) => aSaid(capitalise(name), headers.get(name)));
}

interface Read {
  /** Null when the first page that was read may not be the first of the list; the numbers prove nothing then. */
  readonly rows: number | null;
  readonly pages: number | null;
  readonly address: string;
  readonly isTotal: boolean;
}

/** Does a flag say that there is no more? A flag wins over cursors. */
export function isEndSaid(says: readonly Said[]): boolean {
  return says.some((one) => {
    const isLast = lastFlags.has(one.word);
    return (
      typeof one.value === 'boolean' && (isLast || moreFlags.has(one.word) || isNamed(one)) && one.value === isLast
    );
  });
}

export function signsOfMore(says: readonly Said[], read: Read): readonly Said[] {
  const isEnd = isEndSaid(says);
  const asked = new Set(new URL(read.address).searchParams.values());
  return says.filter((one) => isSign(one, { ...read, isEnd, asked }));
}

/** Is a sign a flag, or a number of more rows or pages? */
export function isMoreByNumber(sign: Said): boolean {
  return typeof sign.value === 'boolean' || (!isCursorName(sign) && numberIn(sign.value) !== null);
}

function numberIn(value: Json): number | null {
  return countOf(typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value);
}

function isNamed(one: Said): boolean {
  return ofMore.some((part) => one.parts.has(part)) && !isOfOther(one);
}

function isOfOther({ parts }: Said): boolean {
  return notOfMore.some((part) => parts.has(part));
}

/** A header may have a prefix: `X-Service-NextToken`. */
function isCursorName({ word, parts }: Said): boolean {
  return cursors.has(word) || addresses.has(word) || [...parts].some((part) => part !== 'cursor' && cursors.has(part));
}

/** `X-Next-Page` for `x-next-page`. */
function capitalise(header: string): string {
  return header.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

function isSign(one: Said, read: Read & { readonly isEnd: boolean; readonly asked: ReadonlySet<string> }): boolean {
  const { word, parts, value } = one;
  const isCursor = isCursorName(one);
  if (kindName.test(word)) return typeof value === 'string' && ofChanges.test(value.trim());
  if (typeof value === 'boolean') return lastFlags.has(word) ? !value : value && (moreFlags.has(word) || isNamed(one));
  if (foundTotals.has(word) || totals.has(word)) return false;
  const number = numberIn(value);
  if (pageCounts.has(word.replace(/^x/, ''))) return read.pages !== null && (number ?? 0) > read.pages;
  if (!isCursor && !isNamed(one)) return false;
  if (!isCursor && !parts.has('remaining') && (parts.has('total') || parts.has('count')))
    return !read.isTotal && read.rows !== null && number !== null && number > read.rows;
  // A service may repeat the requested cursor.
  if (read.isEnd || number === 0) return false;
  const text = typeof value === 'string' ? value.trim() : (numberText(value) ?? '');
  const isEcho = ['cursor', 'after'].includes(word) && read.asked.has(text);
  if (text !== '') return !['false', 'null', 'none'].includes(text) && !isEcho;
  return isCursor && isJsonObject(value) && !ofPages.has(word) && Object.values(value).some((inner) => inner !== null);
}
