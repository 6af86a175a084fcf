/** How does the same picture take fewer bytes? Ink says one thing at a time; a slow line is glad of fewer words. */
import { looksOfBlanks, takeLook, withShortEnds } from './lean-looks.ts';

const escape = '\u{1B}';

/** Shorter than this, a sequence that moves the cursor over blanks is no shorter than the blanks. */
const shortestJump = 5;

/** The place of a line, and blanks at the beginning of it, once it is cleared. */
const clearedAndIndented = new RegExp(String.raw`${escape}\[(\d+)H${escape}\[K${escape}\[(\d+)C`, 'g');
/** Blanks that something follows, or a change of the look. */
const blanksOrLook = new RegExp(String.raw` {${shortestJump},}(?=[^ ])|${escape}\[([\d;]*)m`, 'g');
/** Lines up and down one after the other, the first column, and last another column. */
const way = new RegExp(String.raw`(?:[\n\r]|${escape}\[\d*[AEF]|${escape}\[1?G)+(?:${escape}\[\d+G)?`, 'g');
const stepOfWay = new RegExp(String.raw`[\n\r]|${escape}\[(\d*)([AEFG])`, 'g');
const looksInARow = new RegExp(String.raw`${escape}\[[\d;]+m(?:${escape}\[[\d;]+m)+`, 'g');

/** What a terminal of so many rows shows of it is the same (ECMA-48: CUP, CNL, CPL, CHA, SGR, CUF, EL). */
export function leaner(text: string, rows: number): string {
  if (!text.includes(escape)) return text;
  return text
    .replaceAll(way, (steps) => shorterWay(steps, rows))
    .replaceAll(looksInARow, (looks) => `${escape}[${looks.slice(2, -1).replaceAll(`m${escape}[`, ';')}m`)
    .split('\n')
    .map((line) => withShortEnds(withJumps(line)))
    .join('\n')
    .replaceAll(clearedAndIndented, (_, row: string, by: string) => `${escape}[${row};${Number(by) + 1}H${escape}[2K`);
}

/**
 * Straight to where it leads. By way of the first line it is told as a place of the screen: then a line is drawn where it
 * belongs even after another program has written something and moved the cursor. A way that keeps its column stays as it is,
 * and lines that may have to be made do, too.
 */
function shorterWay(steps: string, rows: number): string {
  const kinds = new Set<string>();
  let [lines, isPlace, column] = [0, false, 1];
  for (const [step, count, kind] of steps.matchAll(stepOfWay)) {
    kinds.add(kind ?? step);
    const by = count === undefined || count === '' ? 1 : Number(count);
    if (step === '\n' || kind === 'E') lines += by;
    if (kind === 'A' || kind === 'F') lines -= by;
    if (kind === 'G') column = by;
    // Ink goes up to the first line of a picture that fills the screen.
    if (kind === 'A' && by === rows - 1) [lines, isPlace] = [0, true];
  }
  const toColumn = column === 1 ? '' : `${escape}[${column}G`;
  if (isPlace) return `${escape}[${lines + 1}${column === 1 ? '' : `;${column}`}H`;
  if (!kinds.has('E') && !kinds.has('F') && !kinds.has('A')) return `${'\n'.repeat(lines) || '\r'}${toColumn}`;
  return kinds.size === 1 && kinds.has('A') ? steps : toLine(lines) + toColumn;
}

/** To the first column of a line so many further down, or up. */
function toLine(lines: number): string {
  if (lines === 0) return '\r';
  const count = Math.abs(lines);
  return `${escape}[${count === 1 ? '' : count}${lines > 0 ? 'E' : 'F'}`;
}

/** In a line that was cleared, blanks are there already; where they have a look of their own they are written. */
function withJumps(line: string): string {
  const cleared = line.indexOf(`${escape}[K`);
  if (cleared < 0) return line;
  const at = cleared + 3;
  const given = new Set<string>();
  const shorter = (found: string, codes?: string): string => {
    if (codes !== undefined) {
      for (const code of codes.split(';')) takeLook(code, given);
      return found;
    }
    return [...given].some((look) => looksOfBlanks.has(look)) ? found : `${escape}[${found.length}C`;
  };
  return line.slice(0, at) + line.slice(at).replaceAll(blanksOrLook, shorter);
}
