/** Keeps many records in little memory: interns texts, cuts long JSON, and packs the fields that the specification does not name. */

import { isDeeper, parseExactly } from './exact-json.ts';

/** Systems whose records have the same other fields share the names; the values are the JSON text of one array. */
export interface OtherFields {
  readonly names: readonly string[];
  readonly values: string;
}

/** Stands in for a value that is too large, or nested too deep, as JSON text. */
interface CutValue {
  /** The beginning. */
  readonly cut: string;
  /** How many characters follow it; null where it cannot be written as JSON at all. */
  readonly moreCharacters: number | null;
}

/** Characters of names and JSON in one system. */
const maxCharacters = 64 * 1024;

/** Characters of a value that does not fit, and roughly of the rest of its entry. */
const beginning = 256;
const cutEntry = beginning + 50;

/** Stands for a value that was left out altogether. */
const leftOut = '…';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Null where every field is among the `known` ones. */
export function otherFields(record: JsonRecord, known: ReadonlySet<string>): OtherFields | null {
  const names = Object.keys(record).filter((name) => !known.has(name));
  if (names.length === 0) return null;
  const values = names.map((name) => record[name]);
  if (values.some((value) => isTooDeep(value))) return inParts(names, values);
  const whole = { names, values: JSON.stringify(values) };
  return sizeOf(whole) <= maxCharacters ? packed(whole) : inParts(names, values);
}

/** With the values parsed. */
export function entriesOf(others: OtherFields | null): readonly (readonly [name: string, value: unknown])[] {
  if (others === null) return [];
  const values = parseExactly(others.values) as readonly unknown[];
  return others.names.map((name, at) => [name, values[at]]);
}

/** Characters of their names and values. */
export function sizeOf(others: OtherFields | null): number {
  return others === null ? 0 : others.values.length + others.names.reduce((sum, { length }) => sum + length, 0);
}

/** A service may send what looks like one: it is shown alike. */
export function isCut(value: unknown): value is CutValue {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { cut, moreCharacters } = value as Partial<Record<string, unknown>>;
  return typeof cut === 'string' && (moreCharacters === null || typeof moreCharacters === 'number');
}

/** As many as fit, in their order; the beginning alone of a value that does not fit. */
function inParts(names: readonly string[], values: readonly unknown[]): OtherFields {
  const kept: (readonly [name: string, value: unknown])[] = [];
  let room = maxCharacters;
  let missing = 0;
  for (const [at, name] of names.entries()) {
    const value = values[at];
    const json = jsonText(value);
    const size = json?.length ?? 0;
    const isWhole = json !== null && name.length + size < room && !isTooDeep(value);
    // With the comma.
    const taken = name.length + (isWhole ? size : cutEntry) + 1;
    if (taken > room) missing += name.length + size;
    else {
      room -= taken;
      kept.push([name, isWhole ? value : cutOf(json)]);
    }
  }
  if (missing > 0) kept.push([leftOut, { cut: '', moreCharacters: missing } satisfies CutValue]);
  return packed({ names: kept.map(([name]) => name), values: JSON.stringify(kept.map(([, value]) => value)) });
}

function packed({ names, values }: OtherFields): OtherFields {
  return { names: sharedNames(names), values };
}

function cutOf(json: string | null): CutValue {
  if (json === null) return { cut: '', moreCharacters: null };
  return { cut: json.slice(0, beginning), moreCharacters: Math.max(0, json.length - beginning) };
}

/** A service has a few sorts of records. Where each record has its own names, those of the last ones are kept. */
const maxSorts = 256;
const maxSortLength = 4096;
const sorts = new Map<string, readonly string[]>();
let last: readonly string[] = [];

function sharedNames(names: readonly string[]): readonly string[] {
  if (names.length === last.length && names.every((name, at) => name === last[at])) return last;
  const sort = JSON.stringify(names);
  const known = sorts.get(sort) ?? names.slice();
  if (sort.length <= maxSortLength) {
    // Behind all others: the first one was met the longest ago.
    sorts.delete(sort);
    sorts.set(sort, known);
    const [oldest = sort] = sorts.keys();
    if (sorts.size > maxSorts) sorts.delete(oldest);
  }
  last = known;
  return known;
}

/** A few hundred states, platforms, versions and tags. Where every system has its own, sharing them saves nothing. */
const maxTexts = 4096;
const maxTextLength = 64;
const texts = new Map<string, string>();

/** The same text, and the same one in memory wherever it was met before. */
export function intern(text: string): string {
  if (text.length > maxTextLength) return text;
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < maxTexts) texts.set(text, text);
  return text;
}

/** Raw JSON, still to be made safe; null where the value is nested deeper than can be written. */
function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Longer ones are cut: the answer of a service must not be held in memory a second time. */
const maxJsonLength = 8000;

/** Raw JSON for comparisons. A longer value is its beginning and a checksum of the rest: no two read the same. */
export function cutJson(value: unknown): string {
  const text = jsonText(value);
  if (text === null) return '…';
  return text.length <= maxJsonLength ? text : `${text.slice(0, maxJsonLength)}… ${text.length} ${sumOf(text)}`;
}

/** FNV-1a: distinguishes texts that are not made to collide. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16);
}

/** Levels of nesting that are kept as received. An indented text of thousands of levels has megabytes of spaces. */
const deepest = 50;

/** Nested deeper than is kept. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, deepest);
}
