/** Saved views: filter, sort and columns of the list, each under a digit. */
import { readFilter } from '../filter/filter.ts';
import { type Sort, sortKinds } from '../list/rows.ts';
import type { ColumnId } from '../systems/fields.ts';
import { columnIds } from './model.ts';

export interface SavedView {
  readonly filter: string;
  readonly sort: Sort;
  readonly columns: readonly ColumnId[];
}

/** By their digits, `1` to `9`. One that cannot be read shows nothing, and stays in the file as it is. */
export type SavedViews = Readonly<Record<string, SavedView | 'unreadable'>>;

/** What a file of another version, or somebody's editor, left. */
export function savedViewsFrom(stored: Readonly<Record<string, unknown>> | undefined): SavedViews {
  return Object.fromEntries(
    Object.entries(stored ?? {})
      .filter(([digit]) => /^[1-9]$/.test(digit))
      .map(([digit, value]) => [digit, viewFrom(value) ?? 'unreadable']),
  );
}

function viewFrom(value: unknown): SavedView | null {
  if (typeof value !== 'object' || value === null) return null;
  const { filter, by, reversed, columns } = value as Record<string, unknown>;
  const key = sortKinds.find((one) => one === by);
  if (typeof filter !== 'string' || key === undefined || !Array.isArray(columns)) return null;
  // What cannot be read of a filter does not count: it would show, and mark, more than was meant.
  if (readFilter(filter).fault !== null) return null;
  return {
    filter,
    sort: { by: key, reversed: reversed === true },
    columns: columnIds.filter((id) => columns.includes(id)).toSorted((a, b) => columns.indexOf(a) - columns.indexOf(b)),
  };
}

/** As it stands in the file of preferences. */
export function storedViews(views: SavedViews): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(views).flatMap(([digit, view]) => {
      if (view === 'unreadable') return [];
      const { filter, sort, columns } = view;
      return [[digit, { filter, by: sort.by, reversed: sort.reversed, columns }]];
    }),
  );
}
