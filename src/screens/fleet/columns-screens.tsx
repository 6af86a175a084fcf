/** The columns of the list and its saved views: their keys, and the overlays to choose and save them. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { columnsListed, isFirstView, type SavedViews, viewDigits, viewUnder } from '../../state/fleet/columns.ts';
import { bodyRows, chosenPaneCells } from '../../state/kernel/list-view.ts';
import { columnFields } from '../../state/fleet/systems/fields.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type Binding,
  type BindingGroup,
  type KeyName,
  nextAndPrevious,
  noList,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { listLayout } from './table-columns.ts';
import { Field } from '../parts/field.tsx';
import { CursorRows, plain } from '../parts/table.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import type { State } from '../../state/root/state.ts';

/** Cells by which a key changes the width of the pane. */
const paneStep = 4;

function paneKey(key: KeyName, does: string, cells: number): Binding {
  const resize = (state: State): number => listLayout(state).pane + cells;
  return bind([key], does, 'paneResized', {
    actionIn: (state) => ({ kind: 'paneResized', cells: resize(state) }),
    refusal(state) {
      const { pane } = listLayout(state);
      if (pane === 0) return noList(state) ?? 'no pane is shown';
      const isSame = chosenPaneCells(state.columns, resize(state)) === pane;
      return isSame ? `the pane cannot be ${cells < 0 ? 'narrower' : 'wider'}` : null;
    },
  });
}

export const columnBindings: readonly Binding[] = [
  bind(['c'], 'choose columns', 'columnsOpened', { refusal: noList }),
  bind(['w'], 'show all columns, or the chosen ones', 'wideToggled', { refusal: noWider }),
  paneKey('[', 'make the pane narrower', -paneStep),
  paneKey(']', 'make the pane wider', paneStep),
  bind(['0'], 'show all systems, in service order', { kind: 'viewShown', digit: '0' }, { refusal: noList }),
  ...viewDigits.map((digit) => {
    const refusal = (state: State): string | null => noList(state) ?? noView(state, digit);
    // The line above the list already names this key.
    const hint = (state: State): string | null =>
      digit === '4' && isFirstView(state.tableColumns.savedViews, digit) ? null : viewName(state, digit);
    return bind([digit], `show saved view ${digit}`, { kind: 'viewShown', digit }, { refusal, hint });
  }),
  bind([], 'save this view', 'viewsOpened', { refusal: noList }),
];

/** Limit of cells for a view's name, to leave room for other hints. */
const maxOfName = 22;

function viewName({ tableColumns: { savedViews } }: State, digit: string): string | null {
  const view = viewUnder(savedViews, digit);
  return view === undefined || view === 'unreadable' ? null : clip(clean(view.name), maxOfName);
}

function noView({ tableColumns: { savedViews } }: State, digit: string): string | null {
  const view = viewUnder(savedViews, digit);
  if (view === undefined) return 'no view is saved under this digit; : saves one';
  return view === 'unreadable' ? 'the saved view is unreadable; : saves this one' : null;
}

function noWider(state: State): string | null {
  const { chosen } = state.tableColumns;
  const titles = (isWide: boolean): string => {
    const tableColumns = { ...state.tableColumns, chosen: { ...chosen, isWide } };
    return String(listLayout({ ...state, tableColumns }).columns.map(({ title }) => title));
  };
  const isOfUse = chosen.isWide || titles(true) !== titles(false);
  return noList(state) ?? (isOfUse ? null : `no other column fits into ${state.columns} cells`);
}

const columnsKeys: BindingGroup = {
  title: 'Columns',
  bindings: [
    bind(['space', 'enter'], 'show or hide the column', 'columnToggled', { hint: 'show' }),
    bind(['J', '>'], 'move the column right', { kind: 'columnMoved', by: 1 }, { hint: 'right' }),
    bind(['K', '<'], 'move the column left', { kind: 'columnMoved', by: -1 }, { hint: 'left' }),
    ...nextAndPrevious,
    bind(['esc', 'q', 'c'], 'back to the list', 'overlayClosed', { hint: 'back' }),
  ],
};

const saveViewKeys: BindingGroup = {
  title: 'Save a view',
  bindings: [
    ...viewDigits.map((digit) => bind([digit], `save as view ${digit}`, { kind: 'viewSaved', digit })),
    bind(['esc', 'q'], 'back to the list', 'overlayClosed', { hint: 'back' }),
  ],
};

const viewNameKeys: BindingGroup = {
  title: 'Name of the view',
  bindings: [
    bind(['enter'], 'save the view', 'promptAccepted', { hint: 'save' }),
    bind(['esc'], 'go back; the view is not saved', 'wentBack', { hint: 'back' }),
  ],
};

export const columnsScreens: ScreenDefinitions<'columns' | 'saveView' | 'viewName'> = {
  columns: { View: ColumnsScreen, keys: [columnsKeys] },
  saveView: { View: SaveViewScreen, keys: [saveViewKeys] },
  viewName: { View: ViewNamePrompt, keys: [viewNameKeys] },
};

const columnNames = new Map(columnFields.map(({ id, title, name }) => [id, name ?? title.toLowerCase()]));

function ColumnsScreen({ state, screen }: ViewProps<'columns'>): ReactNode {
  const { shown } = state.tableColumns.chosen;
  const facts = clean('After the name, in this order, as many as fit.');
  return (
    <ScreenFrame state={state} title={clean('Columns')} facts={facts}>
      <CursorRows
        items={columnsListed(state.tableColumns.chosen.shown)}
        at={screen.list}
        height={bodyRows(state.rows)}
        width={state.columns}
        partsOf={(id) => [plain((shown.includes(id) ? '✓ ' : '  ') + (columnNames.get(id) ?? id))]}
      />
    </ScreenFrame>
  );
}

function SaveViewScreen({ state }: ViewProps<'saveView'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Save this view')} facts={clean('Its filter, sort and columns.')}>
      <Text>Press a digit. Then type a name.</Text>
      {viewDigits.slice(0, bodyRows(state.rows) - 1).map((digit) => (
        <Text key={digit} wrap="truncate">
          {digit} {clip(viewWords(viewUnder(state.tableColumns.savedViews, digit)), state.columns - 2)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function ViewNamePrompt({ state, screen }: ViewProps<'viewName'>): ReactNode {
  return <Field label={clean(`name of view ${screen.digit}:`)} value={screen.typed} columns={state.columns} />;
}

function viewWords(view: SavedViews[string] | undefined): Clean {
  if (view === undefined) return clean('');
  if (view === 'unreadable') return clean('cannot be read');
  const filter = view.filter === '' ? 'no filter' : view.filter;
  return clean(`${view.name} · ${filter} · by ${view.sort.by}`);
}
