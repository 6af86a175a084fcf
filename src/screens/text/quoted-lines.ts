/** Texts of the definition as lines. A bar before each one shows that it is not rollcall's own text. */
import { type Clean, clean } from './clean.ts';
import { clip, wrapped } from './fit.ts';

/** Screen readers skip the bar, so they get quotation marks. */
const marks = { drawn: ['│ ', ''], told: ['"', '"'] } as const;

export type QuoteMarks = keyof typeof marks;

/** Limit on the lines of a text. */
const mostLines = 200;
const mostCharacters = 40_000;
/** Longer pieces are cut by `clean`. */
const pieceLength = 2000;

/** Lines up to `most`; the last one of a longer text ends with `…`. */
export function quotedLines(
  text: string,
  columns: number,
  { most = mostLines, by = 'drawn' }: { readonly most?: number; readonly by?: QuoteMarks } = {},
): readonly Clean[] {
  const [before, after] = marks[by];
  const room = Math.max(4, columns - before.length - after.length);
  // This much fills the lines; the rest is not processed.
  const shown = text.slice(0, Math.min(mostCharacters, most * room * 2 + pieceLength)).trim();
  if (shown === '') return [];
  const lines: Clean[] = [];
  for (const paragraph of shown.split(/\r\n|[\n\r]/)) {
    for (const piece of piecesOf(paragraph)) {
      if (lines.length > most) break;
      lines.push(...wrapped(clean(piece), room));
    }
  }
  const isCut = lines.length > most || shown.length < text.trimEnd().length - 1;
  return lines.slice(0, most).map((line, at) => {
    const isLast = isCut && at === Math.min(most, lines.length) - 1;
    return clean(before + (isLast ? clip(clean(`${line}…`), room) : line) + after);
  });
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) pieces.push(text.slice(at, at + pieceLength));
  return pieces.length === 0 ? [''] : pieces;
}
