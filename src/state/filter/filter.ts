/** Reads a filter, and tests systems by it; the service is not asked. */
import type { System } from '../../api/system.ts';
import { anywhere, type Field, type FilterContext, filterFields, type Test } from './fields.ts';
import { type FilterFault, type FilterWord, filterWords } from './syntax.ts';

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

export const noFilter: Filter = {
  text: '',
  tests: [],
  fault: null,
  usesMarks: false,
  usesThreshold: false,
  usesClock: false,
};

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

export function matches(filter: Filter, system: System, context: FilterContext): boolean {
  return filter.tests.every((test) => test(system, context));
}

function readWord(word: FilterWord, isLast: boolean): { test: Test } | { fault: FilterFault } {
  const { at, field, isNegated } = word;
  const value = word.value.toLowerCase();
  if (field === null) return { test: negatedIf(isNegated, anywhere(value)) };
  // `constructor:` is a word like any other.
  const known = Object.hasOwn(filterFields, field) ? filterFields[field] : undefined;
  if (known === undefined) {
    const says = `no field ${field}: ${Object.keys(filterFields).join(' ')}; quotes look for a text`;
    return { fault: { at, says, isUnfinished: false } };
  }
  const test = known.test(value);
  if (test === null) {
    return {
      fault: { at, says: `${field} expects ${known.expects}`, isUnfinished: isLast && mayBecome(known, value) },
    };
  }
  return { test: negatedIf(isNegated, test) };
}

function mayBecome({ words = [], begins }: Field, value: string): boolean {
  return value === '' || words.some((word) => word.startsWith(value)) || begins?.test(value) === true;
}

function negatedIf(isNegated: boolean, test: Test): Test {
  return isNegated ? (system, context) => !test(system, context) : test;
}
