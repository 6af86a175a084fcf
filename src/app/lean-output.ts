/** How does the same picture take fewer bytes? Ink says one thing at a time; a slow line is glad of fewer words. */
import { looksOfBlanks, takeLook, withShortEnds } from './lean-looks.ts';

const escape = '\u{1B}';

/** Shorter than this, a sequence that moves the cursor over blanks is no shorter than the blanks. */
const shortestJump = 5;

/** Blanks that something follows, or a change of the look. */
const blanksOrLook = new RegExp(String.raw` {${shortestJump},}(?=[^ ])|${escape}\[([\d;]*)m`, 'g');
/** Lines up and down one after the other, and the first column. */
const way = new RegExp(String.raw`(?:[\n\r]|${escape}\[\d*[AEF]|${escape}\[1?G)+`, 'g');
const stepOfWay = new RegExp(String.raw`[\n\r]|${escape}\[(\d*)([AEFG])`, 'g');
const looksInARow = new RegExp(String.raw`${escape}\[[\d;]+m(?:${escape}\[[\d;]+m)+`, 'g');

/** What a terminal shows of it is the same (ECMA-48: CNL, CPL, CHA, SGR, CUF). */
export function leaner(text: string): string {
  if (!text.includes(escape)) return text;
  return text
    .replaceAll(way, shorterWay)
    .replaceAll(looksInARow, (looks) => `${escape}[${looks.slice(2, -1).replaceAll(`m${escape}[`, ';')}m`)
    .split('\n')
    .map((line) => withShortEnds(withJumps(line)))
    .join('\n');
}

/** Straight to where it leads. A way that keeps its column stays as it is, and lines that may have to be made do, too. */
function shorterWay(steps: string): string {
  const kinds = new Set<string>();
  let lines = 0;
  for (const [step, count, kind] of steps.matchAll(stepOfWay)) {
    kinds.add(kind ?? step);
    const by = count === undefined || count === '' ? 1 : Number(count);
    if (step === '\n' || kind === 'E') lines += by;
    if (kind === 'A' || kind === 'F') lines -= by;
  }
  if (!kinds.has('E') && !kinds.has('F') && !kinds.has('A')) return '\n'.repeat(lines) || '\r';
  return kinds.size === 1 && kinds.has('A') ? steps : toLine(lines);
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
