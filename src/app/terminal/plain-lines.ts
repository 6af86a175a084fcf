/** What is said of a frame to somebody who heard the one before? Linear text: the lines that are new, without drawing. */
import { stripVTControlCharacters } from 'node:util';

/** What only a picture needs: lines, blocks and shades (Unicode, "Box Drawing" and "Block Elements"). */
const drawing = / *(?:\u00B7 )?[\u2500-\u259F]+ */g;
const cursorSign = '▸ ';

/** The lines worth saying of a frame. Of a list that is the row with the cursor: the others are a key away. */
export function spokenLines(frame: string): readonly string[] {
  const lines = stripVTControlCharacters(frame).split('\n');
  const hasCursor = lines.some((line) => line.startsWith(cursorSign));
  return lines
    .filter((line) => !hasCursor || !line.startsWith('  '))
    .map((line) => (line.startsWith(cursorSign) ? line.slice(cursorSign.length) : line))
    .map((line) => line.replace(drawing, ' ').trim().replace(/ {2,}/g, ', '))
    .filter((line) => line !== '');
}

/** Whether the lines say something else than before, and not only another count of the same. */
export function isNews(before: readonly string[], lines: readonly string[]): boolean {
  return newLines(before.map(withoutCounts), lines.map(withoutCounts)).length > 0;
}

function withoutCounts(line: string): string {
  return line.replace(/\d[\d,.]*/g, '0');
}

/** Of `lines` those that were not said just before. */
export function newLines(before: readonly string[], lines: readonly string[]): readonly string[] {
  const said = new Set(before);
  return lines.filter((line) => !said.has(line));
}
