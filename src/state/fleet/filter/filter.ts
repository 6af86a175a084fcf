/** Compiles a filter once from the typed text. Filters are applied locally; the service is not asked. */
import type { System } from '../../../api/system.ts';
import {
  anywhere,
  type FilterField,
  fieldIds,
  type FilterContext,
  filterFields,
  meantField,
  type Test,
  unknownField,
} from './fields.ts';
import { type TestAnswer, readTests, textTest } from './tests.ts';
import {
  type Alternative,
  type FilterFault,
  filterText,
  type FilterWord,
  isGroup,
  literalValue,
  parseFilter,
  wordText,
} from './language.ts';
import { fold } from '../../kernel/spelling.ts';

/** Words that must all match, or alternatives after `or`: `state:disconnected -tag:prod os:linux or is:never`. */
export interface Filter {
  readonly text: string;
  /** Empty for a text without words, else one test. The test of a text with a mistake matches nothing. */
  readonly tests: readonly Test[];
  /** First mistake in the text. A filter with a mistake is not applied. */
  readonly fault: FilterFault | null;
  readonly fields: ReadonlySet<string>;
  /** Re-evaluate when marks change. */
  readonly usesMarks: boolean;
  /** Re-evaluate when protection changes. */
  readonly usesProtection: boolean;
  /** Re-evaluate when the threshold changes. */
  readonly usesThreshold: boolean;
  /** Re-evaluate when the clock advances. */
  readonly usesClock: boolean;
  /** It tests for disabled systems, so they must be loaded. */
  readonly usesDisabled: boolean;
  /** Re-evaluate when changes since the last visit are known. */
  readonly usesChanges: boolean;
  /** Re-evaluate when the records of systems that rollcall disabled are read. */
  readonly usesRecords: boolean;
}

export function readFilter(text: string): Filter {
  const { words, test, fault } = readTests(text, readerOf);
  const is = (wanted: string): boolean => words.some((word) => hasIs(word, wanted));
  const hasField = (names: readonly string[]): boolean => words.some(({ field }) => names.includes(field ?? ''));
  const usesRecords = is('disabled-by-us') || hasField(['disabled']);
  return {
    text: text.trim(),
    tests: fault !== null ? [matchesNothing] : test === null ? [] : [test],
    fault,
    fields: new Set(words.flatMap(({ field }) => field ?? [])),
    usesMarks: is('marked'),
    usesProtection: is('protected'),
    usesThreshold: is('stale'),
    usesClock: is('stale') || hasField(['seen', 'enrolled', 'offline', 'disabled']),
    usesDisabled: is('disabled') || usesRecords,
    usesChanges: is('new') || is('silent'),
    usesRecords,
  };
}

export const noFilter = readFilter('');

/** Null: unknown, because a time or a field cannot be read. */
export function answerOf(filter: Filter, system: System, context: FilterContext): TestAnswer {
  const [test] = filter.tests;
  return test === undefined || test(system, context);
}

/** True only for a certain match; a null answer counts as no match. */
export function matches(filter: Filter, system: System, context: FilterContext): boolean {
  return answerOf(filter, system, context) === true;
}

function hasIs({ field, values }: FilterWord, wanted: string): boolean {
  return field === 'is' && values.some(({ text }) => text.toLowerCase() === wanted);
}

const matchesNothing: Test = () => false;

function readerOf(field: string | null) {
  return field === null ? anywhere : (filterFields.get(field)?.read ?? unknownField(field));
}

/** Adds `is:marked` to the filter, or removes it if every alternative has it. */
export function toggleMarked(text: string): string {
  const { alternatives } = parseFilter(text);
  const without = alternatives.map((terms) => terms.filter((term) => !isMarkedWord(term)));
  const isMarkedOnly = alternatives.length > 0 && alternatives.every((terms) => terms.some(isMarkedWord));
  if (isMarkedOnly) return filterText(without.filter(({ length }) => length > 0));
  const all: readonly Alternative[] = alternatives.length === 0 ? [[]] : alternatives;
  return filterText(all.map((terms) => [...terms, ...markedWords]));
}

const markedWords = parseFilter('is:marked').words;

function isMarkedWord(term: Alternative[number]): boolean {
  if (isGroup(term)) return false;
  const { isNegated, field, values } = term;
  return !isNegated && field === 'is' && values.length === 1 && values[0]?.text.toLowerCase() === 'marked';
}

/** At the start of a word `?` opens the help; inside a word or quotes it is a wildcard. */
export function isFilterCommand(key: string, before: string): boolean {
  return key === '?' && /(?:^|[\s(:])$/.test(before) && before.split('"').length % 2 === 1;
}

// Filters any list by a typed text: words, `or`, `-`, quotes and patterns as in the list of systems.

/** Names of columns in lower case, with the texts of a row. */
type NarrowedColumns<Row> = readonly (readonly [string, (row: Row) => string | readonly string[]])[];

export type FilterTest<Row> = (row: Row) => boolean;

/**
 * Null: every row is shown. `status:409` tests one column. `testOf`: tests a value that is not one of the column's
 * texts; null if it is.
 */
export function narrowing<Row>(
  text: string,
  columns: NarrowedColumns<Row>,
  testOf: (column: string, value: string) => FilterTest<Row> | null = () => null,
): FilterTest<Row> | null {
  const wordTest = ({ field, values, isNegated }: FilterWord): FilterTest<Row> => {
    const column = columns.find(([name]) => name === field);
    const tests = values.map((value): FilterTest<Row> => {
      const own = column === undefined ? null : testOf(column[0], value.text);
      if (own !== null) return own;
      // A word before a colon that is not a column is plain text.
      const isPlain = field !== null && column === undefined;
      const has = textTest(isPlain ? { text: `${field}:${value.text}`, isQuoted: true } : value);
      return (row) =>
        (column === undefined ? columns : [column]).some(([, textsOf]) => [textsOf(row)].flat().some(has));
    });
    return (row) => tests.some((test) => test(row)) !== isNegated;
  };
  const wanted = parseFilter(text).alternatives.filter((terms) => terms.length > 0);
  const anyOf = (alternatives: readonly Alternative[]): FilterTest<Row> => {
    const tests = alternatives.map((terms) => terms.map(termTest));
    return (row) => tests.some((all) => all.every((test) => test(row)));
  };
  const termTest = (term: Alternative[number]): FilterTest<Row> => {
    if (!isGroup(term)) return wordTest(term);
    const test = anyOf(term.alternatives);
    return (row) => test(row) !== term.isNegated;
  };
  return wanted.length === 0 ? null : anyOf(wanted);
}

// Completes a filter: names of fields, and values of the loaded systems.

/** Maximum number of completions that tab cycles through. */
const maxCompletions = 50;

export interface Completion {
  readonly texts: readonly string[];
  readonly at: number;
}

/** The text for the next tab press, cycling; null: nothing fits. With a single text, tab completes from that text. */
export function nextCompletion(before: Completion | null, completions: () => readonly string[]) {
  const known = before?.texts.length === 1 ? null : before;
  const texts = known?.texts ?? completions();
  const at = known === null ? 0 : (known.at + 1) % texts.length;
  const typed = texts[at];
  return typed === undefined ? null : { typed, completion: { texts, at } };
}

/** Complete texts, likeliest first; empty: nothing fits. `systems`: the loaded ones. */
export function completionsOf(text: string, systems: readonly System[]): readonly string[] {
  const last = parseFilter(text).words.at(-1);
  if (last === undefined || last.at + last.typed.length < text.length) {
    return /[^\s(]$/.test(text) ? [] : fieldIds.map((id) => `${text}${id}:`);
  }
  const { field: name, values } = last;
  const value = values.at(-1);
  if (value === undefined) return [];
  const before = text.slice(0, value.at);
  const typed = fold(value.text);
  if (name === null) {
    return value.isQuoted ? [] : fieldIds.filter((id) => id.startsWith(typed)).map((id) => `${before}${id}:`);
  }
  const field = filterFields.get(name);
  if (field === undefined) return fieldsInstead(text, name, last);
  return [...(field.words ?? []), ...seenValues(field, systems)]
    .filter((one) => fold(one).startsWith(typed) && fold(one) !== typed)
    .slice(0, maxCompletions)
    .map((one) => before + wordText({ isNegated: false, field: null, values: [literalValue(one)] }));
}

/** The text with each known field in place of the unknown one, likeliest first. */
function fieldsInstead(text: string, name: string, word: { readonly at: number; readonly isNegated: boolean }) {
  const at = word.at + (word.isNegated ? 1 : 0);
  const meant = meantField(name);
  const ids = meant === null ? fieldIds : [meant, ...fieldIds.filter((id) => id !== meant)];
  return ids.map((id) => text.slice(0, at) + id + text.slice(at + name.length));
}

/** Values of the loaded systems, most frequent first. */
function seenValues(field: FilterField, systems: readonly System[]): readonly string[] {
  const seen = systems.flatMap((system) => field.values?.(system) ?? []).filter((value) => value !== null);
  // A value with a quote cannot be written in a filter.
  const writable = seen.filter((value) => value !== '' && !value.includes('"'));
  const counts = Map.groupBy(writable, (value) => value);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}
