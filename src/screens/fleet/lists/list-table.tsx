/** A list as a table, and its facts: what is shown of it, and how it is sorted. */
import type { ReactNode } from 'react';
import { type DefinedList, isRising } from '../../../state/fleet/lists/define-list.ts';
import type { State } from '../../../state/root/state.ts';
import type { Column } from '../../parts/columns.ts';
import { type SignOf, Table } from '../../parts/table.tsx';
import { clean } from '../../text/clean.ts';
import { clip, type StatusPart } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';

/** `by`: the column of the list by which its rows are sorted. */
export type ListTableColumn<Row> = Column<Row> & { readonly by?: string };

interface ListTableProps<Row> {
  readonly state: State;
  readonly list: DefinedList<Row>;
  readonly columns: readonly ListTableColumn<Row>[];
  readonly signs?: readonly SignOf<Row>[];
  /** Rows that determine the widths; by default, those that the filter shows. */
  readonly sample?: readonly Row[];
}

/** Draws the rows in view. */
export function ListTable<Row>({ state, list, columns, signs = [], sample }: ListTableProps<Row>): ReactNode {
  const { at, extent } = list.list(state);
  const shown = list.shown(state);
  const items = shown.slice(at.top, at.top + (extent?.height ?? 0));
  const { filter, sort } = list.view(state);
  if (items.length === 0) return null;
  return (
    <Table
      items={items}
      columns={withArrow(state, list, columns)}
      width={state.columns}
      cursorIndex={at.row - at.top}
      sample={sample ?? shown}
      signs={signs}
      list={`${sort.by ?? ''} ${filter}`}
    />
  );
}

/** The columns, with an arrow at the one by which the list is sorted. */
export function withArrow<Row>(
  state: State,
  list: Pick<DefinedList<never>, 'view' | 'columns'>,
  columns: readonly ListTableColumn<Row>[],
): readonly Column<Row>[] {
  const { sort } = list.view(state);
  const sorted = isRising(sort, list.columns) ? 'rising' : 'falling';
  return columns.map(({ by, ...column }) => (by !== undefined && by === sort.by ? { ...column, sorted } : column));
}

/** `by name ↑`; nothing where the rows stand in the order in which they came. */
export function sortParts<Row>(state: State, list: DefinedList<Row>, ordered: string): readonly StatusPart[] {
  const { sort } = list.view(state);
  if (sort.by === null && !sort.isReversed) return [];
  const by = sort.by === null ? ordered : `by ${sort.by}`;
  return [{ text: `${by} ${isRising(sort, list.columns) ? '↑' : '↓'}`, weight: 50 }];
}

/** `3 of 9 shown by filter "lab"`; nothing without a filter. */
export function filterParts<Row>(state: State, list: DefinedList<Row>): readonly StatusPart[] {
  const { filter } = list.view(state);
  if (filter === '') return [];
  const all = list.list(state).narrowed?.all ?? 0;
  const of = `${count(list.shown(state).length)} of ${count(all)}`;
  return [{ text: `${of} shown by filter "${clip(clean(filter), 24)}"` }];
}
