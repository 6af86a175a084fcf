/** A part of a form as JSON for an editor: set and required fields, with comments on possible values. */
import { isJsonObject, type Json, writeExactly } from '../../../api/exact-json.ts';
import type { ShapeOf } from '../../../api/openapi/definition.ts';
import { escapeHidden } from '../../kernel/hidden-characters.ts';
import { type FormContext, settledAt } from './form-tree.ts';
import { withDots } from './secrets.ts';
import { shapeIn } from './shapes.ts';
import { shapeWords } from './shape-words.ts';
import { type FieldPath, valueAt } from './values.ts';

/** Limit on the optional fields that are named. */
const mostNamed = 40;

export function editorText(context: FormContext, path: FieldPath): string {
  const { shape } = settledAt(context, path);
  const value = valueAt(context.values, path);
  const shown = value === undefined ? undefined : withDots(context, path, value);
  const head = [
    `// ${commentText(context.operation.id)}: ${path.length === 1 ? path[0] : path.slice(1).join(' › ')}`,
    '// Lines that begin with // are dropped. Close the editor without a change to change nothing.',
  ];
  if (shape.kind === 'object' && (shown === undefined || isJsonObject(shown))) {
    return [...head, ...objectLines(context, shape, shown ?? {}), ''].join('\n');
  }
  const what = `// ${commentText(shapeWords(context.definition, shape))}`;
  return [...head, what, shown === undefined ? 'null' : jsonText(shown), ''].join('\n');
}

function objectLines(
  { definition }: FormContext,
  { fields, more }: ShapeOf<'object'>,
  value: { readonly [name: string]: Json },
): readonly string[] {
  const words = (name: string, schema: Json): string =>
    `${commentText(name)}: ${commentText(shapeWords(definition, shapeIn(definition, schema, name), true))}`;
  const missing = fields.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(value, name));
  const shown = [
    ...missing.map(({ name, schema }) => ({ name, comment: `${words(name, schema)}; required`, json: 'null' })),
    ...Object.entries(value).map(([name, part]) => ({ name, comment: null, json: jsonText(part) })),
  ];
  const open = fields.filter(({ name, isRequired }) => !isRequired && !Object.hasOwn(value, name));
  const lines = shown.flatMap(({ name, comment, json }, at) => {
    const end = at === shown.length - 1 ? '' : ',';
    const line = `  ${jsonText(name)}: ${json.replaceAll('\n', '\n  ')}${end}`;
    return comment === null ? [line] : [`  // ${comment}`, line];
  });
  const left = open.length - mostNamed + more;
  const named = open.slice(0, mostNamed).map(({ name, schema }) => `  //   ${words(name, schema)}`);
  const rest = open.length === 0 ? [] : ['  // These may be added:', ...named];
  return ['{', ...lines, ...rest, ...(left > 0 ? [`  //   and ${left.toLocaleString('en')} more`] : []), '}'];
}

function jsonText(value: Json): string {
  return escapeHidden(writeExactly(value, 2));
}

/** One line, whatever the text. */
function commentText(text: string): string {
  return text
    .slice(0, 300)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
