/** How many cells does a text take, and how is it made to take exactly so many? */
import stringWidth from 'string-width';
import { clean, type Clean } from './clean.ts';

const MOST_WIDTHS = 2048;
const widths = new Map<string, number>();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The cells a text takes in the terminal. */
export function width(text: Clean): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= MOST_WIDTHS) widths.clear();
  const measured = stringWidth(text);
  widths.set(text, measured);
  return measured;
}

/** The text in at most so many cells; where it is cut, `…` takes the last one. */
export function clip(text: Clean, cells: number): Clean {
  const room = Math.max(0, cells);
  if (text.length <= room && width(text) <= room) return text;
  return clean(beginning(text, room));
}

/** The text in exactly so many cells: cut with `…`, or filled up with spaces. */
export function fit(text: Clean, cells: number, align: 'left' | 'right' = 'left'): Clean {
  const clipped = clip(text, cells);
  const blank = ' '.repeat(Math.max(0, cells - width(clipped)));
  return clean(align === 'left' ? clipped + blank : blank + clipped);
}

/** Looks no further than the cells asked for, so that a long text costs no more than a short one. */
function beginning(text: Clean, cells: number): string {
  let used = 0;
  let beforeEllipsis = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > cells) return cells === 0 ? '' : `${text.slice(0, beforeEllipsis)}…`;
    if (used < cells) beforeEllipsis = index + segment.length;
  }
  return text;
}
