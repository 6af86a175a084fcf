/** Searches the texts of a system: a part is enough, in any case; with `*`, `?` or `=` the whole text must match. */
import type { WrittenValue } from './language.ts';
import { folded } from '../../kernel/spelling.ts';

/** Does a text, as the service sent it, match? */
export type TextTest = (text: string) => boolean;

export function textTest({ text, isQuoted }: WrittenValue): TextTest {
  const wanted = folded(text);
  // Quotes cannot be typed in a value.
  if (isWhole(text)) return (whole) => folded(whole).replaceAll('"', '') === wanted.slice(1);
  return isPattern({ text, isQuoted })
    ? (whole) => matchesPattern(folded(whole), wanted)
    : (whole) => folded(whole).includes(wanted);
}

/** `=retail` is `retail` alone, and not `retail-2`. */
function isWhole(text: string): boolean {
  return text.length > 1 && text.startsWith('=');
}

/** Is it a pattern for the whole text, and not for a part? */
function isPattern({ text, isQuoted }: WrittenValue): boolean {
  return isWhole(text) || (!isQuoted && /[*?]/.test(text));
}

/** `*` is any text, `?` any one character. No pattern takes longer than its length times the text's. */
function matchesPattern(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  while (at < text.length) {
    const sign = pattern[inPattern];
    if (sign === '*') {
      star = inPattern++;
      afterStar = at;
    } else if (sign === '?' || sign === text[at]) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
