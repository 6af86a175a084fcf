/** Names in the one spelling in which they are compared: small letters, composed (NFC, Unicode Standard Annex 15). */

/** Below it no character is composed with another: the texts of most services have none above. */
const composable = /[\u0300-\uFFFF]/;

/** macOS writes é as two characters, keyboards as one. Composed last: a small letter may compose where its capital does not. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return composable.test(lower) ? lower.normalize('NFC') : lower;
}

/** Are they one name to a person? */
export function isSameName(one: string, other: string): boolean {
  return one === other || folded(one) === folded(other);
}
