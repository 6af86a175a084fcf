/** Wraps text into lines of at most so many cells. */
import { clean, type Clean } from './clean.ts';
import { width } from './fit.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text in lines no wider than `cells`, broken after a space where there is one in the line; at least one line. */
export function wrapped(text: Clean, cells: number): readonly Clean[] {
  const lines: Clean[] = [];
  let line = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const taken = width(clean(segment));
    if (used + taken > cells && line !== '') {
      const space = line.lastIndexOf(' ');
      const cut = space > 0 ? space + 1 : line.length;
      lines.push(clean(line.slice(0, cut).trimEnd()));
      line = line.slice(cut);
      used = width(clean(line));
    }
    line += segment;
    used += taken;
  }
  return [...lines, clean(line)];
}
