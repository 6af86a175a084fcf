/** How is a list of things drawn, one line each? */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { clean, type Clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import { useTones, type Tone } from './colours.ts';
import { COLUMN_GAP, layoutColumns, type Column, type PlacedColumn } from './columns.ts';
import { PlainContext } from './plain.ts';

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

const CURSOR: Sign = { text: clean('▸'), tone: 'accent' };
const NO_SIGN: Part = { text: clean('  '), tone: 'plain' };
const SIGN_CELLS = 2;
const GAP = ' '.repeat(COLUMN_GAP);

/** Draws every item it is given, so it is given only those in view. */
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
        const [first, ...others] = cellParts(item, placed);
        const bar = [...signs.map((signOf) => signPart(signOf(item))), ...(first === undefined ? [] : [first])];
        return index === cursorIndex ? (
          <CursorRow key={index} bar={[signPart(CURSOR), ...bar]} parts={others} />
        ) : (
          <Row key={index} parts={[NO_SIGN, ...bar, ...others]} />
        );
      })}
    </>
  );
}

/** One stretch of a row. */
interface Part {
  readonly text: Clean;
  readonly tone: Tone;
}

function signPart(sign: Sign | undefined): Part {
  return sign ? { text: clean(`${sign.text} `), tone: sign.tone ?? 'plain' } : NO_SIGN;
}

function cellParts<T>(item: T, placed: readonly PlacedColumn<T>[]): readonly Part[] {
  return placed.map(({ column, width }, index) => {
    const text = fit(column.cell(item), width, column.align);
    const tone = column.tone?.(item) ?? 'plain';
    if (index === 0) return { text, tone };
    // Nothing stands after the last column that it has to keep its distance from.
    return { text: clean(GAP + (index === placed.length - 1 ? text.trimEnd() : text)), tone };
  });
}

function Row({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  return (
    <Text wrap="truncate">
      <Stretches parts={parts} />
    </Text>
  );
}

interface CursorRowProps {
  readonly bar: readonly Part[];
  readonly parts: readonly Part[];
}

/**
 * A bar over the signs and the first column, in one tone, because colours are hard to read in inverse video; the rest is
 * bold and keeps its tones. Bold and dim at once is neither.
 */
function CursorRow({ bar, parts }: CursorRowProps): ReactNode {
  return (
    <Text wrap="truncate">
      <Text inverse>{bar.map(({ text }) => text).join('')}</Text>
      <Text bold>
        <Stretches parts={parts.map(({ text, tone }) => ({ text, tone: tone === 'dim' ? 'plain' : tone }))} />
      </Text>
    </Text>
  );
}

/** Neighbours of one tone are one text: each element less is time less for each frame. */
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
