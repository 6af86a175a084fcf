/** JSON whose numbers keep every digit (RFC 8259, 6): a double holds integers up to 2^53 only. */

/** JSON as it was read. Names such as `__proto__` are names like any other. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** A number that a double would change, digit by digit as it was written. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** What Node 22 has, and the types of TypeScript do not. */
interface ExactJSON {
  stringify(value: unknown, replacer: (name: string, value: unknown) => unknown, indent?: number): string;
  rawJSON(text: string): unknown;
}

const exactJSON = JSON as unknown as ExactJSON;

/**
 * Where a value stands, a number that a double may change: one of 16 digits or with an exponent. Texts may hold the
 * same.
 */
const longNumber = /(?:^|[:,[])\s*(-?\d(?:[\d.]{15}[\d.eE+-]*|[\d.]{0,14}[eE][\d.eE+-]*))(?=\s*(?:[,\]}]|$))/g;

/** The value of a JSON text. Throws a `SyntaxError` where it is none. */
export function parseExactly(text: string): Json {
  const numbers = changedNumbersIn(text);
  if (numbers.length === 0) return JSON.parse(text) as Json;
  // A reviver is called for every value, and overflows where a text is deep: the few numbers stand in as texts.
  const mark = unusedIn(text);
  const pieces: string[] = [];
  let from = 0;
  for (const [index, { at, digits }] of numbers.entries()) {
    pieces.push(text.slice(from, at), `"${mark}${String(index)}"`);
    from = at + digits.length;
  }
  const parsed = JSON.parse(pieces.join('') + text.slice(from)) as Json;
  return withNumbers(parsed, mark, numbers);
}

interface FoundNumber {
  readonly at: number;
  readonly digits: string;
}

/** In the text's order. */
function changedNumbersIn(text: string): readonly FoundNumber[] {
  const found: FoundNumber[] = [];
  let texts: { readonly from: number; readonly to: number } = { from: -1, to: -1 };
  for (const match of text.matchAll(longNumber)) {
    const digits = match[1] ?? '';
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits) || isKept(Number(digits), digits)) continue;
    const at = match.index + match[0].length - digits.length;
    while (texts.to < at) {
      const from = text.indexOf('"', texts.to + 1);
      texts = from === -1 ? { from: text.length, to: text.length } : { from, to: endOfText(text, from) };
    }
    if (texts.from > at) found.push({ at, digits });
  }
  return found;
}

/** Where the text that begins with the quotation mark at `from` has its last one. */
function endOfText(text: string, from: number): number {
  for (let to = text.indexOf('"', from + 1); to !== -1; to = text.indexOf('"', to + 1)) {
    let escapes = 0;
    while (text[to - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return to;
  }
  return text.length;
}

/** A character that no text in there has, neither as it is nor escaped: one of those that Unicode keeps free. */
function unusedIn(text: string): string {
  for (let code = 0xfdd0; code <= 0xfdef; code += 1) {
    const character = String.fromCharCode(code);
    if (!text.includes(character) && !new RegExp(`\\\\u${code.toString(16)}`, 'i').test(text)) return character;
  }
  return '\uffff';
}

/** The value, with its numbers where the marks are. */
function withNumbers(value: Json, mark: string, numbers: readonly FoundNumber[]): Json {
  const numberOf = (part: Json): ExactNumber | undefined => {
    const digits =
      typeof part === 'string' && part.startsWith(mark) ? numbers[Number(part.slice(1))]?.digits : undefined;
    return digits === undefined ? undefined : new ExactNumber(digits);
  };
  const root: Record<string, Json> = { value };
  const open: Record<string, Json>[] = [root];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const name in container) {
      const part = container[name];
      if (part === undefined || part === null) continue;
      if (typeof part === 'object') open.push(part as Record<string, Json>);
      else container[name] = numberOf(part) ?? part;
    }
  }
  return root['value'] ?? null;
}

/** Does the number say as much as the text? `1.50` and `1e2` do; 2^53 + 1, `1e999` and `1e-999` do not. */
function isKept(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return digits.length < 16 && (digits === '' || Math.abs(value) >= smallestPrecise);
}

/** Doubles below have fewer digits. */
const smallestPrecise = 2 ** -1022;

/** The JSON text of a value, with all digits of its numbers. */
export function writeExactly(value: Json, indent?: number): string {
  return exactJSON.stringify(
    value,
    (_, part) => (part instanceof ExactNumber ? exactJSON.rawJSON(part.digits) : part),
    indent,
  );
}

/** A number as it is shown and copied. */
export function digitsOf(value: number | ExactNumber): string {
  return value instanceof ExactNumber ? value.digits : String(value);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
