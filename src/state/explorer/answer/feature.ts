/** Declares the feature: an answer as a table or a text. */
import type { ExportWritten, CopyText } from '../../fleet/export.ts';
import type { Problem } from '../../../api/problem.ts';
import { type Paging, pagingFrom } from '../../../api/paging/envelope.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import { type ListPosition, bodyRows, followRow, placeCursor, tableRows } from '../../kernel/list-view.ts';
import type { OperationsRow } from '../list/feature.ts';
import { type Call, maskedUrl, mediaType, maxBeside } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { type AnswerExport, exportName, extensionOf, jsonText, secretFieldsOf, textOf } from './answer-lines.ts';
import {
  type Answer,
  type ArrivedPage,
  type AnswerContent,
  type AnswerTable,
  newAnswer,
  makeUnpaged,
  withPage,
  isSecretCell,
  rowsShown,
  valueIn,
} from './model.ts';
import { isHung } from '../../root/pending.ts';
import type { State } from '../../root/state.ts';
import { claimSaid } from '../../change/request/update.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { isJsonObject, type Json, type JsonObject, scalarText } from '../../../api/exact-json.ts';
import { curlOf, leftOutWords, secretSign } from '../curl.ts';
import { isSecret } from '../../../api/secrets.ts';

interface AnswerState {
  /** Answers on the screen and beneath it, by number. */
  readonly answers: ReadonlyMap<number, Answer>;
  /** Faults that the service found in the last call, for its form. */
  readonly refused: { readonly operation: string; readonly problem: Problem } | null;
}

/** Reads a call's first page, or a later one. */
export interface ReadAnswer {
  readonly kind: 'readAnswer';
  readonly id: number;
  readonly call: Call;
  readonly paging: Paging;
}

/** Reads a body again, into a file, when it is larger than rollcall keeps. */
export interface DownloadAnswer {
  readonly kind: 'downloadAnswer';
  readonly id: number;
  readonly call: Call;
  readonly name: string;
  readonly extension: string;
}

export interface AnswerFeature {
  readonly state: AnswerState;
  readonly action: Tagged<{
    callSent: { call: Call; operation: DefinedOperation };
    answerArrived: { id: number; page: ArrivedPage };
    answerFailed: { id: number; problem: Problem };
    answerRefreshed: None;
    answerRowOpened: None;
    answerWideToggled: None;
    answerColumnsOpened: None;
    answerColumnToggled: None;
    answerColumnMoved: { by: -1 | 1 };
    answerSecretToggled: None;
    answerCopyOpened: None;
    answerExportOpened: None;
    answerExported: { withSecrets: boolean };
    answerDownloaded: None;
    answerBytesArrived: { id: number; bytes: number };
    answerFileWritten: { id: number; path: string; bytes: number };
    answerFileFailed: { id: number; message: string };
    answerFileLost: { id: number; problem: Problem };
    answerBodyShown: None;
    answerBodyFailed: { message: string };
    answerRowOperations: None;
  }>;
  readonly read: ReadAnswer | DownloadAnswer;
  readonly slot: 'answer';
  readonly effect: Tagged<{
    exportAnswer: { export: AnswerExport };
    showAnswerBody: { text: string };
    openRowOperations: { row: OperationsRow };
  }>;
  readonly screen: Tagged<{ answer: { id: number } }>;
  readonly overlay: Tagged<{
    answerColumns: { list: ListPosition };
    answerExport: None;
  }>;
  readonly port: {
    /** Writes an answer into files that only you can read, named after its operation. */
    readonly exportAnswer: (what: AnswerExport) => Promise<ExportWritten>;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly answer: AnswerFeature;
  }
}

// The answers in memory: the one on the screen, and those on the screens beneath.

export function answerShown({ screen, answer }: State): Answer | null {
  return screen.kind === 'answer' ? (answer.answers.get(screen.id) ?? null) : null;
}

export function answerWith({ answer }: State, id: number): Answer | null {
  return answer.answers.get(id) ?? null;
}

export function withAnswer(state: State, answer: Answer): State {
  return { ...state, answer: { ...state.answer, answers: new Map(state.answer.answers).set(answer.id, answer) } };
}

export function withRefused(state: State, refused: State['answer']['refused']): State {
  return { ...state, answer: { ...state.answer, refused } };
}

export function withShown(state: State, change: Partial<Answer>): State {
  const answer = answerShown(state);
  return answer === null ? state : withAnswer(state, { ...answer, ...change });
}

/** The cursor stays on its row while that row is shown. */
export function withTable(state: State, change: (table: AnswerTable) => Partial<AnswerTable>): State {
  const answer = answerShown(state);
  if (answer?.content?.kind !== 'table') return state;
  const content = { ...answer.content, ...change(answer.content) };
  return withAnswer(state, following(answer, { ...answer, content }, state.rows));
}

/** Keeps the cursor on the same row, or on the row with the same id; another filter returns it to its anchor. */
export function following(before: Answer, answer: Answer, rows: number): Answer {
  const { content, list } = answer;
  if (content?.kind !== 'table') return placeAnswer(answer, rows);
  const shown = rowsShown(content.shown);
  const find = (row: JsonObject): number => {
    const same = shown[list.row] === row ? list.row : shown.indexOf(row);
    return same >= 0 ? same : rowWithId(content, shown, row);
  };
  const earlier = isJsonObject(list.anchor) ? list.anchor : undefined;
  const isFiltered = before.content?.kind === 'table' && before.content.shown.filter !== content.shown.filter;
  const { row, anchor } = followRow(
    rowUnderCursor(before) ?? undefined,
    { ...list, anchor: earlier },
    find,
    isFiltered,
  );
  const { list: next } = placeAnswer({ ...answer, list: { row, top: list.top } }, rows);
  return { ...answer, list: anchor === undefined ? next : { ...next, anchor } };
}

/** A refresh makes new objects, so rows are matched by id. */
function rowWithId({ shown }: AnswerTable, rows: readonly JsonObject[], row: JsonObject): number {
  const column = shown.columns.find(({ kind }) => kind === 'id');
  const id = column === undefined ? null : scalarText(valueIn(row, column));
  if (column === undefined || id === null || id === 'null') return -1;
  return rows.findIndex((one) => scalarText(valueIn(one, column)) === id);
}

/** Keeps the cursor inside a list that may have become shorter. */
export function placeAnswer(answer: Answer, rows: number): Answer {
  const { list, content } = answer;
  return { ...answer, list: placeCursor(list, list.row, answerLength(content), answerHeight(content, rows)) };
}

/** Text has no rows, because it is laid out while it is drawn. */
export function answerLength(content: AnswerContent | null): number {
  return content?.kind === 'table' ? rowsShown(content.shown).length : 0;
}

/** A table has a header, which takes a row of the view. */
export function answerHeight(content: AnswerContent | null, rows: number): number {
  return content?.kind === 'table' ? tableRows(rows) - besideRows(content, rows) : bodyRows(rows);
}

export function besideRows({ beside }: AnswerTable, rows: number): number {
  return Math.min(Object.keys(beside).length, rows < 16 ? 0 : maxBeside);
}

export function rowUnderCursor(answer: Answer | null): JsonObject | null {
  if (answer?.content?.kind !== 'table') return null;
  return rowsShown(answer.content.shown)[answer.list.row] ?? null;
}

export function hasMore(answer: Answer | null): boolean {
  return answer?.content?.kind === 'table' && answer.content.paging.next.kind === 'page';
}

/** Does esc stop a read or a file instead of leading back? A prefetched page is stopped only once it hangs. */
export function isStoppable(state: State, { reading, written }: Answer): boolean {
  return written !== null || (reading !== null && (reading !== 'page' || isHung(state)));
}

/** The next read: the call, or the next page of its table. */
export function readOf(answer: Answer): ReadAnswer {
  const { id, call, content, reading } = answer;
  const paging =
    content?.kind === 'table' && reading !== 'call' ? content.paging : pagingFrom(call.url, true, call.pageParameters);
  return { kind: 'readAnswer', id, call, paging };
}

/** The request that reads the body once more, into a file. */
export function downloadOf({ id, call, operation, content }: Answer): DownloadAnswer {
  const format = content?.kind === 'tooLarge' ? mediaType(content.format) : '';
  return { kind: 'downloadAnswer', id, call, name: exportName(operation.path), extension: extensionOf(format) };
}

export function openPart(
  state: State,
  answer: Answer,
  part: NonNullable<Answer['part']>,
  content: AnswerContent,
): State {
  const { nextId: id } = state;
  const next = { ...newAnswer(answer), id, head: answer.head, content, reading: null, part };
  return onScreenAbove(withAnswer({ ...state, nextId: id + 1 }, next), { kind: 'answer', id });
}

/** Shows the answer to a finished change, or `otherwise` when there is none. */
export function changeDone(state: State, otherwise = state): State {
  const { current } = state.request;
  if (current?.stage.kind !== 'done') return otherwise;
  const { call, operation, stage } = current;
  const { nextId: id } = state;
  const secretNames = secretFieldsOf(state.definition.definition, operation);
  const answer = withPage(
    newAnswer({ id, call, operation, secretNames }),
    makeUnpaged(call.url, stage.response),
    state.now,
  );
  const next = onScreenAbove(withAnswer({ ...state, nextId: id + 1 }, answer), { kind: 'answer', id });
  const { claim } = stage.response;
  return claim === null ? next : { ...next, notice: { kind: 'warning', text: claimSaid(claim) } };
}

// Texts to copy from an answer: of the row under the cursor, and of the call.

export function answerTexts(state: State): readonly CopyText[] {
  const answer = answerShown(state);
  if (answer === null) return [];
  const { call, content } = answer;
  return [
    ...(content === null ? [] : partTexts(answer)),
    ...traceText(answer),
    { what: 'the call as curl', lines: [curlOf(call)], leftOut: leftOutWords(call) },
    { what: 'its address', lines: [call.secrets.length === 0 ? call.url : maskedUrl(call, secretSign)] },
  ];
}

function traceText({ problem }: Answer): readonly CopyText[] {
  const trace = problem?.kind === 'refused' ? problem.traceId : null;
  return trace === null ? [] : [{ what: 'trace id', lines: [trace] }];
}

function partTexts(answer: Answer): readonly CopyText[] {
  const { content, isRevealed, secretNames } = answer;
  if (content?.kind === 'table') {
    const row = rowUnderCursor(answer);
    return row === null ? [] : rowTexts(row, content, isRevealed);
  }
  if (content?.kind === 'text') {
    return [{ what: 'the text', lines: textOf(content, secretNames, isRevealed).split(/\r?\n/).slice(0, maxLines) }];
  }
  if (content?.kind !== 'json') return [];
  const whole = textOf(content, secretNames, isRevealed).trimEnd().split('\n').slice(0, maxLines);
  return [...valueTexts(content.value, answer), { what: 'all of it, as JSON', lines: whole }];
}

/** Maximum lines; terminals do not pass more to the clipboard. */
const maxLines = 5_000;

/** Maximum number of values that are offered one by one. */
const maxValues = 20;

function valueTexts(value: Json, { isRevealed, secretNames }: Answer): readonly CopyText[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .flatMap(([name, one]): CopyText[] => {
      const text = one === null || typeof one === 'boolean' ? null : scalarText(one);
      if (text === null || text === '') return [];
      const isHidden = isSecret(one, { name, owner: value, isSecretShape: secretNames.has(name) }) && !isRevealed;
      return [{ what: name, lines: isHidden ? null : text.split('\n') }];
    })
    .slice(0, maxValues);
}

function rowTexts(row: JsonObject, { shown }: AnswerTable, isRevealed: boolean): readonly CopyText[] {
  const secretNames = new Set(shown.columns.filter(({ isSecret: one }) => one).map(({ field }) => field));
  const values = shown.columns.flatMap((column): CopyText[] => {
    const value = valueIn(row, column);
    const text = scalarText(value);
    const isHidden = isSecretCell(row, column);
    const isWanted = column.kind === 'name' || column.kind === 'id' || isHidden;
    if (!isWanted || value === null || text === null) return [];
    return [{ what: column.field, lines: isHidden && !isRevealed ? null : text.split('\n') }];
  });
  const json = jsonText(row, { withSecrets: isRevealed, secretNames });
  return [...values, { what: 'all fields, as JSON', lines: json.split('\n') }];
}
