/** Parts of a form in an editor: JSON with comments on possible values, or a text with line breaks. */
import { isJsonObject, type Json, writeExactly } from '../../../api/exact-json.ts';
import { bodyTypeIn } from '../../../api/calls/call.ts';
import type { ShapeOf } from '../../../api/openapi/definition.ts';
import { escapeHidden } from '../../kernel/hidden-characters.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { EditedAs, OperationFormFeature } from './feature.ts';
import {
  contextOf,
  fieldAtCursor,
  type FormState,
  isLevelOf,
  shownForm,
  shownShape,
  valueOf,
  withForm,
  withScreen,
  withValue,
  formId,
} from './forms.ts';
import { type FormContext, settledAt } from './form-tree.ts';
import { withDots, withSecretsOf } from './secrets.ts';
import { partsOf, shapeIn } from './shapes.ts';
import { readOnlyWords, shapeWords } from './shape-words.ts';
import { typedText } from './typed/typed-value.ts';
import { bodyPath, type FieldPath, pathKey, valueAt } from './values.ts';
import { readJsonText } from '../../../api/json-mistake.ts';

type Edited = Extract<OperationFormFeature['action'], { readonly kind: 'operationEdited' }>;

/** Invalid JSON of the last time opens again. */
export function editorOpened(state: FormState, path: FieldPath, as: EditedAs): Step {
  const { typing } = state.screen;
  const typed = typing === null ? (typedText(valueOf(state, path)) ?? '') : typing.text;
  const broken = shownForm(state).invalidJson.get(pathKey(path));
  const text = as === 'text' ? typed : (broken ?? editorText(contextOf(state, state.screen), path));
  return [
    { ...state, notice: null },
    { kind: 'editOperation', id: formId(state.screen), path, as, text },
  ];
}

/** Opens as JSON: the level, a parameter with fields of its own, or the body. */
export function jsonOpened(state: FormState): Step {
  const { path, definition, operation } = state.screen;
  if (path !== null) return editorOpened(state, path, 'json');
  const field = fieldAtCursor(state);
  if (field?.role === 'value' && field.path[0] !== 'body') {
    const { shape, choices } = shownShape(state, field.path);
    const isScalar = ['text', 'number', 'yesNo', 'enum'].includes(shape.kind);
    if (!isScalar || choices.length > 0) return editorOpened(state, field.path, 'json');
  }
  const { body } = partsOf(definition, operation, bodyTypeIn(shownForm(state).values));
  if (body === null) return [said(state, 'This operation takes no body.')];
  return body.unusable === null ? editorOpened(state, bodyPath, 'json') : [said(state, body.unusable)];
}

/** Takes the text of a closed editor. */
export function edited(state: FormState, { path, as, before, edited: result }: Edited): Step {
  if (!result.ok) return [warned(state, `Nothing was changed: ${result.says}.`)];
  const { invalidJson: invalid } = shownForm(state);
  const key = pathKey(path);
  if (result.text === before && !invalid.has(key)) {
    return [said(state, 'Closed without a change: nothing was changed.')];
  }
  if (as === 'text') {
    // Editors add a line break at the end of a file.
    const text = result.text.replace(/\r?\n$/, '');
    return [withValue(withScreen(state, { typing: null }), path, text)];
  }
  const read = readJsonText(result.text);
  if (read === null) return [said(state, 'The text was empty: nothing was changed. - leaves a field out.')];
  const invalidJson = new Map(invalid);
  if (!read.ok) {
    invalidJson.set(key, result.text);
    const opens = isLevelOf(state, path) ? 'b' : 'enter';
    return [warned(withForm(state, { invalidJson }), `${read.says}. Nothing was changed; ${opens} opens it again.`)];
  }
  invalidJson.delete(key);
  const value = withSecretsOf(contextOf(state, state.screen), path, valueOf(state, path), read.value);
  return [withValue(withForm({ ...state, notice: null }, { invalidJson }), path, value)];
}

function warned(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

/** Limit on the optional fields that are named. */
const mostNamed = 40;

/** The set and the required fields of a place as JSON. */
function editorText(context: FormContext, path: FieldPath): string {
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
  { fields, leftOut, more }: ShapeOf<'object'>,
  value: { readonly [name: string]: Json },
): readonly string[] {
  const words = (name: string, schema: Json): string => {
    const shape = shapeIn(definition, schema, name);
    const isOffered = shape.isReadOnly && fields.some((field) => field.name === name);
    return `${commentText(name)}: ${commentText(shapeWords(definition, shape, true))}${isOffered ? `; ${readOnlyWords}` : ''}`;
  };
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
  const hidden = leftOut.filter(({ name }) => !Object.hasOwn(value, name));
  const readOnly = hidden.map(({ name, schema }) => `  //   ${words(name, schema)}`);
  return [
    ...['{', ...lines, ...rest],
    ...(left > 0 ? [`  //   and ${left.toLocaleString('en')} more`] : []),
    ...(hidden.length === 0 ? [] : ['  // These are read-only in the definition:', ...readOnly]),
    '}',
  ];
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
