/** Keeps many records in little memory: interns texts, cuts long JSON, and packs undocumented fields. */

import { isDeeper, parseExactly } from './exact-json.ts';

/** Undocumented fields. Systems with the same field names share `names`; `values` is the JSON text of one array. */
export interface OtherFields {
  readonly names: readonly string[];
  readonly values: string;
}

/** Replaces a value that is too large or too deeply nested, as JSON text. */
interface CutValue {
  /** The first characters of the value. */
  readonly cut: string;
  /** How many characters were cut; null when the value cannot be written as JSON. */
  readonly moreCharacters: number | null;
}

/** Maximum characters of names and JSON in one system. */
const maxCharacters = 64 * 1024;

/** Characters kept of a value that does not fit, and roughly of the rest of its entry. */
const beginning = 256;
const cutEntry = beginning + 50;

/** Replaces a value that does not fit at all. */
const leftOut = '…';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Null when every field is in `known`. */
export function otherFields(record: JsonRecord, known: ReadonlySet<string>): OtherFields | null {
  const names = Object.keys(record).filter((name) => !known.has(name));
  if (names.length === 0) return null;
  const values = names.map((name) => record[name]);
  if (values.some((value) => isTooDeep(value))) return inParts(names, values);
  const whole = { names, values: JSON.stringify(values) };
  return sizeOf(whole) <= maxCharacters ? pack(whole) : inParts(names, values);
}

export function entriesOf(others: OtherFields | null): readonly (readonly [name: string, value: unknown])[] {
  if (others === null) return [];
  const values = parseExactly(others.values) as readonly unknown[];
  return others.names.map((name, at) => [name, values[at]]);
}

/** In characters of names and values. */
export function sizeOf(others: OtherFields | null): number {
  return others === null ? 0 : others.values.length + others.names.reduce((sum, { length }) => sum + length, 0);
}

/** A service may send a value of this form; it is then shown the same way. */
export function isCut(value: unknown): value is CutValue {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { cut, moreCharacters } = value as Partial<Record<string, unknown>>;
  return typeof cut === 'string' && (moreCharacters === null || typeof moreCharacters === 'number');
}

/** Keeps the first values that fit, and only the beginning of a value that does not. */
function inParts(names: readonly string[], values: readonly unknown[]): OtherFields {
  const kept: (readonly [name: string, value: unknown])[] = [];
  let room = maxCharacters;
  let missing = 0;
  for (const [at, name] of names.entries()) {
    const value = values[at];
    const json = jsonText(value);
    const size = json?.length ?? 0;
    const isWhole = json !== null && name.length + size < room && !isTooDeep(value);
    // Includes the comma.
    const taken = name.length + (isWhole ? size : cutEntry) + 1;
    if (taken > room) missing += name.length + size;
    else {
      room -= taken;
      kept.push([name, isWhole ? value : readCut(json)]);
    }
  }
  if (missing > 0) kept.push([leftOut, { cut: '', moreCharacters: missing } satisfies CutValue]);
  return pack({ names: kept.map(([name]) => name), values: JSON.stringify(kept.map(([, value]) => value)) });
}

function pack({ names, values }: OtherFields): OtherFields {
  return { names: sharedNames(names), values };
}

function readCut(json: string | null): CutValue {
  if (json === null) return { cut: '', moreCharacters: null };
  return { cut: json.slice(0, beginning), moreCharacters: Math.max(0, json.length - beginning) };
}

/** Services have few sets of field names. When each record has its own, the cache keeps the most recent ones. */
const maxSorts = 256;
const maxSortLength = 4096;
const sorts = new Map<string, readonly string[]>();
let last: readonly string[] = [];

function sharedNames(names: readonly string[]): readonly string[] {
  if (names.length === last.length && names.every((name, at) => name === last[at])) return last;
  const sort = JSON.stringify(names);
  const known = sorts.get(sort) ?? names.slice();
  if (sort.length <= maxSortLength) {
    // Moves the entry to the end: the first entry is the least recently used.
    sorts.delete(sort);
    sorts.set(sort, known);
    const [oldest = sort] = sorts.keys();
    if (sorts.size > maxSorts) sorts.delete(oldest);
  }
  last = known;
  return known;
}

/** Enough for states, platforms, versions and tags. Interning saves nothing when every system has its own text. */
const maxTexts = 4096;
const maxTextLength = 64;
const texts = new Map<string, string>();

/** Returns the copy of an equal text that is already in memory, if there is one. */
export function intern(text: string): string {
  if (text.length > maxTextLength) return text;
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < maxTexts) texts.set(text, text);
  return text;
}

/** Raw JSON; null when the value is too deeply nested to be written. */
function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Maximum characters; cut beyond it, because an answer must not be in memory twice. */
const maxJsonLength = 8000;

/**
 * Raw JSON for comparison. A longer value becomes its beginning and a checksum of the rest, so that different values
 * differ.
 */
export function cutJson(value: unknown): string {
  const text = jsonText(value);
  if (text === null) return '…';
  return text.length <= maxJsonLength ? text : `${text.slice(0, maxJsonLength)}… ${text.length} ${sumOf(text)}`;
}

/** FNV-1a; not safe against deliberate collisions. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16);
}

/** Maximum nesting that is kept. An indented text of thousands of levels has megabytes of spaces. */
const maxDepth = 50;

export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, maxDepth);
}
