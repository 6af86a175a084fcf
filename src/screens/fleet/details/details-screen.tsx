/** The screen of one system: the content of the list's pane, over the whole screen. */
import type { ReactNode } from 'react';
import { known } from '../../../state/kernel/declare.ts';
import { bodyRows } from '../../../state/kernel/layout.ts';
import { viewLength } from '../../../state/fleet/list/rows.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import { ScrolledLines } from '../../parts/table.tsx';
import { type ScreenDefinitions, textExtent, type ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { nameOf } from '../../text/field-text.ts';
import { problemSentence } from '../../text/problem-wording.ts';
import { count } from '../../text/quantities.ts';
import { freshnessOf } from './system-pane.tsx';
import { screenLines } from './system-lines.ts';

const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    bind(['j', 'down'], 'next system', { kind: 'neighbourOpened', motion: 'down' }, { hint: 'next' }),
    bind(['pageDown'], 'down a screen', { kind: 'moved', motion: 'pageDown' }, { hint: scrollHint }),
    bind(['k', 'up'], 'previous system', { kind: 'neighbourOpened', motion: 'up' }, { hint: 'previous' }),
    bind(['space'], 'mark or unmark the system', 'markToggled', { hint: 'mark' }),
    bind(['y'], 'copy: name, id, fields, marked systems', 'copyOpened', { hint: 'copy' }),
    bind(['r'], 'refresh the system', 'detailsOpened', { hint: 'refresh' }),
  ],
};

const scrollKeys: BindingGroup = {
  title: 'Scroll',
  bindings: listKeysWithoutPages.bindings.filter(({ action }) => {
    return action.kind !== 'moved' || !['down', 'up', 'pageDown'].includes(action.motion);
  }),
};

export const detailsScreens: ScreenDefinitions<'details'> = {
  details: {
    View: DetailsScreen,
    hasOwnCommands: true,
    keys: [detailsKeys, scrollKeys],
    backHint: 'back',
    extent: (state, screen) => textExtent(state, linesOf(state, screen)),
  },
};

type Details = ViewProps<'details'>['screen'];

/** Shown where the fields do not fit. */
function scrollHint(state: State): string | null {
  const { screen } = state;
  const isLong = screen.kind === 'details' && linesOf(state, screen).length > bodyRows(state.rows);
  return isLong ? 'scroll' : null;
}

function DetailsScreen({ state, screen }: ViewProps<'details'>): ReactNode {
  return (
    <ScreenFrame state={state} title={titleOf(screen)} aside={positionOf(state)} facts={factsOf(state, screen)}>
      <ScrolledLines lines={linesOf(state, screen)} at={screen.list} height={bodyRows(state.rows)} />
    </ScreenFrame>
  );
}

function linesOf(state: State, screen: Details): ReturnType<typeof screenLines> {
  const system = known(screen.system);
  return system === null ? [] : screenLines(state, system);
}

function titleOf({ system }: Details): Clean {
  const value = known(system);
  return value === null ? clean('System') : nameOf(value);
}

/** `12 of 1,953` */
function positionOf({ list: { listing } }: State): Clean {
  const { scan, view, cursor } = listing;
  const length = scan === null ? 0 : viewLength(view, scan);
  return clean(`${count(Math.min(cursor.row + 1, length))} of ${count(length)}`);
}

function factsOf(state: State, { system, systemId }: Details): Clean {
  if (system.kind === 'failed') return clean(`${problemSentence(system.problem)} r retries.`);
  return system.kind === 'loading' ? clean('Checking with the service…') : freshnessOf(state, systemId);
}
