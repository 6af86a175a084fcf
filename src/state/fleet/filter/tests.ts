/** Makes tests of the words of a filter whose fields are known: any other field or value is a mistake. */
import { didYouMean, type OtherWords } from '../../kernel/spelling.ts';
import {
  type Alternative,
  type FilterFault,
  type FilterWord,
  isGroup,
  parseFilter,
  type WrittenValue,
  type Wrong,
} from './language.ts';

/** Null: neither yes nor no, for what is tested cannot be read. The opposite of it is null, too. */
export type Answer = boolean | null;

/** `context`: the facts besides the row. */
export type RowTest<Row, Context> = (row: Row, context: Context) => Answer;

/** A test, or the mistake in the value, which more letters may still correct. */
export type ValueReading<Test> = { readonly test: Test } | (Wrong & { readonly isUnfinished: boolean });

/** Null: the word is searched everywhere. A field that is none has the mistake in place of a reader. */
type ReaderOf<Row, Context> = (
  field: string | null,
) => ((value: WrittenValue) => ValueReading<RowTest<Row, Context>>) | Wrong;

/** `test`: null where every row passes, or the text has a mistake. */
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
            if (isGroup(term)) return [signed(term.isNegated, testOf(term.alternatives))];
            const one = read.get(term);
            return one !== undefined && 'test' in one ? [one.test] : [];
          }),
        ),
      ),
    );
  return { words, test: first === null && words.length > 0 ? testOf(alternatives) : null, fault: first };
}

/** A negated word or group answers the opposite. */
function signed<Row, Context>(isNegated: boolean, test: RowTest<Row, Context>): RowTest<Row, Context> {
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
  return { test: signed(isNegated, anyOf(tests)) };
}

function anyOf<Row, Context>(tests: readonly RowTest<Row, Context>[]): RowTest<Row, Context> {
  return joined(tests, true);
}

function allOf<Row, Context>(tests: readonly RowTest<Row, Context>[]): RowTest<Row, Context> {
  return joined(tests, false);
}

/** One test with this answer decides; without it, one that is neither leaves it open. */
function joined<Row, Context>(tests: readonly RowTest<Row, Context>[], decisive: boolean): RowTest<Row, Context> {
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return (row, context) => {
    let answer: Answer = !decisive;
    for (const test of tests) {
      const one = test(row, context);
      if (one === decisive) return decisive;
      if (one === null) answer = null;
    }
    return answer;
  };
}

/** `is:` and one of these words. */
export function isReading<Test>(
  value: WrittenValue,
  tests: ReadonlyMap<string, Test>,
  others: OtherWords,
): ValueReading<Test> {
  const word = value.text.toLowerCase();
  const test = tests.get(word);
  if (test !== undefined) return { test };
  const known = [...tests.keys()];
  const wrong = unknown(`"is:${value.text}"`, didYouMean(word, known, others), known);
  return needed('is', value) ?? { ...wrong, isUnfinished: known.some((one) => one.startsWith(word)) };
}

/** A field without a value matches nothing useful; nor do empty quotes. */
export function needed(
  id: string | null,
  { text, isQuoted }: WrittenValue,
): (Wrong & { isUnfinished: boolean }) | null {
  if (text !== '') return null;
  return id === null
    ? { says: 'The quotes are empty.', isUnfinished: true }
    : { says: `${id} needs a value.`, isUnfinished: !isQuoted };
}

/** The mistake of an unknown word. */
export function unknown(what: string, meant: string | null, known: readonly string[]): Wrong {
  const all = `${known.join(', ')}.`;
  if (meant === null) return { says: `unknown ${what}. Known: ${all}` };
  return { says: `unknown ${what}. Did you mean ${meant}?` };
}
