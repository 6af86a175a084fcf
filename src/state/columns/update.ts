/** Chooses columns, and saves and shows views. */
import { tableColumnsEffects } from './effects.ts';
import { type Feature, overlayList } from '../kernel/feature.ts';
import { noFilter, readFilter } from '../filter/filter.ts';
import { atTop } from '../kernel/list-cursor.ts';
import { listShown } from '../list/operations.ts';
import { listedSort } from '../list/rows.ts';
import type { SavedViews } from './saved-views.ts';
import type { Effect, State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { columnIds, columnMoved, columnsListed, columnToggled, defaultColumns, type TableColumns } from './model.ts';
import { bodyRows } from '../kernel/layout.ts';

type Columns = TableColumns['shown'];

/** The cursor stays on its column; `by`: where that went. */
function columnChanged(state: State, change: (id: Columns[number]) => Columns, by: -1 | 0 | 1): Step {
  const { overlay } = state;
  const { chosen: tableColumns } = state.tableColumns;
  if (overlay?.kind !== 'columns') return [state];
  const id = columnsListed(tableColumns)[overlay.list.row];
  if (id === undefined) return [state];
  const shown = change(id);
  if (shown === tableColumns.shown) return [state];
  const columns: TableColumns = { ...tableColumns, shown };
  const row = by === 0 ? overlay.list.row : columnsListed(columns).indexOf(id);
  const next: State = {
    ...state,
    tableColumns: { ...state.tableColumns, chosen: columns },
    overlay: { ...overlay, list: { ...overlay.list, row } },
  };
  return [next, ...remembered(next)];
}

function remembered({
  session,
  organisation,
  tableColumns: { chosen: tableColumns, savedViews },
}: State): readonly Effect[] {
  const { baseUrl } = session;
  if (baseUrl === null || organisation === null) return [];
  const { orgId } = organisation;
  return [{ kind: 'rememberOrganisationView', baseUrl, orgId, columns: tableColumns, views: savedViews }];
}

/** 0 is the list as it is without any choice. */
function viewShown(state: State, digit: string): Step {
  const saved = state.tableColumns.savedViews[digit];
  if (saved === 'unreadable') return [state];
  const [filter, sort, shown] =
    digit === '0'
      ? [noFilter, listedSort, defaultColumns.shown]
      : [readFilter(saved?.filter ?? ''), saved?.sort ?? listedSort, saved?.columns ?? defaultColumns.shown];
  const notice = { kind: 'said', text: digit === '0' ? 'All systems, as listed.' : `View ${digit}.` } as const;
  const tableColumns = { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, shown } };
  return [{ ...listShown(state, { filter, sort }), tableColumns, notice }];
}

function viewSaved(state: State, digit: string): Step {
  const { filter, sort } = state.list.listing.view;
  const view = { filter: filter.text, sort, columns: state.tableColumns.chosen.shown };
  const savedViews: SavedViews = { ...state.tableColumns.savedViews, [digit]: view };
  const notice = { kind: 'said', text: `Saved: ${digit} shows this filter, order and columns.` } as const;
  const next: State = { ...state, tableColumns: { ...state.tableColumns, savedViews }, overlay: null, notice };
  return [next, ...remembered(next)];
}

export const tableColumns: Feature<'tableColumns'> = {
  update: {
    columnsOpened: (state) => [{ ...state, overlay: { kind: 'columns', list: atTop } }],
    columnToggled: (state) => columnChanged(state, (id) => columnToggled(state.tableColumns.chosen.shown, id), 0),
    columnMoved: (state, action) =>
      columnChanged(state, (id) => columnMoved(state.tableColumns.chosen.shown, id, action.by), action.by),
    wideToggled: (state) => [
      {
        ...state,
        tableColumns: {
          ...state.tableColumns,
          chosen: { ...state.tableColumns.chosen, isWide: !state.tableColumns.chosen.isWide },
        },
      },
    ],
    viewShown: (state, action) => viewShown(state, action.digit),
    viewsOpened: (state) => [{ ...state, overlay: { kind: 'saveView' } }],
    viewSaved: (state, action) => viewSaved(state, action.digit),
    organisationViewRecalled(state, action) {
      if (state.organisation?.orgId !== action.orgId) return [state];
      return [{ ...state, tableColumns: { ...state.tableColumns, chosen: action.columns, savedViews: action.views } }];
    },
  },
  effects: tableColumnsEffects,
  screens: {
    columns: {
      list: (state, overlay) => overlayList(state, overlay, { length: columnIds.length, height: bodyRows(state.rows) }),
    },
    saveView: {},
  },
};
