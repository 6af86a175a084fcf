/** The model of an answer: its call, its pages, and how it is shown. */
import { isReadMethod } from '../../../api/operations.ts';
import type { Json, JsonObject } from '../../../api/exact-json.ts';
import { isRepeated, type Paging, pagingFrom } from '../../../api/paging/envelope.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import type { Problem } from '../../../api/problem.ts';
import { atTop, type ListPosition, wholeView } from '../../kernel/list-view.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { type Answered, answeredBy, type AnsweredRows } from '../../../api/calls/answer-kind.ts';
import { rowColumnsOf } from '../../kernel/json-columns.ts';
import { type AnswerRows, secretsIn } from './table.ts';

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
export function unpagedOf(
  address: string,
  { status, contentType, bytes, text, ms }: Omit<RawResponse, 'headers'>,
): ArrivedPage {
  const answered = answeredBy({ status, contentType, body: bytes });
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
