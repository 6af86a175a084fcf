/** Declares the feature: columns and saved views of the list. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import { type TableColumns, defaultColumns } from './model.ts';
import type { SavedViews } from './saved-views.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export interface TableColumnsState {
  readonly chosen: TableColumns;
  readonly savedViews: SavedViews;
}

export type TableColumnsAction = Tagged<{
  columnsOpened: None;
  columnToggled: None;
  columnMoved: { by: -1 | 1 };
  wideToggled: None;
  viewShown: { digit: string };
  viewsOpened: None;
  viewSaved: { digit: string };
  organisationViewRecalled: { orgId: string; columns: TableColumns; views: SavedViews };
}>;

export type TableColumnsEffect = {
  readonly kind: 'rememberOrganisationView';
  readonly baseUrl: string;
  readonly orgId: string;
  readonly columns: TableColumns;
  readonly views: SavedViews;
};

export type TableColumnsOverlay = Tagged<{
  columns: { list: ListPosition };
  /** Under which digit is the list as it is now to be kept? */
  saveView: None;
}>;

/** Columns and saved views of the list. */
export interface TableColumnsFeature {
  readonly state: TableColumnsState;
  readonly action: TableColumnsAction;
  readonly effect: TableColumnsEffect;
  readonly overlay: TableColumnsOverlay;
}

export const tableColumnsSlice: Slice<TableColumnsState> = {
  initial: { chosen: defaultColumns, savedViews: {} },
  lasts: 'organisation',
};
