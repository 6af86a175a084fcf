/** JSON whose numbers keep every digit (RFC 8259, 6): a double holds integers up to 2^53 only. */
import { visit } from 'jsonc-parser';

/** Parsed JSON. Names such as `__proto__` are names like any other. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** Node 22 has it, and the types of TypeScript lack it. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A number that a double would change, with the digits of its text. */
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
 * A number that a double may change: one of 16 digits or with an exponent, where a value may stand. Ids and times are
 * texts: to look at their digits, too, would parse most pages twice.
 */
const longNumber = /(?:^|[:,[])\s*-?\d(?:[\d.]{15}|[\d.]{0,14}[eE])/;

/** Limit of nested lists and objects: a writer calls a function for each level, and the stack has an end. */
export const deepestJson = 500;

/** Is a value nested deeper than so many levels? */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** `too deep`: more than `deepestJson` levels. */
type ExactRead =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: 'not json' | 'too deep' };

/** The value of a JSON text that a person gives, and that rollcall writes again. */
export function readExactly(text: string): ExactRead {
  try {
    const value = JSON.parse(text) as Json;
    return isDeeper(value, deepestJson) ? { ok: false, why: 'too deep' } : { ok: true, value: parseExactly(text) };
  } catch {
    return { ok: false, why: 'not json' };
  }
}

/**
 * The value of a JSON text of any depth, from the service or written by rollcall: nothing recursive may be called for
 * it. Throws a `SyntaxError` for text that is not JSON.
 */
export function parseExactly(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!longNumber.test(text)) return value;
  try {
    return parseWithSource(text, (_, one, { source }) =>
      typeof one === 'number' && source !== undefined && !isKept(one, source) ? new ExactNumber(source) : one,
    );
  } catch {
    // Below some 2,000 levels a reviver overflows: numbers are as a double holds them there.
    return value;
  }
}

type Reviver = (name: string, value: Json, context: { readonly source?: string }) => Json;

/** The types of TypeScript lack the reviver's third argument. */
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => Json;

/** The same; undefined where the text is not JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Where the text that begins with the quotation mark at `from` has its last one; the length where it has none. */
export function endOfText(text: string, from: number): number {
  for (let to = text.indexOf('"', from + 1); to !== -1; to = text.indexOf('"', to + 1)) {
    let escapes = 0;
    while (text.charAt(to - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return to;
  }
  return text.length;
}

/** Does the number mean the same as the text? `1.50` and `1e2` do; 2^53 + 1, `1e999` and `1e-999` do not. */
function isKept(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  const written = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  const digits = withoutTail(written, '0');
  return digits.length < 16 && (digits === '' || Math.abs(value) >= smallestPrecise);
}

/** Doubles below have fewer digits. */
const smallestPrecise = 2 ** -1022;

/** The JSON text of a value, with all digits of its numbers. */
export function writeExactly(value: Json, indent?: number): string {
  return JSON.stringify(value, null, indent);
}

/** A number as it is shown and copied. */
export function digitsOf(value: number | ExactNumber): string {
  return value instanceof ExactNumber ? value.digits : String(value);
}

/** The same for any value; undefined where it is no number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'number' || value instanceof ExactNumber ? digitsOf(value) : undefined;
}

/** As it is shown and copied; null for objects and lists. */
export function scalarText(value: Json): string | null {
  if (typeof value === 'string') return value;
  return numberText(value) ?? (value === null || typeof value === 'boolean' ? String(value) : null);
}

/** A whole number that can be compared: one that a double would change is the text of its digits. */
export type WholeNumber = number | string;

/** Accepts a number in any spelling, such as `1e20` or `7.0`; undefined for any other value. */
export function wholeNumber(value: unknown): WholeNumber | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(-?\d{1,400})(?:\.(\d{0,400}?)0{0,400})?(?:e\+?(\d{1,3}))?$/i.exec(numberText(value) ?? '') ?? [];
  if (whole === undefined || fraction.length > Number(exponent)) return undefined;
  const digits = (whole + fraction).padEnd(whole.length + Number(exponent), '0').replace(/^(-?)0+(?=\d)/, '$1');
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** As it stands in JSON. */
export function inJson(value: WholeNumber): number | ExactNumber {
  return typeof value === 'string' ? new ExactNumber(value) : value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A list; `Array.isArray` makes `any[]` of a readonly one. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** A text without these characters at its end, in one look at each: a pattern would begin again at each of them. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

// JSON that is none: where it stops being JSON; and JSON as a person writes it, with lines of comments.

/** Where a text stops being JSON. */
interface JsonMistake {
  /** Where the word, number or text begins that is wrong. */
  readonly at: number;
  /** The text only ends too early. */
  readonly isCutOff: boolean;
}

/** By jsonc-parser's `ParseErrorCode`: a word, a text or a number that is none, which more text could have made one. */
const couldBeBegun: ReadonlySet<number> = new Set([1, 2, 12, 13, 14, 15]);
const begunWord = /^(?:-|-?\d.*|".*|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/s;

/** The first mistake of a text that `JSON.parse` refuses (RFC 8259). Engines do not say of every one where it is. */
export function jsonMistakeIn(text: string): JsonMistake {
  let [at, kind] = [0, 0];
  const onError = (error: number, offset: number): void => {
    [at, kind] = [offset, error];
    throw new SyntaxError();
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // The first mistake; or the text is deep, and the parser, which calls itself for each level, overflows.
  }
  const rest = text.slice(at);
  const isBegun = couldBeBegun.has(kind) && begunWord.test(rest) && !/[\n\r]/.test(rest);
  return { at, isCutOff: rest.trim() === '' || isBegun };
}

/** `says`: the mistake, for a sentence to begin with. */
type JsonRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly says: string };

/** Null where there is nothing but comments. */
export function readJsonText(text: string): JsonRead | null {
  // Blank lines in their places: a mistake is found in the line that it is in.
  const plain = text.replace(/^[ \t]*\/\/.*$/gmu, '');
  if (plain.trim() === '') return null;
  const read = readExactly(plain);
  if (read.ok) {
    const twice = doubledIn(plain);
    if (twice === null) return read;
    const { line, column } = placeIn(plain, twice.at);
    return {
      ok: false,
      says: `${JSON.stringify(twice.name.slice(0, maxNameLength))} is set twice, at line ${line}, column ${column}`,
    };
  }
  if (read.why === 'too deep') return { ok: false, says: `JSON of more than ${deepestJson} levels` };
  const { line, column } = placeIn(plain, jsonMistakeIn(plain).at);
  return { ok: false, says: `Not JSON at line ${line}, column ${column}` };
}

const maxNameLength = 40;

/** The second field of one name in one object: a reader takes either (RFC 8259, 4). Null: each name stands once. */
function doubledIn(text: string): { readonly name: string; readonly at: number } | null {
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

/** From 1. */
function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
