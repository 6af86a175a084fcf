/** How are columns chosen, and views saved? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { placed } from '../../state/kernel/list-cursor.ts';
import type { SavedViews } from '../../state/columns/saved-views.ts';
import type { Overlay, State } from '../../state/state.ts';
import { columnsListed } from '../../state/columns/model.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { Row } from '../parts/row.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { columnNames } from '../list/columns.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';

interface ColumnsScreenProps {
  readonly state: State;
  readonly overlay: Overlay & { readonly kind: 'columns' };
}

export function ColumnsScreen({ state, overlay }: ColumnsScreenProps): ReactNode {
  const { shown } = state.tableColumns.chosen;
  const listed = columnsListed(state.tableColumns.chosen);
  const { row, top } = placed(overlay.list, overlay.list.row, listed.length, bodyRows(state.rows));
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
            parts={[{ text: clean((shown.includes(id) ? '✓ ' : '  ') + columnNames[id]), tone: 'plain' }]}
          />
        );
      })}
    </ScreenFrame>
  );
}

export function SaveViewScreen({ state }: { readonly state: State }): ReactNode {
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
