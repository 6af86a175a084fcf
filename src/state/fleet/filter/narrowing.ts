/** Narrows any list by a typed text: words, `or`, `-`, quotes and patterns as in the list of systems. */
import { type Alternative, type FilterWord, isGroup, parseFilter } from './language.ts';
import { textTest } from './text-test.ts';

/** The names of columns, in small letters, and their texts in a row. */
export type NarrowedColumns<Row> = readonly (readonly [string, (row: Row) => string | readonly string[]])[];

export type RowTest<Row> = (row: Row) => boolean;

/**
 * Null: every row is shown. `status:409` looks at one column. `testOf`: how a column tests a value that is no text of
 * it; null where it is one.
 */
export function narrowing<Row>(
  text: string,
  columns: NarrowedColumns<Row>,
  testOf: (column: string, value: string) => RowTest<Row> | null = () => null,
): RowTest<Row> | null {
  const wordTest = ({ field, values, isNegated }: FilterWord): RowTest<Row> => {
    const column = columns.find(([name]) => name === field);
    const tests = values.map((value): RowTest<Row> => {
      const own = column === undefined ? null : testOf(column[0], value.text);
      if (own !== null) return own;
      // A word before a colon that is no column is plain text.
      const isPlain = field !== null && column === undefined;
      const has = textTest(isPlain ? { text: `${field}:${value.text}`, isQuoted: true } : value);
      return (row) =>
        (column === undefined ? columns : [column]).some(([, textsOf]) => [textsOf(row)].flat().some(has));
    });
    return (row) => tests.some((test) => test(row)) !== isNegated;
  };
  const wanted = parseFilter(text).alternatives.filter((terms) => terms.length > 0);
  const anyOf = (alternatives: readonly Alternative[]): RowTest<Row> => {
    const tests = alternatives.map((terms) => terms.map(termTest));
    return (row) => tests.some((all) => all.every((test) => test(row)));
  };
  const termTest = (term: Alternative[number]): RowTest<Row> => {
    if (!isGroup(term)) return wordTest(term);
    const test = anyOf(term.alternatives);
    return (row) => test(row) !== term.isNegated;
  };
  return wanted.length === 0 ? null : anyOf(wanted);
}
