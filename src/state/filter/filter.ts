/** Reads a filter, completes it, and tests systems by it; the service is not asked. */
import type { System } from '../../api/system.ts';
import { anywhere, type Field, type FilterContext, filterFields, type Test } from './fields.ts';

/** A word of a filter: `name:value`, negated by `-`, with quotes around what has spaces. */
interface FilterWord {
  /** Where it begins in the text, from 0. */
  readonly at: number;
  /** As it was typed. */
  readonly typed: string;
  readonly isNegated: boolean;
  /** In small letters; null for a word that is looked for everywhere. */
  readonly field: string | null;
  /** Without its quotes. */
  readonly value: string;
}

/** What is wrong with a text, and where. */
interface FilterFault {
  readonly at: number;
  readonly says: string;
  /** The last word may become right by what is typed next. */
  readonly isUnfinished: boolean;
}

/** Words that all must match; a `-` in front turns one round: `state:disconnected -tag:prod os:linux till`. */
export interface Filter {
  readonly text: string;
  readonly tests: readonly Test[];
  /** The first mistake in the text; a word with one does not count. */
  readonly fault: FilterFault | null;
  /** Its answer moves with the marks. */
  readonly usesMarks: boolean;
  /** Its answer moves with the threshold. */
  readonly usesThreshold: boolean;
  /** Its answer moves with the time. */
  readonly usesClock: boolean;
}

/** Any text is a filter: what cannot be read of it is said and does not count. */
export function readFilter(text: string): Filter {
  const { words, fault } = filterWords(text);
  const read = words.map((word) => readWord(word, word.at + word.typed.length === text.length));
  const is = (value: string): boolean =>
    words.some((word) => word.field === 'is' && word.value.toLowerCase() === value);
  return {
    text: text.trim(),
    tests: read.flatMap((one) => ('test' in one ? [one.test] : [])),
    fault: read.flatMap((one) => ('fault' in one ? [one.fault] : [])).at(0) ?? fault,
    usesMarks: is('marked'),
    usesThreshold: is('stale'),
    usesClock: is('stale') || words.some(({ field }) => field === 'seen' || field === 'enrolled'),
  };
}

export const noFilter = readFilter('');

export function matches(filter: Filter, system: System, context: FilterContext): boolean {
  return filter.tests.every((test) => test(system, context));
}

function readWord(word: FilterWord, isLast: boolean): { test: Test } | { fault: FilterFault } {
  const { at, field, isNegated } = word;
  const value = word.value.toLowerCase();
  if (field === null) return { test: negatedIf(isNegated, anywhere(value)) };
  const known = filterFields.get(field);
  if (known === undefined) {
    const says = `no field ${field}: ${[...filterFields.keys()].join(' ')}; quotes look for a text`;
    return { fault: { at, says, isUnfinished: false } };
  }
  const test = known.test(value);
  if (test !== null) return { test: negatedIf(isNegated, test) };
  return { fault: { at, says: `${field} expects ${known.expects}`, isUnfinished: isLast && mayBecome(known, value) } };
}

function mayBecome({ words = [], begins }: Field, value: string): boolean {
  return value === '' || words.some((word) => word.startsWith(value)) || begins?.test(value) === true;
}

function negatedIf(isNegated: boolean, test: Test): Test {
  return isNegated ? (system, context) => !test(system, context) : test;
}

/** A quote that has no end ends with the text; that is said. */
export function filterWords(text: string): {
  readonly words: readonly FilterWord[];
  readonly fault: FilterFault | null;
} {
  const words = [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(({ 0: typed, index: at }) => wordOf(typed, at));
  const quotes = [...text.matchAll(/"/g)];
  const open = quotes.length % 2 === 1 ? quotes.at(-1)?.index : undefined;
  return { words, fault: open === undefined ? null : { at: open, says: 'this quote has no end', isUnfinished: true } };
}

function wordOf(typed: string, at: number): FilterWord {
  const isNegated = typed.length > 1 && typed.startsWith('-');
  const word = isNegated ? typed.slice(1) : typed;
  const [, field, rest] = /^([a-z]+):(.*)$/is.exec(word) ?? [];
  const isField = field !== undefined && rest !== undefined;
  return {
    at,
    typed,
    isNegated,
    field: isField ? field.toLowerCase() : null,
    value: (isField ? rest : word).replaceAll('"', ''),
  };
}

/** The word as it would be typed; reading it again gives the same. */
export function wordText({ isNegated, field, value }: Pick<FilterWord, 'isNegated' | 'field' | 'value'>): string {
  const needsQuotes = /\s/.test(value) || value === '' || (field === null && /:|^-/.test(value));
  return `${isNegated ? '-' : ''}${field === null ? '' : `${field}:`}${needsQuotes ? `"${value}"` : value}`;
}

/** More than these are not gone through one by one. */
const mostCompletions = 50;

/** Whole texts with another last word, the likeliest first; empty where nothing fits. `systems` are those read so far. */
export function completionsOf(text: string, systems: readonly System[]): readonly string[] {
  const last = /\s$/.test(text) ? undefined : filterWords(text).words.at(-1);
  if (last === undefined) return [];
  const { isNegated, field: name } = last;
  const before = text.slice(0, last.at);
  const typed = last.value.toLowerCase();
  if (name === null) {
    const names = [...filterFields.keys()].filter((field) => field.startsWith(typed));
    return names.map((field) => `${before}${isNegated ? '-' : ''}${field}:`);
  }
  const field = filterFields.get(name);
  return [...(field?.words ?? []), ...seenValues(field, systems)]
    .filter((value) => value.toLowerCase().startsWith(typed) && value.toLowerCase() !== typed)
    .slice(0, mostCompletions)
    .map((value) => before + wordText({ isNegated, field: name, value }));
}

/** The most frequent first. */
function seenValues(field: Field | undefined, systems: readonly System[]): readonly string[] {
  const seen = systems.flatMap((system) => field?.values?.(system) ?? []).filter((value) => value !== null);
  // A quote cannot be written in a word.
  const writable = seen.filter((value) => value !== '' && !value.includes('"'));
  const counts = Map.groupBy(writable, (value) => value);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}
