/** Changes since the last visit: the keys that show them, and the list of systems that are gone. */
import type { ReactNode } from 'react';
import { areAny } from '../../state/fleet/changes.ts';
import { placeCursor, tableRows } from '../../state/kernel/list-view.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type Binding,
  type BindingGroup,
  listKeysWithoutPages,
  noList,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import type { Column } from '../parts/columns.ts';
import { Table } from '../parts/table.tsx';
import { clean } from '../text/clean.ts';
import { plural, visitTime } from '../text/quantities.ts';
import { changeReasons } from './system-signs.ts';

/** Only in the palette, because the line above the list has keys of its own. */
export const changesBindings: readonly Binding[] = [
  bind([], 'show what changed since your last visit', 'changesShown', { refusal: noChanges }),
  bind([], 'list systems gone or disabled meanwhile', 'goneShown', {
    refusal: (state) => noChanges(state) ?? (state.changes?.gone.size === 0 ? 'no system is gone or disabled' : null),
  }),
];

function noChanges(state: State): string | null {
  if (state.changes === null) return noList(state) ?? 'no last visit is known';
  return areAny(state.changes) ? null : 'nothing changed since your last visit';
}

const goneKeys: BindingGroup = {
  title: 'Gone systems',
  bindings: [bind(['esc', 'enter', 'h', 'left', 'q'], 'back to the list', 'overlayClosed', { hint: 'back' })],
};

export const changesScreens: ScreenDefinitions<'gone'> = {
  gone: { View: GoneScreen, keys: [goneKeys, listKeysWithoutPages], tells: changeReasons },
};

type Gone = readonly [id: string, name: string | null];

const columns: readonly Column<Gone>[] = [
  { title: clean('NAME'), min: 10, ideal: 60, priority: 2, cell: ([, name]) => clean(name ?? '(no name)') },
  { title: clean('ID'), min: 8, ideal: 20, priority: 1, cell: ([id]) => clean(id), tone: () => 'dim' },
];

function GoneScreen({ state, screen }: ViewProps<'gone'>): ReactNode {
  const { changes, now } = state;
  const all: readonly Gone[] = [...(changes?.gone ?? [])];
  const height = tableRows(state.rows);
  const { row, top } = placeCursor(screen.list, screen.list.row, all.length, height);
  const since = changes === null ? '' : ` since ${visitTime(changes.since, now)}`;
  const facts = clean(`${plural(all.length, 'system')} of your last visit`);
  return (
    <ScreenFrame state={state} title={clean(`Gone or disabled${since}`)} facts={facts}>
      <Table
        items={all.slice(top, top + height)}
        columns={columns}
        width={state.columns}
        cursorIndex={row - top}
        sample={all}
      />
    </ScreenFrame>
  );
}
