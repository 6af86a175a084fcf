/** Typed lines as values, by the shape of their field; text that does not fit stays a text. */
import { digitsOf, ExactNumber, type Json, writeExactly, isList } from '../../../../api/exact-json.ts';
import type { Shape } from '../../../../api/openapi/definition.ts';
import { isNumberText, numberOf } from './decimal.ts';
import { itemsIn, lineOf } from './inline-list.ts';
import { whenOf } from './when.ts';

/** `items`: the shape of the items of a list. */
export function typedValue(shape: Shape, text: string, now: number, items: Shape | null = null): Json {
  switch (shape.kind) {
    case 'number':
      return isNumberText(text.trim()) ? numberOf(text.trim()) : text;
    case 'yesNo':
      return /^(?:true|yes)$/i.test(text.trim()) ? true : /^(?:false|no)$/i.test(text.trim()) ? false : text;
    case 'enum':
      return enumValue(shape.values, text);
    case 'list': {
      const parts = items === null ? null : itemsIn(text);
      return parts === null || items === null ? text : parts.map((part) => typedValue(items, part, now));
    }
    case 'text': {
      const { format } = shape;
      if (format !== 'date' && format !== 'date-time') return text;
      const when = whenOf(text, format, now);
      return when.ok ? when.text : text;
    }
    case 'object':
    case 'choice':
    case 'free':
      return text;
  }
}

/** The value with its own type. Among numbers, an unlisted number is a number too. */
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
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value instanceof ExactNumber ? digitsOf(value) : writeExactly(value);
}

/** The line for typing a value; null when it has none. */
export function typedText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return '';
  if (isList(value)) {
    const isLine = value.length <= mostInLine && value.every(isLineItem);
    return isLine ? lineOf(value.map(scalarWords)) : null;
  }
  return typeof value === 'object' && !(value instanceof ExactNumber) ? null : scalarWords(value);
}

const mostInLine = 50;

function isLineItem(value: Json): boolean {
  return value !== null && !/[\n\r]/.test(scalarWords(value)) && typedText(value) !== null && !isList(value);
}
