/** The palette: every action of the screen, found by its words. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { lastLiteral } from '../../api/openapi/dangerous-words.ts';
import { tableRows } from '../../state/kernel/list-view.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  actionOf,
  bind,
  type BindingGroup,
  keyLabel,
  refusalBeneath,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { Field } from '../parts/field.tsx';
import { CursorRows, type Part } from '../parts/table.tsx';
import { ScreenContext } from '../parts/root-context.ts';
import { clean } from '../text/clean.ts';
import { clip, fit, quoteText, width } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { operationsForMarks } from '../../state/explorer/list/feature.ts';
import type { State } from '../../state/root/state.ts';
import { type PaletteCommand, commandIn, entriesMatching, type PaletteEntry } from './commands.ts';

/**
 * The matching entries, the best first. A command with its argument comes first, and operations for marked systems come
 * before other commands. Unsaved views are left out.
 */
export function paletteEntries(typed: string, state: State, groups: readonly BindingGroup[]): readonly PaletteEntry[] {
  const ofKeys = groups
    .flatMap(({ bindings }) => bindings)
    .filter(({ action }) => action.kind !== 'moved' && action.kind !== 'paletteOpened')
    .filter(({ does }, at, all) => all.findIndex((other) => other.does === does) === at)
    .map((binding) => ({ binding, refusal: refusalBeneath(binding, state) }))
    .filter(({ binding, refusal }) => binding.action.kind !== 'viewShown' || refusal === null);
  const found = entriesMatching(typed, [...entriesForMarks(typed, state), ...ofKeys]);
  const command = commandIn(typed, state, ofKeys);
  // A fully typed label wins over a command that begins the same.
  const isLabel = found[0]?.binding.does.toLowerCase() === typed.trim().toLowerCase();
  return [...(command === null || isLabel ? [] : [commandEntry(command)]), ...found];
}

/** Limit of operations while nothing is typed, so that other commands stay near; A lists all operations. */
const maxUntyped = 12;

function entriesForMarks(typed: string, state: State): readonly PaletteEntry[] {
  const operations = operationsForMarks(state);
  const shown = typed.trim() === '' ? operations.slice(0, maxUntyped) : operations;
  const marked = `${count(state.marks.marked.size)} marked`;
  return shown.map(({ id, method, summary, path }) => ({
    binding: bind([], `${marked}: ${method} ${lastLiteral(path)} · ${summary === '' ? path : summary}`, {
      kind: 'operationChosenForMarks',
      id,
    }),
    refusal: null,
  }));
}

function commandEntry({ does, action, refusal }: PaletteCommand): PaletteEntry {
  return { binding: bind([], does, action ?? 'overlayClosed'), refusal };
}

export const paletteScreens: ScreenDefinitions<'palette'> = {
  palette: {
    View: PaletteScreen,
    keys: [],
    inForce: (state, { typed, list }, beneath) => [paletteKeys(paletteEntries(typed, state, beneath)[list.row], state)],
    extent: (state, { typed }, beneath) => ({
      length: paletteEntries(typed, state, beneath).length,
      // The field takes a row, as the header of a table does.
      height: tableRows(state.rows),
    }),
  },
};

function paletteKeys(chosen: PaletteEntry | undefined, state: State): BindingGroup {
  return {
    title: 'Commands',
    bindings: [
      bind(
        ['enter'],
        'run the command',
        chosen === undefined
          ? { kind: 'overlayClosed' }
          : { kind: 'paletteChosen', action: actionOf(chosen.binding, state) },
        { hint: 'run', refusal: () => (chosen === undefined ? 'no command has these words' : chosen.refusal) },
      ),
      bind(['down', 'ctrl-n'], 'next', { kind: 'moved', motion: 'down' }),
      bind(['up'], 'previous', { kind: 'moved', motion: 'up' }),
      bind(['esc'], 'close the commands', 'overlayClosed', { hint: 'close' }),
    ],
  };
}

function PaletteScreen({ state, screen }: ViewProps<'palette'>): ReactNode {
  const entries = paletteEntries(screen.typed, state, useContext(ScreenContext).keysBeneath);
  const { columns } = state;
  return (
    <ScreenFrame state={state} title={clean('Commands')}>
      <Field label={clean(':')} value={screen.typed} columns={columns} />
      {entries.length === 0 && <Text>{clip(clean(`No command matches ${quoteText(screen.typed)}.`), columns)}</Text>}
      <CursorRows
        items={entries}
        at={screen.list}
        height={tableRows(state.rows)}
        width={columns}
        partsOf={(entry) => [entryPart(entry, columns)]}
      />
    </ScreenFrame>
  );
}

function entryPart({ binding, refusal }: PaletteEntry, columns: number): Part {
  const key = clean(keyLabel(binding.keys[0] ?? ''));
  const words = clip(clean(fit(key, 7) + binding.does), columns - 2);
  const why = refusal === null ? clean('') : clip(clean(` (${refusal})`), columns - 2 - width(words));
  return { text: clean(words + why), tone: refusal === null ? 'plain' : 'dim' };
}
