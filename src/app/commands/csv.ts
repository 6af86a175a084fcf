/** Writes rows as CSV (RFC 4180) that no spreadsheet runs and no terminal acts on. */
import { stringify } from 'csv-stringify/sync';
import { clean } from '../../screens/text/clean.ts';

/** The first row are the columns. A cell that could be a formula begins with a quote; what is hidden is a visible sign. */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): string {
  const cells = rows.map((row) => columns.map((column) => cell(row[column])));
  return stringify([columns.map(cell), ...cells], { record_delimiter: 'windows' });
}

/** What a spreadsheet takes for the beginning of a formula. Some look behind what is in front of it and shows nothing. */
const formula = /^(?:[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/u;

function cell(text: string): string {
  const shown = clean(text);
  return formula.test(text) || formula.test(shown) ? `'${shown}` : shown;
}
