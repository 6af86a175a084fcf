/** Finds texts that are cut beside free cells, and words that are broken, in a drawn screen. */
import stringWidth from 'string-width';

/** Fewer cells than this are of no use to a text that is cut. */
const minFree = 2;
/** Blank cells between two columns. */
const gap = 2;
/** Blank cells before the first column: the cursor, two signs, and a blank. */
const gutter = 4;

/** A part of a line between two borders, cell by cell. */
interface Stretch {
  readonly from: number;
  readonly cells: readonly string[];
  readonly text: string;
}

/** Stretches below one another between the same borders, none of them blank. */
type Block = readonly Stretch[];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The second cell of a wide character is no blank. */
function cellsOf(line: string): string[] {
  if (/^[ -~…│▌●✓✗↩○·›–─┌┐└┘]*$/.test(line)) return line.split('');
  return Array.from(graphemes.segment(line)).flatMap(({ segment }) => [
    segment,
    ...Array.from({ length: stringWidth(segment) - 1 }, () => ''),
  ]);
}

function stretchesOf(line: string, columns: number): readonly Stretch[] {
  const cells = cellsOf(line);
  while (cells.length < columns) cells.push(' ');
  const borders = [-1, ...cells.flatMap((cell, at) => (cell === '│' ? [at] : [])), columns];
  return borders.slice(1).map((to, at) => {
    const from = (borders[at] ?? 0) + 1;
    const own = cells.slice(from, to);
    return { from, cells: own, text: own.join('') };
  });
}

function blocksOf(lines: readonly string[], columns: number): readonly Block[] {
  const blocks: Stretch[][] = [];
  let open = new Map<string, Stretch[]>();
  for (const line of lines) {
    const next = new Map<string, Stretch[]>();
    for (const stretch of stretchesOf(line, columns)) {
      if (stretch.text.trim() === '') continue;
      const place = `${stretch.from} ${stretch.cells.length}`;
      const block = open.get(place) ?? [];
      if (block.length === 0) blocks.push(block);
      block.push(stretch);
      next.set(place, block);
    }
    open = next;
  }
  return blocks;
}

function hasColumns({ text }: Stretch): boolean {
  return /\S {2,}\S/.test(text);
}

/** The cells that are blank in all of these lines, but for indents and gaps. */
function freeCells(block: Block, indent: number): number {
  const { length } = block[0]?.cells ?? [];
  const used = Array.from({ length }, (_, at) => block.some(({ cells }) => cells[at] !== ' '));
  const [first, last] = [used.indexOf(true), used.lastIndexOf(true)];
  const inside = used.slice(first, last).map((isUsed) => (isUsed ? 'x' : ' '));
  const bands = inside.join('').match(/ +/g) ?? [];
  // A gap may be one cell wider.
  const between = bands.reduce((sum, { length: cells }) => sum + (cells > gap + 1 ? cells - gap : 0), 0);
  return between + length - last - 1 + Math.max(0, first - indent);
}

/** After a whole word, the next one may have been longer than the cells that are free. */
const longestWord = 12;

/** Half a number is another number. */
const cutNumber = /(?<=^| {2})\d[\d.,]*…/;

/** The words of the same screen in a terminal so wide that nothing is cut: their ellipses are rollcall's own. */
export type WholeWords = () => ReadonlySet<string>;

export function wordsIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(/[\s│]+/)));
}

/** Cut at their end or in front; an ellipsis alone at the beginning of a line says that there are more lines. */
export function cutWords(line: string, whole: WholeWords): readonly string[] {
  const words = line.replace(/^\s*… /, '').split(/\s+/);
  return words.filter((word) => word.includes('…') && !whole().has(word));
}

/** A word of rollcall's own, not a name or a value: small letters, and a sign after them. */
const plainWord = /^([a-z]+)[.,:;?!]?$/;

/** Cut inside a word that the same screen shows whole where it has room. */
export function cutInsideWords(line: string, whole: WholeWords): readonly string[] {
  const cut = cutWords(line, whole).filter((word) => /^[a-z]+…$/.test(word));
  if (cut.length === 0) return [];
  const plain = [...whole()]
    .flatMap((word) => plainWord.exec(word)?.[1] ?? [])
    .filter((word) => new Set(word).size > 1);
  return cut.filter((word) => {
    const begun = word.slice(0, -1);
    return plain.some((own) => own.startsWith(begun)) && !plain.includes(begun) && !whole().has(begun);
  });
}

/** Each text that is cut beside free cells, and each number that is cut. */
export function cutsIn(lines: readonly string[], columns: number, whole: WholeWords): readonly string[] {
  return blocksOf(lines, columns).flatMap((block) => {
    const free = (line: Stretch): number => {
      const columned = block.filter(hasColumns);
      if (hasColumns(line)) return freeCells(columned, gutter);
      return Math.min(freeCells([line], Infinity), freeCells(block, Infinity));
    };
    const cut = (line: Stretch): readonly string[] => cutWords(line.text, whole);
    const isCutAtWord = block.some((line) => cut(line).some((word) => whole().has(word.replace(/…$/, ''))));
    return block.flatMap((line) => {
      if (cut(line).length === 0) return [];
      if (cutNumber.test(line.text)) return [`${columns}: a number is cut: ${line.text}`];
      const cells = free(line);
      return cells < (isCutAtWord ? longestWord : minFree) ? [] : [`${columns}: ${cells} cells are free: ${line.text}`];
    });
  });
}

const units = /^(?:ms|s|min|h|d|w|mo|y|%)(?![\p{L}\p{N}])/u;

/** Each line that ends inside a word which would have fitted into it, or between a number and its unit. */
export function brokenIn(lines: readonly string[], columns: number, whole: WholeWords): readonly string[] {
  return blocksOf(lines, columns).flatMap((block) =>
    block.slice(1).flatMap(({ text, cells }, at) => {
      const above = block[at]?.text.trimEnd() ?? '';
      const before = /\S+$/.exec(above)?.[0] ?? '';
      const [, indent = '', after = ''] = /^(\s*)(\S+)/.exec(text) ?? [];
      const isUnit = /^\d[\d.,]*$/.test(before) && units.test(after);
      const isSplit = isUnit && stringWidth(`${above} ${after}`) > cells.length;
      const isFull = stringWidth(above) >= cells.length - 1;
      const word = before + after;
      const isWord = isFull && /[\p{L}\p{N}]$/u.test(before) && stringWidth(indent + word) <= cells.length;
      return isSplit || (isWord && whole().has(word)) ? [`${columns}: ${before} | ${after}`] : [];
    }),
  );
}
