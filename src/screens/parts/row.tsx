/** The rows of a list, one of them with the cursor. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { type ListPosition, placed } from '../../state/kernel/list-cursor.ts';
import { clean, type Clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import { useTones, type Tone } from './theme.ts';

export interface Part {
  readonly text: Clean;
  readonly tone: Tone;
}

export function plain(text: string): Part {
  return { text: clean(text), tone: 'plain' };
}

interface RowProps {
  readonly hasCursor: boolean;
  /** Cells of the whole row, with the two of the cursor's sign. */
  readonly width: number;
  /** After the cursor's sign. */
  readonly parts: readonly Part[];
}

const CURSOR = '▸ ';
const NO_CURSOR: Part = { text: clean('  '), tone: 'plain' };

/** The cursor is a bar over the whole width, in one tone: colours are hard to read in inverse video. */
export function Row({ hasCursor, width, parts }: RowProps): ReactNode {
  if (hasCursor) return <Text inverse>{fit(clean(CURSOR + parts.map(({ text }) => text).join('')), width)}</Text>;
  return (
    <Text wrap="truncate">
      <Stretches parts={[NO_CURSOR, ...parts]} />
    </Text>
  );
}

interface CursorRowsProps<T> {
  readonly items: readonly T[];
  readonly at: ListPosition;
  /** So many rows are in view. */
  readonly height: number;
  readonly width: number;
  readonly partsOf: (item: T) => readonly Part[];
}

/** The rows in view. The cursor's is among them after the terminal was made smaller, too. */
export function CursorRows<T>({ items, at, height, width, partsOf }: CursorRowsProps<T>): ReactNode {
  const { row, top } = placed(at, at.row, items.length, height);
  return items
    .slice(top, top + height)
    .map((item, index) => <Row key={index} hasCursor={top + index === row} width={width} parts={partsOf(item)} />);
}

/** Neighbours of one tone are one text: fewer elements make a frame faster. */
function Stretches({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const tones = useTones();
  return stretchesOf(parts).map(({ text, tone }, index) =>
    tone === 'plain' ? (
      text
    ) : (
      <Text key={index} {...tones[tone]}>
        {text}
      </Text>
    ),
  );
}

function stretchesOf(parts: readonly Part[]): readonly Part[] {
  const stretches: Part[] = [];
  for (const part of parts) {
    const before = stretches.at(-1);
    if (before?.tone !== part.tone) stretches.push(part);
    else stretches[stretches.length - 1] = { text: clean(before.text + part.text), tone: part.tone };
  }
  return stretches;
}
