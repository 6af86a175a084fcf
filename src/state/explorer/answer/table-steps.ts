/** Keys in a table: pages, sort, columns, and the row under the cursor. */
import { scalarText } from '../../../api/exact-json.ts';
import { type Motion, movePosition, placeCursor } from '../../kernel/list-view.ts';
import { withNotice, type Step } from '../../root/feature.ts';
import { columnMoved } from '../../fleet/columns.ts';
import type { State } from '../../root/state.ts';
import {
  answerHeight,
  answerLength,
  answerShown,
  hasMore,
  openPart,
  placeAnswer,
  readOf,
  rowUnderCursor,
  withAnswer,
  withTable,
} from './feature.ts';
import { type Answer, type AnswerTable, jsonContent, valueIn } from './model.ts';

/** Does nothing while a read is in progress. */
export function readPage(state: State, answer: Answer, reading: 'page' | 'all'): Step {
  if (!hasMore(answer)) return [withAnswer(state, answer)];
  const asking: Answer = { ...answer, reading, problem: null };
  return [withAnswer(state, asking), ...(answer.reading === null ? [readOf(asking)] : [])];
}

function isNearEnd({ content, list }: Answer, rows: number): boolean {
  return answerLength(content) - list.row <= 2 * answerHeight(content, rows);
}

/** After a failed page, only a key reads it again. */
function readAhead(state: State, answer: Answer): Step {
  const isWanted = answer.reading === null && answer.problem === null && isNearEnd(answer, state.rows);
  return isWanted ? readPage(state, answer, 'page') : [withAnswer(state, answer)];
}

/** Reads all pages before it moves to the last row. */
export function moveAnswer(state: State, motion: Motion): Step {
  const answer = answerShown(state);
  if (answer === null) return [state];
  const { content, list } = answer;
  const next = movePosition(list, motion, answerLength(content), answerHeight(content, state.rows));
  const there: Answer = { ...answer, list: next, isRevealed: false };
  if (content?.kind !== 'table') return [withAnswer(state, there)];
  return motion === 'last' ? readPage(state, there, 'all') : readAhead(state, there);
}

/** After a page: reads the next one if all are wanted, and moves to the last row at the end. */
export function afterPage(state: State, before: Answer, answer: Answer): Step {
  const isAll = before.reading === 'all' && answer.problem === null;
  if (isAll && hasMore(answer)) return readPage(state, answer, 'all');
  const { content, list } = answer;
  const row = isAll ? answerLength(content) - 1 : list.row;
  const placedThere = {
    ...answer,
    list: placeCursor(list, row, answerLength(content), answerHeight(content, state.rows)),
  };
  return isAll ? [withAnswer(state, placedThere)] : readAhead(state, placedThere);
}

/** A filter may leave room for another page. */
export function readMore(state: State): Step {
  const answer = answerShown(state);
  return answer?.content?.kind === 'table' ? readAhead(state, placeAnswer(answer, state.rows)) : [state];
}

/** The columns in the overlay: visible ones first, then the rest. */
export function fieldsListed({ fields, shown }: AnswerTable): readonly string[] {
  return [...fields, ...shown.columns.map(({ field }) => field).filter((field) => !fields.includes(field))];
}

/** Toggles the column under the cursor of the overlay; at least one column stays visible. */
export function toggleColumn(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'answerColumns') return [state];
  const { row } = overlay.list;
  return [
    withTable(state, (table) => {
      const field = fieldsListed(table)[row];
      if (field === undefined) return {};
      if (!table.fields.includes(field)) return { fields: [...table.fields, field] };
      const fields = table.fields.filter((one) => one !== field);
      return fields.length === 0 ? {} : { fields };
    }),
  ];
}

export function placeColumn(state: State, by: -1 | 1): Step {
  const { overlay } = state;
  const content = answerShown(state)?.content;
  if (overlay?.kind !== 'answerColumns' || content?.kind !== 'table') return [state];
  const field = fieldsListed(content)[overlay.list.row] ?? '';
  const fields = columnMoved(content.fields, field, by);
  const row = fields === content.fields ? overlay.list.row : fields.indexOf(field);
  return [{ ...withTable(state, () => ({ fields })), overlay: { ...overlay, list: { ...overlay.list, row } } }];
}

/** The row's name, otherwise its id. */
export function rowName(content: AnswerTable, row: NonNullable<ReturnType<typeof rowUnderCursor>>): string {
  const named = content.shown.columns.filter(({ kind }) => kind === 'name' || kind === 'id');
  const texts = named.map((column) => scalarText(valueIn(row, column)) ?? '');
  return texts.find((text) => text !== '' && text !== 'null') ?? 'row';
}

export function openRow(state: State): Step {
  const answer = answerShown(state);
  const row = rowUnderCursor(answer);
  if (answer?.content?.kind !== 'table' || row === null) return [withNotice(state, 'No row is shown.')];
  const title = rowName(answer.content, row);
  return [openPart(state, answer, { title, row }, jsonContent(row))];
}
