/** Filters and sorts any list except that of systems, and finds text in it. */
import type { None, Tagged } from '../kernel/declare.ts';
import {
  type ListPosition,
  atTop,
  compareKeys,
  followRow,
  type ListSort,
  type ListView,
  placeCursor,
  type RowKey,
  sortByKey,
  tableRows,
} from '../kernel/list-view.ts';
import { type Completion, narrowing, type FilterTest, isFilterCommand, nextCompletion } from './filter/filter.ts';
import { type List, type Narrowed, type Feature, type Of, withNotice, type Step } from '../root/feature.ts';
import type { State, Prompt, Screen } from '../root/state.ts';
import { parseFilter } from './filter/language.ts';
import { listOf } from '../root/navigation.ts';
import { groupDigits, hasText } from '../kernel/spelling.ts';

export interface ListsFeature {
  readonly action: Tagged<{
    listFilterOpened: None;
    /** Sorts by the next column; after the last one, in the original order. */
    listSorted: None;
    listReversed: None;
    listFilterCompleted: None;
    textFindOpened: None;
    textFoundNext: None;
  }>;
  /**
   * `at`, `held`: cursor and held rows to restore on esc. `isRefused`: you pressed enter on a text with a mistake.
   */
  readonly prompt: Tagged<{
    listFilter: {
      typed: string;
      filterBefore: string;
      at: ListPosition;
      held?: readonly unknown[] | undefined;
      completion: Completion | null;
      isRefused: boolean;
    };
    textFind: { typed: string };
  }>;
  readonly field: 'listFilter' | 'textFind';
}

declare module '../root/state.ts' {
  interface Features {
    readonly lists: ListsFeature;
  }
}

// Defines a list by its rows and columns, and derives filter, sort and a cursor that stays on its row.

export interface ListColumn<Row> {
  /** In lower case, as in `status:409`. */
  readonly id: string;
  /** Texts that a filter searches; absent: filters ignore the column. */
  readonly texts?: (row: Row) => string | readonly string[];
  /** The value to sort by; absent: the list cannot be sorted by this column. */
  readonly sortedBy?: (row: Row, state: State) => RowKey;
  /** Sorts large values first. */
  readonly isFalling?: true;
}

/** A lens: reads and replaces a part of the state. */
interface Lens<T> {
  readonly of: (state: State) => T;
  readonly set: (state: State, value: T) => State;
}

type CursorPlace = Lens<ListPosition> & { readonly isShown: (state: State) => boolean };

/** Slices with the view of a list. */
type SliceWithView = {
  [N in keyof State]: State[N] extends { readonly view: ListView } ? N : never;
}[keyof State];

export function viewIn(slice: SliceWithView): Lens<ListView> {
  return {
    of: (state) => state[slice].view,
    set: (state, view) => ({ ...state, [slice]: { ...state[slice], view } }),
  };
}

export function cursorOf(kind: Extract<Screen, { readonly list: ListPosition }>['kind']): CursorPlace {
  return {
    isShown: ({ screen }) => screen.kind === kind,
    of: ({ screen }) => (screen.kind === kind ? screen.list : atTop),
    set: (state, list) => (state.screen.kind === kind ? { ...state, screen: { ...state.screen, list } } : state),
  };
}

interface Read<Row> {
  /** Null: every row is shown. */
  readonly test: FilterTest<Row> | null;
  readonly fault: ReturnType<Narrowed['faultIn']>;
}

interface ListDefinition<Row> {
  /** Rows before filter and sort. */
  readonly rows: (state: State) => readonly Row[];
  readonly key: (row: Row) => unknown;
  readonly columns: readonly ListColumn<Row>[];
  /** The sort that `rows` already has; absent: `rows` has an order that is no column's. */
  readonly comesBy?: ListSort;
  /** Tie-break column; absent: equal rows keep the order of `rows`. */
  readonly thenBy?: string;
  /** Parses a filter in a grammar of its own; absent: every word is searched in the columns. */
  readonly read?: (text: string, state: State) => Read<Row>;
  /** Complete texts, likeliest first; tab cycles through them while you type a filter. */
  readonly completions?: (text: string, state: State) => readonly string[];
  readonly view: Lens<ListView>;
  readonly at: CursorPlace;
  /**
   * The rows as last shown. They keep their order, however they change, until filter or sort changes or `renewed` is
   * called. Absent: changes show at once.
   */
  readonly held?: Lens<readonly Row[]>;
  /** Facts besides the rows that filter or sort depends on: a change of one re-evaluates both. */
  readonly sortsBy?: (state: State) => readonly unknown[];
  /** Number of rows that fit; defaults to the height of a table. Null: only the screen knows. */
  readonly height?: ((state: State) => number) | null;
  /** Lines below the rows that the cursor can also reach. */
  readonly linesBelow?: (state: State) => number;
}

export interface DefinedList<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly view: (state: State) => ListView;
  /** Rows after filter and sort. */
  readonly shown: (state: State) => readonly Row[];
  readonly current: (state: State) => Row | undefined;
  /**
   * Keeps the cursor on the row it was on in `before`; if that is gone, moves it to `row`, by default its present
   * row.
   */
  readonly cursorKept: (state: State, before: State, row?: number) => State;
  readonly cursorAt: (state: State, row: number) => State;
  /**
   * Another filter: the cursor returns to the row that an earlier filter hid, or stays on its row, else goes to the
   * first row.
   */
  readonly withFilter: Narrowed['withFilter'];
  /** Clears the filter, as esc does first; null: there is no filter. */
  readonly unfiltered: (state: State) => State | null;
  /** Replaces held rows by the current ones; the cursor stays on its row. */
  readonly renewed: (state: State) => State;
  readonly list: (state: State) => List;
}

export function defineList<Row>(definition: ListDefinition<Row>): DefinedList<Row> {
  const { rows, key, columns, view, at, held, height = (state: State) => tableRows(state.rows) } = definition;
  const { linesBelow = () => 0, sortsBy = () => [], read = byColumns(columns), completions } = definition;
  const latest = (state: State): readonly Row[] => {
    const { filter, sort } = view.of(state);
    const { test } = read(filter, state);
    const all = rows(state);
    return sortedRows(test === null ? all : all.filter(test), definition, sort, state);
  };
  let last: { readonly of: readonly unknown[]; readonly made: readonly Row[] } | null = null;
  // Memoised: most key presses change neither rows nor filter, and a frame asks for the rows many times.
  const keepRows = (state: State): readonly Row[] => {
    const { filter, sort } = view.of(state);
    const of = [rows(state), filter, sort, ...sortsBy(state)];
    if (last?.of.every((one, index) => one === of[index]) !== true) last = { of, made: latest(state) };
    return last.made;
  };
  const shown = held?.of ?? keepRows;
  const cursorAt = (state: State, row: number, anchor?: unknown): State => {
    const [{ top }, length] = [at.of(state), shown(state).length + linesBelow(state)];
    const position = { row: Math.max(0, Math.min(row, length - 1)), top };
    const next = height === null ? position : placeCursor(position, row, length, height(state));
    return at.set(state, anchor === undefined ? next : { ...next, anchor });
  };
  const current = (state: State): Row | undefined => (at.isShown(state) ? shown(state)[at.of(state).row] : undefined);
  const follow = (state: State, before: State, row: number, isFiltered: boolean): State => {
    if (!at.isShown(state)) return state;
    const was = current(before);
    const rowIn = (all: readonly Row[], wanted: unknown): number => all.findIndex((one) => key(one) === wanted);
    const own = was === undefined ? undefined : key(was);
    const { anchor } = at.of(state);
    const next = followRow(own, { row, anchor }, (wanted) => rowIn(shown(state), wanted), isFiltered);
    // No filter can bring back a row that is gone.
    const isGone = next.anchor === own && rowIn(rows(state), own) < 0;
    return cursorAt(state, next.row, isGone ? undefined : next.anchor);
  };
  const cursorKept = (state: State, before: State, row = at.of(state).row): State => follow(state, before, row, false);
  const changeView = (state: State, change: Partial<ListView>, row?: number, rowsHeld?: readonly Row[]): State => {
    const next = view.set(state, { ...view.of(state), ...change });
    const to = row ?? at.of(state).row;
    return follow(held?.set(next, rowsHeld ?? latest(next)) ?? next, state, to, change.filter !== undefined);
  };
  // Held rows always belong to this list, so the cast is safe.
  const withFilter: Narrowed['withFilter'] = (state, filter, rowsHeld) =>
    changeView(state, { filter }, 0, rowsHeld as readonly Row[] | undefined);
  return {
    ...{ columns, view: view.of, shown, current, cursorAt, cursorKept, withFilter },
    unfiltered: (state) => (view.of(state).filter === '' ? null : withFilter(state, '')),
    renewed: (state) => changeView(state, {}),
    list(state) {
      const { filter, sort } = view.of(state);
      const length = shown(state).length;
      return {
        at: at.of(state),
        extent: height === null ? null : { length: length + linesBelow(state), height: height(state) },
        withPosition: (position) => at.set(state, position),
        narrowed: {
          ...{ filter, all: rows(state).length, shown: length, held: held?.of(state) },
          faultIn: (text) => read(text, state).fault,
          withFilter,
          ...(completions !== undefined && { completions: (text) => completions(text, state) }),
          sorted: (now) => changeView(now, { sort: nextSort(sort, definition) }),
          reversed: (now) => changeView(now, { sort: { ...sort, isReversed: !sort.isReversed } }),
        },
      };
    },
  };
}

/** Rows that match a filter whose words are searched in the texts of the columns. */
export function matching<Row>(
  rows: readonly Row[],
  { columns }: Pick<ListDefinition<Row>, 'columns'>,
  filter: string,
): readonly Row[] {
  const { test } = byColumns(columns)(filter);
  return test === null ? rows : rows.filter(test);
}

function byColumns<Row>(columns: readonly ListColumn<Row>[]) {
  const named = columns.flatMap(({ id, texts }) => (texts === undefined ? [] : [[id, texts] as const]));
  return (text: string): Read<Row> => ({ test: narrowing(text, named), fault: parseFilter(text).fault });
}

/** Do small values come first? */
export function isRising<Row>({ by, isReversed }: ListSort, columns: readonly ListColumn<Row>[]): boolean {
  return (columns.find(({ id }) => id === by)?.isFalling === true) === isReversed;
}

type Sorting<Row> = Pick<ListDefinition<Row>, 'columns' | 'comesBy' | 'thenBy'>;

function sortedRows<Row>(
  rows: readonly Row[],
  { columns, comesBy, thenBy }: Sorting<Row>,
  sort: ListSort,
  state: State,
): readonly Row[] {
  const keyBy = (by: string | null | undefined) => columns.find(({ id }) => id === by)?.sortedBy;
  const [sortedBy, then] = [keyBy(sort.by), keyBy(thenBy === sort.by ? null : thenBy)];
  if (sortedBy === undefined) return sort.isReversed ? rows.toReversed() : rows;
  if (sort.by === comesBy?.by && sort.isReversed === comesBy.isReversed) return rows;
  const isFalling = !isRising(sort, columns);
  const compareThen = (a: Row, b: Row): number =>
    then === undefined ? 0 : compareKeys(then(a, state), then(b, state), false);
  return sortByKey(rows, (row) => sortedBy(row, state), isFalling, compareThen);
}

/** After the last column: the order of `rows`, or the first column if `rows` comes sorted by one. */
function nextSort<Row>({ by }: ListSort, { columns, comesBy }: Sorting<Row>): ListSort {
  const ids = columns.flatMap(({ id, sortedBy }) => (sortedBy === undefined ? [] : [id]));
  const first = comesBy === undefined ? null : (ids[0] ?? null);
  return { by: ids[by === null ? 0 : ids.indexOf(by) + 1] ?? first, isReversed: false };
}

/** Null: the screen has no list that can be filtered. */
export function narrowedList(state: State): Narrowed | null {
  return listOf(state)?.narrowed ?? null;
}

type FilterPrompt = Of<Prompt, 'listFilter'>;

/** A text with a mistake is not applied: the previous filter stays in force. */
function applyTyped(state: State, prompt: FilterPrompt): State {
  const list = narrowedList(state);
  const next: State = { ...state, prompt: { ...prompt, isRefused: false } };
  return list === null || list.faultIn(prompt.typed) !== null ? next : list.withFilter(next, prompt.typed.trim());
}

/** Forgets the anchor: who applies a filter has found a row, and the cursor must stay there when the filter is cleared. */
function withRowChosen(state: State): State {
  const list = listOf(state);
  const { row, top, anchor } = list?.at ?? atTop;
  const isFound = anchor !== undefined && list?.narrowed !== undefined && list.narrowed.shown > 0;
  return isFound && 'withPosition' in list ? list.withPosition({ row, top }) : state;
}

/** Finds the next line with the text, from the cursor on; wraps to the first one. */
function findNext(state: State): Step {
  const list = listOf(state);
  if (list?.text === undefined || list.text.find === '' || !('withPosition' in list)) return [state];
  const { lines, find } = list.text;
  const found = lines.flatMap((line, at) => (hasText(line, find) ? [at] : []));
  const next = found.find((at) => at > list.at.row) ?? found[0];
  if (next === undefined) return [withNotice(state, `Nothing has "${find}".`)];
  const there = list.withPosition({ row: next, top: next });
  return [
    withNotice(there, `${groupDigits(found.indexOf(next) + 1)} of ${groupDigits(found.length)}. n finds the next.`),
  ];
}

export const lists: Feature<'lists'> = {
  update: {
    listFilterOpened(state) {
      const list = listOf(state);
      if (list?.narrowed === undefined) return [state];
      const { filter: typed, held } = list.narrowed;
      const before = { filterBefore: typed, at: list.at, held };
      const prompt = { kind: 'listFilter', typed, ...before, completion: null, isRefused: false } as const;
      return [{ ...state, prompt, notice: null }];
    },
    listFilterCompleted(state) {
      const { prompt } = state;
      const completions = narrowedList(state)?.completions;
      if (prompt?.kind !== 'listFilter' || completions === undefined) return [state];
      const next = nextCompletion(prompt.completion, () => completions(prompt.typed));
      return [next === null ? state : applyTyped(state, { ...prompt, ...next })];
    },
    listSorted: (state) => [narrowedList(state)?.sorted(state) ?? state],
    listReversed: (state) => [narrowedList(state)?.reversed(state) ?? state],
    textFindOpened: (state) => [
      listOf(state)?.text === undefined ? state : { ...state, prompt: { kind: 'textFind', typed: '' }, notice: null },
    ],
    textFoundNext: findNext,
  },
  screens: {
    textFind: {
      field: (state, prompt) => ({
        name: 'textFind',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed } }],
      }),
      accepted(state, { typed }) {
        const closed: State = { ...state, prompt: null };
        return findNext(listOf(state)?.text?.withFind(closed, typed.trim()) ?? closed);
      },
    },
    listFilter: {
      field: (state, prompt) => ({
        name: 'listFilter',
        text: prompt.typed,
        edited: (typed) => [applyTyped(state, { ...prompt, typed, completion: null })],
        isCommand: isFilterCommand,
      }),
      accepted(state, prompt) {
        const isWrong = narrowedList(state)?.faultIn(prompt.typed) != null;
        return [
          isWrong ? { ...state, prompt: { ...prompt, isRefused: true } } : withRowChosen({ ...state, prompt: null }),
        ];
      },
      back(state, { filterBefore, at, held }) {
        const closed: State = { ...state, prompt: null };
        const restored = narrowedList(state)?.withFilter(closed, filterBefore, held) ?? closed;
        const list = listOf(restored);
        return [list !== null && 'withPosition' in list ? list.withPosition(at) : restored];
      },
    },
  },
};
