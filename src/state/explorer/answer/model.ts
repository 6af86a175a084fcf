/** The model of an answer: its call, its pages, and how it is shown. */
import { isReadMethod } from '../../../api/operations.ts';
import { type Json, type JsonObject, ExactNumber, scalarText } from '../../../api/exact-json.ts';
import { isRepeated, type Paging, pagingFrom } from '../../../api/paging/envelope.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import type { Problem } from '../../../api/problem.ts';
import { atTop, type ListPosition, wholeView, type ListView, sortByKey } from '../../kernel/list-view.ts';
import { type Call, type Answered, judgeAnswer, type AnsweredRows } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { rowColumnsOf, type AnswerColumn, timeOf, childCount } from '../../kernel/json-columns.ts';
import { own } from '../../../api/openapi/json-pieces.ts';
import { type FilterFault, parseFilter } from '../../fleet/filter/language.ts';
import { narrowing, type FilterTest } from '../../fleet/filter/filter.ts';
import { ageTest } from '../../fleet/filter/tests.ts';
import { memoize } from '../../kernel/store.ts';
import { naturalKey } from '../../kernel/spelling.ts';
import { isSecret, type SecretPlace } from '../../../api/secrets.ts';

export interface ArrivedPage {
  readonly status: number;
  readonly ms: number;
  /** Decompressed size of the body. */
  readonly bytes: number;
  /** The unchanged body; null when it is not text. */
  readonly raw: string | null;
  readonly answered: Answered | { readonly kind: 'tooLarge'; readonly format: string };
  /** Includes this page. */
  readonly paging: Paging;
}

/** Paging of a page that is not part of a list. */
export function onlyPage(address: string): Paging {
  return { ...pagingFrom(address), addresses: [address], next: { kind: 'end' } };
}

/** An answer without a next page. A change has none, because its call is never sent again. */
export function makeUnpaged(
  address: string,
  { status, contentType, bytes, text, ms }: Omit<RawResponse, 'headers'>,
): ArrivedPage {
  const answered = judgeAnswer({ status, contentType, body: bytes });
  const raw = answered.kind === 'binary' || answered.kind === 'eventStream' ? null : text;
  return { status, ms, bytes: bytes.byteLength, answered, raw, paging: onlyPage(address) };
}

export interface AnswerTable {
  readonly kind: 'table';
  readonly shown: AnswerRows;
  /** The chosen columns, in order; a narrower terminal has room for fewer. */
  readonly fields: readonly string[];
  readonly isWide: boolean;
  readonly paging: Paging;
  readonly field: string | null;
  readonly beside: JsonObject;
  readonly secrets: number;
}

export interface AnswerJson {
  readonly kind: 'json';
  readonly value: Json;
  readonly name: string;
  readonly find: string;
  /** Set for a page that is not a table. */
  readonly paging: Paging | null;
}

export type AnswerContent =
  | AnswerTable
  | AnswerJson
  | { readonly kind: 'text'; readonly text: string; readonly format: string; readonly find: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'eventStream' }
  | { readonly kind: 'binary'; readonly format: string; readonly bytes: Uint8Array }
  | { readonly kind: 'tooLarge'; readonly format: string };

export interface Answer {
  readonly id: number;
  readonly call: Call;
  readonly operation: DefinedOperation;
  /** Fields of the rows, or of the answer, that the definition marks as secrets. */
  readonly secretNames: ReadonlySet<string>;
  /** Status, time and size of the last page; null before the first. */
  readonly head: Pick<ArrivedPage, 'status' | 'ms' | 'bytes'> | null;
  /** Null before the first answer, and after a problem. */
  readonly content: AnswerContent | null;
  readonly raw: readonly string[];
  /** Why the last read failed. */
  readonly problem: Problem | null;
  /** The read in progress: the call, its next page, or all remaining pages. */
  readonly reading: 'call' | 'page' | 'all' | null;
  /** Bytes written into a file so far; null when no file is being written. */
  readonly written: number | null;
  readonly list: ListPosition;
  /** True when the secrets under the cursor are shown. */
  readonly isRevealed: boolean;
  /** Set when this is a part of another answer (a row or a text): its name there. */
  readonly part: { readonly title: string; readonly row: JsonObject | null } | null;
}

export function newAnswer(about: Pick<Answer, 'id' | 'call' | 'operation' | 'secretNames'>): Answer {
  return {
    ...about,
    head: null,
    content: null,
    raw: [],
    problem: null,
    reading: 'call',
    written: null,
    list: atTop,
    isRevealed: false,
    part: null,
  };
}

/** A call that changes something is never sent again from here. */
export function isOfChange({ call }: Pick<Answer, 'call'>): boolean {
  return !isReadMethod(call.method);
}

/** Adds a page: the first one, or the next page of the table. */
export function withPage(answer: Answer, page: ArrivedPage, now: number): Answer {
  const { status, ms, bytes, raw, answered } = page;
  const head = { status, ms, bytes };
  const arrived = { ...answer, head, problem: null, reading: null };
  if (answer.reading === 'call') {
    const content = contentOf(page, answer, now);
    return { ...arrived, content, raw: raw === null ? [] : [raw] };
  }
  const { content } = answer;
  if (content?.kind !== 'table' || answered.kind !== 'rows' || answered.page.field !== content.field) {
    const problem = { operation: 'send request', kind: 'wrongShape', path: 'no page of this list' } as const;
    return { ...answer, reading: null, problem };
  }
  if (isRepeated(content.paging, page.paging)) return { ...arrived, content: { ...content, paging: page.paging } };
  const table = withRows(content, answered, page.paging);
  return { ...arrived, content: table, raw: raw === null ? answer.raw : [...answer.raw, raw] };
}

function contentOf(page: ArrivedPage, { content, secretNames }: Answer, now: number): AnswerContent {
  const { answered, paging } = page;
  switch (answered.kind) {
    case 'rows':
      return tableOf(answered, paging, secretNames, content, now);
    case 'json':
      return { ...jsonContent(answered.value), paging: answered.page === null ? null : paging };
    case 'text':
      return { ...answered, find: '' };
    case 'nothing':
    case 'eventStream':
    case 'binary':
    case 'tooLarge':
      return answered;
  }
}

export function jsonContent(value: Json): AnswerJson {
  return { kind: 'json', value, name: '', find: '', paging: null };
}

/** Maximum number of rows that are sampled to choose the columns. */
const maxSampled = 1_000;

/** Keeps earlier choices for the table. */
function tableOf(
  { rows, page: { field, beside } }: AnsweredRows,
  paging: Paging,
  secretNames: ReadonlySet<string>,
  before: AnswerContent | null,
  now: number,
): AnswerTable {
  const columns = rowColumnsOf(rows.slice(0, maxSampled), secretNames);
  const fields = columns.map((column) => column.field);
  const chosen = before?.kind === 'table' ? before : null;
  const kept = chosen?.fields.filter((name) => fields.includes(name)) ?? [];
  const { filter, sort } = chosen?.shown ?? wholeView;
  return {
    kind: 'table',
    shown: { rows, columns, filter, sort, now },
    fields: kept.length === 0 ? fields : kept,
    isWide: chosen?.isWide ?? false,
    ...{ paging, field, beside },
    secrets: secretsIn(rows, columns),
  };
}

function withRows(table: AnswerTable, answered: AnsweredRows, paging: Paging): AnswerTable {
  const { shown, secrets } = table;
  return {
    ...table,
    shown: { ...shown, rows: shown.rows.concat(answered.rows) },
    paging,
    secrets: secrets + secretsIn(answered.rows, shown.columns),
  };
}

// An answer's table: the loaded rows, filtered and sorted.

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
  return sortByKey(shown, (row) => sortKey(valueIn(row, column), column), sort.isReversed);
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
