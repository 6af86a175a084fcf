/** Writes a value as JSON that is safe to print: what a terminal acts on, or does not show, is an escape. */

/** C1 controls and DEL, which JSON allows; controls of direction and format, and whatever else draws nothing. */
const everyHidden = /[\u007F-\u009F\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Does a text hold characters of these, or any other control? */
export function holdsHidden(text: string): boolean {
  return text.search(everyHidden) >= 0 || /\p{Cc}/u.test(text);
}

/** The same value to whoever reads it. Indented like a text for people. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(everyHidden, escaped);
}

function escaped(character: string): string {
  // Not by code points: JSON has no escape for those above U+FFFF but a pair.
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
