/** What came back, told by its status, its type and itself: a table, a tree, text, or nothing. */
import { type Json, type JsonObject, isJsonObject, parseExactly } from '../../../api/exact-json.ts';

/** A successful answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A page of objects: each is a row. */
export interface AnsweredRows {
  readonly kind: 'rows';
  readonly rows: readonly JsonObject[];
  /** The field that the list is in; null: the answer is the list itself. */
  readonly field: string | null;
  /** What stands beside the list, in `field` or in the envelope. */
  readonly beside: JsonObject;
  /** `links.next`; null: it is the last page, or no list that is cut into pages. */
  readonly next: Json;
  /** Of the whole list; null where the service gives none, or an impossible one. */
  readonly total: number | null;
  /** The number of its last page, from 0, and of those beside it; null where there is none. */
  readonly lastPage: number | null;
  readonly prevPage: number | null;
  readonly nextPage: number | null;
}

export type Answered =
  | AnsweredRows
  | { readonly kind: 'tree'; readonly value: Json }
  /** Raw. `format`: what it says it is, such as `text/csv`. */
  | { readonly kind: 'text'; readonly text: string; readonly format: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'binary'; readonly format: string; readonly bytes: Uint8Array }
  /** It never ends, and is not followed. */
  | { readonly kind: 'eventStream' };

/** `application/json` of `Application/JSON; charset=utf-8`. */
export function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const jsonType = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
const textType =
  /^text\/|^application\/(?:[\w.-]+\+)?(?:xml|yaml|x-yaml|javascript|sql|x-www-form-urlencoded|x-ndjson)$/;

export function answeredBy({ status, contentType, body }: RawAnswer): Answered {
  const format = mediaType(contentType);
  if (format === 'text/event-stream') return { kind: 'eventStream' };
  if (status === 204 || body.byteLength === 0) return { kind: 'nothing' };
  const isText = textType.test(format) || jsonType.test(format) || format === '';
  const text = isText ? textOf(body) : null;
  if (text === null) return { kind: 'binary', format: format === '' ? 'unknown type' : format, bytes: body };
  if (text.trim() === '') return { kind: 'nothing' };
  // A service that forgets the type sends JSON more often than not; text that only looks like it stays text.
  const value = jsonType.test(format) || format === '' ? jsonOf(text) : undefined;
  if (value === undefined) return { kind: 'text', text, format: format === '' ? 'text/plain' : format };
  return rowsIn(value) ?? { kind: 'tree', value };
}

/** Null where it is no text in UTF-8. */
function textOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Undefined where it is none, or is too deep to be read. */
function jsonOf(text: string): Json | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** The rows of a page, in the three forms that lists have; null: it is no list of objects. */
export function rowsIn(value: Json): AnsweredRows | null {
  if (Array.isArray(value)) return isRows(value) ? listed(value, null, {}, {}) : null;
  if (!isJsonObject(value)) return null;
  const { items, links, metadata } = value;
  if (isList(items) && (isJsonObject(links) || isJsonObject(metadata)) && items.every(isJsonObject)) {
    return listed(items, 'items', without(value, ['items', 'links', 'metadata']), value);
  }
  const lists = Object.entries(value).filter(([, one]) => isRows(one));
  const [only] = lists;
  if (only === undefined || lists.length > 1 || !isRows(only[1])) return null;
  const beside = without(value, [only[0]]);
  // A thing with many fields of which one is a list is no list.
  return Object.keys(beside).length > mostBeside ? null : listed(only[1], only[0], beside, {});
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An empty list says nothing of what would be in it: a tree shows that it is empty. */
function isRows(value: Json | undefined): value is readonly JsonObject[] {
  return isList(value) && value.length > 0 && value.every(isJsonObject);
}

function listed(
  rows: readonly JsonObject[],
  field: string | null,
  beside: JsonObject,
  { links, metadata }: JsonObject,
): AnsweredRows {
  const about = isJsonObject(metadata) ? metadata : {};
  const [lastPage, prevPage, nextPage] = [
    countIn(about, 'lastPage'),
    countIn(about, 'prevPage'),
    countIn(about, 'nextPage'),
  ];
  const total = totalOf(countIn(about, 'total'), lastPage, rows.length);
  const next = (isJsonObject(links) ? links['next'] : null) ?? null;
  return { kind: 'rows', rows, field, beside, next, total, lastPage, prevPage, nextPage };
}

function countIn(about: JsonObject, name: string): number | null {
  const value = Object.hasOwn(about, name) ? about[name] : null;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

/** So many fields stand above a list. */
export const mostBeside = 4;

/** More items on a page, or more pages, are an attempt to fill the memory. */
const mostRowsOfPage = 10_000;
const mostPages = 20_000;

/** A total that no list of such pages can have is ignored. */
function totalOf(total: number | null, lastPage: number | null, rows: number): number | null {
  const most = Math.min(mostPages, (lastPage ?? mostPages) + 1) * mostRowsOfPage;
  return total === null || total > most || total < rows ? null : total;
}

function without(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
