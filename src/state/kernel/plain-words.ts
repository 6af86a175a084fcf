/** Texts in one spelling, so that words in them can be compared: case, width, and characters that nobody sees. */

/** Controls, format characters, what draws nothing, and the blank braille pattern. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Controls that part words. */
const breaks = /[\t-\r\u0085]/g;

export function inPlainSpelling(text: string): string {
  const seen = text.replaceAll(breaks, ' ').replaceAll(unseen, '');
  // What it is made of may be such a character, too.
  return seen.normalize('NFKC').replaceAll(unseen, '').toLowerCase().trim();
}
