/** Typed lines as values, by the shape of their field; text that does not fit stays a text. */
import { ExactNumber, type Json, jsonIn, writeExactly, isList, scalarText } from '../../../../api/exact-json.ts';
import type { Shape, ShapeOf } from '../../../../api/openapi/definition.ts';
import { isNumberText, numberOf } from './decimal.ts';

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
 * A number, or a yes or no, where it is written as one: a version such as `10.10`, and `1e5`, are texts where a text may
 * be. In quotation marks it is a text.
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
  return scalarText(value) ?? writeExactly(value);
}

/** The line for typing a value; null when it has none. `shape`: of its field, which would read some texts as numbers. */
export function typedText(value: Json | undefined, shape?: Shape): string | null {
  if (value === undefined || value === null) return '';
  if (shape?.kind === 'choice' && typeof value === 'string' && typedValue(shape, value) !== value)
    return writeExactly(value);
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

/** The items of a short list in one line: `a, b, "c d"`. Null when a quotation mark is not closed, or text follows one. */
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

/** The line that `itemsIn` reads back as these items. */
export function lineOf(items: readonly string[]): string {
  return items.map((item) => (needsQuotes(item) ? `"${item.replace(/["\\]/g, String.raw`\$&`)}"` : item)).join(', ');
}

function needsQuotes(item: string): boolean {
  return item === '' || item !== item.trim() || /[",\\]/.test(item);
}
