/** The rows of a list with a cursor, and the table: a header, and a row for each item. */
import { Text } from 'ink';
import { memo, type ReactNode, useContext, useState } from 'react';
import { type ListPosition, placeCursor } from '../../state/kernel/list-view.ts';
import { clean, type Clean } from '../text/clean.ts';
import { fit } from '../text/fit.ts';
import {
  type Column,
  COLUMN_GAP,
  contentWidths,
  type ContentWidths,
  fittingColumns,
  gaugeCells,
  gutterOf,
  headingOf,
  placeColumns,
  type PlacedColumn,
  sampleWidths,
  withRoomForGauges,
} from './columns.ts';
import { type Tone, PlainContext, useTones } from './root-context.ts';

export interface Part {
  readonly text: Clean;
  readonly tone: Tone;
  /** The target of the text, in a terminal with hyperlinks. */
  readonly link?: string | null | undefined;
}

export function plain(text: string): Part {
  return { text: clean(text), tone: 'plain' };
}

/** The left edge of the bar that shows the cursor. */
export const CURSOR = '▌';
const BLANK = plain(' ');
const COLUMN_SPACE = ' '.repeat(COLUMN_GAP);

interface RowProps {
  readonly hasCursor: boolean;
  /** The width of the whole row, including the cursor's cell. */
  readonly width: number;
  readonly parts: readonly Part[];
}

/**
 * The cursor is a bar over the whole width, in one tone, because colours are hard to read in inverse video. Memoized,
 * so that moving the cursor redraws two rows only.
 */
export const Row = memo(function Row({ hasCursor, width, parts }: RowProps): ReactNode {
  if (hasCursor) return <Text inverse>{barText(parts, width)}</Text>;
  return <PartsLine parts={[BLANK, ...parts]} />;
}, isSameRow);

function isSameRow(before: RowProps, now: RowProps): boolean {
  const isSame = ({ text, tone, link }: Part, other: Part | undefined): boolean =>
    text === other?.text && tone === other.tone && link === other.link;
  return (
    before.hasCursor === now.hasCursor &&
    before.width === now.width &&
    before.parts.length === now.parts.length &&
    before.parts.every((part, at) => isSame(part, now.parts[at]))
  );
}

function barText(parts: readonly Part[], width: number): string {
  const bar = fit(clean(CURSOR + parts.map(({ text }) => text).join('')), width);
  const at = parts.findIndex(({ link }) => link != null);
  const part = parts[at];
  if (part === undefined) return bar;
  const from = CURSOR.length + parts.slice(0, at).reduce((sum, { text }) => sum + text.length, 0);
  const to = from + part.text.length;
  return bar.slice(0, from) + linkTo({ ...part, text: clean(bar.slice(from, to)) }) + bar.slice(to);
}

/**
 * OSC 8: only the name is a link, without the blanks after it. Its address is encoded, so it contains no control
 * character.
 */
export function linkTo({ text, link }: Part): string {
  if (link == null) return text;
  const name = text.trimEnd();
  return `\u{1B}]8;;${link}\u{7}${name}\u{1B}]8;;\u{7}${text.slice(name.length)}`;
}

export function PartsLine({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {stretchesOf(parts).map((part, index) =>
        part.tone === 'plain' ? (
          linkTo(part)
        ) : (
          <Text key={index} {...tones[part.tone]}>
            {linkTo(part)}
          </Text>
        ),
      )}
    </Text>
  );
}

/** Merges neighbours of one tone into one text: fewer elements make a frame faster. */
function stretchesOf(parts: readonly Part[]): readonly Part[] {
  const stretches: Part[] = [];
  for (const part of parts) {
    const before = stretches.at(-1);
    if (before?.tone !== part.tone || before.link != null || part.link != null) stretches.push(part);
    else stretches[stretches.length - 1] = { text: clean(before.text + part.text), tone: part.tone };
  }
  return stretches;
}

interface CursorRowsProps<T> {
  readonly items: readonly T[];
  readonly at: ListPosition;
  readonly height: number;
  readonly width: number;
  readonly partsOf: (item: T) => readonly Part[];
}

/** The rows in view, always including the cursor's row, even after the terminal became smaller. */
export function CursorRows<T>({ items, at, height, width, partsOf }: CursorRowsProps<T>): ReactNode {
  const { row, top } = placeCursor(at, at.row, items.length, height);
  return items
    .slice(top, top + height)
    .map((item, index) => (
      <Row key={index} hasCursor={top + index === row} width={width} parts={[BLANK, ...partsOf(item)]} />
    ));
}

interface ScrolledLinesProps {
  readonly lines: readonly (Clean | readonly Part[])[];
  /** `at.row` is the first line in view. */
  readonly at: ListPosition;
  readonly height: number;
}

export function ScrolledLines({ lines, at, height }: ScrolledLinesProps): ReactNode {
  const top = Math.max(0, Math.min(at.row, lines.length - height));
  return lines
    .slice(top, top + height)
    .map((line, index) => <PartsLine key={index} parts={typeof line === 'string' ? [plain(line || ' ')] : line} />);
}

/** A sign in the gutter, one cell wide, such as `✓` for a mark. */
export interface Sign extends Part {
  /** A screen reader gets this text instead of the sign. */
  readonly message: string;
}

export type SignOf<T> = (item: T) => Sign | undefined;

interface TableProps<T> {
  /** The items in view; all are drawn. */
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly width: number;
  /** Index into `items`; undefined if no row has the cursor. */
  readonly cursorIndex?: number;
  /** One cell each, after the cursor's cell. */
  readonly signs?: readonly SignOf<T>[];
  /**
   * The items that determine the widths, so that no column appears or vanishes during scrolling; defaults to `items`.
   */
  readonly sample?: readonly T[];
  /** The name of the list: columns may become narrower only when it changes. */
  readonly list?: string;
  /** False in a low terminal without a row for the header. */
  readonly hasHeader?: boolean;
}

/** A header, and a row for each item. Columns are as wide as their content, and scrolling never narrows them. */
export function Table<T>(props: TableProps<T>): ReactNode {
  const { items, columns, width, cursorIndex, signs = [], sample = items, list = '', hasHeader = true } = props;
  const tones = useTones();
  const isPlain = useContext(PlainContext) !== null;
  const gutter = gutterOf(signs.length);
  const { usual, whole } = sampleWidths(columns, sample);
  const shown = withRoomForGauges(fittingColumns(columns, usual, width - gutter, whole), usual, width - gutter);
  const content = contentWidths(shown, items);
  const of = `${list} ${width} ${shown.map(({ title }) => title).join()}`;
  const [grown, setGrown] = useState<Grown>({ of, widths: content });
  const now = growBy(grown, of, content);
  if (now !== grown) setGrown(now);
  const placed = placeColumns(shown, { content, grown: now.widths, sample: usual }, width - gutter);
  return (
    <>
      {hasHeader && (
        <Text wrap="truncate" {...tones.dim}>
          {isPlain ? '' : ' '.repeat(gutter)}
          {placed.map(({ column, width: cells }) => fit(headingOf(column), cells, column.align)).join(COLUMN_SPACE)}
        </Text>
      )}
      {items.map((item, index) => {
        const parts = [
          ...signs.map((signOf) => signPart(signOf(item), isPlain)),
          BLANK,
          ...cellParts(item, placed, isPlain),
        ];
        return <Row key={index} hasCursor={index === cursorIndex} width={width} parts={parts} />;
      })}
    </>
  );
}

interface Grown {
  readonly of: string;
  readonly widths: ContentWidths;
}

function growBy(grown: Grown, of: string, content: ContentWidths): Grown {
  if (grown.of !== of) return { of, widths: content };
  const isSame = [...content].every(([title, cells]) => cells <= (grown.widths.get(title) ?? 0));
  if (isSame) return grown;
  const widths = Array.from(
    content,
    ([title, cells]) => [title, Math.max(cells, grown.widths.get(title) ?? 0)] as const,
  );
  return { of, widths: new Map(widths) };
}

/** For a screen reader, two spaces separate the parts of a line. */
function signPart(sign: Sign | undefined, isPlain: boolean): Part {
  if (sign === undefined) return BLANK;
  return isPlain ? { ...sign, text: clean(`${sign.message}  `) } : sign;
}

function cellParts<T>(item: T, placed: readonly PlacedColumn<T>[], isPlain: boolean): readonly Part[] {
  return placed.flatMap(({ column, width }, index): readonly Part[] => {
    const cell = column.cell(item);
    const gauge = isPlain || width <= gaugeCells ? undefined : column.gauge?.(item);
    const cells = gauge === undefined ? width : width - gaugeCells;
    const text = fit(column.cut?.(cell, cells) ?? cell, cells, column.align);
    const tone = column.tone?.(item) ?? 'plain';
    if (index === 0) return [{ text, tone, link: column.link?.(item) }];
    // The last column needs no gap after it.
    const isLast = index === placed.length - 1 && gauge === undefined;
    const part: Part = { text: clean(COLUMN_SPACE + (isLast ? text.trimEnd() : text)), tone };
    return gauge === undefined ? [part] : [part, BLANK, gauge];
  });
}
