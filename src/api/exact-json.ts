/** JSON whose numbers keep every digit (RFC 8259, 6): a double holds integers up to 2^53 only. */

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
 * Where a value stands, a number that a double may change: one of 16 digits or with an exponent. Texts may hold the
 * same.
 */
const longNumber = /(?:^|[:,[])\s*(-?\d(?:[\d.]{15}[\d.eE+-]*|[\d.]{0,14}[eE][\d.eE+-]*))(?=\s*(?:[,\]}]|$))/g;

/** Limit of nested lists and objects: a writer calls a function for each level, and the stack has an end. */
export const deepestJson = 500;

/** Is a value nested deeper than so many levels? */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** `too deep`: more than `deepestJson` levels. */
export type ExactRead =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: 'not json' | 'too deep' };

/** The value of a JSON text that a person gives, and that rollcall writes again. */
export function readExactly(text: string): ExactRead {
  try {
    const value = JSON.parse(text) as Json;
    return isDeeper(value, deepestJson) ? { ok: false, why: 'too deep' } : { ok: true, value: withDigits(value, text) };
  } catch {
    return { ok: false, why: 'not json' };
  }
}

/**
 * The value of a JSON text of any depth, from the service or written by rollcall: nothing recursive may be called for
 * it. Throws a `SyntaxError` for text that is not JSON.
 */
export function parseExactly(text: string): Json {
  return withDigits(JSON.parse(text) as Json, text);
}

/** The same; undefined where the text is not JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function withDigits(value: Json, text: string): Json {
  // A reviver is called for every value, and overflows where a text is deep: the few numbers are put in afterwards.
  const root: JsonContainer = { value };
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

/** Each number where it stands, found by the names and indices around it. */
function putIn(root: JsonContainer, text: string, numbers: readonly FoundNumber[]): void {
  // For each surrounding list or object, where the name of its value begins and ends; for a list, -1 and the index.
  const starts: number[] = [];
  const ends: number[] = [];
  let depth = -1;
  // The lists and objects around, from the outermost, as far as they were looked up; undefined where the text has a later one.
  const around: (JsonContainer | undefined)[] = [];
  const nameAt = (level: number): string => (level < 0 ? 'value' : nameIn(text, starts[level] ?? 0, ends[level] ?? 0));
  let [from, to] = [0, 0];
  let next = 0;
  let nextAt = numbers[0]?.at ?? 0;
  for (let at = 0; at < text.length; at += 1) {
    if (nextAt <= at) {
      // Earlier numbers are inside a text.
      while ((numbers[next]?.at ?? at) < at) next += 1;
      const number = numbers[next];
      if (number === undefined) return;
      nextAt = number.at;
      if (nextAt === at) {
        for (let level = around.length; level <= depth; level += 1) {
          around.push(containerIn(level === 0 ? root : around[level - 1], nameAt(level - 1)));
        }
        putAt(depth < 0 ? root : around[depth], nameAt(depth), number.digits);
        next += 1;
      }
    }
    switch (text.charCodeAt(at)) {
      case code['"']:
        from = at;
        to = at = endOfText(text, from);
        break;
      case code['{']:
        depth += 1;
        starts[depth] = ends[depth] = 0;
        break;
      case code['[']:
        depth += 1;
        starts[depth] = -1;
        ends[depth] = 0;
        break;
      case code['}']:
      case code[']']:
        depth -= 1;
        if (around.length > depth + 1) around.length = depth + 1;
        break;
      case code[':']:
        starts[depth] = from;
        ends[depth] = to;
        break;
      case code[',']:
        if (starts[depth] === -1) ends[depth] = (ends[depth] ?? 0) + 1;
    }
  }
}

const code = { '"': 0x22, ',': 0x2c, ':': 0x3a, '[': 0x5b, '\\': 0x5c, ']': 0x5d, '{': 0x7b, '}': 0x7d } as const;

function nameIn(text: string, start: number, end: number): string {
  return start === -1 ? String(end) : (JSON.parse(text.slice(start, end + 1)) as string);
}

function containerIn(container: JsonContainer | undefined, name: string): JsonContainer | undefined {
  const inner = container !== undefined && Object.hasOwn(container, name) ? container[name] : undefined;
  const isContainer = typeof inner === 'object' && inner !== null && !(inner instanceof ExactNumber);
  return isContainer ? (inner as JsonContainer) : undefined;
}

/** Unless the same name comes again later, and counts instead. */
function putAt(container: JsonContainer | undefined, name: string, digits: string): void {
  if (container === undefined || !Object.hasOwn(container, name) || container[name] !== Number(digits)) return;
  container[name] = new ExactNumber(digits);
}

/** Where the text that begins with the quotation mark at `from` has its last one; the length where it has none. */
export function endOfText(text: string, from: number): number {
  for (let to = text.indexOf('"', from + 1); to !== -1; to = text.indexOf('"', to + 1)) {
    let escapes = 0;
    while (text.charCodeAt(to - 1 - escapes) === code['\\']) escapes += 1;
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
