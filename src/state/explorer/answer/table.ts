/** An answer's table: the loaded rows, filtered and sorted. */
import { ExactNumber, type Json, type JsonObject, scalarText } from '../../../api/exact-json.ts';
import { own } from '../../../api/openapi/json-pieces.ts';
import { type FilterFault, parseFilter } from '../../fleet/filter/language.ts';
import { narrowing, type FilterTest } from '../../fleet/filter/filter.ts';
import { ageTest } from '../../fleet/filter/tests.ts';
import { type ListView, sortedByKey } from '../../kernel/list-view.ts';
import { memoize } from '../../kernel/store.ts';
import { naturalKey } from '../../fleet/systems/disabled.ts';
import { type AnswerColumn, timeOf, childCount } from '../../kernel/json-columns.ts';
import { isSecret, type SecretPlace } from '../../../api/secrets.ts';

/** Input of `rowsShown`: columns, filter, sort and time. */
export interface AnswerRows extends ListView {
  readonly rows: readonly JsonObject[];
  readonly columns: readonly AnswerColumn[];
  readonly now: number;
}

export const rowsShown = memoize(({ rows, columns, filter, sort, now }: AnswerRows): readonly JsonObject[] => {
  const test = filterTest(filter, columns, now);
  const shown = test === null ? rows : rows.filter(test);
  const column = columns.find(({ field }) => field === sort.by);
  if (column === undefined) return sort.isReversed ? shown.toReversed() : shown;
  return sortedByKey(shown, (row) => sortKey(valueIn(row, column), column), sort.isReversed);
});

function sortKey(value: Json, { kind }: AnswerColumn): string | number | bigint | null {
  if (value === null || value === '') return null;
  if (kind === 'time') return timeOf(value);
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.digits) ? BigInt(value.digits) : Number(value.digits);
  const count = childCount(value);
  if (count !== null) return count;
  return typeof value === 'number' ? value : naturalKey((scalarText(value) ?? '').slice(0, 200));
}

export function valueIn(row: JsonObject, { field, within }: AnswerColumn): Json {
  return own(within === undefined ? row : own(row, within), field) ?? null;
}

/** Null when the filter is valid. */
export function filterFault(filter: string, columns: readonly AnswerColumn[]): FilterFault | null {
  const { fault, words } = parseFilter(filter);
  if (fault !== null) return fault;
  for (const word of words) {
    const column = columnFor(word.field, columns);
    if (column?.kind !== 'time') continue;
    for (const value of word.values) {
      const test = ageTest(value.text.toLowerCase(), column.field);
      if (typeof test !== 'function' && /^[<>]/.test(value.text)) return { ...test, at: value.at, isUnfinished: true };
    }
  }
  return null;
}

export function isSecretCell(row: JsonObject, column: AnswerColumn): boolean {
  return isSecret(valueIn(row, column), placeIn(row, column));
}

function placeIn(row: JsonObject, { field, isSecret: isSecretShape }: AnswerColumn): SecretPlace {
  return { name: field, owner: row, isSecretShape };
}

/** Null when every row passes. */
function filterTest(filter: string, columns: readonly AnswerColumn[], now: number): FilterTest<JsonObject> | null {
  const named = columns.map((column) => {
    return [column.field.toLowerCase(), (row: JsonObject) => textsIn(row, column)] as const;
  });
  return narrowing(filter, named, (field, value) => {
    const column = columnFor(field, columns);
    const age = column?.kind === 'time' && /^[<>]/.test(value) ? ageTest(value.toLowerCase(), '') : null;
    if (column === undefined || typeof age !== 'function') return null;
    return (row) => {
      const ms = timeOf(valueIn(row, column));
      return age(ms === null ? null : now - ms, now);
    };
  });
}

/** Matches the field name in any case. */
function columnFor(field: string | null, columns: readonly AnswerColumn[]): AnswerColumn | undefined {
  return columns.find((column) => column.field.toLowerCase() === field);
}

/** The texts of a cell; a list has several. Hidden texts are left out, so that a filter cannot reveal them. */
function textsIn(row: JsonObject, column: AnswerColumn): readonly string[] {
  const value = valueIn(row, column);
  const values: readonly Json[] = Array.isArray(value) ? value.slice(0, maxTexts) : [value];
  const texts = values.map((one) => (isSecret(one, placeIn(row, column)) ? null : scalarText(one)));
  return texts.flatMap((text) => (text === null || text === 'null' ? [] : [text]));
}

const maxTexts = 100;

export function secretsIn(rows: readonly JsonObject[], columns: readonly AnswerColumn[]): number {
  let count = 0;
  for (const row of rows) {
    for (const column of columns) if (isSecretCell(row, column)) count += 1;
  }
  return count;
}

/** A cell of an exported table: unchanged, but lists and objects become counts, as on the screen. */
export function exportedCell(value: Json): string {
  if (value === null) return '';
  return scalarText(value) ?? String(childCount(value) ?? 0);
}
