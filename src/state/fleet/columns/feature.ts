/** Declares the feature: columns of the table of systems (the name is always shown), and saved views of the list. */
import { columnFields, type ColumnId, sortFields } from '../systems/fields.ts';
import { readFilter } from '../filter/filter.ts';
import { type Sort, sortKinds } from '../list/rows.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

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

// Declares the feature: columns and saved views of the list.

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

/** Shows all columns as narrow as possible (`isWide`), or the chosen ones. */
export function withWide(columns: Columns, isWide: boolean): Columns {
  return { ...columns, chosen: { ...columns.chosen, isWide } };
}
