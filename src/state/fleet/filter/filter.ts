/** A compiled filter: made once from the typed text, and tested on each system; the service is not asked. */
import type { System } from '../../../api/system.ts';
import { anywhere, type FilterContext, filterFields, type Test, unknownField } from './fields.ts';
import { type Answer, readTests } from './tests.ts';
import { type Alternative, type FilterFault, type FilterWord, filterText, isGroup, parseFilter } from './language.ts';

/** Words that all must match, or those after an `or`: `state:disconnected -tag:prod os:linux till or is:never`. */
export interface Filter {
  readonly text: string;
  /** Nothing for a text without words; else one test, which matches nothing where the text has a mistake. */
  readonly tests: readonly Test[];
  /** The first mistake in the text; a filter with one is not applied. */
  readonly fault: FilterFault | null;
  /** The fields that its words name: `tag`. */
  readonly fields: ReadonlySet<string>;
  /** Its answer depends on the marks. */
  readonly usesMarks: boolean;
  /** Its answer depends on protection. */
  readonly usesProtection: boolean;
  /** Its answer depends on the threshold. */
  readonly usesThreshold: boolean;
  /** Its answer depends on the time. */
  readonly usesClock: boolean;
  /** It tests for disabled systems, which must be loaded for it. */
  readonly usesDisabled: boolean;
  /** It tests for changes since the last visit. */
  readonly usesChanges: boolean;
  /** Its answer depends on the records of systems that rollcall disabled. */
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

/** Null: neither yes nor no, for it depends on a time or a field that cannot be read. */
export function answerOf(filter: Filter, system: System, context: FilterContext): Answer {
  const [test] = filter.tests;
  return test === undefined || test(system, context);
}

/** Does it match for certain? */
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

/** The filter with `is:marked`, or without it where it has that already. */
export function markedToggled(text: string): string {
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

/** A word begins with `?` only in quotes; later in a word it stands for any character. */
export function isFilterCommand(key: string, before: string): boolean {
  return key === '?' && /(?:^|[\s(:])$/.test(before) && before.split('"').length % 2 === 1;
}
