/** Chooses columns, and saves and shows views. */
import { columnFields, type ColumnId, sortFields } from './systems/fields.ts';
import { readFilter } from './filter/filter.ts';
import { type Sort, sortKinds, listedSort } from './list/listing.ts';
import type { None, Tagged } from '../kernel/declare.ts';
import { type ListPosition, chosenPaneCells, atTop, bodyRows } from '../kernel/list-view.ts';
import { moveCursor, showList } from './list/feature.ts';
import { isComplete } from './list/scan.ts';
import { groupDigits } from '../kernel/spelling.ts';
import type { State, Prompt } from '../root/state.ts';
import { andThen, withNotice, type Step, type Feature, type Of, overlayList } from '../root/feature.ts';

export const columnIds: readonly ColumnId[] = columnFields.map(({ id }) => id);

export interface TableColumns {
  /** In order; a narrow terminal fits fewer of them. */
  readonly shown: readonly ColumnId[];
  /** Show all columns, each as narrow as possible, instead of `shown`. */
  readonly isWide: boolean;
}

export const defaultColumns: TableColumns = {
  shown: columnFields.filter(({ isShown }) => isShown).map(({ id }) => id),
  isWide: false,
};

export function columnToggled(shown: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  return shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
}

/** Moves a column one place left or right among the shown ones. A hidden column does not move. */
export function columnMoved<Id extends string>(shown: readonly Id[], id: Id, by: -1 | 1): readonly Id[] {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.with(from, shown[to] ?? id).with(to, id);
}

/** All columns for the overlay: the shown ones, then the hidden ones. */
export function columnsListed(shown: readonly ColumnId[]): readonly ColumnId[] {
  return [...shown, ...columnIds.filter((id) => !shown.includes(id))];
}

/** Drops unknown ids: another version or an editor may have written the file. */
export function columnsFrom(ids: readonly unknown[] | undefined): TableColumns {
  const shown = [...new Set(ids)].filter((id): id is ColumnId => columnIds.some((one) => one === id));
  return ids === undefined ? defaultColumns : { shown, isWide: false };
}

export interface SavedView {
  readonly name: string;
  readonly filter: string;
  readonly sort: Sort;
  readonly columns: readonly ColumnId[];
}

export function suggestedName(filter: string, { by }: Sort): string {
  const sorted = by === 'listed' ? 'service order' : `by ${sortFields.find(({ id }) => id === by)?.name ?? by}`;
  return filter === '' ? sorted : filter;
}

const oldestFirst: Sort = { by: 'age', reversed: false };

export const viewDigits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Defaults, until you save another view under the digit. */
const firstViews: SavedViews = {
  1: { name: 'stale, oldest first', filter: 'is:stale', sort: oldestFirst, columns: defaultColumns.shown },
  2: { name: 'never connected', filter: 'is:never', sort: oldestFirst, columns: defaultColumns.shown },
  3: {
    name: 'protected',
    filter: 'is:protected',
    sort: { by: 'name', reversed: false },
    columns: defaultColumns.shown,
  },
  4: {
    name: 'changed since your last visit',
    filter: 'is:new,silent',
    sort: { by: 'listed', reversed: false },
    columns: defaultColumns.shown,
  },
};

export function viewUnder(savedViews: SavedViews, digit: string): SavedViews[string] | undefined {
  return savedViews[digit] ?? firstViews[digit];
}

export function isFirstView(savedViews: SavedViews, digit: string): boolean {
  return savedViews[digit] === undefined && firstViews[digit] !== undefined;
}

/** By digit, `1` to `9`. An unreadable view is ignored, and stays in the file unchanged. */
export type SavedViews = Readonly<Record<string, SavedView | 'unreadable'>>;

/** Validates views from a file that another version or an editor may have written. */
export function savedViewsFrom(stored: Readonly<Record<string, unknown>> | undefined): SavedViews {
  return Object.fromEntries(
    Object.entries(stored ?? {})
      .filter(([digit]) => /^[1-9]$/.test(digit))
      .map(([digit, value]) => [digit, viewFrom(value) ?? 'unreadable']),
  );
}

function viewFrom(value: unknown): SavedView | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, filter, by, reversed, columns } = value as Record<string, unknown>;
  const key = sortKinds.find((one) => one === by);
  if (typeof filter !== 'string' || key === undefined || !Array.isArray(columns)) return null;
  // A filter with a mistake is dropped with its view: without the filter, too many systems would be shown and marked.
  if (readFilter(filter).fault !== null) return null;
  const sort = { by: key, reversed: reversed === true };
  const named = typeof name === 'string' && name.trim() !== '' ? name : suggestedName(filter, sort);
  return { name: named, filter, sort, columns: columnsFrom(columns).shown };
}

export function storedViews(views: SavedViews): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(views).flatMap(([digit, view]) => {
      if (view === 'unreadable') return [];
      const { name, filter, sort, columns } = view;
      return [[digit, { name, filter, by: sort.by, reversed: sort.reversed, columns }]];
    }),
  );
}

type Columns = TableColumnsFeature['state'];

export interface TableColumnsFeature {
  readonly state: {
    readonly chosen: TableColumns;
    readonly savedViews: SavedViews;
    /** The chosen width of the pane beside the list; null: the cells that the list leaves. */
    readonly paneCells: number | null;
  };
  readonly action: Tagged<{
    columnsOpened: None;
    columnToggled: None;
    columnMoved: { by: -1 | 1 };
    wideToggled: None;
    /** `cells`: the width to have, which depends on the drawn one; absent: no pane is drawn. */
    paneResized: { cells?: number };
    viewShown: { digit: string };
    viewsOpened: None;
    viewSaved: { digit: string };
    organisationViewRecalled: { orgId: string; columns: TableColumns; views: SavedViews };
  }>;
  readonly effect: Tagged<{
    rememberOrganisationView: { baseUrl: string; orgId: string; columns: TableColumns; views: SavedViews };
  }>;
  readonly prompt: { readonly kind: 'viewName'; readonly digit: string; readonly typed: string };
  readonly field: 'view name';
  readonly overlay: Tagged<{
    columns: { list: ListPosition };
    saveView: None;
  }>;
}

declare module '../root/state.ts' {
  interface Features {
    readonly tableColumns: TableColumnsFeature;
  }
}

/** Shows all columns as narrow as possible (`isWide`), or the chosen ones. */
export function withWide(columns: Columns, isWide: boolean): Columns {
  return { ...columns, chosen: { ...columns.chosen, isWide } };
}

// Shows a saved view of the list.

export function withChosen(state: State, chosen: Partial<TableColumns>): State {
  return { ...state, tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, ...chosen } } };
}

export function withPane(state: State, cells: number | null): State {
  const paneCells = cells === null ? null : chosenPaneCells(state.columns, cells);
  return { ...state, tableColumns: { ...state.tableColumns, paneCells } };
}

/** Digit 0 resets filter, sort, columns and the pane's width. */
export function showView(state: State, digit: string): Step {
  const saved = viewUnder(state.tableColumns.savedViews, digit);
  if (saved === 'unreadable') return [state];
  const { filter, sort, columns } = saved ?? { filter: '', sort: listedSort, columns: defaultColumns.shown };
  const shownAgain = withChosen(showList(state, { filter: readFilter(filter), sort }), { shown: columns });
  const next = digit === '0' ? withPane(shownAgain, null) : shownAgain;
  if (saved === undefined)
    return [withNotice(next, digit === '0' ? allShown : `View ${digit}: no view is saved under it.`)];
  // A view opens at its first row.
  return andThen(moveCursor(next, 'first'), (shown) => [
    withNotice(shown, `View ${digit}: ${saved.name}.${loadedWords(shown)}`),
  ]);
}

const allShown = 'All systems, in service order.';

/** A view filters the loaded systems only: the notice says so. */
function loadedWords({ list: { listing } }: State): string {
  const { scan } = listing;
  return scan === null || isComplete(scan) ? '' : ` ${groupDigits(scan.count)} systems are loaded; G loads the rest.`;
}

// Handlers: they change columns, and save and show views.

type ShownColumns = TableColumns['shown'];

/** Changes the column under the cursor. The cursor follows it by `by` places. */
function changeColumn(
  state: State,
  change: (shown: ShownColumns, id: ShownColumns[number]) => ShownColumns,
  by: -1 | 0 | 1,
): Step {
  const { overlay } = state;
  const { chosen } = state.tableColumns;
  if (overlay?.kind !== 'columns') return [state];
  const id = columnsListed(chosen.shown)[overlay.list.row];
  if (id === undefined) return [state];
  const shown = change(chosen.shown, id);
  if (shown === chosen.shown) return [state];
  const row = by === 0 ? overlay.list.row : columnsListed(shown).indexOf(id);
  return rememberColumns({ ...withChosen(state, { shown }), overlay: { ...overlay, list: { ...overlay.list, row } } });
}

function rememberColumns(state: State): Step {
  const { session, organisation, tableColumns } = state;
  if (session.baseUrl === null || organisation === null) return [state];
  const about = { baseUrl: session.baseUrl, orgId: organisation.orgId };
  const { chosen: columns, savedViews: views } = tableColumns;
  return [state, { kind: 'rememberOrganisationView', ...about, columns, views }];
}

function nameView(state: State, digit: string): Step {
  const { filter, sort } = state.list.listing.view;
  const typed = suggestedName(filter.text, sort);
  return [{ ...state, overlay: null, prompt: { kind: 'viewName', digit, typed } }];
}

function saveView(state: State, { digit, typed }: Of<Prompt, 'viewName'>): Step {
  const { filter, sort } = state.list.listing.view;
  const name = typed.trim() === '' ? suggestedName(filter.text, sort) : typed.trim();
  const view = { name, filter: filter.text, sort, columns: state.tableColumns.chosen.shown };
  const savedViews: SavedViews = { ...state.tableColumns.savedViews, [digit]: view };
  const saved: State = { ...state, tableColumns: { ...state.tableColumns, savedViews }, overlay: null };
  return rememberColumns(withNotice(saved, `Saved as view ${digit}: ${name}.`));
}

export const tableColumns: Feature<'tableColumns'> = {
  slice: {
    initial: { chosen: defaultColumns, savedViews: {}, paneCells: null },
    lasts: 'organisation',
  },
  update: {
    columnsOpened: (state) => [{ ...state, overlay: { kind: 'columns', list: atTop } }],
    columnToggled: (state) => changeColumn(state, columnToggled, 0),
    columnMoved: (state, { by }) => changeColumn(state, (shown, id) => columnMoved(shown, id, by), by),
    wideToggled: (state) => [withChosen(state, { isWide: !state.tableColumns.chosen.isWide })],
    paneResized: (state, { cells }) => [cells === undefined ? state : withPane(state, cells)],
    viewShown: (state, action) => showView(state, action.digit),
    viewsOpened: (state) => [{ ...state, overlay: { kind: 'saveView' } }],
    viewSaved: (state, action) => nameView(state, action.digit),
    organisationViewRecalled(state, action) {
      if (state.organisation?.orgId !== action.orgId) return [state];
      return [{ ...state, tableColumns: { ...state.tableColumns, chosen: action.columns, savedViews: action.views } }];
    },
  },
  effects: {
    rememberOrganisationView({ baseUrl, orgId, columns, views }, { ports }) {
      ports.memory.rememberView(baseUrl, orgId, columns, views);
      return null;
    },
  },
  screens: {
    columns: {
      list: (state, overlay) => overlayList(state, overlay, { length: columnIds.length, height: bodyRows(state.rows) }),
    },
    saveView: {},
    viewName: {
      field: (state, prompt) => ({
        name: 'view name',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed } }],
      }),
      accepted: (state, prompt) => saveView({ ...state, prompt: null }, prompt),
    },
  },
};
