/** How does text from outside become safe to draw? */
import { BASE, HIDDEN, MARK, WHOLE } from './drawable.ts';

declare const brand: unique symbol;

/** Text in which every character is visible and has a known width. Only `clean` makes it. */
export type Clean = string & { readonly [brand]: true };

/** Longer texts are cut: a screen of 80×24 holds fewer, and a name of a megabyte must not cost more. */
const LONGEST = 2048;

/** No writing puts more marks on one letter; a higher stack runs over the lines above and below. */
const MOST_MARKS = 4;

/**
 * Characters that are whole next to any other of them: Latin, Cyrillic, punctuation, the signs and lines drawn here,
 * kana, Han and Hangul. Most texts hold nothing else, and this is a hundred times faster than looking at each.
 */
const PLAIN =
  /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u0400-\u0481\u2010-\u2026\u2030-\u205E\u2190-\u21FF\u2400-\u2421\u2500-\u25FF\u2713\u3041-\u3096\u30A1-\u30FC\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

/** What the other texts are taken apart with. Made when the first of them comes: it takes as long as starting Node. */
const patterns = once(() => ({
  // The constructor, because the compiler's target is older than the `v` flag.
  oneLetter: new RegExp(`^${BASE}${MARK}{0,${MOST_MARKS}}$`, 'v'),
  oneWhole: new RegExp(`^${WHOLE}$`, 'sv'),
  everyEmoji: new RegExp(String.raw`\p{RGI_Emoji}`, 'gv'),
  everyHidden: new RegExp(HIDDEN, 'gv'),
  everyLink: new RegExp(`(?<=${MARK})(?=${BASE})`, 'gv'),
  everyPiece: new RegExp(`(${BASE}${MARK}{0,${MOST_MARKS}})(${MARK}*)|.`, 'gsv'),
  graphemes: new Intl.Segmenter('en', { granularity: 'grapheme' }),
}));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Makes any text safe to draw: what is hidden, moves the cursor or has no known width becomes a visible sign (`␛`,
 * `‹U+202E›`); letters, their marks and well-formed emoji stay whole. Clean text passes unchanged.
 */
export function clean(text: string): Clean {
  return visible(beginning(text));
}

/** The whole text likewise, for where it leaves the program. */
export function visible(text: string): Clean {
  return (PLAIN.test(text) ? text : withSigns(text)) as Clean;
}

/**
 * Which characters of the text, as far as it is shown, draw nothing or change how others are drawn? By their code
 * points: `U+202E`. Inside a well-formed emoji they do neither.
 */
export function hiddenIn(text: string): readonly string[] {
  const shown = beginning(text);
  if (PLAIN.test(shown)) return [];
  const { everyHidden, everyEmoji } = patterns();
  const found = shown.replace(everyEmoji, '').match(everyHidden) ?? [];
  return [...new Set(found)].map(codePointOf);
}

function beginning(text: string): string {
  if (text.length <= LONGEST) return text;
  const halfOfPair = /[\uD800-\uDBFF]$/;
  return `${text.slice(0, LONGEST - 1).replace(halfOfPair, '')}…`;
}

function withSigns(text: string): string {
  const { graphemes, oneLetter, oneWhole } = patterns();
  let shown = '';
  for (const { segment } of graphemes.segment(inHalves(text))) {
    // In this order: looking for an emoji takes a hundred times longer.
    shown += oneLetter.test(segment) || oneWhole.test(segment) ? segment : takenApart(segment);
  }
  return shown;
}

/** The Thai and Lao letter AM is two cells to terminals, none to string-width; its two halves are one to both. */
function inHalves(text: string): string {
  return text.replace(/[\u0E33\u0EB3]/g, (am) => am.normalize('NFKD'));
}

/**
 * One grapheme with signs where they are needed. Indic scripts chain any number of letters to one grapheme, which
 * string-width counts as one letter: `‹›` breaks the chain, so that each letter has its cell.
 */
function takenApart(grapheme: string): string {
  const { everyLink, everyPiece } = patterns();
  return grapheme.replace(everyLink, '‹›').replace(everyPiece, (piece, kept: string | undefined, surplus: string) => {
    if (kept === undefined) return sign(piece);
    return surplus === '' ? kept : `${kept}‹marks +${Array.from(surplus).length}›`;
  });
}

function sign(character: string): string {
  const code = Number(character.codePointAt(0));
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹${codePointOf(character)}›`;
}

function codePointOf(character: string): string {
  return `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
}
