/** The frame around every screen: head, body, notice line and hints, exactly as large as the terminal. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { bodyRows, isRoomy, smallest } from '../../state/kernel/layout.ts';
import { PlainContext } from '../parts/root-context.ts';
import { ColourContext, type Tone, useTones } from '../parts/theme.ts';
import { clean, type Clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';

interface FrameProps extends TopLineProps {
  readonly rows: number;
  /** The title of the screen, and how much of its data is loaded. */
  readonly status: Clean;
  /** A warning, in the blank line below the head. */
  readonly banner?: Clean | null;
  /** The line above the hints, which stays blank without it: a problem, or a field. */
  readonly notice?: ReactNode;
  /** The most important first; the last one (`? all keys`) is always shown. */
  readonly hints: readonly Hint[];
  readonly children: ReactNode;
}

/** Exactly as high and wide as the terminal: Ink clears the whole scrollback for a frame that is taller. */
export function Frame({ rows, status, banner = null, notice, hints, children, ...top }: FrameProps): ReactNode {
  const { columns } = top;
  const tones = useTones();
  const plain = useContext(PlainContext);
  if (columns < smallest.columns || rows < smallest.rows) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={plain === null ? rows : rows + 1} flexDirection="column" overflow="hidden">
      <TopLine {...top} />
      <Text {...tones.dim}>{fit(status, columns)}</Text>
      {isRoomy(rows) && (banner === null ? <Text> </Text> : <ProblemLine columns={columns} sentence={banner} />)}
      <Box width={columns} height={bodyRows(rows)} flexShrink={0} flexDirection="column" overflow="hidden">
        {/* Content that is too high is cut at its foot; Yoga would squeeze it, and draw lines over one another. */}
        <Box flexDirection="column" flexShrink={0}>
          {children}
        </Box>
      </Box>
      {plain !== null && <Text>{plain.position}</Text>}
      <Box width={columns} height={1} flexShrink={0} overflow="hidden">
        {notice}
      </Box>
      <HintBar columns={columns} hints={hints} />
    </Box>
  );
}

function TooSmall({ columns, rows }: Pick<FrameProps, 'columns' | 'rows'>): ReactNode {
  const need = `rollcall needs ${smallest.columns}×${smallest.rows}; this terminal is ${columns}×${rows}`;
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Text>{clip(clean(need), columns)}</Text>
    </Box>
  );
}

/** A short word at the right of the first line, such as `PREVIEW` or `227 marked`. */
export interface Badge {
  readonly text: Clean;
  /** A shorter form, for where the place would have to be cut. */
  readonly short?: Clean;
  readonly tone?: Tone;
  /** A chosen colour, in place of a tone. */
  readonly colour?: string;
}

interface TopLineProps {
  readonly columns: number;
  /** The organisation's name, or the address of the service. */
  readonly place: Clean;
  /** The colour that was chosen for this organisation. */
  readonly placeColour?: string;
  /** The most important first. */
  readonly badges?: readonly Badge[];
}

const BADGE_GAP = '   ';

/**
 * The place at the left, the badges at the right. Where both do not fit, the badges take their short form; then the
 * place is cut, then the last badges are left out.
 */
export function TopLine({ columns, place, placeColour, badges = [] }: TopLineProps): ReactNode {
  const tones = useTones();
  const hasColours = useContext(ColourContext);
  const chosen = (colour: string | undefined) => (hasColours && colour !== undefined ? { color: colour } : undefined);
  const room = (some: readonly Badge[]): number =>
    some.reduce((sum, { text }) => sum + BADGE_GAP.length + width(text), 0);
  const isWhole = width(place) + room(badges) <= columns;
  const worded = isWhole ? badges : badges.map((badge) => ({ ...badge, text: badge.short ?? badge.text }));
  const shown = worded.filter((_, index) => room(worded.slice(0, index + 1)) <= columns);
  return (
    <Text wrap="truncate">
      <Text bold {...chosen(placeColour)}>
        {fit(place, columns - room(shown))}
      </Text>
      {shown.map(({ text, tone = 'plain', colour }, index) => (
        <Text key={index} {...(chosen(colour) ?? tones[tone])} bold={colour !== undefined}>
          {BADGE_GAP}
          {text}
        </Text>
      ))}
    </Text>
  );
}

interface ProblemLineProps {
  readonly columns: number;
  readonly sentence: Clean;
  /** What to press now, such as `r tries again.`; never cut. */
  readonly next?: Clean | undefined;
}

const SIGN = '! ';

/** A line with a problem, and the next key. */
export function ProblemLine({ columns, sentence, next }: ProblemLineProps): ReactNode {
  const ending = clean(next === undefined ? '' : ` ${next}`);
  return (
    <Text wrap="truncate" {...useTones().warning}>
      {SIGN}
      {clip(sentence, columns - SIGN.length - width(ending))}
      {ending}
    </Text>
  );
}

/** A key and what it does, in a word or two. */
export interface Hint {
  readonly key: Clean;
  readonly does: Clean;
}

const HINT_GAP = '  ';

/** The keys that fit into the last line. */
export function HintBar({ columns, hints }: Pick<FrameProps, 'columns' | 'hints'>): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {fittingHints(hints, columns).map(({ key, does }, index) => (
        <Text key={index}>
          {index > 0 && HINT_GAP}
          <Text bold {...tones.accent}>
            {key}
          </Text>{' '}
          {clip(does, columns - width(key) - 1)}
        </Text>
      ))}
    </Text>
  );
}

/** As many hints as fit: the last one, and of the others the first ones. */
export function fittingHints(hints: readonly Hint[], columns: number): readonly Hint[] {
  const last = hints.slice(-1);
  const others = hints.slice(0, -1);
  while (others.length > 0 && room([...others, ...last]) > columns) others.pop();
  return [...others, ...last];
}

function room(hints: readonly Hint[]): number {
  return hints.reduce((sum, { key, does }) => sum + width(key) + 1 + width(does) + HINT_GAP.length, -HINT_GAP.length);
}
