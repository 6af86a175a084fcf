/** Parses typed lines by the shape of their field; text that does not match stays a text. */
import {
  digitsOf,
  ExactNumber,
  isJsonObject,
  isList,
  type Json,
  jsonIn,
  parseExactly,
  scalarText,
  withoutTail,
  writeExactly,
} from '../../../api/exact-json.ts';
import type { Shape, ShapeOf } from '../../../api/openapi/definition.ts';
import { groupDigits } from '../../kernel/spelling.ts';

// Numbers as text, compared with all their digits: a double cannot hold all of them.

const pattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isNumberText(text: string): boolean {
  return pattern.test(text);
}

/** The number with exactly these digits; a plain number when it is written in the same way. */
export function numberOf(text: string): number | ExactNumber {
  const value = parseExactly(text);
  return typeof value === 'number' && String(value) === text ? value : new ExactNumber(text);
}

/** The value is digits × 10^power. */
interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

function decimalOf(text: string): Decimal | null {
  const [, minus = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text) ?? [];
  return whole === '' ? null : { digits: BigInt(minus + whole + part), power: Number(power) - part.length };
}

/** Negative when the first is smaller. Null when one of them is not a number. */
export function compareNumbers(first: string, second: string): number | null {
  const [a, b] = [decimalOf(first), decimalOf(second)];
  if (a === null || b === null) return null;
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB || signA === 0) return signA - signB;
  // Numbers of the same size differ in power only as much as in digits, so no power is too large to compute.
  if (sizeOf(a) !== sizeOf(b)) return (sizeOf(a) - sizeOf(b)) * signA;
  const least = Math.min(a.power, b.power);
  const [one, other] = [a, b].map(({ digits, power }) => digits * 10n ** BigInt(power - least));
  return Number((one ?? 0n) > (other ?? 0n)) - Number((one ?? 0n) < (other ?? 0n));
}

function signOf({ digits }: Decimal): number {
  return Number(digits > 0n) - Number(digits < 0n);
}

/** Power of the first digit. */
function sizeOf({ digits, power }: Decimal): number {
  return String(digits).replace('-', '').length + power;
}

export function isWholeNumber(text: string): boolean {
  const decimal = decimalOf(text);
  if (decimal === null) return false;
  const digits = String(decimal.digits);
  return decimal.digits === 0n || digits.length - withoutTail(digits, '0').length + decimal.power >= 0;
}

// Values from typed texts.

/** `items`: the shape of the items of a list. */
export function typedValue(shape: Shape, text: string, items: Shape | null = null): Json {
  switch (shape.kind) {
    case 'number':
      return isNumberText(text.trim()) ? numberOf(text.trim()) : text;
    case 'yesNo':
      return /^(?:true|yes)$/i.test(text.trim()) ? true : /^(?:false|no)$/i.test(text.trim()) ? false : text;
    case 'enum':
      return enumValue(shape.values, text);
    case 'list': {
      const parts = items === null ? null : itemsIn(text);
      return parts === null || items === null ? text : parts.map((part) => typedValue(items, part));
    }
    case 'text':
      return shape.format === 'date' || shape.format === 'date-time' ? text.trim() : text;
    case 'choice':
      return shape.isSecret ? text : scalarOf(shape.scalars, text);
    case 'object':
    case 'free':
      return text;
  }
}

/**
 * A number or boolean when the text is written as one. Where a text is possible, versions such as `10.10` and `1e5`
 * stay texts. Quotation marks force a text.
 */
function scalarOf(scalars: ShapeOf<'choice'>['scalars'], text: string): Json {
  const plain = text.trim();
  if (scalars === null) return text;
  if (scalars.includes('boolean') && /^(?:true|false)$/.test(plain)) return plain === 'true';
  const isNumber = isNumberText(plain) && (!scalars.includes('string') || String(Number(plain)) === plain);
  if (scalars.includes('number') && isNumber) return numberOf(plain);
  const quoted = /^".*"$/s.test(plain) ? jsonIn(plain) : undefined;
  return typeof quoted === 'string' ? quoted : text;
}

/** The value with its own type. Among numbers, an unlisted number is a number as well. */
export function enumValue(values: readonly Json[], text: string): Json {
  const same = values.find((value) => scalarWords(value) === text);
  if (same !== undefined) return same;
  const areNumbers = values.every(
    (value) => value === null || typeof value === 'number' || value instanceof ExactNumber,
  );
  return areNumbers && isNumberText(text.trim()) ? numberOf(text.trim()) : text;
}

/** The value without quotation marks. */
export function scalarWords(value: Json): string {
  return scalarText(value) ?? writeExactly(value);
}

/**
 * The line to edit a value in; null when a line cannot represent it. `shape`: the field's, which may read some texts
 * as numbers.
 */
export function typedText(value: Json | undefined, shape?: Shape): string | null {
  if (value === undefined || value === null) return '';
  if (shape?.kind === 'choice' && typeof value === 'string' && typedValue(shape, value) !== value)
    return writeExactly(value);
  if (isList(value)) {
    const isLine = value.length <= maxInLine && value.every(isLineItem);
    return isLine ? lineOf(value.map(scalarWords)) : null;
  }
  return typeof value === 'object' && !(value instanceof ExactNumber) ? null : scalarWords(value);
}

const maxInLine = 50;

function isLineItem(value: Json): boolean {
  return value !== null && !/[\n\r]/.test(scalarWords(value)) && typedText(value) !== null && !isList(value);
}

/**
 * The items of a short list in one line: `a, b, "c d"`. Null when a quotation mark is not closed, or text follows one.
 */
export function itemsIn(line: string): readonly string[] | null {
  if (line.trim() === '') return [];
  const item = /\s*(?:"((?:[^"\\]|\\.)*)"|([^",]*))\s*(,|$)/gsuy;
  const items: string[] = [];
  while (item.lastIndex <= line.length) {
    const found = item.exec(line);
    if (found === null) return null;
    const [, quoted, plain = '', end] = found;
    items.push(quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/gsu, '$1'));
    if (end === '') return items;
  }
  return items;
}

/** The inverse of `itemsIn`. */
export function lineOf(items: readonly string[]): string {
  return items.map((item) => (needsQuotes(item) ? `"${item.replace(/["\\]/g, String.raw`\$&`)}"` : item)).join(', ');
}

function needsQuotes(item: string): boolean {
  return item === '' || item !== item.trim() || /[",\\]/.test(item);
}

// Dates and times by RFC 3339.

/** True for an existing date or time in the form of RFC 3339. */
export function isStrict(text: string, format: 'date' | 'date-time'): boolean {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  if (day === '' || (format === 'date') !== (time === '')) return false;
  return isDay(day) && (time === '' || isTime(time));
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  // Some engines read 2026-02-30 as a day in March.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours < 24 && minutes < 60 && seconds < 61;
}

// Checks a value against its shape. A fault is reported but does not block sending, because the service decides.

/** The fault in a few words, without a full stop; null when the value matches. */
export function validate(shape: Shape, value: Json): string | null {
  if (value === null) return shape.isNullable || shape.kind === 'free' ? null : 'cannot be null';
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' ? textFault(shape, value) : 'not a text';
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber
        ? numberFault(shape, digitsOf(value))
        : 'not a number';
    case 'yesNo':
      return typeof value === 'boolean' ? null : 'not true or false';
    case 'enum':
      return enumFault(shape, value);
    case 'list':
      return isList(value) ? listFault(shape, value) : 'not a list';
    case 'object':
      return isJsonObject(value) ? missingWords(missingFields(shape, value)) : 'not an object';
    case 'choice':
    case 'free':
      return null;
  }
}

export function missingFields({ fields }: ShapeOf<'object'>, value: Json | undefined): readonly string[] {
  const isSet = (name: string): boolean => value !== undefined && isJsonObject(value) && Object.hasOwn(value, name);
  return fields.filter(({ isRequired, name }) => isRequired && !isSet(name)).map(({ name }) => name);
}

function missingWords(missing: readonly string[]): string | null {
  if (missing.length === 0) return null;
  return missing.length === 1
    ? `without "${missing[0] ?? ''}"`
    : `without ${groupDigits(missing.length)} required fields`;
}

/** Patterns of formats. Only the service checks what the text means. */
const looks: Readonly<Record<string, { readonly pattern: RegExp; readonly what: string }>> = {
  uuid: { pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, what: 'a UUID' },
  email: { pattern: /^[^\s@]+@[^\s@]+$/, what: 'an email address' },
  uri: { pattern: /^[a-z][a-z\d+.-]*:\S+$/i, what: 'an address such as https://…' },
  ipv4: { pattern: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/, what: 'an IPv4 address' },
  byte: { pattern: /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/, what: 'base64' },
};

function textFault({ format, minLength, maxLength }: ShapeOf<'text'>, text: string): string | null {
  const { length } = Array.from(text);
  if (maxLength !== null && length > maxLength) return `longer than ${groupDigits(maxLength)}`;
  if (minLength !== null && length < minLength) return `shorter than ${groupDigits(minLength)}`;
  if (format === 'date' || format === 'date-time') {
    return isStrict(text, format) ? null : `not a ${format === 'date' ? 'date' : 'date and time'}`;
  }
  const look = format !== null && Object.hasOwn(looks, format) ? looks[format] : undefined;
  return look === undefined || look.pattern.test(text) ? null : `does not look like ${look.what}`;
}

/** Formats with a range (OpenAPI 3.0, "Data Types"). */
const ranges: Readonly<Record<string, readonly [string, string]>> = {
  int32: ['-2147483648', '2147483647'],
  int64: ['-9223372036854775808', '9223372036854775807'],
};

function numberFault({ isWhole, format, minimum, maximum }: ShapeOf<'number'>, digits: string): string | null {
  if (isWhole && !isWholeNumber(digits)) return 'not a whole number';
  const [least, most] = (format !== null && Object.hasOwn(ranges, format) ? ranges[format] : undefined) ?? [];
  const low = minimum ?? least;
  const high = maximum ?? most;
  if (low !== undefined && (compareNumbers(digits, low) ?? 0) < 0) return `smaller than ${groupDigits(low)}`;
  if (high !== undefined && (compareNumbers(digits, high) ?? 0) > 0) return `larger than ${groupDigits(high)}`;
  return null;
}

function enumFault({ values, total }: ShapeOf<'enum'>, value: Json): string | null {
  const written = writeExactly(value);
  if (values.some((one) => writeExactly(one) === written)) return null;
  return total > values.length ? `not among the first ${groupDigits(values.length)} values` : 'not one of its values';
}

function listFault({ minItems, maxItems, isUnique }: ShapeOf<'list'>, list: readonly Json[]): string | null {
  if (maxItems !== null && list.length > maxItems) return `more than ${groupDigits(maxItems)}`;
  if (minItems !== null && list.length < minItems) return `fewer than ${groupDigits(minItems)}`;
  const isTwice = isUnique && new Set(list.map((one) => writeExactly(one))).size < list.length;
  return isTwice ? 'two are the same' : null;
}
