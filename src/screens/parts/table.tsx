/** A table: a header, and a line for each item. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import { useTones, type Tone } from './theme.ts';
import { COLUMN_GAP, layoutColumns, type Column, type PlacedColumn } from './columns.ts';
import { type Part, Row } from './row.tsx';
import { PlainContext } from './root-context.ts';

/** A one-cell sign before a row, such as `✓` for a mark. */
export interface Sign {
  readonly text: Clean;
  readonly tone?: Tone;
}

/** The sign an item has in one place of the gutter, if any. */
export type SignOf<T> = (item: T) => Sign | undefined;

/** A table of the items that are in the viewport. */
export interface TableProps<T> {
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly width: number;
  /** Index into `items`; without it no row has the cursor. */
  readonly cursorIndex?: number | undefined;
  /** After the cursor's sign, each in a place of its own. */
  readonly signs?: readonly SignOf<T>[];
}

const NO_SIGN: Part = { text: clean('  '), tone: 'plain' };
const SIGN_CELLS = 2;
const GAP = ' '.repeat(COLUMN_GAP);

/** Draws every item: give it only those in view. */
export function Table<T>({ items, columns, width, cursorIndex, signs = [] }: TableProps<T>): ReactNode {
  const tones = useTones();
  const isPlain = useContext(PlainContext) !== null;
  const gutter = SIGN_CELLS * (signs.length + 1);
  const placed = layoutColumns(columns, width - gutter);
  const titles = placed.map(({ column, width: cells }) => fit(column.title, cells, column.align));
  return (
    <>
      <Text wrap="truncate" {...tones.dim}>
        {isPlain ? '' : ' '.repeat(gutter)}
        {titles.join(GAP)}
      </Text>
      {items.map((item, index) => {
        const parts = [...signs.map((signOf) => signPart(signOf(item))), ...cellParts(item, placed)];
        return <Row key={index} hasCursor={index === cursorIndex} width={width} parts={parts} />;
      })}
    </>
  );
}

function signPart(sign: Sign | undefined): Part {
  return sign ? { text: clean(`${sign.text} `), tone: sign.tone ?? 'plain' } : NO_SIGN;
}

function cellParts<T>(item: T, placed: readonly PlacedColumn<T>[]): readonly Part[] {
  return placed.map(({ column, width }, index) => {
    const text = fit(column.cell(item), width, column.align);
    const tone = column.tone?.(item) ?? 'plain';
    if (index === 0) return { text, tone };
    // The last column needs no gap after it.
    return { text: clean(GAP + (index === placed.length - 1 ? text.trimEnd() : text)), tone };
  });
}
