/** The columns of the list and its saved views: their keys, and the overlays that choose and save them. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { columnsListed } from '../../state/columns/model.ts';
import type { SavedViews } from '../../state/columns/saved-views.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { placed } from '../../state/kernel/list-cursor.ts';
import { columnFields } from '../../state/systems/fields.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { nextAndPrevious } from '../keys/motion-keys.ts';
import { placedColumns } from './table-columns.ts';
import { Row } from '../parts/row.tsx';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import type { State } from '../../state/state.ts';
import { noList } from '../keys/refusals.ts';

const viewBindings: readonly Binding[] = [
  { keys: ['0'], does: 'all systems, as listed', action: { kind: 'viewShown', digit: '0' }, refusal: noList },
  ...Array.from({ length: 9 }, (_, at): Binding => {
    const digit = String(at + 1);
    return {
      keys: [digit],
      does: `show the saved view ${digit}`,
      action: { kind: 'viewShown', digit },
      refusal: (state) => noList(state) ?? noView(state, digit),
    };
  }),
];

function noView({ tableColumns: { savedViews } }: State, digit: string): string | null {
  if (savedViews[digit] === undefined) return 'no view is saved there; : saves this one';
  return savedViews[digit] === 'unreadable' ? 'its saved view cannot be read; : saves this one' : null;
}

export const columnBindings: readonly Binding[] = [
  { keys: ['c'], does: 'choose the columns', action: { kind: 'columnsOpened' }, refusal: noList },
  { keys: ['w'], does: 'wide: every column, or not', action: { kind: 'wideToggled' }, refusal: noWider },
  ...viewBindings,
  { keys: [], does: 'save this view under a digit', action: { kind: 'viewsOpened' }, refusal: noList },
];

function noWider(state: State): string | null {
  const titles = (isWide: boolean): string =>
    placedColumns({
      ...state,
      tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, isWide } },
    })
      .map(({ column }) => column.title)
      .join();
  const isOfUse = state.tableColumns.chosen.isWide || titles(true) !== titles(false);
  return noList(state) ?? (isOfUse ? null : `no further column fits into ${state.columns} columns`);
}

const columnsKeys: BindingGroup = {
  title: 'Columns',
  bindings: [
    {
      keys: ['space', 'enter'],
      does: 'show the column, or not',
      hint: 'show or not',
      action: { kind: 'columnToggled' },
    },
    { keys: ['J', '>'], does: 'the column further right', hint: 'right', action: { kind: 'columnMoved', by: 1 } },
    { keys: ['K', '<'], does: 'the column further left', hint: 'left', action: { kind: 'columnMoved', by: -1 } },
    ...nextAndPrevious,
    { keys: ['esc', 'q', 'c'], does: 'back to the list', hint: 'back', action: { kind: 'overlayClosed' } },
  ],
};

const saveViewKeys: BindingGroup = {
  title: 'Save a view',
  bindings: [
    ...Array.from({ length: 9 }, (_, at): Binding => {
      const digit = String(at + 1);
      return { keys: [digit], does: `keep it under ${digit}`, action: { kind: 'viewSaved', digit } };
    }),
    { keys: ['esc', 'q'], does: 'keep nothing', hint: 'keep nothing', action: { kind: 'overlayClosed' } },
  ],
};

export const columnsScreens: ScreenDefinitions<'columns' | 'saveView'> = {
  columns: {
    View: ColumnsScreen,
    keys: [columnsKeys],
  },
  saveView: { View: SaveViewScreen, keys: [saveViewKeys] },
};

const columnNames = new Map(columnFields.map(({ id, title, name }) => [id, name ?? title.toLowerCase()]));

function ColumnsScreen({ state, screen }: ViewProps<'columns'>): ReactNode {
  const { shown } = state.tableColumns.chosen;
  const listed = columnsListed(state.tableColumns.chosen);
  const { row, top } = placed(screen.list, screen.list.row, listed.length, bodyRows(state.rows));
  const lines = listed.slice(top, top + bodyRows(state.rows));
  return (
    <ScreenFrame state={state} status={clean('Columns · after the name, in this order, as many as fit')}>
      {lines.map((id, at) => {
        const hasCursor = top + at === row;
        return (
          <Row
            key={id}
            hasCursor={hasCursor}
            width={state.columns}
            parts={[{ text: clean((shown.includes(id) ? '✓ ' : '  ') + (columnNames.get(id) ?? id)), tone: 'plain' }]}
          />
        );
      })}
    </ScreenFrame>
  );
}

function SaveViewScreen({ state }: ViewProps<'saveView'>): ReactNode {
  const digits = Array.from({ length: 9 }, (_, at) => String(at + 1)).slice(0, bodyRows(state.rows) - 1);
  return (
    <ScreenFrame state={state} status={clean('Save this view · filter, order and columns')}>
      <Text>Press the digit to keep it under.</Text>
      {digits.map((digit) => (
        <Text key={digit} wrap="truncate">
          {digit} {clip(viewWords(state.tableColumns.savedViews[digit]), state.columns - 2)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function viewWords(view: SavedViews[string] | undefined): Clean {
  if (view === undefined) return clean('');
  if (view === 'unreadable') return clean('cannot be read');
  const filter = view.filter === '' ? 'no filter' : view.filter;
  return clean(`${filter} · by ${view.order.by} · ${view.columns.join(' ')}`);
}
