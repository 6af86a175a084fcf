/** Measures text in cells, and cuts, pads, wraps or shortens it to a width. */
import { clean, type Clean } from './clean.ts';
import stringWidth from 'string-width';
import { isJsonObject, isList, type Json } from '../../api/exact-json.ts';
import { scalarWords } from '../../state/explorer/form/typed-value.ts';
import { plural } from './quantities.ts';

const MOST_WIDTHS = 2048;
const widths = new Map<string, number>();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The cells of a text in the terminal. */
export function width(text: Clean): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= MOST_WIDTHS) widths.clear();
  const measured = stringWidth(text);
  widths.set(text, measured);
  return measured;
}

/** A cut text with less than this share of its cells is cut inside a word. */
const minShare = 0.4;

/** A word or a number, of which a part says nothing, or something else; a part of a name or a value tells it apart. */
const brokenWord = /\s(?:["(]*\p{L}*|[\d.,]*)$/u;

/** At the end of a cut text: a number without its noun, which says nothing, and signs between parts. */
const looseEnd = /(?:\s*[\u{B7},;(]\s*[\d.,]+)?[\s\u{B7},;:.(]*$/u;

/**
 * The text in at most this many cells; a cut one ends with `…`, after a whole word or inside a name or a value, unless
 * too little is left.
 */
export function clip(text: Clean, cells: number): Clean {
  const room = Math.max(0, cells);
  if (text.length <= room && width(text) <= room) return text;
  const cut = beginning(text, room);
  const kept = cut.slice(0, -1);
  if (cut === text || kept === '') return clean(cut);
  const whole = text[kept.length] === ' ' ? kept : kept.replace(brokenWord, '');
  const words = whole.replace(looseEnd, '');
  return clean(words === kept || words.length < kept.length * minShare ? cut : `${words}…`);
}

/** The end of the text in at most this many cells; a cut one begins with `…`. */
export function clipInFront(text: Clean, cells: number): Clean {
  if (width(text) <= cells) return text;
  let end = '';
  let used = 1;
  for (const { segment } of Array.from(graphemes.segment(text)).reverse()) {
    used += stringWidth(segment);
    if (used > cells) break;
    end = segment + end;
  }
  return clean(cells <= 0 ? '' : `…${end}`);
}

/** `DELETE …/{systemId}/tags/{tag}` */
export function clipPath(method: string, path: string, cells: number): Clean {
  return clip(clean(`${method} ${clipInFront(clean(path), cells - width(clean(method)) - 1)}`), cells);
}

/** The part of a text that is cut in its middle that stays at its beginning: the ends of names differ more often. */
const beginningShare = 0.4;

/** Both ends of the text in at most this many cells, with `…` between them: `Contoso…Berlin-North`. */
export function clipInMiddle(text: Clean, cells: number): Clean {
  if (cells < 4 || width(text) <= cells) return clip(text, cells);
  const first = beginning(text, Math.floor((cells - 1) * beginningShare) + 1);
  const kept = first.slice(0, -1).trimEnd();
  return clean(kept + clipInFront(text, cells - width(clean(kept))));
}

/** The value in exactly this many cells, of which a cut one uses each, or padded with spaces. */
export function fit(text: Clean, cells: number, align: 'left' | 'right' = 'left'): Clean {
  const clipped = clean(beginning(text, Math.max(0, cells)));
  const blank = ' '.repeat(Math.max(0, cells - width(clipped)));
  return clean(align === 'left' ? clipped + blank : blank + clipped);
}

/** Stops at this many cells, so that a long text costs no more than a short one. */
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

/** Limit of cells for a quote, so that the sentence around it stays readable. */
const LONGEST_QUOTE = 120;

/** Cleaned and cut, for codes and names that need no quotation marks: `ECONNREFUSED`. */
export function brief(text: string): string {
  return clip(clean(text), LONGEST_QUOTE);
}

/** Cleaned, cut and in quotation marks, so that it cannot pass for the program's own words. */
export function quoteText(text: string): string {
  return `"${brief(text)}"`;
}

/** The blank between a number and its unit, which never breaks: `96 d` reads as one word. */
const beforeUnit = /(?<=\d) (?=(?:ms|s|min|h|d|w|mo|y|%)(?![\p{L}\p{N}]))/gu;

/** A word longer than a line breaks after one of these, unless that would leave half of the line empty. */
const partsOfWords = /[-/,.:;&?=_@]/;

/**
 * The text in lines no wider than `cells`; at least one line. Breaks at blanks, except before a unit; only a word
 * longer than a line is broken.
 */
export function wrapText(text: Clean, cells: number): readonly Clean[] {
  if (text.length <= cells && width(text) <= cells) return [text];
  const lines: Clean[] = [];
  const units = new Set(Array.from(text.matchAll(beforeUnit), ({ index }) => index));
  let line = '';
  let used = 0;
  /**
   * The position after the last blank of the line, unless the blank has a combining mark, which alone would become a
   * wider sign.
   */
  let afterBlank = 0;
  let afterPart = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    const isBlank = segment === ' ' && !units.has(index);
    // A blank needs no cell at the end of a line.
    if (isBlank && used >= cells && line !== '') {
      lines.push(clean(line.trimEnd()));
      [line, used, afterBlank, afterPart] = ['', 0, 0, 0];
    }
    const taken = width(clean(segment));
    // A character of three cells may not fit after the rest of a broken line, either.
    while (used + taken > cells && line !== '') {
      const inWord = afterPart * 2 >= line.length ? afterPart : line.length;
      const cut = afterBlank > 1 ? afterBlank : inWord;
      lines.push(clean(line.slice(0, cut).trimEnd()));
      line = line.slice(cut);
      used = width(clean(line));
      [afterBlank, afterPart] = [0, Math.max(0, afterPart - cut)];
    }
    // Only the first line may begin with a blank.
    if (segment === ' ' && line === '' && lines.length > 0) continue;
    line += segment;
    used += taken;
    if (isBlank) afterBlank = line.length;
    if (partsOfWords.test(segment)) afterPart = line.length;
  }
  return line === '' ? lines : [...lines, clean(line)];
}

/** The first lines; the last one ends with `…` if there are more. */
export function firstLines(text: Clean, cells: number, max: number): readonly Clean[] {
  const lines = wrapText(text, cells);
  if (lines.length <= max) return lines;
  return lines.slice(0, max).map((line, at) => (at === max - 1 ? clip(clean(`${line}…`), cells) : line));
}

/** `retail 35 · laptops 21`, in lines that break after a part. */
export function partLines(parts: readonly Clean[], cells: number): readonly Clean[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1) ?? ''} · ${part}`;
    if (lines.length > 0 && width(clean(longer)) > cells) lines.push(part);
    else lines[Math.max(0, lines.length - 1)] = longer;
  }
  return lines.map(clean);
}

export interface StatusPart {
  readonly text: string;
  /** Parts of more weight get room first; a part without weight is always shown. */
  readonly weight?: number;
  /** Shown where the text has no room. */
  readonly brief?: string;
}

/** The parts that fit into this many cells, in their order. */
export function statusLine(parts: readonly StatusPart[], cells: number): Clean {
  const lineOf = (some: ReadonlyMap<StatusPart, string>): Clean =>
    clean(parts.flatMap((part) => some.get(part) ?? []).join(' · '));
  let shown = new Map(parts.flatMap((part) => (part.weight === undefined ? [[part, part.text] as const] : [])));
  for (const part of parts.toSorted((a, b) => (b.weight ?? Infinity) - (a.weight ?? Infinity) || 0)) {
    const fitting = [part.text, ...(part.brief === undefined ? [] : [part.brief])]
      .map((text) => new Map(shown).set(part, text))
      .find((longer) => width(lineOf(longer)) <= cells);
    shown = fitting ?? shown;
  }
  return lineOf(shown);
}

// Texts of the definition as lines. A bar before each line shows that the text is not rollcall's own.

/** Screen readers skip the bar, so they get quotation marks. */
const marks = { drawn: ['│ ', ''], readAloud: ['"', '"'] } as const;

export type QuoteMarks = keyof typeof marks;

const maxLines = 200;
const maxCharacters = 40_000;
/** `clean` cuts longer pieces. */
const pieceLength = 2000;

/** At most `max` lines; the last one of a longer text ends with `…`. */
export function quotedLines(
  text: string,
  columns: number,
  { max = maxLines, by = 'drawn' }: { readonly max?: number; readonly by?: QuoteMarks } = {},
): readonly Clean[] {
  const [before, after] = marks[by];
  const room = Math.max(4, columns - before.length - after.length);
  // This many characters fill the lines; the rest is not processed.
  const shown = text.slice(0, Math.min(maxCharacters, max * room * 2 + pieceLength)).trim();
  if (shown === '') return [];
  const lines: Clean[] = [];
  for (const paragraph of shown.split(/\r\n|[\n\r]/)) {
    for (const piece of piecesOf(paragraph)) {
      if (lines.length > max) break;
      lines.push(...wrapText(clean(piece), room));
    }
  }
  const isCut = lines.length > max || shown.length < text.trimEnd().length - 1;
  return lines.slice(0, max).map((line, at) => {
    const isLast = isCut && at === Math.min(max, lines.length) - 1;
    return clean(before + (isLast ? clip(clean(`${line}…`), room) : line) + after);
  });
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) pieces.push(text.slice(at, at + pieceLength));
  return pieces.length === 0 ? [''] : pieces;
}

// A value of a record in words. Not sanitised: texts come from the service.

const maxShown = 300;

/** A value of a record; tags as words. */
export function knownWords(value: Json): string {
  if (isList(value)) return value.length === 0 ? 'none' : brief(value.map(knownWords).join(' '));
  if (isJsonObject(value)) {
    const [only, ...others] = Object.values(value);
    return only !== undefined && others.length === 0 ? knownWords(only) : plural(others.length + 1, 'field');
  }
  return value === '' ? 'empty' : value === null ? 'none' : brief(scalarWords(value).slice(0, maxShown));
}
