/** Reads one page of any list: its items, its facts about the whole list, and the address of its next page. */
import {
  type ListRead,
  nothingRead,
  withPageRead,
  maxPagesEver,
  type NextPage,
  nextPageOf,
  pageIndexOf,
  rulesOf,
  distrust,
} from './next-link.ts';
import { isJsonObject, isList, type Json, type JsonObject, writeExactly } from '../exact-json.ts';
import type { ResponseHeaders } from '../http/exchange.ts';
import { addressByParameter, beforeFirst, type PageParameter } from './page-parameters.ts';
import {
  countOf,
  isEndSaid,
  isOfPages,
  linkOf,
  type Said,
  collectSaid,
  readSaidInHeaders,
  signsOfMore,
  readTotal,
  wordOf,
} from './page-signs.ts';

/** A larger page is treated as an attempt to fill the memory. */
export const maxPageSize = 10_000;

/** Values are null when missing or impossible. */
export interface PageMetadata {
  readonly total: number | null;
  /** Indices from 0. */
  readonly lastPage: number | null;
  readonly prevPage: number | null;
  readonly nextPage: number | null;
}

/** Reads the specification's `metadata`; a wrong or missing part must not stop the reading. */
export function metadataOf(metadata: unknown, items: number): PageMetadata {
  const about = isJsonObject(metadata) ? metadata : {};
  const count = (name: string): number | null => countOf(Object.hasOwn(about, name) ? about[name] : null);
  const lastPage = count('lastPage');
  const total = totalOf(count('total'), lastPage, items);
  return { total, lastPage, prevPage: count('prevPage'), nextPage: count('nextPage') };
}

/** Ignores a total that pages of this size cannot reach. */
function totalOf(total: number | null, lastPage: number | null, items: number): number | null {
  const maxRows = Math.min(maxPagesEver, (lastPage ?? maxPagesEver) + 1) * maxPageSize;
  return total === null || total > maxRows || (total === 0 && items > 0) ? null : total;
}

/** A list with its neighbouring fields, in any of the common forms. */
export interface Envelope {
  readonly items: readonly Json[];
  /** The field that contains the list; null when the answer is the list itself. */
  readonly field: string | null;
  /** True for the form of the specification. */
  readonly isSpecified: boolean;
  /** The other fields, without the links and metadata of the specification's envelope. */
  readonly beside: JsonObject;
  /** Number of other fields that do not describe paging. */
  readonly others: number;
  readonly metadata: PageMetadata;
  /** Every field that may give the next page or show that there is one. */
  readonly says: readonly Said[];
}

const bare = { field: null, isSpecified: false, beside: {}, others: 0, metadata: metadataOf(null, 0), says: [] };

/** The specification's envelope, a bare list, or the only list in an object; null when it is not a list. */
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
  const others = Object.keys(beside).filter((name) => !isOfPages(name)).length;
  const about = { isSpecified, beside, others, metadata: metadataOf(metadata, list.length) };
  return { ...about, items: list, field, says: collectSaid(json, field) };
}

/** Lists beside the rows that do not count as rows. */
const asides = new Set(['links', 'errors', 'messages', 'warnings']);

/** The only list of objects among several lists; HAL's `_embedded` counts as well. */
function onlyList(json: JsonObject): [string, readonly Json[]] | null {
  const { _embedded: embedded } = json;
  const lists = [...Object.entries(json), ...(isJsonObject(embedded) ? Object.entries(embedded) : [])].flatMap(
    ([name, value]): [string, readonly Json[]][] => (isList(value) && !asides.has(wordOf(name)) ? [[name, value]] : []),
  );
  const rows = lists.filter(([, list]) => list.length > 0 && list.every(isJsonObject));
  const [only = null, ...more] = rows.length > 0 ? rows : lists;
  return more.length === 0 ? only : null;
}

export interface Paging extends ListRead {
  /** The first requested address. */
  readonly first: string;
  readonly addresses: readonly string[];
  /** Parameters by which the definition lets a page be chosen; none without one. */
  readonly parameters: readonly PageParameter[];
  /** The items of the last page, kept when the next page is requested by a parameter, which a service may ignore. */
  readonly last: readonly Json[] | null;
  /** A checked address, the end, or `not named` when a page shows that there is more without an address. */
  readonly next: NextPage;
}

export function pagingFrom(first: string, isHeld = true, parameters: Paging['parameters'] = []): Paging {
  return { ...nothingRead, isHeld, first, addresses: [], parameters, last: null, next: { kind: 'page', url: first } };
}

/** The address of the next page; after the last page, the list's own. */
export function nextAddress({ first, next }: Paging): string {
  return next.kind === 'page' ? next.url : first;
}

/** Maximum number of pages by parameter: the service has not named them, so the chain may be endless. */
export const maxPagesByParameter = 2000;

/** Adds the next page, of this many bytes. A repeated page adds no rows. */
export function pagingAfter(paging: Paging, envelope: Envelope, headers: ResponseHeaders, bytes: number): Paging {
  const { metadata, items } = envelope;
  const { first, addresses: seen, parameters, last } = paging;
  const address = nextAddress(paging);
  const addresses = [...seen, address];
  if (last !== null && isSamePage(items, last)) return { ...paging, addresses, next: distrust(address, 'seen before') };
  const index = pageIndexOf(metadata.prevPage, metadata.nextPage);
  const total = metadata.total ?? totalOf(readTotal(envelope.says, headers), null, items.length);
  const read = withPageRead(paging, { rows: items.length, bytes, total, index });
  // Repeated rows: the list moved, or the service omits some rows of a page.
  const hasMoved = read.hasMoved || (last !== null && hasSome(items, last));
  const known = { ...read, hasMoved, ...{ first, addresses, parameters, last: null } };
  const link = linkOf(envelope.says, headers);
  const place = { address, seen };
  const reads = { before: paging, read };
  if (link !== null)
    return { ...known, next: nextPageOf(link, rulesOf(first), place, { index, lastPage: metadata.lastPage }, reads) };
  const says = [...envelope.says, ...readSaidInHeaders(headers)];
  const isMiddle = seen.length === 0 && metadata.prevPage !== null;
  const perPage = Math.floor(read.rows / addresses.length);
  const before = isMiddle ? null : beforeFirst(first, parameters, { says, perPage });
  // An empty page proves that the list ends here, wherever the first page was.
  const counted = before?.isExact === true || items.length > 0 ? before : null;
  const rows = counted === null ? null : counted.rows + read.rows;
  const pages = counted?.pages == null ? null : counted.pages + addresses.length;
  const isShort = total !== null && rows !== null && total > rows;
  const signs = signsOfMore(says, { rows, pages, address, isTotal: total !== null && (rows ?? read.rows) >= total });
  const told = { ...{ first, address, items: items.length, says, signs, isShort }, isEnd: isEndSaid(envelope.says) };
  const built = addressByParameter(parameters, told);
  if (built !== null) {
    const next = nextPageOf(built, rulesOf(first), place, { index, lastPage: null }, reads);
    const isPastLimit = next.kind === 'page' && addresses.length >= maxPagesByParameter;
    return { ...known, last: items, next: isPastLimit ? distrust(built, 'page limit') : next };
  }
  const sign = isShort ? '' : signs[0]?.field;
  return { ...known, next: sign === undefined ? { kind: 'end' } : distrust(sign, 'not named') };
}

/** Was this page read before, so that its rows are known? */
export function isRepeated(before: Paging, after: Paging): boolean {
  return before.last !== null && after.last === before.last;
}

/** True when a service ignores the page parameter. Compares ids, because details may differ. */
function isSamePage(items: readonly Json[], last: readonly Json[]): boolean {
  return (
    items.length > 0 &&
    items.length === last.length &&
    items.every((item, at) => keyOf(item) === keyOf(last[at] ?? null))
  );
}

function hasSome(items: readonly Json[], last: readonly Json[]): boolean {
  const ids = new Set(last.flatMap((item) => idOf(item) ?? []));
  return items.some((item) => ids.has(idOf(item) ?? ''));
}

function keyOf(item: Json): string {
  return idOf(item) ?? writeExactly(item);
}

/** As JSON; null when the item has no id. */
function idOf(item: Json): string | null {
  const name = isJsonObject(item) ? Object.keys(item).find((one) => /^_?(?:id|uuid|guid)$/i.test(one)) : undefined;
  return name === undefined || !isJsonObject(item) ? null : writeExactly(item[name] ?? null);
}
