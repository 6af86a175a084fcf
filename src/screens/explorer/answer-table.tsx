/** An answer as a table, below the other fields of the answer. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { JsonObject } from '../../api/exact-json.ts';
import { placeCursor } from '../../state/kernel/list-view.ts';
import { answerHeight, besideRows } from '../../state/explorer/answer/feature.ts';
import type { AnswerColumn, ColumnKind } from '../../state/kernel/json-columns.ts';
import { type Answer, type AnswerTable, isSecretCell, rowsShown, valueIn } from '../../state/explorer/answer/model.ts';
import type { State } from '../../state/root/state.ts';
import { cellWords, type Column, valueWords } from '../parts/columns.ts';
import { useTones } from '../parts/root-context.ts';
import { Table } from '../parts/table.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { columnTitle } from './answer-keys.ts';

interface TableViewProps {
  readonly state: State;
  readonly answer: Answer;
  readonly table: AnswerTable;
}

export function TableView({ state, answer, table }: TableViewProps): ReactNode {
  const rows = rowsShown(table.shown);
  const height = answerHeight(table, state.rows);
  const { row, top } = placeCursor(answer.list, answer.list.row, rows.length, height);
  if (rows.length === 0) return <Text>{clip(emptyWords(table), state.columns)}</Text>;
  const items = rows.slice(top, top + height);
  const cursorRow = answer.isRevealed ? rows[row] : undefined;
  return (
    <>
      <Beside state={state} table={table} />
      <Table
        items={items}
        columns={columnsOf(state, table, cursorRow)}
        width={state.columns}
        cursorIndex={row - top}
        sample={rows}
        list={`${answer.id} ${table.shown.filter}`}
      />
    </>
  );
}

function emptyWords({ shown, paging: { next } }: AnswerTable): Clean {
  if (shown.filter === '') return clean('The list is empty.');
  const rest = next.kind === 'page' ? ' G loads the rest.' : '';
  return clean(`No loaded row matches "${shown.filter}". esc shows all ${count(shown.rows.length)}.${rest}`);
}

function Beside({ state, table }: Omit<TableViewProps, 'answer'>): ReactNode {
  const tones = useTones();
  const fields = Object.keys(table.beside).slice(0, besideRows(table, state.rows));
  const cells = Math.min(24, Math.max(0, ...fields.map((name) => width(clean(name))))) + 2;
  return fields.map((name) => {
    const text = valueWords(table.beside[name] ?? null, { name, owner: table.beside });
    return (
      <Text key={name} wrap="truncate">
        {'  '}
        <Text {...tones.dim}>{fit(clean(name), cells)}</Text>
        {clip(text, Math.max(0, state.columns - cells - 2))}
      </Text>
    );
  });
}

/** Minimum widths in cells: `narrow` if all columns are shown. */
const cellsOf: Readonly<Record<ColumnKind, readonly [narrow: number, usual: number]>> = {
  name: [12, 28],
  id: [4, 14],
  state: [6, 18],
  time: [6, 10],
  number: [4, 12],
  text: [6, 20],
  nested: [3, 8],
};

/** `revealed`: the row whose secrets are shown. */
function columnsOf(state: State, table: AnswerTable, revealed: JsonObject | undefined): readonly Column<JsonObject>[] {
  const { shown, fields } = table;
  const chosen = fields.flatMap((field) => shown.columns.find((column) => column.field === field) ?? []);
  const ranks = rankColumns(chosen, revealed);
  return chosen.map((column) => columnOf(state, table, column, ranks.indexOf(column), revealed));
}

/** The priority of columns: the name, a revealed secret, the first of each kind, then the rest. */
function rankColumns(columns: readonly AnswerColumn[], revealed: JsonObject | undefined): readonly AnswerColumn[] {
  const first = columns.filter(({ kind }, at) => columns.findIndex((one) => one.kind === kind) === at);
  const isAsked = (column: AnswerColumn): boolean => revealed !== undefined && isSecretCell(revealed, column);
  return [...new Set([...columns.slice(0, 1), ...columns.filter(isAsked), ...first, ...columns])];
}

function columnOf(
  { now }: State,
  table: AnswerTable,
  column: AnswerColumn,
  rank: number,
  revealed: JsonObject | undefined,
): Column<JsonObject> {
  const { sort } = table.shown;
  const [narrow, usual] = cellsOf[column.kind];
  // Narrows a long name to leave room for a revealed secret.
  const min = table.isWide || (column.kind === 'name' && revealed !== undefined) ? narrow : usual;
  // A time is shown as its age, which falls when the time rises.
  const isRising = sort.isReversed === (column.kind === 'time');
  const isNumber = typeof valueIn(table.shown.rows[0] ?? {}, column) === 'number';
  const isRight = isNumber || column.kind === 'number' || column.kind === 'time' || column.kind === 'nested';
  return {
    title: columnTitle(table, column.field),
    min,
    ideal: usual,
    align: isRight ? 'right' : 'left',
    priority: 1000 - rank,
    sorted: sort.by === column.field ? (isRising ? 'rising' : 'falling') : null,
    cell: (row) => {
      const place = { name: column.field, owner: row, isSecretShape: column.isSecret };
      const about = { ...place, isRevealed: row === revealed, now };
      return cellWords(valueIn(row, column), about);
    },
    tone: (row) => (valueIn(row, column) === null ? 'dim' : 'plain'),
  };
}
