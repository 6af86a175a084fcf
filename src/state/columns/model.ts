/** The columns of the table of systems, and those that were chosen. The name is always there, and first. */
import { columnFields, type ColumnId } from '../systems/fields.ts';

export const columnIds: readonly ColumnId[] = columnFields.map(({ id }) => id);

export interface TableColumns {
  /** Those shown, in their order; the narrower the terminal, the fewer of them fit. */
  readonly shown: readonly ColumnId[];
  /** All columns, whatever was chosen, each as narrow as it can be. */
  readonly isWide: boolean;
}

export const defaultColumns: TableColumns = {
  shown: columnFields.filter(({ isShown }) => isShown).map(({ id }) => id),
  isWide: false,
};

export function columnToggled(shown: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  return shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
}

/** One place to the left or right among those shown; one that is not shown has no place. */
export function columnMoved(shown: readonly ColumnId[], id: ColumnId, by: -1 | 1): readonly ColumnId[] {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.with(from, shown[to] ?? id).with(to, id);
}

/** The columns in the order of the list in which they are chosen: those shown, then the rest. */
export function columnsListed({ shown }: TableColumns): readonly ColumnId[] {
  return [...shown, ...columnIds.filter((id) => !shown.includes(id))];
}

/** What was remembered, as far as there are such columns. */
export function columnsFrom(ids: readonly string[] | undefined): TableColumns {
  const shown = [...new Set(ids)].filter((id): id is ColumnId => columnIds.some((one) => one === id));
  return ids === undefined ? defaultColumns : { shown, isWide: false };
}
