/** Spelling of names and numbers: comparison, suggestions, digit grouping, paths, shell quoting, hidden characters, order. */

/** Characters below U+0300 never compose with another one; texts of most services have no others. */
const composable = /[\u0300-\uFFFF]/;

/**
 * macOS writes é as two characters, and keyboards write one. Composes after lowercasing, because a small letter may
 * compose where its capital does not.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return composable.test(lower) ? lower.normalize('NFC') : lower;
}

/** Do both names look the same to a person? */
export function isSameName(one: string, other: string): boolean {
  return one === other || fold(one) === fold(other);
}

/** Groups digits as `12,431` in every locale, so that quoted numbers stay comparable. */
export function groupDigits(n: number | string): string {
  const text = String(n);
  const [, minus = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? [];
  if (digits === '') return text;
  const first = digits.length % 3 || 3;
  return minus + digits.slice(0, first) + digits.slice(first).replace(/\d{3}/g, ',$&');
}

/** A path as a shell takes it, with its home folder as `~`. */
export function fromHome(path: string, home: string): string {
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Words of other tools, with rollcall's word of the same meaning. */
export type OtherWords = Readonly<Record<string, string>>;

/** The nearest known word; null when none is near enough to suggest. */
export function didYouMean(typed: string, known: readonly string[], otherWords: OtherWords = {}): string | null {
  const word = typed.toLowerCase();
  const other = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined;
  if (other !== undefined) return other;
  // A very long word is near none, so it is not compared.
  if (word.length > maxWordLength) return null;
  const distances = known.map((one) => ({ one, distance: editDistance(word, one.toLowerCase()) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  const maxEdits = word.length < 4 ? 1 : word.length < 8 ? 2 : 3;
  if (nearest !== undefined && nearest.distance <= maxEdits) return nearest.one;
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

/** Quotes a text as one word for sh, bash, zsh and fish, which treats a backslash within quotes differently. */
export function shellWord(text: string): string {
  return /^[\w./:@,+-][\w./:=@,+-]*$/.test(text) ? text : `'${text.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`;
}

// Characters that are invisible, or that a terminal interprets: found, escaped, and ignored in comparisons.

/**
 * C1 controls and DEL, which JSON allows; bidirectional and format controls, and everything else that draws nothing.
 */
const everyHidden = (): RegExp =>
  /[\u007F-\u009F\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** True if the text has an invisible character, or any control character. */
export function holdsHidden(text: string): boolean {
  return text.search(everyHidden()) >= 0 || /\p{Cc}/u.test(text);
}

/** JSON that is safe to print: escapes what a terminal interprets or does not show. Indented for people by default. */
export function safeJson(value: unknown, indent = 2): string {
  return escapeHidden(JSON.stringify(value, null, indent));
}

export function escapeHidden(json: string): string {
  return json.replace(everyHidden(), escape);
}

function escape(character: string): string {
  // By code units, because JSON escapes code points above U+FFFF as pairs.
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Controls, format characters, whatever draws nothing, and the blank braille pattern. */
const unseen = (): RegExp => /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Controls that separate words. */
const breaks = /[\t-\r\u0085]/g;

/** Normalises texts for comparison: case, width, and invisible characters. */
export function inPlainSpelling(text: string): string {
  // Fast path for ASCII, which most texts are.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().trim();
  const seen = text.replaceAll(breaks, ' ').replaceAll(unseen(), '');
  // NFKC may produce unseen characters again.
  return seen.normalize('NFKC').replaceAll(unseen(), '').toLowerCase().trim();
}

export function hasText(line: string, text: string): boolean {
  return inPlainSpelling(line).includes(inPlainSpelling(text));
}

// Keys of natural sort: srv-2 before srv-10, in any case.

const ZERO = 0x30;
const NINE = 0x39;

/** The number of arguments that every JavaScript engine accepts in a call. */
const maxCodes = 4096;

/** A reused buffer for the codes of the key: joining pieces of text would be slow. */
const codes: number[] = [];

/**
 * Keys compare as their texts do, ignoring case, with runs of digits as numbers of any length. Each number is
 * prefixed by the count of its digits, so a number with fewer digits is smaller. Counts of leading zeros follow at
 * the end, to separate texts that differ only in those.
 */
export function naturalKey(text: string): string {
  const lower = fold(text);
  const { length } = lower;
  codes.length = 0;
  let zeros = '';
  for (let at = 0; at < length; at++) {
    const code = lower.charCodeAt(at);
    if (!isDigit(code)) {
      codes.push(code);
      continue;
    }
    let end = at + 1;
    while (end < length && isDigit(lower.charCodeAt(end))) end += 1;
    let significant = at;
    while (significant < end - 1 && lower.charCodeAt(significant) === ZERO) significant += 1;
    if (significant > at) zeros += `\0${codes.length} ${significant - at}`;
    pushCount(end - significant);
    for (at = significant; at < end; at++) codes.push(lower.charCodeAt(at));
    at -= 1;
  }
  return textOfCodes() + zeros;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Up to 9 the count is a digit; above, a sign that sorts after all digits, and two codes that hold the count. */
function pushCount(count: number): void {
  if (count <= 9) codes.push(ZERO + count);
  else codes.push(NINE + 1, count >>> 15, count & 0x7fff);
}

function textOfCodes(): string {
  if (codes.length <= maxCodes) return String.fromCharCode(...codes);
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += maxCodes) {
    parts.push(String.fromCharCode(...codes.slice(at, at + maxCodes)));
  }
  return parts.join('');
}
