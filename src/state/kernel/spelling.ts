/** How names and numbers are spelt: compared, guessed where they are unknown, grouped, and quoted for a shell. */

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

/** Writes whole digits as `12,431`: one fixed grouping, whatever the computer's locale, so that what people quote stays comparable. */
export function grouped(n: number | string): string {
  const text = String(n);
  const [, minus = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? [];
  if (digits === '') return text;
  const first = digits.length % 3 || 3;
  return minus + digits.slice(0, first) + digits.slice(first).replace(/\d{3}/g, ',$&');
}

/** Words that other tools use, with the word that means the same here. */
export type OtherWords = Readonly<Record<string, string>>;

/** The nearest known word; null where none is near enough to be worth a question. */
export function didYouMean(typed: string, known: readonly string[], otherWords: OtherWords = {}): string | null {
  const word = typed.toLowerCase();
  const other = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined;
  if (other !== undefined) return other;
  // A long word is near none, and need not be compared.
  if (word.length > maxWordLength) return null;
  const distances = known.map((one) => ({ one, distance: editDistance(word, one.toLowerCase()) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  const most = word.length < 4 ? 1 : word.length < 8 ? 2 : 3;
  if (nearest !== undefined && nearest.distance <= most) return nearest.one;
  const begun = word.length < 2 ? [] : known.filter((one) => one.toLowerCase().startsWith(word));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

const maxWordLength = 64;

/** Number of letters added, left out, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** A text as one word of sh, bash, zsh and fish, which reads a backslash within quotes otherwise. */
export function shellWord(text: string): string {
  return /^[\w./:@,+-][\w./:=@,+-]*$/.test(text) ? text : `'${text.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`;
}

// Characters that nobody sees, or that a terminal acts on: found, escaped, and left out of comparisons.

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

// Finds a text in a line.

/** In any case, and in any spelling of Unicode. */
export function hasText(line: string, text: string): boolean {
  return inPlainSpelling(line).includes(inPlainSpelling(text));
}
