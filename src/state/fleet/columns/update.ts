/** Chooses columns, and saves and shows views. */
import {
  defaultColumns,
  type SavedViews,
  columnIds,
  columnMoved,
  columnsListed,
  columnToggled,
  suggestedName,
  type TableColumns,
} from './feature.ts';
import { type Feature, type Of, overlayList } from '../../root/feature.ts';
import { atTop, bodyRows } from '../../kernel/list-view.ts';
import { showView, withChosen, withPane } from './public.ts';
import type { Prompt, State } from '../../root/state.ts';
import { withNotice, type Step } from '../../root/step.ts';

type Columns = TableColumns['shown'];

/** Changes the column under the cursor. The cursor follows it by `by` places. */
function changeColumn(state: State, change: (shown: Columns, id: Columns[number]) => Columns, by: -1 | 0 | 1): Step {
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
