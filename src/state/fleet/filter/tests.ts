/** Builds tests from the words of a filter. Unknown fields and values are mistakes. */
import { didYouMean, fold, type OtherWords } from '../../kernel/spelling.ts';
import {
  type Alternative,
  type FilterFault,
  type FilterWord,
  isGroup,
  parseFilter,
  type WrittenValue,
  type Wrong,
} from './language.ts';
import { dayMs } from '../staleness/staleness.ts';

/** Null: unknown, because the field cannot be read. Its negation is null too. */
export type TestAnswer = boolean | null;

/** `context`: facts besides the row. */
export type RowTest<Row, Context> = (row: Row, context: Context) => TestAnswer;

/** A test, or a mistake in the value that more letters may still correct. */
export type ValueReading<Test> = { readonly test: Test } | (Wrong & { readonly isUnfinished: boolean });

/** Null as field: the word is searched everywhere. Returns the mistake if the field is unknown. */
type ReaderOf<Row, Context> = (
  field: string | null,
) => ((value: WrittenValue) => ValueReading<RowTest<Row, Context>>) | Wrong;

/** `test`: null if every row passes or the text has a mistake. */
export function readTests<Row, Context>(text: string, readerOf: ReaderOf<Row, Context>) {
  const { alternatives, words, fault } = parseFilter(text);
  const read = new Map(words.map((word) => [word, readWord(word, text, readerOf)]));
  const faults = [...read.values()].flatMap((one) => ('fault' in one ? [one.fault] : []));
  const first = faults.find(({ isUnfinished }) => !isUnfinished) ?? faults.at(0) ?? fault;
  const testOf = (terms: readonly Alternative[]): RowTest<Row, Context> =>
    anyOf(
      terms.map((all) =>
        allOf(
          all.flatMap((term) => {
            if (isGroup(term)) return [negateIf(term.isNegated, testOf(term.alternatives))];
            const one = read.get(term);
            return one !== undefined && 'test' in one ? [one.test] : [];
          }),
        ),
      ),
    );
  return { words, test: first === null && words.length > 0 ? testOf(alternatives) : null, fault: first };
}

/** Negates a test; null stays null. */
function negateIf<Row, Context>(isNegated: boolean, test: RowTest<Row, Context>): RowTest<Row, Context> {
  if (!isNegated) return test;
  return (row, context) => {
    const answer = test(row, context);
    return answer === null ? null : !answer;
  };
}

function readWord<Row, Context>(
  { at, typed, field, isNegated, values }: FilterWord,
  text: string,
  readerOf: ReaderOf<Row, Context>,
): { test: RowTest<Row, Context> } | { fault: FilterFault } {
  const read = readerOf(field);
  if (typeof read !== 'function') return { fault: { ...read, at, isUnfinished: false } };
  const tests: RowTest<Row, Context>[] = [];
  for (const value of values) {
    const reading = read(value);
    if ('test' in reading) tests.push(reading.test);
    else {
      const isLast = value === values.at(-1) && at + typed.length === text.length;
      return { fault: { ...reading, at: value.at, isUnfinished: reading.isUnfinished && isLast } };
    }
  }
  return { test: negateIf(isNegated, anyOf(tests)) };
}

function anyOf<Row, Context>(tests: readonly RowTest<Row, Context>[]): RowTest<Row, Context> {
  return joinTests(tests, true);
}

function allOf<Row, Context>(tests: readonly RowTest<Row, Context>[]): RowTest<Row, Context> {
  return joinTests(tests, false);
}

/**
 * Three-valued logic: `decisive` wins; otherwise null if any test is null (true is decisive for "or", false for
 * "and").
 */
function joinTests<Row, Context>(tests: readonly RowTest<Row, Context>[], decisive: boolean): RowTest<Row, Context> {
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return (row, context) => {
    let answer: TestAnswer = !decisive;
    for (const test of tests) {
      const one = test(row, context);
      if (one === decisive) return decisive;
      if (one === null) answer = null;
    }
    return answer;
  };
}

/** Reads `is:` and one of these words. */
export function readIsWord<Test>(
  value: WrittenValue,
  tests: ReadonlyMap<string, Test>,
  others: OtherWords,
): ValueReading<Test> {
  const word = value.text.toLowerCase();
  const test = tests.get(word);
  if (test !== undefined) return { test };
  const known = [...tests.keys()];
  const wrong = refuseUnknown(`"is:${value.text}"`, didYouMean(word, known, others), known);
  return requireValue('is', value) ?? { ...wrong, isUnfinished: known.some((one) => one.startsWith(word)) };
}

/** A field without a value is a mistake, and so are empty quotes. */
export function requireValue(
  id: string | null,
  { text, isQuoted }: WrittenValue,
): (Wrong & { isUnfinished: boolean }) | null {
  if (text !== '') return null;
  return id === null
    ? { message: 'The quotes are empty.', isUnfinished: true }
    : { message: `${id} needs a value.`, isUnfinished: !isQuoted };
}

export function refuseUnknown(what: string, meant: string | null, known: readonly string[]): Wrong {
  const all = `${known.join(', ')}.`;
  if (meant === null) return { message: `unknown ${what}. Known: ${all}` };
  return { message: `unknown ${what}. Did you mean ${meant}?` };
}

// Matches text: a part is enough, in any case; with `*`, `?` or `=` the whole text must match.

/** `text`: as the service sent it. */
export type TextTest = (text: string) => boolean;

export function textTest({ text, isQuoted }: WrittenValue): TextTest {
  const wanted = fold(text);
  // Quotes cannot be typed in a value, so they are ignored.
  if (isWhole(text)) return (whole) => fold(whole).replaceAll('"', '') === wanted.slice(1);
  return isPattern({ text, isQuoted })
    ? (whole) => matchesPattern(fold(whole), wanted)
    : (whole) => fold(whole).includes(wanted);
}

/** `=retail` matches `retail`, and not `retail-2`. */
function isWhole(text: string): boolean {
  return text.length > 1 && text.startsWith('=');
}

function isPattern({ text, isQuoted }: WrittenValue): boolean {
  return isWhole(text) || (!isQuoted && /[*?]/.test(text));
}

/** `*` matches any text, `?` any one character. Runs in O(pattern × text). */
function matchesPattern(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  while (at < text.length) {
    const sign = pattern[inPattern];
    if (sign === '*') {
      star = inPattern++;
      afterStar = at;
    } else if (sign === '?' || sign === text[at]) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}

// Parses tests of an age: `>90d`, `<12h`, `<2026-01-01`.

/** `ageMs`: null if there is none. */
type AgeTest = (ageMs: number | null, now: number) => boolean;

const units = {
  min: dayMs / 1440,
  h: dayMs / 24,
  d: dayMs,
  w: 7 * dayMs,
  mo: 30 * dayMs,
  y: 365 * dayMs,
} as const;

export const unitNames = Object.keys(units) as readonly (keyof typeof units)[];

function isUnit(name: string): name is keyof typeof units {
  return Object.hasOwn(units, name);
}

/**
 * `>90d` is longer ago than 90 days; `<2026-01-01` is before that day (UTC), which is also longer ago. Otherwise
 * returns the mistake.
 */
export function ageTest(value: string, field: string): AgeTest | Wrong {
  const [, side = '', amount = ''] = /^([<>]?=?)(.*)$/.exec(value) ?? [];
  if (/^\d{4}-/.test(amount)) return dateTest(side, amount);
  const [, number, unit = ''] = /^(\d+)([a-z]*)$/.exec(amount) ?? [];
  if (number === undefined) {
    return { message: `"${value}" is not an age. Example: ${field}:>90d` };
  }
  if (unit === 'm') return { message: `"${amount}": min or mo?` };
  if (unit !== '' && !isUnit(unit)) {
    const units = `Units: ${unitNames.join(', ')}.`;
    return { message: `"${unit}" is not a unit. ${units}` };
  }
  const age = unit === '' ? `${number}d` : amount;
  if (!/^[<>]/.test(side)) {
    const sides = `${field}:>${age} or ${field}:<${age}`;
    return { message: `Which side of ${age}? ${sides}` };
  }
  const limit = Number(number) * units[unit === '' ? 'd' : unit];
  return testSide(side, (ageMs) => (ageMs === null ? null : ageMs - limit));
}

function dateTest(side: string, date: string): AgeTest | Wrong {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  // Date.parse rolls an impossible day over to another one: 31 February becomes 3 March.
  const isDay = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(date);
  if (!isDay) return { message: `"${date}" is not a date. Example: <2026-01-31` };
  if (!/^[<>]/.test(side)) {
    return { message: `Which side of ${date}? < is before it, > from it on.` };
  }
  const isBefore = side.startsWith('<');
  return (ageMs, now) => ageMs !== null && (isBefore ? now - ageMs < moment : now - ageMs >= moment);
}

function testSide(side: string, over: (ageMs: number | null) => number | null): AgeTest {
  const isMore = side.startsWith('>');
  const isEqualEnough = side.endsWith('=');
  return (ageMs) => {
    const difference = over(ageMs);
    if (difference === null) return false;
    if (difference === 0) return isEqualEnough;
    return difference > 0 === isMore;
  };
}

export function mayBecomeAge(value: string): boolean {
  return /^[<>]?=?(?:\d*(?:mi?)?|\d{4}-[\d-]*)$/.test(value);
}
