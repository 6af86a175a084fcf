/** Declares the feature: columns and saved views of the list. */
import { type TableColumns, defaultColumns } from './model.ts';
import type { SavedViews } from './saved-views.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';
import type { Slice } from '../kernel/slice.ts';

export interface TableColumnsState {
  readonly chosen: TableColumns;
  readonly savedViews: SavedViews;
}

export type TableColumnsAction =
  | { readonly kind: 'columnsOpened' }
  | { readonly kind: 'columnToggled' }
  | { readonly kind: 'columnMoved'; readonly by: -1 | 1 }
  | { readonly kind: 'wideToggled' }
  | { readonly kind: 'viewShown'; readonly digit: string }
  | { readonly kind: 'viewsOpened' }
  | { readonly kind: 'viewSaved'; readonly digit: string }
  | {
      readonly kind: 'organisationViewRecalled';
      readonly orgId: string;
      readonly columns: TableColumns;
      readonly views: SavedViews;
    };

export type TableColumnsEffect = {
  readonly kind: 'rememberOrganisationView';
  readonly baseUrl: string;
  readonly orgId: string;
  readonly columns: TableColumns;
  readonly views: SavedViews;
};

export type TableColumnsOverlay =
  | { readonly kind: 'columns'; readonly list: ListPosition }
  /** Under which digit is the list as it is now to be kept? */
  | { readonly kind: 'saveView' };

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
