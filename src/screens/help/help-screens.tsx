/** The help: the keys of the screen, which can be searched for a word. */
import { type ReactElement, type ReactNode, useContext } from 'react';
import { bodyRows } from '../../state/kernel/layout.ts';
import type { State } from '../../state/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { listKeys } from '../keys/motion-keys.ts';
import { Field } from '../parts/field.tsx';
import { ScreenContext } from '../parts/root-context.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import { statusLine } from '../text/status-line.ts';
import { helpGroups } from './help-groups.ts';
import { HELP_GAP, type HelpGroup, helpHeight, type HelpLine, KEY_GAP, keyCellsOf, layoutHelp } from './help-layout.ts';
import { Text } from 'ink';
import { fit } from '../text/fit.ts';
import { useTones } from '../parts/theme.ts';

/** The part of the help that is in view. */
export interface HelpOverlayProps {
  readonly groups: readonly HelpGroup[];
  readonly columns: number;
  readonly rows: number;
  /** The first line to draw, where there are more than `rows`; the last page is the furthest. */
  readonly offset: number;
}

/** All keys by group, in columns. */
export function HelpOverlay({ groups, columns, rows, offset }: HelpOverlayProps): ReactNode {
  const laidOut = layoutHelp(groups, columns);
  const cells = Math.floor((columns - HELP_GAP * (laidOut.length - 1)) / laidOut.length);
  const keyCells = Math.min(keyCellsOf(groups), Math.floor(cells / 2));
  const height = helpHeight(groups, columns);
  const top = Math.min(offset, Math.max(0, height - rows));
  return Array.from({ length: Math.min(rows, height) }, (_, row) => (
    <Text key={row} wrap="truncate">
      {laidOut.map((lines, index) => (
        <Text key={index}>
          {index > 0 && ' '.repeat(HELP_GAP)}
          <Line line={lines[top + row] ?? { kind: 'blank' }} cells={cells} keyCells={keyCells} />
        </Text>
      ))}
    </Text>
  ));
}

interface LineProps {
  readonly line: HelpLine;
  readonly cells: number;
  readonly keyCells: number;
}

function Line({ line, cells, keyCells }: LineProps): ReactElement {
  const tones = useTones();
  const doesCells = cells - keyCells - KEY_GAP;
  switch (line.kind) {
    case 'title':
      return <Text bold>{fit(line.text, cells)}</Text>;
    case 'key':
      return (
        <Text {...(line.usable ? tones.plain : tones.dim)}>
          <Text {...(line.usable ? tones.accent : tones.dim)}>{fit(line.keys, keyCells)}</Text>
          {' '.repeat(KEY_GAP)}
          {fit(line.does, doesCells)}
        </Text>
      );
    case 'refusal':
      return (
        <Text {...tones.dim}>
          {' '.repeat(keyCells)}
          {' '.repeat(KEY_GAP)}
          {fit(line.text, doesCells)}
        </Text>
      );
    case 'blank':
      return <Text>{' '.repeat(cells)}</Text>;
  }
}

const helpKeys: BindingGroup = {
  title: 'Help',
  bindings: [
    bind(['esc', '?', 'q', 'h', 'left', 'enter'], 'close the help', 'overlayClosed', { hint: 'close' }),
    bind(['/'], 'look for a word in the help', 'helpSearched', { hint: 'look for' }),
  ],
};

const helpSearchKeys: BindingGroup = {
  title: 'Look for a key',
  bindings: [
    bind(['down'], 'further down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'further up', { kind: 'moved', motion: 'up' }),
    bind(['esc', 'enter'], 'close it', 'overlayClosed', { hint: 'close' }),
  ],
};

export const helpScreens: ScreenDefinitions<'help'> = {
  help: {
    View: HelpScreen,
    keys: [helpKeys, listKeys],
    fieldKeys: [helpSearchKeys],
    // Text without a cursor scrolls by its first line, down to the one that leaves the last screenful.
    extent: (state, { typed }, beneath) => {
      const height = bodyRows(state.rows);
      return {
        length: Math.max(1, helpHeight(helpGroups(typed, state, beneath), helpColumns(state)) - height + 1),
        height,
      };
    },
  },
};

function HelpScreen({ state, screen }: ViewProps<'help'>): ReactNode {
  const { typed, list } = screen;
  const groups = helpGroups(typed, state, useContext(ScreenContext).keysBeneath);
  const rows = bodyRows(state.rows) - (typed === null ? 0 : 1);
  return (
    <ScreenFrame state={state} status={statusOf(state, groups, rows, list.row)}>
      {typed !== null && <Field label={clean('/')} value={typed} columns={state.columns} />}
      <HelpOverlay groups={groups} columns={helpColumns(state)} rows={rows} offset={list.row} />
    </ScreenFrame>
  );
}

/** A screen reader gets one column. */
function helpColumns({ session, columns }: State): number {
  return session.isPlain ? 70 : columns;
}

/** Names the lines in view where the help is longer than the screen. */
function statusOf(state: State, groups: readonly HelpGroup[], rows: number, offset: number): Clean {
  const height = helpHeight(groups, helpColumns(state));
  const title = { forms: ['Keys of this screen'] };
  if (height <= rows || state.session.isPlain) return statusLine([title], state.columns);
  const top = Math.min(offset, height - rows);
  const part = `lines ${top + 1}–${top + rows} of ${height}`;
  return statusLine([title, { forms: [`${part}, j and k move`, part], weight: 1 }], state.columns);
}
