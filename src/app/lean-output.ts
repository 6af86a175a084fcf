/** How does the same picture take fewer bytes? Ink says one thing at a time; a slow line is glad of fewer words. */

const escape = '\u{1B}';

/** Shorter than this, a sequence that moves the cursor over blanks is no shorter than the blanks. */
const shortestJump = 6;

const blanks = new RegExp(` {${shortestJump},}(?=[^ ])`, 'g');
const linesDown = new RegExp(String.raw`(?:${escape}\[E){2,}`, 'g');
/** Up to the first line of a picture, and down again to the first that changed. */
const upAndDown = new RegExp(String.raw`${escape}\[(\d+)A${escape}\[(\d+)E`, 'g');
const upToFirstColumn = new RegExp(String.raw`${escape}\[(\d+)A${escape}\[1?G`, 'g');
const onAndDown = new RegExp(String.raw`\n${escape}\[(\d*)E`, 'g');
const firstColumnAgain = new RegExp(String.raw`(\n|${escape}\[\d*[EF])${escape}\[1G`, 'g');
const looksInARow = new RegExp(String.raw`${escape}\[[\d;]+m(?:${escape}\[[\d;]+m)+`, 'g');
/** Underlined, inverse, or with a background: then a blank is seen. */
const looksOfBlanks = new RegExp(String.raw`${escape}\[(?:[\d;]*;)?(?:[47]|4\d|10\d)(?:;[\d;]*)?m`);

/** What a terminal shows of it is the same (ECMA-48: CNL, CPL, CHA, SGR, CUF). */
export function leaner(text: string): string {
  if (!text.includes(escape)) return text;
  return text
    .replaceAll(linesDown, (lines) => `${escape}[${lines.length / 3}E`)
    .replaceAll(upAndDown, (_, up: string, down: string) => toLine(Number(down) - Number(up)))
    .replaceAll(upToFirstColumn, (_, up: string) => toLine(-Number(up)))
    .replaceAll(firstColumnAgain, '$1')
    .replaceAll(onAndDown, (_, down: string) => toLine(1 + Number(down === '' ? 1 : down)))
    .replaceAll(looksInARow, (looks) => `${escape}[${looks.slice(2, -1).replaceAll(`m${escape}[`, ';')}m`)
    .split('\n')
    .map(withJumps)
    .join('\n');
}

/** To the first column of a line so many further down, or up. */
function toLine(lines: number): string {
  if (lines === 0) return '\r';
  return `${escape}[${Math.abs(lines)}${lines > 0 ? 'E' : 'F'}`;
}

/** In a line that was cleared, blanks are there already; where they have a look of their own they are written. */
function withJumps(line: string): string {
  const cleared = line.indexOf(`${escape}[K`);
  if (cleared < 0 || looksOfBlanks.test(line)) return line;
  const at = cleared + 3;
  return line.slice(0, at) + line.slice(at).replaceAll(blanks, ({ length }) => `${escape}[${length}C`);
}
