/** The first line of every screen: the place, and pending requests. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { type Chosen, palettes, type Tone } from '../parts/palette.ts';
import { ThemeContext } from '../parts/root-context.ts';
import { clean, type Clean } from '../text/clean.ts';
import { clip, clipInFront, width } from '../text/fit.ts';

/** A short word in the first line, such as `PREVIEW` or `227 marked`. */
export interface Badge {
  readonly text: Clean;
  readonly tone?: Tone;
  /** A chosen colour, in place of a tone. */
  readonly colour?: Chosen;
}

/** `rollcall › organisation LABEL › screen`: the place. */
export interface Crumbs {
  readonly program: Clean;
  /** The organisation, or the address of the service; null before either is known. */
  readonly place: Pick<Badge, 'text' | 'colour'> | null;
  readonly labels: readonly Badge[];
  readonly title: Title | null;
}

/** The title of a screen. The path of an operation is cut in front: its end tells more. */
export type Title = Clean | { readonly method: Clean; readonly path: Clean };

export interface TopLineProps {
  readonly columns: number;
  readonly crumbs: Crumbs;
  /** Shown at the right, the most important first. */
  readonly pending?: readonly Badge[];
}

const SEPARATOR = ' › ';
const BADGE_GAP = '   ';
/** A place or a title is cut to this width before more is left out. */
const leastCells = 8;

/**
 * The crumbs at the left, pending badges at the right. Where both do not fit, `rollcall` is left out, the place is cut, the title is cut, and the last badge is left out. A place that is cut gives
 * the rest of its cells to a title that would be cut: it says what is shown. Labels stay whole.
 */
export function TopLine({ columns, crumbs, pending = [] }: TopLineProps): ReactNode {
  const { tones, chosen } = palettes[useContext(ThemeContext)];
  const { hasProgram, place, title, badges } = fitTopLine(crumbs, pending, columns);
  const { program, labels } = crumbs;
  const badge = ({ text, tone = 'plain', colour }: Badge, gap: string, index: number): ReactNode => (
    <Text key={index}>
      {gap}
      <Text bold={colour !== undefined} {...(colour === undefined ? tones[tone] : chosen[colour])}>
        {text}
      </Text>
    </Text>
  );
  const parts = [
    ...(hasProgram ? [<Text key="program">{program}</Text>] : []),
    ...(place === null && labels.length === 0
      ? []
      : [
          <Text key="place">
            <Text bold={title === null} {...(crumbs.place?.colour !== undefined && chosen[crumbs.place.colour])}>
              {place}
            </Text>
            {labels.map((label, index) => badge(label, place === null && index === 0 ? '' : ' ', index))}
          </Text>,
        ]),
    ...(title === null
      ? []
      : [
          <Text key="title" bold>
            {title}
          </Text>,
        ]),
  ];
  const used = leftCells(hasProgram ? program : null, place, labels, title);
  return (
    <Text wrap="truncate">
      {parts.flatMap((part, index) => (index === 0 ? [part] : [<Text key={index}>{SEPARATOR}</Text>, part]))}
      {' '.repeat(Math.max(0, columns - used - badgeCells(badges)))}
      {badges.map((each, index) => badge(each, BADGE_GAP, index))}
    </Text>
  );
}

function badgeCells(badges: readonly Badge[]): number {
  return badges.reduce((sum, { text }) => sum + BADGE_GAP.length + width(text), 0);
}

function leftCells(program: Clean | null, place: Clean | null, labels: readonly Badge[], title: Clean | null): number {
  const labelled = labels.map(({ text }) => width(text));
  const middle = [...(place === null ? [] : [width(place)]), ...labelled];
  const placeCells = middle.reduce((sum, cells) => sum + cells, Math.max(0, middle.length - 1));
  const parts = [
    ...(program === null ? [] : [width(program)]),
    ...(middle.length === 0 ? [] : [placeCells]),
    ...(title === null ? [] : [width(title)]),
  ];
  return parts.reduce((sum, cells) => sum + cells, SEPARATOR.length * Math.max(0, parts.length - 1));
}

interface FittedTopLine {
  readonly hasProgram: boolean;
  readonly place: Clean | null;
  readonly title: Clean | null;
  readonly badges: readonly Badge[];
}

function fitTopLine(
  { program, place, labels, title }: Crumbs,
  pending: readonly Badge[],
  columns: number,
): FittedTopLine {
  const name = place?.text ?? null;
  const whole = title === null ? null : titleIn(title, Infinity);
  const isAlone = name === null && title === null;
  const over = (hasProgram: boolean, badges: readonly Badge[], at = name, screen = whole): number =>
    leftCells(hasProgram || isAlone ? program : null, at, labels, screen) + badgeCells(badges) - columns;
  if (over(true, pending) <= 0) return { hasProgram: true, place: name, title: whole, badges: pending };
  const cut = (text: Title | null, cells: number, least = leastCells): Clean | null => {
    if (text === null) return null;
    const all = titleIn(text, Infinity);
    return cells <= 0 ? all : titleIn(text, Math.max(least, width(all) - cells));
  };
  for (let shown = pending; ; shown = shown.slice(0, -1)) {
    const at = cut(name, over(false, shown));
    const screen = cut(title, over(false, shown, at));
    if (shown.length === 0 || over(false, shown, at, screen) <= 0) {
      const narrowest = screen === whole ? at : cut(name, over(false, shown), 1);
      return { hasProgram: isAlone, place: narrowest, title: cut(title, over(false, shown, narrowest)), badges: shown };
    }
  }
}

function titleIn(title: Title, cells: number): Clean {
  if (typeof title === 'string') return clip(title, cells);
  const { method, path } = title;
  return clip(clean(`${method} ${clipInFront(path, cells - width(method) - 1)}`), cells);
}
