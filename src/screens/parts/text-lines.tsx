/** A text that scrolls by lines, with a search. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { hasText } from '../../state/kernel/spelling.ts';
import type { State } from '../../state/root/state.ts';
import { type Clean, clean } from '../text/clean.ts';
import { wrapText } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { type Extent, bind, type Binding, type BindingGroup } from '../screen-definition.ts';
import { listOf } from '../../state/root/navigation.ts';
import { type Tone, useTones } from './root-context.ts';
import { PartsLine } from './table.tsx';

interface Place {
  readonly state: State;
  readonly lines: readonly string[];
  /** The first line in view. */
  readonly row: number;
}

/** The screen rows of one line. */
function rowsOf(line: string, columns: number): readonly Clean[] {
  return wrapText(clean(line === '' ? ' ' : line), columns);
}

/** The number of lines that are completely visible from this one on; at least one. */
function linesInView({ state: { columns, rows }, lines, row }: Place): number {
  let [left, shown] = [bodyRows(rows), 0];
  for (let line = lines[row]; line !== undefined && left > 0; line = lines[row + shown]) {
    left -= rowsOf(line, columns).length;
    if (left >= 0) shown += 1;
    else break;
  }
  return Math.max(1, shown);
}

/** Scrolls by lines; the last position shows the last screenful. */
export function textLinesExtent({ state, lines, row }: Place): Extent {
  let [last, left] = [lines.length, bodyRows(state.rows)];
  for (let line = lines[last - 1]; line !== undefined; line = lines[last - 1]) {
    left -= rowsOf(line, state.columns).length;
    if (left < 0) break;
    last -= 1;
  }
  const length = Math.max(1, Math.min(lines.length, last + 1));
  return { length, height: linesInView({ state, lines, row: Math.min(row, length - 1) }) };
}

/** `find`: highlights lines that contain it, most of all the last hit; an empty text highlights none. */
export function TextLines({ state, lines, row, find }: Place & { readonly find: string }): ReactNode {
  const height = bodyRows(state.rows);
  const top = topOf({ state, lines, row });
  const shown = lines.slice(top, top + height).flatMap((line, at) => {
    const isFound = find !== '' && hasText(line, find);
    const tone: Tone = isFound ? 'accent' : 'plain';
    return rowsOf(line, state.columns).map((text) => ({ text, tone, isCurrent: isFound && top + at === row }));
  });
  return shown.slice(0, height).map((part, at) =>
    part.isCurrent ? (
      <Text key={at} inverse wrap="truncate">
        {part.text}
      </Text>
    ) : (
      <PartsLine key={at} parts={[part]} />
    ),
  );
}

function topOf(place: Place): number {
  return Math.min(place.row, textLinesExtent(place).length - 1);
}

/** `line 1 of 40`. */
export function lineWords(place: Place): Clean {
  return clean(`line ${count(topOf(place) + 1)} of ${count(place.lines.length)}`);
}

/** The keys to search a text; `what` names the text, such as "the record". */
export function findKeys(what: string): readonly Binding[] {
  return [
    bind(['f', '/'], `find in ${what}`, 'textFindOpened', { hint: 'find' }),
    bind(['n'], 'find the next', 'textFoundNext', {
      refusal: (state) => ((listOf(state)?.text?.find ?? '') === '' ? 'nothing is looked for; f finds' : null),
    }),
  ];
}

export const findPromptKeys: BindingGroup = {
  title: 'Find in a text',
  bindings: [
    bind(['enter'], 'find the text', 'promptAccepted', { hint: 'find' }),
    bind(['esc'], 'cancel', 'wentBack', { hint: 'cancel' }),
  ],
};

// A sentence in the body of a screen.

interface SentenceProps {
  readonly text: Clean;
  readonly columns: number;
  readonly tone?: Tone;
}

/** Wraps at blanks into as many lines as needed. */
export function Sentence({ text, columns, tone = 'plain' }: SentenceProps): ReactNode {
  const tones = useTones();
  return wrapText(text, columns).map((line, at) => (
    <Text key={at} wrap="truncate" {...tones[tone]}>
      {line}
    </Text>
  ));
}

// The groups of a list in one line, each with its digit: `[1 needs attention 4]  2 kept 47`.

interface Tab {
  readonly name: string;
  readonly count: number;
  readonly isShown: boolean;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly columns: number;
}

/** In a narrow terminal, empty groups give way first; `…` stands for others that have no room. */
export function Tabs({ tabs, columns }: TabsProps): ReactNode {
  const tones = useTones();
  const { shown, isCut } = fittingTabs(tabs, columns);
  return (
    <Text wrap="truncate">
      {tabs.map((tab, at) => {
        const text = shown.has(at) ? wordsOf(tab, at) : '';
        const tone = tab.isShown ? { bold: true, ...tones.plain } : tones.accent;
        return (
          <Text key={at} {...tone}>
            {at === Math.max(...shown) ? text.trimEnd() : text}
          </Text>
        );
      })}
      {isCut && <Text {...tones.accent}> …</Text>}
    </Text>
  );
}

/** The positions of the groups that fit: the one that is shown, then those with members, then empty ones. */
function fittingTabs(
  tabs: readonly Tab[],
  columns: number,
  cells = columns,
): { shown: ReadonlySet<number>; isCut: boolean } {
  const need = ({ isShown, count: n }: Tab): number => (isShown ? 2 : n > 0 ? 1 : 0);
  const shown = new Set<number>();
  let left = cells;
  for (const tab of tabs.toSorted((a, b) => need(b) - need(a))) {
    const text = wordsOf(tab, tabs.indexOf(tab));
    if (text.trimEnd().length > left && !tab.isShown) break;
    shown.add(tabs.indexOf(tab));
    left -= text.length;
  }
  const isCut = tabs.some((tab, at) => tab.count > 0 && !shown.has(at));
  return isCut && cells === columns ? fittingTabs(tabs, columns, columns - 2) : { shown, isCut };
}

/** With the blank before the next one. */
function wordsOf({ name, count: n, isShown }: Tab, at: number): Clean {
  const words = `${at + 1} ${name} ${count(n)}`;
  return clean(isShown ? `[${words}] ` : ` ${words}  `);
}
