/** The possible values of a shape, in a few words: `whole number, 1 – 43,200`. Raw: names come from the service. */
import { type Json } from '../../../api/exact-json.ts';
import { grouped } from '../../kernel/spelling.ts';
import type { Definition, Scalar, Shape, ShapeOf } from '../../../api/openapi/definition.ts';
import { shapeIn } from './shapes.ts';
import { scalarWords } from './typed/typed-value.ts';

export const readOnlyWords = 'read-only in the definition';

/** Limit on the names or values. */
const mostNamed = 4;

/** `isAnswer`: nobody types this value. */
export function shapeWords(definition: Definition, shape: Shape, isAnswer = false): string {
  switch (shape.kind) {
    case 'text':
      return isAnswer && isMoment(shape) ? shape.format : textWords(shape);
    case 'number':
      return numberWords(shape);
    case 'yesNo':
      return 'yes or no';
    case 'enum':
      return enumWords(shape);
    case 'list':
      return listWords(definition, shape);
    case 'object':
      return shape.fields.length === 0 ? 'object' : `object: ${named(shape.fields.map(({ name }) => name))}`;
    case 'choice':
      if (shape.scalars !== null) return shape.scalars.map((type) => scalarTypes[type]).join(' or ');
      return `one of ${grouped(shape.total)} shapes`;
    case 'free':
      return shape.reason ?? 'JSON';
  }
}

const scalarTypes: Readonly<Record<Scalar, string>> = { string: 'text', number: 'number', boolean: 'true or false' };

const formatWords: Readonly<Record<string, string>> = {
  date: 'date: 2026-12-01',
  'date-time': 'time: 2026-12-01T18:00:00Z',
  uuid: 'UUID',
  email: 'email address',
  uri: 'address',
  ipv4: 'IPv4 address',
  byte: 'base64',
};

function isMoment(shape: ShapeOf<'text'>): shape is ShapeOf<'text'> & { readonly format: string } {
  return shape.format === 'date' || shape.format === 'date-time';
}

function textWords({ format, minLength, maxLength, pattern, isSecret }: ShapeOf<'text'>): string {
  const known = format !== null && Object.hasOwn(formatWords, format) ? formatWords[format] : undefined;
  return [
    isSecret ? 'secret text' : (known ?? 'text'),
    ...(known === undefined && format !== null && !isSecret ? [format] : []),
    ...(minLength !== null && minLength > 0 && maxLength === null ? [`${grouped(minLength)} or more`] : []),
    ...(maxLength !== null ? [lengthWords(minLength ?? 0, maxLength)] : []),
    ...(pattern === null ? [] : [`like ${pattern}`]),
  ].join(', ');
}

function lengthWords(least: number, most: number): string {
  if (least === most) return `exactly ${grouped(most)}`;
  return least > 0 ? `${grouped(least)} – ${grouped(most)} long` : `${grouped(most)} at most`;
}

function numberWords({ isWhole, format, minimum, maximum }: ShapeOf<'number'>): string {
  const words = [isWhole ? 'whole number' : 'number'];
  if (minimum !== null && maximum !== null) words.push(`${grouped(minimum)} – ${grouped(maximum)}`);
  else if (minimum !== null) words.push(`${grouped(minimum)} or more`);
  else if (maximum !== null) words.push(`${grouped(maximum)} or less`);
  if (format === 'int64') words.push('64 bits');
  return words.join(', ');
}

function enumWords({ values, total }: ShapeOf<'enum'>): string {
  if (total > mostNamed) return `one of ${grouped(total)} values`;
  const names = values.map(scalarWords);
  return names.length < 2 ? `only ${names.join('')}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

function listWords(definition: Definition, { items, minItems, maxItems, isUnique }: ShapeOf<'list'>): string {
  return [
    `list of ${itemWords(definition, items)}`,
    ...(minItems !== null && minItems > 0 ? [`${grouped(minItems)} or more`] : []),
    ...(maxItems === null ? [] : [`${grouped(maxItems)} at most`]),
    ...(isUnique ? ['no two the same'] : []),
  ].join(', ');
}

const itemKinds: Readonly<Record<Shape['kind'], string>> = {
  text: 'texts',
  number: 'numbers',
  yesNo: 'yes or no',
  enum: 'values',
  object: 'objects',
  choice: 'objects',
  list: 'lists',
  free: 'JSON',
};

function itemWords(definition: Definition, items: Json): string {
  const shape = shapeIn(definition, items, '');
  if (shape.kind === 'text' && shape.format === 'uuid') return 'UUIDs';
  const isNamed = shape.kind === 'enum' && shape.total <= mostNamed;
  return isNamed ? shape.values.map(scalarWords).join(', ') : itemKinds[shape.kind];
}

function named(names: readonly string[]): string {
  return names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');
}
