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
  // A reviver is called for every value, and overflows where a text is deep: the few numbers are put in afterwards.
  const root: JsonContainer = { value: JSON.parse(text) as Json };
  const numbers = changedNumbersIn(text);
  if (numbers.length > 0) putIn(root, text, numbers);
  return root['value'] ?? null;
}

/** A list is one, too: its indices are names. */
type JsonContainer = Record<string, Json>;

interface FoundNumber {
  readonly at: number;
  readonly digits: string;
}

/** In the text's order; some may stand inside texts. */
function changedNumbersIn(text: string): readonly FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(longNumber)) {
    const digits = match[1] ?? '';
    if (!isKept(Number(digits), digits)) found.push({ at: match.index + match[0].length - digits.length, digits });
  }
  return found;
}

/** A list or an object around a place of the text. */
interface Around {
  readonly isList: boolean;
  index: number;
  /** Where the name begins that the value has, and where it ends. */
  nameFrom: number;
  nameTo: number;
}

/** Each number where it stands, found by the names and indices around it. */
function putIn(root: JsonContainer, text: string, numbers: readonly FoundNumber[]): void {
  const around: Around[] = [];
  let [from, to] = [0, 0];
  let next = 0;
  for (let at = 0; at < text.length; at += 1) {
    let number = numbers[next];
    while (number !== undefined && number.at < at) number = numbers[++next];
    if (number === undefined) return;
    if (number.at === at) {
      const path = around.map(({ isList, index, nameFrom, nameTo }) =>
        isList ? String(index) : (JSON.parse(text.slice(nameFrom, nameTo + 1)) as string),
      );
      putAt(root, ['value', ...path], number.digits);
      at += number.digits.length - 1;
      continue;
    }
    switch (text.charAt(at)) {
      case '"':
        from = at;
        to = at = endOfText(text, from);
        break;
      case '{':
      case '[':
        around.push({ isList: text[at] === '[', index: 0, nameFrom: 0, nameTo: 0 });
        break;
      case '}':
      case ']':
        around.pop();
        break;
      case ':':
      case ',': {
        const inner = around.at(-1);
        if (inner === undefined) break;
        inner.index += 1;
        [inner.nameFrom, inner.nameTo] = [from, to];
      }
    }
  }
}

/** Unless the same name comes again later, and counts instead. */
function putAt(root: JsonContainer, path: readonly string[], digits: string): void {
  let container = root;
  for (const name of path.slice(0, -1)) {
    const inner = Object.hasOwn(container, name) ? container[name] : undefined;
    if (typeof inner !== 'object' || inner === null || inner instanceof ExactNumber) return;
    container = inner as JsonContainer;
  }
  const name = path.at(-1) ?? '';
  if (Object.hasOwn(container, name) && container[name] === Number(digits)) container[name] = new ExactNumber(digits);
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
