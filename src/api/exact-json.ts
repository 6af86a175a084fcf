/** JSON whose numbers keep every digit (RFC 8259, 6): a double holds integers up to 2^53 only. */
import { visit } from 'jsonc-parser';

/** `__proto__` is an ordinary name here. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** Node 22 has `JSON.rawJSON`; TypeScript's types lack it. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A number that a double would change, with its digits as written. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  /** Makes `JSON.stringify` write all digits. */
  toJSON(): unknown {
    return rawJSON(this.digits);
  }
}

/**
 * A number that a double may change: 16 digits or an exponent, where a value may stand. Does not match digits inside ids
 * and times, because most pages would then be parsed twice.
 */
const longNumber = /(?:^|[:,[])\s*-?\d(?:[\d.]{15}|[\d.]{0,14}[eE])/;

/** Maximum nesting of lists and objects: `JSON.stringify` recurses, and the stack is limited. */
export const deepestJson = 500;

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** `too deep`: more than `deepestJson` levels. */
type ExactRead =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: 'not json' | 'too deep' };

/** Parses JSON that you supply and that rollcall writes again. */
export function readExactly(text: string): ExactRead {
  try {
    const value = JSON.parse(text) as Json;
    return isDeeper(value, deepestJson) ? { ok: false, why: 'too deep' } : { ok: true, value: parseExactly(text) };
  } catch {
    return { ok: false, why: 'not json' };
  }
}

/**
 * Parses JSON of any depth, from the service or written by rollcall, so callers must not recurse into it. Throws a
 * `SyntaxError` for text that is not JSON.
 */
export function parseExactly(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!longNumber.test(text)) return value;
  try {
    return parseWithSource(text, (_, one, { source }) =>
      typeof one === 'number' && source !== undefined && !isKept(one, source) ? new ExactNumber(source) : one,
    );
  } catch {
    // A reviver overflows the stack below some 2,000 levels; deeper numbers stay doubles.
    return value;
  }
}

type Reviver = (name: string, value: Json, context: { readonly source?: string }) => Json;

/** TypeScript's types lack the reviver's third argument. */
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => Json;

/** Like `parseExactly`, but undefined when the text is not JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Index of the closing quote of the text that begins at `from`; the length when there is none. */
export function endOfText(text: string, from: number): number {
  for (let to = text.indexOf('"', from + 1); to !== -1; to = text.indexOf('"', to + 1)) {
    let escapes = 0;
    while (text.charAt(to - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return to;
  }
  return text.length;
}

/** Does the double mean the same as the text? `1.50` and `1e2` do; 2^53 + 1, `1e999` and `1e-999` do not. */
function isKept(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  const written = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  const digits = withoutTail(written, '0');
  return digits.length < 16 && (digits === '' || Math.abs(value) >= smallestPrecise);
}

/** Smaller doubles have fewer significant digits. */
const smallestPrecise = 2 ** -1022;

/** All digits of numbers are kept. */
export function writeExactly(value: Json, indent?: number): string {
  return JSON.stringify(value, null, indent);
}

/** A number as it is shown and copied. */
export function digitsOf(value: number | ExactNumber): string {
  return value instanceof ExactNumber ? value.digits : String(value);
}

/** Like `digitsOf`, for any value; undefined when it is not a number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'number' || value instanceof ExactNumber ? digitsOf(value) : undefined;
}

/** The text to show and copy; null for objects and lists. */
export function scalarText(value: Json): string | null {
  if (typeof value === 'string') return value;
  return numberText(value) ?? (value === null || typeof value === 'boolean' ? String(value) : null);
}

/** A whole number that can be compared; a text of its digits when a double would change it. */
export type WholeNumber = number | string;

/** Accepts any spelling, such as `1e20` or `7.0`; undefined for any other value. */
export function wholeNumber(value: unknown): WholeNumber | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(-?\d{1,400})(?:\.(\d{0,400}?)0{0,400})?(?:e\+?(\d{1,3}))?$/i.exec(numberText(value) ?? '') ?? [];
  if (whole === undefined || fraction.length > Number(exponent)) return undefined;
  const digits = (whole + fraction).padEnd(whole.length + Number(exponent), '0').replace(/^(-?)0+(?=\d)/, '$1');
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

export function inJson(value: WholeNumber): number | ExactNumber {
  return typeof value === 'string' ? new ExactNumber(value) : value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Unlike `Array.isArray`, which turns a readonly list into `any[]`. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Removes these characters from the end with a loop, because a regular expression would backtrack. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

// Finds mistakes in JSON, and reads JSON with comment lines as people write it.

interface JsonMistake {
  readonly at: number;
  /** The text is valid so far and only ends too early. */
  readonly isCutOff: boolean;
}

/** Codes of jsonc-parser's `ParseErrorCode` for an invalid word, text or number that more text could have completed. */
const couldBeBegun: ReadonlySet<number> = new Set([1, 2, 12, 13, 14, 15]);
const begunWord = /^(?:-|-?\d.*|".*|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/s;

/** The first mistake in a text that `JSON.parse` refuses (RFC 8259). Engines do not always report the position. */
export function jsonMistakeIn(text: string): JsonMistake {
  let [at, kind] = [0, 0];
  const onError = (error: number, offset: number): void => {
    [at, kind] = [offset, error];
    throw new SyntaxError();
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // Either the first mistake was found, or the text is so deep that the recursive parser overflows.
  }
  const rest = text.slice(at);
  const isBegun = couldBeBegun.has(kind) && begunWord.test(rest) && !/[\n\r]/.test(rest);
  return { at, isCutOff: rest.trim() === '' || isBegun };
}

/** `message`: the mistake, as the beginning of a sentence. */
type JsonRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

/** Null when the text has only comments. */
export function readJsonText(text: string): JsonRead | null {
  // Keeps blank lines, so that a mistake is reported on its own line.
  const plain = text.replace(/^[ \t]*\/\/.*$/gmu, '');
  if (plain.trim() === '') return null;
  const read = readExactly(plain);
  if (read.ok) {
    const twice = findDoubled(plain);
    if (twice === null) return read;
    const { line, column } = placeIn(plain, twice.at);
    return {
      ok: false,
      message: `${JSON.stringify(twice.name.slice(0, maxNameLength))} is set twice, at line ${line}, column ${column}`,
    };
  }
  if (read.why === 'too deep') return { ok: false, message: `JSON of more than ${deepestJson} levels` };
  const { line, column } = placeIn(plain, jsonMistakeIn(plain).at);
  return { ok: false, message: `Not JSON at line ${line}, column ${column}` };
}

const maxNameLength = 40;

/** The second field of one name in one object: readers may take either (RFC 8259, 4). Null when names are unique. */
function findDoubled(text: string): { readonly name: string; readonly at: number } | null {
  let twice: { readonly name: string; readonly at: number } | null = null;
  const above: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void above.push(new Set()),
    onObjectEnd: () => void above.pop(),
    onObjectProperty(name, at) {
      const names = above.at(-1);
      if (names?.has(name) === true) twice ??= { name, at };
      names?.add(name);
    },
  });
  return twice;
}

/** Both count from 1. */
function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
