/** The help: the keys of the screen in columns, with a search. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { fold } from '../../state/kernel/spelling.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  bindingOf,
  keyLabel,
  listKeys,
  refusalBeneath,
  dropRepeated,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { filterLanguage } from '../fleet/filter-screens.tsx';
import { Field } from '../parts/field.tsx';
import { ScreenContext, useTones } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fit, width, wrapText } from '../text/fit.ts';

const helpKeys: BindingGroup = {
  title: 'Help',
  bindings: [
    bind(['esc', '?', 'q', 'h', 'left', 'enter', 'ctrl-g'], 'close the help', 'overlayClosed', { hint: 'close' }),
    bind(['/'], 'search the help', 'helpSearched', { hint: 'search' }),
  ],
};

const helpSearchKeys: BindingGroup = {
  title: 'Search the help',
  bindings: [
    bind(['down'], 'scroll down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'scroll up', { kind: 'moved', motion: 'up' }),
    bind(['esc', 'enter'], 'close the help', 'overlayClosed', { hint: 'close' }),
  ],
};

export const helpScreens: ScreenDefinitions<'help'> = {
  help: {
    View: HelpScreen,
    keys: [helpKeys, listKeys],
    fieldKeys: [helpSearchKeys],
    // Text without a cursor scrolls by its first line; the last position shows the last screenful.
    extent: (state, { typed, isLanguage = false }, beneath) => {
      const height = bodyRows(state.rows);
      const lines = helpHeight(helpGroups(typed, state, chooseShown(beneath, isLanguage)), sizeOf(state));
      return { length: Math.max(1, lines - height + 1), height };
    },
  },
};

function HelpScreen({ state, screen }: ViewProps<'help'>): ReactNode {
  const { typed, list, isLanguage = false } = screen;
  const groups = helpGroups(typed, state, chooseShown(useContext(ScreenContext).keysBeneath, isLanguage));
  const rows = bodyRows(state.rows) - (typed === null ? 0 : 1);
  return (
    <ScreenFrame
      state={state}
      title={clean(isLanguage ? 'Filter language' : 'Help')}
      facts={factsOf(state, groups, rows, list.row, typed !== null)}
    >
      {typed !== null && <Field label={clean('/')} value={typed} columns={state.columns} />}
      <HelpOverlay groups={groups} {...sizeOf(state)} rows={rows} offset={list.row} />
    </ScreenFrame>
  );
}

/** With `isLanguage`, only the filter language of the screen, if it has one. */
function chooseShown(groups: readonly BindingGroup[], isLanguage: boolean): readonly BindingGroup[] {
  if (!isLanguage) return groups;
  const own = groups.filter(({ bindings }) => bindings.length === 0);
  return own.length > 0 ? own : [filterLanguage];
}

interface HelpSize {
  readonly columns: number;
  /** One column, for a screen reader. */
  readonly isReadAloud?: boolean;
}

function sizeOf({ session, columns }: State): HelpSize {
  return { columns, isReadAloud: session.isPlain };
}

/** Shows the position if the help is longer than the screen. */
function factsOf(state: State, groups: readonly HelpGroup[], rows: number, offset: number, isSearched: boolean): Clean {
  const height = helpHeight(groups, sizeOf(state));
  if (height <= rows || state.session.isPlain) return clean('');
  const top = Math.min(offset, height - rows);
  const how = isSearched ? '↓ and ↑ move, esc returns' : 'j and k move, q returns';
  return clean(`lines ${top + 1}–${top + rows} of ${height}, ${how}`);
}

/** The entries that contain every typed word. Digits without a saved view are left out. */
export function helpGroups(typed: string | null, state: State, groups: readonly BindingGroup[]): readonly HelpGroup[] {
  const words = fold(typed ?? '').split(/\s+/);
  const isFound = (text: string): boolean => words.every((word) => fold(text).includes(word));
  const all = groups.map(({ title, bindings, examples = [] }) => ({
    title: clean(title),
    ...(bindings.length === 0 && { isTyped: true as const }),
    entries: [
      ...dropRepeated(bindings).flatMap((binding) => {
        const { does, action } = binding;
        // A key belongs to the first binding that has it, because no other one receives it.
        const own = binding.keys.filter((key) => bindingOf(groups, key) === binding).map(keyLabel);
        const keys = own.length > 0 && binding.label !== undefined ? [binding.label] : own;
        const refusal = refusalBeneath(binding, state);
        const isNoView = action.kind === 'viewShown' && refusal !== null;
        if (keys.length === 0 || isNoView || !isFound(`${does} ${keys.join(' ')}`)) return [];
        return [
          { keys: clean(keys.join(' ')), does: clean(does), ...(refusal !== null && { refusal: clean(refusal) }) },
        ];
      }),
      ...examples.flatMap(({ typed: sample, means }) =>
        isFound(`${sample} ${means}`) ? [{ keys: clean(sample), does: clean(means) }] : [],
      ),
    ],
  }));
  return all.filter(({ entries }) => entries.length > 0);
}

/** Related keys, with their actions and the reasons why some cannot be used. */
export interface HelpGroup {
  readonly title: Clean;
  /** Texts to type instead of keys: they are longer, so they get their own width. */
  readonly isTyped?: true;
  readonly entries: readonly { readonly keys: Clean; readonly does: Clean; readonly refusal?: Clean }[];
}

type HelpLine =
  | { readonly kind: 'title'; readonly text: Clean }
  | {
      readonly kind: 'key';
      readonly keys: Clean;
      readonly does: Clean;
      readonly usable: boolean;
      readonly keyCells: number;
    }
  /** The rest of an action's text, or the reason why the key cannot be used. */
  | { readonly kind: 'more'; readonly text: Clean; readonly usable: boolean; readonly keyCells: number }
  | { readonly kind: 'blank' };

const HELP_GAP = 4;
const KEY_GAP = 2;

/** The width of the longest keys, or of the longest words. */
function longest(groups: readonly HelpGroup[], part: 'keys' | 'does'): number {
  return Math.max(0, ...groups.flatMap(({ entries }) => entries.map((entry) => width(entry[part]))));
}

/** The width of the keys in this group; equal for all groups of its kind. */
function keyCellsOf({ isTyped }: HelpGroup, groups: readonly HelpGroup[]): number {
  return longest(
    groups.filter((group) => group.isTyped === isTyped),
    'keys',
  );
}

function columnCells(cells: number, columns: number): number {
  return Math.floor((cells - HELP_GAP * (columns - 1)) / columns);
}

function keyCellsIn(cells: number, keyCells: number): number {
  return Math.min(keyCells, Math.floor(cells / 2));
}

function doesCellsIn(cells: number, keyCells: number): number {
  return cells - keyCellsIn(cells, keyCells) - KEY_GAP;
}

/**
 * The lines of each column. As many columns as fit without cutting a word; each group goes to the shortest column so
 * far.
 */
export function layoutHelp(
  groups: readonly HelpGroup[],
  { columns: cells, isReadAloud = false }: HelpSize,
): readonly (readonly HelpLine[])[] {
  const narrowest = Math.max(
    0,
    ...groups.map((group) => keyCellsOf(group, groups) + KEY_GAP + longest([group], 'does')),
  );
  const most = isReadAloud ? 1 : Math.floor((cells + HELP_GAP) / (narrowest + HELP_GAP));
  const columns = Array.from({ length: Math.max(1, Math.min(most, groups.length)) }, (): HelpLine[] => []);
  for (const group of groups) {
    const { title, entries } = group;
    const keyCells = keyCellsOf(group, groups);
    const shortest = columns.reduce((a, b) => (b.length < a.length ? b : a));
    if (shortest.length > 0) shortest.push({ kind: 'blank' });
    shortest.push({ kind: 'title', text: title });
    const room = doesCellsIn(columnCells(cells, columns.length), keyCells);
    for (const { keys, does, refusal } of entries) {
      const usable = refusal === undefined;
      const [first = clean(''), ...rest] = wrapText(does, room);
      shortest.push({ kind: 'key', keys, does: first, usable, keyCells });
      shortest.push(...rest.map((text): HelpLine => ({ kind: 'more', text, usable, keyCells })));
      if (refusal === undefined) continue;
      const why = wrapText(refusal, room);
      shortest.push(...why.map((text): HelpLine => ({ kind: 'more', text, usable, keyCells })));
    }
  }
  return columns;
}

/** The lines of the longest column, which determine how far the help scrolls. */
export function helpHeight(groups: readonly HelpGroup[], size: HelpSize): number {
  return Math.max(...layoutHelp(groups, size).map((column) => column.length));
}

interface HelpOverlayProps extends HelpSize {
  readonly groups: readonly HelpGroup[];
  readonly rows: number;
  /** The first line to draw; limited to the start of the last page. */
  readonly offset: number;
}

export function HelpOverlay({ groups, columns, isReadAloud, rows, offset }: HelpOverlayProps): ReactNode {
  const size = { columns, ...(isReadAloud !== undefined && { isReadAloud }) };
  const laidOut = layoutHelp(groups, size);
  const cells = columnCells(columns, laidOut.length);
  const height = helpHeight(groups, size);
  const top = Math.min(offset, Math.max(0, height - rows));
  return Array.from({ length: Math.min(rows, height) }, (_, row) => (
    <Text key={row} wrap="truncate">
      {laidOut.map((lines, index) => (
        <Text key={index}>
          {index > 0 && ' '.repeat(HELP_GAP)}
          <Line line={lines[top + row] ?? { kind: 'blank' }} cells={cells} />
        </Text>
      ))}
    </Text>
  ));
}

function Line({ line, cells }: { line: HelpLine; cells: number }): ReactNode {
  const tones = useTones();
  const keyCells = 'keyCells' in line ? keyCellsIn(cells, line.keyCells) : 0;
  const doesCells = doesCellsIn(cells, keyCells);
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
    case 'more':
      return (
        <Text {...(line.usable ? tones.plain : tones.dim)}>
          {' '.repeat(keyCells + KEY_GAP) + fit(line.text, doesCells)}
        </Text>
      );
    case 'blank':
      return <Text>{' '.repeat(cells)}</Text>;
  }
}
