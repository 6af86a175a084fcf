/** Characters that nobody sees, or that a terminal acts on: found, escaped, and left out of comparisons. */

/** C1 controls and DEL, which JSON allows; controls of direction and format, and whatever else draws nothing. */
const everyHidden = (): RegExp =>
  /[\u007F-\u009F\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Does a text hold characters of these, or any other control? */
export function holdsHidden(text: string): boolean {
  return text.search(everyHidden()) >= 0 || /\p{Cc}/u.test(text);
}

/** JSON that is safe to print: what a terminal acts on, or does not show, is an escape. Indented like a text for people. */
export function safeJson(value: unknown, indent = 2): string {
  return escapeHidden(JSON.stringify(value, null, indent));
}

/** A JSON text with escapes for what is hidden in it. */
export function escapeHidden(json: string): string {
  return json.replace(everyHidden(), escaped);
}

function escaped(character: string): string {
  // Not by code points: JSON has no escape for those above U+FFFF but a pair.
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Controls, format characters, what draws nothing, and the blank braille pattern. */
const unseen = (): RegExp => /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Controls that part words. */
const breaks = /[\t-\r\u0085]/g;

/** Texts in one spelling, so that words in them can be compared: case, width, and characters that nobody sees. */
export function inPlainSpelling(text: string): string {
  // Most texts are: each system of a long list has some.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().trim();
  const seen = text.replaceAll(breaks, ' ').replaceAll(unseen(), '');
  // NFKC may produce such characters again.
  return seen.normalize('NFKC').replaceAll(unseen(), '').toLowerCase().trim();
}
