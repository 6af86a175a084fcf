/** Declares the feature: columns and saved views of the list. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import { type TableColumns, defaultColumns, type SavedViews } from './model.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

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

export const tableColumnsSlice: Slice<TableColumnsFeature['state']> = {
  initial: { chosen: defaultColumns, savedViews: {}, paneCells: null },
  lasts: 'organisation',
};

/** Shows all columns as narrow as possible (`isWide`), or the chosen ones. */
export function withWide(columns: Columns, isWide: boolean): Columns {
  return { ...columns, chosen: { ...columns.chosen, isWide } };
}
