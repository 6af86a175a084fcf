/** The rows of a list, one of them with the cursor, and the table: a header, and a row for each item. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { type ListPosition, placed } from '../../state/kernel/list-cursor.ts';
import { clean, type Clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import { type Column, COLUMN_GAP, layoutColumns, type PlacedColumn } from './columns.ts';
import { PlainContext, type Tone, useTones } from './root-context.ts';

export interface Part {
  readonly text: Clean;
  readonly tone: Tone;
}

export function plain(text: string): Part {
  return { text: clean(text), tone: 'plain' };
}

/** Begins the row with the cursor; the other rows begin with as many blanks. */
export const CURSOR = '▸ ';
/** As wide as a sign, or the cursor's. */
const BLANK = plain('  ');
const COLUMN_SPACE = ' '.repeat(COLUMN_GAP);

interface RowProps {
  readonly hasCursor: boolean;
  /** Cells of the whole row, with the two of the cursor's sign. */
  readonly width: number;
  /** After the cursor's sign. */
  readonly parts: readonly Part[];
}

/** The cursor is a bar over the whole width, in one tone: colours are hard to read in inverse video. */
function Row({ hasCursor, width, parts }: RowProps): ReactNode {
  if (hasCursor) return <Text inverse>{fit(clean(CURSOR + parts.map(({ text }) => text).join('')), width)}</Text>;
  return <PartsLine parts={[BLANK, ...parts]} />;
}

/** One line of text, each part in its tone. */
export function PartsLine({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {stretchesOf(parts).map(({ text, tone }, index) =>
        tone === 'plain' ? (
          text
        ) : (
          <Text key={index} {...tones[tone]}>
            {text}
          </Text>
        ),
      )}
    </Text>
  );
}

/** Neighbours of one tone are one text: fewer elements make a frame faster. */
function stretchesOf(parts: readonly Part[]): readonly Part[] {
  const stretches: Part[] = [];
  for (const part of parts) {
    const before = stretches.at(-1);
    if (before?.tone !== part.tone) stretches.push(part);
    else stretches[stretches.length - 1] = { text: clean(before.text + part.text), tone: part.tone };
  }
  return stretches;
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

/** The sign an item has in one place of the gutter, if any: two cells, such as `✓ ` for a mark. */
export type SignOf<T> = (item: T) => Part | undefined;

interface TableProps<T> {
  /** Those in view: all are drawn. */
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly width: number;
  /** Index into `items`; without it no row has the cursor. */
  readonly cursorIndex?: number;
  /** After the cursor's sign, each in a place of its own. */
  readonly signs?: readonly SignOf<T>[];
}

export function Table<T>({ items, columns, width, cursorIndex, signs = [] }: TableProps<T>): ReactNode {
  const tones = useTones();
  const isPlain = useContext(PlainContext) !== null;
  const gutter = BLANK.text.length * (signs.length + 1);
  const placed = layoutColumns(columns, width - gutter);
  const titles = placed.map(({ column, width: cells }) => fit(column.title, cells, column.align));
  return (
    <>
      <Text wrap="truncate" {...tones.dim}>
        {isPlain ? '' : ' '.repeat(gutter)}
        {titles.join(COLUMN_SPACE)}
      </Text>
      {items.map((item, index) => {
        const parts = [...signs.map((signOf) => signOf(item) ?? BLANK), ...cellParts(item, placed)];
        return <Row key={index} hasCursor={index === cursorIndex} width={width} parts={parts} />;
      })}
    </>
  );
}

function cellParts<T>(item: T, placed: readonly PlacedColumn<T>[]): readonly Part[] {
  return placed.map(({ column, width }, index) => {
    const text = fit(column.cell(item), width, column.align);
    const tone = column.tone?.(item) ?? 'plain';
    if (index === 0) return { text, tone };
    // The last column needs no gap after it.
    return { text: clean(COLUMN_SPACE + (index === placed.length - 1 ? text.trimEnd() : text)), tone };
  });
}
