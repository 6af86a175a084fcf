/** Sorts an answer by its status, type and body: a table, JSON, text, or nothing. */
import { type Json, type JsonObject, isJsonObject, jsonIn } from '../exact-json.ts';
import { type Envelope, envelopeOf } from '../paging/envelope.ts';

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A page of objects: each object is a row. */
export interface AnsweredRows {
  readonly kind: 'rows';
  readonly rows: readonly JsonObject[];
  readonly page: Envelope;
}

export type Answered =
  | AnsweredRows
  /** `page` is set when the value is a page of a list that cannot be a table. */
  | { readonly kind: 'json'; readonly value: Json; readonly page: Envelope | null }
  /** `text` is raw. `format` is the type that the answer names, such as `text/csv`. */
  | { readonly kind: 'text'; readonly text: string; readonly format: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'binary'; readonly format: string; readonly bytes: Uint8Array }
  /** The stream never ends, so rollcall does not read it. */
  | { readonly kind: 'eventStream' };

/** Media type without parameters, in lower case: `application/json`. */
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
  // Services that forget the type mostly send JSON. Text that only looks like JSON under another type stays text.
  const value = jsonType.test(format) || format === '' ? jsonIn(text) : undefined;
  if (value === undefined) return { kind: 'text', text, format: format === '' ? 'text/plain' : format };
  // Accepts any number of fields beside the list here, because there is only one object.
  return rowsIn(value) ?? { kind: 'json', value, page: listIn(value, 0) };
}

/** Null when the body is not UTF-8 text. */
function textOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Null when the value is not a list of objects. `isLater`: an earlier page of this list has shown columns. */
export function rowsIn(value: Json, isLater = false): AnsweredRows | null {
  const page = listIn(value, maxBeside);
  if (page === null || !page.items.every(isJsonObject)) return null;
  // An empty list has no column names, so JSON shows better that it is empty.
  return page.items.length > 0 || page.isSpecified || isLater ? { kind: 'rows', rows: page.items, page } : null;
}

/** An object with many fields beside its list does not count as a list. */
function listIn(value: Json, maxOthers: number): Envelope | null {
  const page = envelopeOf(value);
  return page === null || (!page.isSpecified && page.others > maxOthers) ? null : page;
}

/** Maximum number of fields beside a list. */
export const maxBeside = 4;
