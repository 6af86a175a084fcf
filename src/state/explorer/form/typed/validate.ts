/** Does a value fit its shape? A fault is reported, and can be sent all the same: the service judges. */
import { digitsOf, ExactNumber, isJsonObject, type Json, writeExactly, isList } from '../../../../api/exact-json.ts';
import { grouped } from '../../../kernel/spelling.ts';
import type { Shape, ShapeOf } from '../../../../api/openapi/definition.ts';
import { compareNumbers, isWholeNumber } from './decimal.ts';
import { isStrict } from './rfc3339.ts';

/** The fault in a few words, without a full stop; null when the value fits. */
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

/** The required fields that are not set. */
export function missingFields({ fields }: ShapeOf<'object'>, value: Json | undefined): readonly string[] {
  const isSet = (name: string): boolean => value !== undefined && isJsonObject(value) && Object.hasOwn(value, name);
  return fields.filter(({ isRequired, name }) => isRequired && !isSet(name)).map(({ name }) => name);
}

function missingWords(missing: readonly string[]): string | null {
  if (missing.length === 0) return null;
  return missing.length === 1 ? `without "${missing[0] ?? ''}"` : `without ${grouped(missing.length)} required fields`;
}

/** Patterns of formats. Their meaning is left to the service. */
const looks: Readonly<Record<string, { readonly pattern: RegExp; readonly what: string }>> = {
  uuid: { pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, what: 'a UUID' },
  email: { pattern: /^[^\s@]+@[^\s@]+$/, what: 'an email address' },
  uri: { pattern: /^[a-z][a-z\d+.-]*:\S+$/i, what: 'an address such as https://…' },
  ipv4: { pattern: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/, what: 'an IPv4 address' },
  byte: { pattern: /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/, what: 'base64' },
};

function textFault({ format, minLength, maxLength }: ShapeOf<'text'>, text: string): string | null {
  const { length } = Array.from(text);
  if (maxLength !== null && length > maxLength) return `longer than ${grouped(maxLength)}`;
  if (minLength !== null && length < minLength) return `shorter than ${grouped(minLength)}`;
  if (format === 'date' || format === 'date-time') {
    return isStrict(text, format) ? null : `not a ${format === 'date' ? 'date' : 'date and time'}`;
  }
  const look = format !== null && Object.hasOwn(looks, format) ? looks[format] : undefined;
  return look === undefined || look.pattern.test(text) ? null : `does not look like ${look.what}`;
}

/** The formats that have a range (OpenAPI 3.0, "Data Types"). */
const ranges: Readonly<Record<string, readonly [string, string]>> = {
  int32: ['-2147483648', '2147483647'],
  int64: ['-9223372036854775808', '9223372036854775807'],
};

function numberFault({ isWhole, format, minimum, maximum }: ShapeOf<'number'>, digits: string): string | null {
  if (isWhole && !isWholeNumber(digits)) return 'not a whole number';
  const [least, most] = (format !== null && Object.hasOwn(ranges, format) ? ranges[format] : undefined) ?? [];
  const low = minimum ?? least;
  const high = maximum ?? most;
  if (low !== undefined && (compareNumbers(digits, low) ?? 0) < 0) return `smaller than ${grouped(low)}`;
  if (high !== undefined && (compareNumbers(digits, high) ?? 0) > 0) return `larger than ${grouped(high)}`;
  return null;
}

function enumFault({ values, total }: ShapeOf<'enum'>, value: Json): string | null {
  const written = writeExactly(value);
  if (values.some((one) => writeExactly(one) === written)) return null;
  return total > values.length ? `not among the first ${grouped(values.length)} values` : 'not one of its values';
}

function listFault({ minItems, maxItems, isUnique }: ShapeOf<'list'>, list: readonly Json[]): string | null {
  if (maxItems !== null && list.length > maxItems) return `more than ${grouped(maxItems)}`;
  if (minItems !== null && list.length < minItems) return `fewer than ${grouped(minItems)}`;
  const isTwice = isUnique && new Set(list.map((one) => writeExactly(one))).size < list.length;
  return isTwice ? 'two are the same' : null;
}
