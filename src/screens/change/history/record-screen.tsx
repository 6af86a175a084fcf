/** A record as people read it: its Markdown as a text, with find. */
import type { ReactNode } from 'react';
import type { RecordPage } from '../../../state/change/history/feature.ts';
import { hasText } from '../../../state/change/history/find.ts';
import { bodyRows } from '../../../state/kernel/layout.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import { Field } from '../../parts/field.tsx';
import { PartsLine } from '../../parts/table.tsx';
import type { Extent, ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { wrapped } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';

const recordKeys: BindingGroup = {
  title: 'A record',
  bindings: [
    bind(['f', '/'], 'find in the record', 'recordFindOpened', { hint: 'find' }),
    bind(['n'], 'find the next', 'recordFoundNext', {
      refusal: ({ history: { find } }) => (find === '' ? 'nothing is looked for; f finds' : null),
    }),
    bind(['y'], 'copy the request as a line', 'historyRequestCopied', {
      refusal: ({ history: { page } }) => (page !== null && 'header' in page.of ? null : 'this is not a request'),
    }),
    bind(['e'], 'write CSV, JSON, Markdown and HTML', { kind: 'exportRequested' }, { hint: 'export' }),
    bind(['o'], 'write this page as Markdown', { kind: 'exportRequested', isPage: true }, { hint: 'write' }),
  ],
};

const findKeys: BindingGroup = {
  title: 'Find in a record',
  bindings: [
    bind(['enter'], 'find the text', 'promptAccepted', { hint: 'find' }),
    bind(['esc'], 'cancel', 'wentBack', { hint: 'cancel' }),
  ],
};

export const recordScreens: ScreenDefinitions<'record' | 'recordFind'> = {
  record: { View: RecordScreen, keys: [recordKeys, listKeysWithoutPages], backHint: 'back', extent },
  recordFind: {
    View: ({ state, screen }) => <Field label={clean('find:')} value={screen.typed} columns={state.columns} />,
    keys: [findKeys],
  },
};

/** The rows of the screen that a line takes. */
function rowsOf(line: string, columns: number) {
  return wrapped(clean(line === '' ? ' ' : line), columns);
}

/** Lines from this one on that are wholly in view; at least one. */
function linesInView({ lines }: RecordPage, from: number, { columns, rows }: State): number {
  let [left, shown] = [bodyRows(rows), 0];
  for (let line = lines[from]; line !== undefined && left > 0; line = lines[from + shown]) {
    left -= rowsOf(line, columns).length;
    if (left >= 0) shown += 1;
    else break;
  }
  return Math.max(1, shown);
}

/** It scrolls by lines, until its last screenful is shown. */
function extent(state: State): Extent {
  const { page } = state.history;
  if (page === null || state.screen.kind !== 'record') return { length: 1, height: bodyRows(state.rows) };
  let [last, left] = [page.lines.length, bodyRows(state.rows)];
  for (let line = page.lines[last - 1]; line !== undefined; line = page.lines[last - 1]) {
    left -= rowsOf(line, state.columns).length;
    if (left < 0) break;
    last -= 1;
  }
  const length = Math.min(page.lines.length, last + 1);
  return { length, height: linesInView(page, Math.min(state.screen.list.row, length - 1), state) };
}

function RecordScreen({ state, screen }: ViewProps<'record'>): ReactNode {
  const { page, find } = state.history;
  if (page === null) return null;
  const { length } = extent(state);
  const top = Math.min(screen.list.row, length - 1);
  const height = bodyRows(state.rows);
  const shown = page.lines.slice(top, top + height).flatMap((line) => {
    const tone = find !== '' && hasText(line, find) ? 'accent' : 'plain';
    return rowsOf(line, state.columns).map((text) => ({ text, tone }) as const);
  });
  const place = clean(`line ${count(top + 1)} of ${count(page.lines.length)}`);
  return (
    <ScreenFrame state={state} title={clean('Record')} facts={place}>
      {shown.slice(0, height).map((part, at) => (
        <PartsLine key={at} parts={[part]} />
      ))}
    </ScreenFrame>
  );
}
