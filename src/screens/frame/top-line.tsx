/** The first line: the place, and badges for what matters on every screen. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Clean } from '../text/clean.ts';
import { fit, width } from '../text/fit.ts';
import { ColourContext, useTones, type Tone } from '../parts/theme.ts';

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
  readonly place: Clean;
  readonly placeColour?: string | undefined;
  readonly badges?: readonly Badge[];
}

const GAP = '   ';

/**
 * The place at the left, the badges at the right. Where both do not fit, the badges take their short form; then the
 * place is cut, then the last badges are left out.
 */
export function TopLine({ columns, place, placeColour, badges = [] }: TopLineProps): ReactNode {
  const tones = useTones();
  const hasColours = useContext(ColourContext);
  const chosen = (colour: string | undefined) => (hasColours && colour !== undefined ? { color: colour } : undefined);
  const isWhole = width(place) + room(badges) <= columns;
  const worded = isWhole ? badges : badges.map((badge) => ({ ...badge, text: badge.short ?? badge.text }));
  const shown = fitting(worded, columns);
  return (
    <Text wrap="truncate">
      <Text bold {...chosen(placeColour)}>
        {fit(place, columns - room(shown))}
      </Text>
      {shown.map(({ text, tone = 'plain', colour }, index) => (
        <Text key={index} {...(chosen(colour) ?? tones[tone])} bold={colour !== undefined}>
          {GAP}
          {text}
        </Text>
      ))}
    </Text>
  );
}

function fitting(badges: readonly Badge[], columns: number): readonly Badge[] {
  const tooMany = badges.findIndex((_, index) => room(badges.slice(0, index + 1)) > columns);
  return tooMany === -1 ? badges : badges.slice(0, tooMany);
}

function room(badges: readonly Badge[]): number {
  return badges.reduce((sum, { text }) => sum + GAP.length + width(text), 0);
}
