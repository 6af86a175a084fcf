/** Reads one page of any list: its items, its facts about the whole list, and the address of its next page. */
import { isJsonObject, isList, type Json, type JsonObject, numberText } from '../exact-json.ts';
import { isFirstPage, mostPagesEver, type NextPage, nextPageOf, pageIndexOf, rulesOf, untrusted } from './next-link.ts';
import { type ListRead, nothingRead, withPageRead } from './list-read.ts';

/** More items are an attempt to fill the memory. */
export const largestPage = 10_000;

/** The metadata of a page; null for what it lacks, or gives impossibly. */
export interface PageMetadata {
  readonly total: number | null;
  /** Indices from 0. */
  readonly lastPage: number | null;
  readonly prevPage: number | null;
  readonly nextPage: number | null;
}

/** Reads the specification's `metadata`: a wrong or missing part must not stop the reading. */
export function metadataOf(metadata: unknown, items: number): PageMetadata {
  const about = isJsonObject(metadata) ? metadata : {};
  const count = (name: string): number | null => countOf(Object.hasOwn(about, name) ? about[name] : null);
  const lastPage = count('lastPage');
  const total = totalOf(count('total'), lastPage, items);
  return { total, lastPage, prevPage: count('prevPage'), nextPage: count('nextPage') };
}

function countOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** A total that no list of such pages can have is ignored. */
function totalOf(total: number | null, lastPage: number | null, items: number): number | null {
  const most = Math.min(mostPagesEver, (lastPage ?? mostPagesEver) + 1) * largestPage;
  return total === null || total > most || (total === 0 && items > 0) ? null : total;
}

/** A list with its neighbouring fields, in any of the forms that services have. */
export interface Envelope {
  readonly items: readonly Json[];
  /** The field that the list is in; null: the answer is the list itself. */
  readonly field: string | null;
  /** It has the form of the specification. */
  readonly isSpecified: boolean;
  /** The other fields, without the links and metadata of the specification's envelope. */
  readonly beside: JsonObject;
  /** The number of other fields that do not speak of pages. */
  readonly others: number;
  readonly metadata: PageMetadata;
  /** Every field that may tell where the next page is, or that there is one. */
  readonly says: readonly Said[];
}

/** A field that speaks of pages, by its name in small letters alone: `nextcursor` of `next_cursor`. */
interface Said {
  readonly field: string;
  readonly word: string;
  readonly value: Json;
  /** It stands among links, and so is meant as an address. */
  readonly isLink: boolean;
}

/** Objects beside a list that speak of its pages. */
const ofPages = new Set([
  ...['metadata', 'meta', 'listmetadata', 'responsemetadata', 'resultinfo'],
  ...['paging', 'pagination', 'pager', 'page', 'pageinfo', 'cursor', 'cursors', 'links'],
]);

const addresses = new Set([
  ...['next', 'nextlink', 'odatanextlink', 'nextpage', 'nextpagelink', 'nextpageurl', 'nextpageuri'],
  ...['nexturl', 'nexturi', 'nexthref'],
]);

const totals = new Set([
  ...['total', 'totalcount', 'odatacount', 'count', 'totalitems', 'totalresults', 'totalelements', 'totalrecords'],
  ...['totalrows', 'totalhits'],
]);

const pageCounts = new Set(['totalpages', 'pagecount', 'pages', 'numpages']);

/** True where there is more. */
const moreFlags = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'truncated', 'istruncated']);

/** False where there is more. */
const lastFlags = new Set(['last', 'islast', 'islastpage']);

/** Only where there is more. */
const cursors = new Set([
  ...['nextcursor', 'nextpagetoken', 'nexttoken', 'nextmarker', 'nextoffset', 'nextkey', 'cursor', 'skiptoken'],
  ...['continuation', 'continuationtoken', 'nextcontinuationtoken', 'lastevaluatedkey'],
]);

const aboutPages = [addresses, totals, pageCounts, moreFlags, lastFlags, cursors, ofPages];

const bare = { field: null, isSpecified: false, beside: {}, others: 0, metadata: metadataOf(null, 0), says: [] };

/** The envelope of the specification, a list by itself, or the only list in an object; null where it is no list. */
export function envelopeOf(json: unknown): Envelope | null {
  if (isList(json)) return { ...bare, items: json };
  if (!isJsonObject(json)) return null;
  const { items, links, metadata } = json;
  const isSpecified = isList(items) && (isJsonObject(links) || isJsonObject(metadata));
  const found: [string, readonly Json[]] | null = isList(items) ? ['items', items] : onlyList(json);
  if (found === null) return null;
  const [field, list] = found;
  const hidden = [field, '_embedded', 'links', '_links', ...(isSpecified ? ['metadata'] : [])];
  const beside = Object.fromEntries(Object.entries(json).filter(([name]) => !hidden.includes(name)));
  const others = Object.keys(beside).filter((name) => !aboutPages.some((names) => names.has(wordOf(name)))).length;
  const about = { isSpecified, beside, others, metadata: metadataOf(metadata, list.length) };
  return { ...about, items: list, field, says: saidIn(json, field) };
}

/** The only list of objects where there are several. HAL's `_embedded` counts, too; links are no rows. */
function onlyList(json: JsonObject): [string, readonly Json[]] | null {
  const { _embedded: embedded } = json;
  const lists = [...Object.entries(json), ...(isJsonObject(embedded) ? Object.entries(embedded) : [])].flatMap(
    ([name, value]): [string, readonly Json[]][] => (isList(value) && wordOf(name) !== 'links' ? [[name, value]] : []),
  );
  const rows = lists.filter(([, list]) => list.length > 0 && list.every(isJsonObject));
  const [only = null, ...more] = rows.length > 0 ? rows : lists;
  return more.length === 0 ? only : null;
}

function wordOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function saidIn(json: JsonObject, field: string): readonly Said[] {
  const said = (object: JsonObject, isLink: boolean): readonly Said[] =>
    Object.entries(object).map(([name, value]) => ({ field: name, word: wordOf(name), value, isLink }));
  const own = said(json, false).filter(({ field: name }) => name !== field);
  const inner = own.flatMap(({ word, value }): readonly Said[] => {
    if (!ofPages.has(word)) return [];
    if (isJsonObject(value)) return said(value, word === 'links');
    // `[{ "rel": "next", "href": "…" }]`
    return word === 'links' && isList(value)
      ? value
          .filter(isJsonObject)
          .flatMap((link) => said(typeof link['rel'] === 'string' ? { [link['rel']]: link['href'] ?? null } : {}, true))
      : [];
  });
  return [...inner, ...own];
}

/** How far a list is read. */
export interface Paging extends ListRead {
  /** The first requested address. */
  readonly first: string;
  /** The addresses of the pages that were read. */
  readonly addresses: readonly string[];
  /**
   * A named and checked address; the end; or, where a page shows that there is more without an address, nothing named.
   */
  readonly next: NextPage;
}

/** Before the first page. */
export function pagingFrom(first: string, isHeld = true): Paging {
  return { ...nothingRead, isHeld, first, addresses: [], next: { kind: 'page', url: first } };
}

/** The address of the next page; after the last one, of the list. */
export function nextAddress({ first, next }: Paging): string {
  return next.kind === 'page' ? next.url : first;
}

/** The same list with its next page read, which has this many bytes. */
export function pagingAfter(paging: Paging, envelope: Envelope, headers: Pick<Headers, 'get'>, bytes: number): Paging {
  const { metadata, says, items } = envelope;
  const { first, addresses: seen } = paging;
  const address = nextAddress(paging);
  const index = pageIndexOf(metadata.prevPage, metadata.nextPage);
  const isCounted = isFirstPage(first) && (seen.length > 0 || metadata.prevPage === null);
  const total = metadata.total ?? toldTotal(says, headers, items.length);
  const read = withPageRead(paging, { rows: items.length, bytes, total, index });
  const known = { ...read, first, addresses: [...seen, address] };
  const link = linkIn(says) ?? linkHeaderNext(headers.get('link'));
  if (link !== null) {
    const numbers = { index, lastPage: metadata.lastPage };
    return { ...known, next: nextPageOf(link, rulesOf(first), { address, seen }, numbers, { before: paging, read }) };
  }
  const isShort = isCounted && total !== null && total > read.rows;
  const sign = isShort ? '' : signIn(says, headers, isCounted ? known.addresses.length : null, address);
  return { ...known, next: sign === null ? { kind: 'end' } : untrusted(sign, 'not named') };
}

/** Null where no field has an address. */
function linkIn(says: readonly Said[]): Json {
  for (const { word, value, isLink } of says) {
    if (!addresses.has(word)) continue;
    const link = isJsonObject(value) && Object.hasOwn(value, 'href') ? (value['href'] ?? null) : value;
    if (link !== null && (isLink || isAddress(link))) return link;
  }
  return null;
}

/** One link: its address, then its parameters, whose texts may have commas in them. */
const oneLink = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;

const parameter = /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g;

/** The address with `rel="next"` in the header `Link` (RFC 8288); null where none has it. One that is of another page (`anchor`) does not count. */
function linkHeaderNext(header: string | null): string | null {
  for (const [, address = '', rest = ''] of (header ?? '').matchAll(oneLink)) {
    const parameters = new Map<string, string>();
    for (const [, name = '', quoted, bare = ''] of rest.matchAll(parameter)) {
      const key = name.toLowerCase();
      // The first one counts.
      if (!parameters.has(key)) parameters.set(key, quoted ?? bare);
    }
    const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next') && !parameters.has('anchor')) return address;
  }
  return null;
}

/** Other texts are cursors. */
function isAddress(value: Json): boolean {
  return typeof value === 'string' && /^(?:[a-z][a-z\d+.-]*:\/\/|\/|[^/?#]*\?)/i.test(value);
}

function toldTotal(says: readonly Said[], headers: Pick<Headers, 'get'>, items: number): number | null {
  const told = says.filter(({ word }) => totals.has(word)).map(({ value }) => countOf(value));
  const inHeader = headers.get('x-total-count') ?? headers.get('x-total') ?? rangeTotal(headers.get('content-range'));
  const counts = [...told, inHeader !== null && /^\d{1,15}$/.test(inHeader) ? Number(inHeader) : null];
  const [count] = counts.filter((one) => one !== null).toSorted((a, b) => b - a);
  return totalOf(count ?? null, null, items);
}

/** `items 0-49/137`. */
function rangeTotal(range: string | null): string | null {
  return range === null ? null : (/^[^/]{0,80}\/(\d+)$/.exec(range)?.[1] ?? null);
}

/** The field that shows that there is more; null: none does. `pages`: pages read, where they can be compared. */
function signIn(
  says: readonly Said[],
  headers: Pick<Headers, 'get'>,
  pages: number | null,
  address: string,
): string | null {
  const isFlag = ({ word, value }: Said): boolean =>
    typeof value === 'boolean' && (moreFlags.has(word) || lastFlags.has(word));
  const flag = says.find(isFlag);
  const isEnd = flag !== undefined && flag.value !== moreFlags.has(flag.word);
  const asked = new Set(new URL(address).searchParams.values());
  const sign = says.find(({ word, value }) => {
    if (typeof value === 'boolean') return moreFlags.has(word) ? value : lastFlags.has(word) && !value;
    if (pageCounts.has(word)) return pages !== null && (countOf(value) ?? 0) > pages;
    if (isEnd || !(cursors.has(word) || addresses.has(word))) return false;
    const text = typeof value === 'string' ? value : (numberText(value) ?? '');
    // A service may repeat the requested cursor.
    const isMeant = text === '' ? isJsonObject(value) : text !== '0' && !(word === 'cursor' && asked.has(text));
    return isMeant && !(isJsonObject(value) && ofPages.has(word));
  });
  if (sign !== undefined) return sign.field;
  const inHeader = headers.get('x-next-page') ?? '';
  return inHeader === '' ? null : 'X-Next-Page';
}
