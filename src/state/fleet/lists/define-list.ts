/** Defines a list by its rows and columns: filter, sort, and a cursor that stays on its row follow from them. */
import { tableRows } from '../../kernel/layout.ts';
import type { ListSort, ListView } from '../../kernel/list-view.ts';
import { atTop, type ListPosition, placed } from '../../kernel/list-cursor.ts';
import type { List, Narrowed } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import { parseFilter } from '../filter/language.ts';
import { narrowing, type RowTest } from '../filter/narrowing.ts';
import { compareKeys } from '../list/rows.ts';

/** Null comes last, either way. */
type RowKey = string | number | bigint | null;

export interface ListColumn<Row> {
  /** In small letters: `status:409` looks at this column. */
  readonly id: string;
  /** The texts that a filter looks at; without them, it does not look here. */
  readonly texts?: (row: Row) => string | readonly string[];
  /** The value of a row in a sort; without it, the key that sorts leaves the column out. */
  readonly sortedBy?: (row: Row, state: State) => RowKey;
  /** Large values come first. */
  readonly isFalling?: true;
}

/** A part of the state: how to read it, and the state with another one. */
interface Place<T> {
  readonly of: (state: State) => T;
  readonly set: (state: State, value: T) => State;
}

/** A cursor, and whether its list is on the screen. */
type CursorPlace = Place<ListPosition> & { readonly isShown: (state: State) => boolean };

/** The view that a slice keeps. */
export function viewIn(slice: 'history' | 'operations' | 'organisations' | 'enrolmentKeys'): Place<ListView> {
  return {
    of: (state) => state[slice].view,
    set: (state, view) => ({ ...state, [slice]: { ...state[slice], view } }),
  };
}

/** The cursor that a screen has of its list. */
export function cursorOf(kind: 'history' | 'operations' | 'keysSeen'): CursorPlace {
  return {
    isShown: ({ screen }) => screen.kind === kind,
    of: ({ screen }) => (screen.kind === kind ? screen.list : atTop),
    set: (state, list) => (state.screen.kind === kind ? { ...state, screen: { ...state.screen, list } } : state),
  };
}

interface ListDefinition<Row> {
  /** All rows, in the order in which they came. */
  readonly rows: (state: State) => readonly Row[];
  readonly key: (row: Row) => unknown;
  readonly columns: readonly ListColumn<Row>[];
  /** Reads a filter in a grammar of its own; without it, every word of a filter is looked for in the columns. */
  readonly read?: (text: string) => {
    readonly test: RowTest<Row> | null;
    readonly fault: ReturnType<Narrowed['faultIn']>;
  };
  readonly view: Place<ListView>;
  readonly at: CursorPlace;
  /** Facts beside the rows that a sort depends on: once one of them changes, the rows are sorted again. */
  readonly sortsBy?: (state: State) => readonly unknown[];
  /** The rows that there is room for; by default, those of a table. */
  readonly height?: (state: State) => number;
  /** Lines below the rows on which the cursor can be, too. */
  readonly linesBelow?: (state: State) => number;
}

export interface DefinedList<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly view: (state: State) => ListView;
  /** The rows that the filter shows, sorted. */
  readonly shown: (state: State) => readonly Row[];
  /** The rows among these that a filter shows. */
  readonly matching: (rows: readonly Row[], filter: string) => readonly Row[];
  /** The row under the cursor. */
  readonly current: (state: State) => Row | undefined;
  /** The cursor on the row that it was on in `before`; where that is gone, on this place or where it is. */
  readonly cursorKept: (state: State, before: State, row?: number) => State;
  readonly cursorAt: (state: State, row: number) => State;
  /** Another filter: the cursor stays on its row while that is shown, else it goes to the first one. */
  readonly withFilter: (state: State, filter: string) => State;
  /** Every row is shown again, which esc does first. Null where no filter is in force. */
  readonly unfiltered: (state: State) => State | null;
  /** For the screen's behaviour. */
  readonly list: (state: State) => List;
}

export function defineList<Row>(definition: ListDefinition<Row>): DefinedList<Row> {
  const { rows, key, columns, view, at, height = (state: State) => tableRows(state.rows) } = definition;
  const { linesBelow = () => 0, sortsBy = () => [], read = byColumns(columns) } = definition;
  const matching = (all: readonly Row[], filter: string): readonly Row[] => {
    const { test } = read(filter);
    return test === null ? all : all.filter(test);
  };
  let last: { readonly of: readonly unknown[]; readonly made: readonly Row[] } | null = null;
  // Kept: most keys change neither rows nor filter, and it is asked for many times in a frame.
  const shown = (state: State): readonly Row[] => {
    const { filter, sort } = view.of(state);
    const all = rows(state);
    const of = [all, filter, sort, ...sortsBy(state)];
    if (last?.of.every((one, index) => one === of[index]) !== true)
      last = { of, made: sortedRows(matching(all, filter), columns, sort, state) };
    return last.made;
  };
  const cursorAt = (state: State, row: number): State =>
    at.set(state, placed(at.of(state), row, shown(state).length + linesBelow(state), height(state)));
  const current = (state: State): Row | undefined => (at.isShown(state) ? shown(state)[at.of(state).row] : undefined);
  const cursorKept = (state: State, before: State, row = at.of(state).row): State => {
    if (!at.isShown(state)) return state;
    const was = current(before);
    const found = was === undefined ? -1 : shown(state).findIndex((one) => key(one) === key(was));
    return cursorAt(state, found === -1 ? row : found);
  };
  const changed = (state: State, change: Partial<ListView>, row?: number): State =>
    cursorKept(view.set(state, { ...view.of(state), ...change }), state, row);
  const withFilter = (state: State, filter: string): State => changed(state, { filter }, 0);
  return {
    ...{ columns, view: view.of, shown, matching, current, cursorAt, cursorKept, withFilter },
    unfiltered: (state) => (view.of(state).filter === '' ? null : withFilter(state, '')),
    list(state) {
      const { filter, sort } = view.of(state);
      const length = shown(state).length;
      return {
        at: at.of(state),
        extent: { length: length + linesBelow(state), height: height(state) },
        withPosition: (position) => at.set(state, position),
        narrowed: {
          ...{ filter, all: rows(state).length, shown: length },
          faultIn: (text) => read(text).fault,
          withFilter,
          sorted: (now) => changed(now, { sort: nextSort(sort, columns) }),
          reversed: (now) => changed(now, { sort: { ...sort, isReversed: !sort.isReversed } }),
        },
      };
    },
  };
}

/** Every word is looked for in the texts of the columns. */
function byColumns<Row>(columns: readonly ListColumn<Row>[]) {
  const named = columns.flatMap(({ id, texts }) => (texts === undefined ? [] : [[id, texts] as const]));
  return (text: string) => ({ test: narrowing(text, named), fault: parseFilter(text).fault });
}

/** Do the smallest values come first? */
export function isRising<Row>({ by, isReversed }: ListSort, columns: readonly ListColumn<Row>[]): boolean {
  return (columns.find(({ id }) => id === by)?.isFalling === true) === isReversed;
}

/** Rows of one key stay in the order in which they came. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: ListSort,
  state: State,
): readonly Row[] {
  const sortedBy = columns.find(({ id }) => id === sort.by)?.sortedBy;
  if (sortedBy === undefined) return sort.isReversed ? rows.toReversed() : rows;
  const isFalling = !isRising(sort, columns);
  const keyed = rows.map((row) => ({ row, key: sortedBy(row, state) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key, isFalling)).map(({ row }) => row);
}

function nextSort<Row>({ by }: ListSort, columns: readonly ListColumn<Row>[]): ListSort {
  const ids = columns.flatMap(({ id, sortedBy }) => (sortedBy === undefined ? [] : [id]));
  return { by: ids[by === null ? 0 : ids.indexOf(by) + 1] ?? null, isReversed: false };
}
