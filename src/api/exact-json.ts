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
  parse(
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  stringify(value: unknown, replacer: (name: string, value: unknown) => unknown, indent?: number): string;
  rawJSON(text: string): unknown;
}

const exactJSON = JSON as unknown as ExactJSON;

/** Digits that a double may change: text without such a number is parsed several times faster. */
const longNumber = /[\d.]{16}|\d[eE][+-]?\d/;

/** The value of a JSON text. Throws a `SyntaxError` where it is none. */
export function parseExactly(text: string): Json {
  if (!longNumber.test(text)) return JSON.parse(text) as Json;
  return exactJSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isKept(value, source) ? new ExactNumber(source) : value,
  ) as Json;
}

/** Does the number say as much as the text? `1.50` and `1e2` do; 2^53 + 1 and `1e999` do not. */
function isKept(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return digits.length < 16;
}

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
