/** Parts of a form in an editor: JSON with comments on possible values, or a text with line breaks. */
import { isJsonObject, type Json, readJsonText, writeExactly } from '../../../api/exact-json.ts';
import { bodyTypeIn } from '../../../api/calls/call.ts';
import type { Definition, Shape, ShapeOf } from '../../../api/openapi/definition.ts';
import { escapeHidden, groupDigits } from '../../kernel/spelling.ts';
import { withNotice, type Step } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import type { EditedAs, OperationFormFeature } from './feature.ts';
import {
  contextOf,
  faultsWithin,
  fieldAtCursor,
  formId,
  type FormState,
  isSecretTyped,
  isText,
  shownForm,
  shownShape,
  valueOf,
  withForm,
  withScreen,
  withValue,
} from './forms.ts';
import { shapeAt } from './form-lines.ts';
import { isHidden, valuesAmongMarks } from './marked-systems.ts';
import { nowAt } from './sending.ts';
import { secretsIn, withDots, withSecretsOf } from './secrets.ts';
import { partsOf, readOnlyWords, shapeIn, shapeWords, bodyPath, type FieldPath, pathKey, valueAt } from './shapes.ts';
import { itemsIn, typedText, typedValue } from './typed-value.ts';
import { hiddenText, mask } from '../../../api/secrets.ts';

type Edited = Extract<OperationFormFeature['action'], { readonly kind: 'operationEdited' }>;

/**
 * Opens a typed line in the editor, unless it is secret: others may read the editor's file. Reopens invalid JSON of
 * the last edit.
 */
export function openEditor(state: FormState, path: FieldPath, as: EditedAs): Step {
  const { typing } = state.screen;
  const typed = typing?.text ?? '';
  if (typed !== '' && isSecretTyped(state))
    return [withNotice(state, 'This holds a secret: it is set here, and in no file.')];
  const broken = shownForm(state).invalidJson.get(pathKey(path));
  const stored = typing === null ? (typedText(valueOf(state, path)) ?? '') : typed;
  const json = typed.trim() === '' ? withMistakes(state, path, broken) : typed;
  const opened = {
    kind: 'editOperation',
    id: formId(state.screen),
    path,
    as,
    text: as === 'text' ? stored : json,
  } as const;
  return [{ ...state, notice: null }, opened];
}

export const lostSecret = `${hiddenText} stands for no secret that is known here: write the secret itself.`;

/** Parses a typed line as the value of its field. Null when the line is empty and so means no value. */
export function readLine(
  state: FormState,
  path: FieldPath,
  text: string,
): { readonly value: Json } | { readonly message: string } | null {
  const shape = shownShape(state, path);
  // An empty line is a valid text, but not a number, a date or a list.
  const isEmptyText = shape.kind === 'text' && shape.format !== 'date' && shape.format !== 'date-time';
  if (text.trim() === '' && !isEmptyText && shape.kind !== 'list') return null;
  if (shape.kind === 'list' && itemsIn(text) === null)
    return { message: 'A quotation mark is not closed, or a comma is missing after one.' };
  const items = shape.kind === 'list' ? shownShape(state, [...path, 0]) : null;
  return { value: typedValue(shape, text, items) };
}

/** Opens the body as JSON, or a parameter that is not a line of text. */
export function openJson(state: FormState): Step {
  const { definition, operation } = state.screen;
  const field = fieldAtCursor(state);
  if (field?.role === 'value' && field.path[0] !== 'body' && !isText(state, field.path))
    return openEditor(state, field.path, 'json');
  const { body } = partsOf(definition, operation, bodyTypeIn(shownForm(state).values));
  if (body === null) return [withNotice(state, 'This operation takes no body.')];
  if (body.isFile) return [withNotice(state, 'The body is a file: enter types its path.')];
  return body.unusable === null ? openEditor(state, bodyPath, 'json') : [withNotice(state, body.unusable)];
}

export function receiveEdited(state: FormState, { path, as, before, edited: result }: Edited): Step {
  if (!result.ok) return [warn(state, `Nothing was changed: ${result.message}.`)];
  const { invalidJson: invalid } = shownForm(state);
  const key = pathKey(path);
  if (result.text === before && !invalid.has(key)) {
    return [withNotice(state, 'Closed without a change: nothing was changed.')];
  }
  if (as === 'text') {
    // Editors add a line break at the end of a file.
    const text = result.text.replace(/\r?\n$/, '');
    const line = readLine(state, path, text);
    if (line === null || 'message' in line)
      return [warn(state, `Nothing was changed. ${line?.message ?? ''}`.trimEnd())];
    return [withValue(withScreen(state, { typing: null }), path, line.value)];
  }
  const written = result.text.replace(/^(?:\/\/ ! .*\n)+/, '');
  const read = readJsonText(written);
  if (read === null) return [withNotice(state, 'The text was empty: nothing was changed. - leaves a field out.')];
  const invalidJson = new Map(invalid);
  if (!read.ok) {
    invalidJson.set(key, written);
    const opens = path.length === 1 && path[0] === 'body' ? 'b' : 'enter';
    return [warn(withForm(state, { invalidJson }), `${read.message}. Nothing was changed; ${opens} opens it again.`)];
  }
  invalidJson.delete(key);
  const whole = withSecretsOf(contextOf(state, state.screen), path, valueOf(state, path), read.value);
  if (whole === null) {
    invalidJson.set(key, written);
    return [warn(withForm(state, { invalidJson }), `Nothing was changed. ${lostSecret}`)];
  }
  const closed = withScreen({ ...state, notice: null }, { typing: null });
  return [withValue(withForm(closed, { invalidJson }), path, whole.value)];
}

function warn(state: State, text: string): State {
  return { ...state, notice: { kind: 'warning', text } };
}

/** Prefix of a line that describes the mistake in the text below it. */
const mistakeSign = '// ! ';

/** The text for the editor: the invalid text of the last edit, or a template, below the mistakes in it. */
function withMistakes(state: FormState, path: FieldPath, broken: string | undefined): string {
  const text = broken ?? editorText(state, path);
  if (broken !== undefined) {
    // Counts the mistake's own line, because positions refer to the whole text.
    const read = readJsonText(`${mistakeSign}\n${text}`);
    return `${mistakeSign}${read?.ok === false ? `${read.message}.` : lostSecret}\n${text}`;
  }
  // The service's message may repeat secrets that were sent.
  const secrets = secretsIn(contextOf(state, state.screen));
  const faults = faultsWithin(state.screen.faults, path).slice(0, maxNamed);
  const hidden = faults.map((message) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, hiddenText), message),
  );
  return [...hidden.map((message) => `${mistakeSign}${commentText(message)}`), text].join('\n');
}

/** Maximum number of optional fields that are named. */
const maxNamed = 40;

/**
 * A template of a place as JSON: the values that are set or required; comments list the optional fields, the possible
 * shapes, and the current value.
 */
function editorText(state: FormState, path: FieldPath): string {
  const context = contextOf(state, state.screen);
  const { definition, operation } = context;
  const shape = shapeAt(context, path);
  const value = valueAt(context.values, path);
  const shown = value === undefined ? undefined : withDots(context, path, value);
  const head = [
    `// ${commentText(operation.id)}: ${path.length === 1 ? path[0] : path.slice(1).join(' › ')}`,
    '// Lines that begin with // are dropped. Close the editor without a change to change nothing.',
    ...variantLines(definition, shape),
    ...nowLine(state, path),
  ];
  if (shape.kind === 'object' && (shown === undefined || isJsonObject(shown))) {
    return [...head, ...objectLines(state, shape, shown ?? {}, path), ''].join('\n');
  }
  const what = shape.kind === 'choice' ? [] : [`// ${commentText(shapeWords(definition, shape))}`];
  return [...head, ...what, shown === undefined ? 'null' : jsonText(shown), ''].join('\n');
}

/** The possible shapes of a value, each with its fields; required fields have a star. */
function variantLines(definition: Definition, shape: Shape): readonly string[] {
  if (shape.kind !== 'choice') return [];
  const { variants, total, discriminator } = shape;
  const lines = variants.slice(0, maxNamed).map(({ name, schema, tag }) => {
    const one = shapeIn(definition, schema, name);
    const own = tag === null || discriminator === null ? '' : `"${discriminator}": "${tag}"; `;
    const fields =
      one.kind === 'object' ? one.fields.map((field) => `${field.name}${field.isRequired ? '*' : ''}`) : [];
    const words = one.kind === 'object' ? fields.join(', ') : shapeWords(definition, one);
    return `//   ${commentText(`${name}: ${own}${words}`)}`;
  });
  const left = total - lines.length;
  return [
    `// One of ${total.toLocaleString('en')} shapes; * must be set:`,
    ...lines,
    ...(left > 0 ? [`//   and ${left.toLocaleString('en')} more`] : []),
  ];
}

/** The current value at the service, or the most frequent ones among the marked systems, without secrets. */
function nowLine(state: FormState, path: FieldPath): readonly string[] {
  if (path.length === 1) return [];
  const words = (value: Json): string =>
    commentText(
      writeExactly(isHidden(state, path, value) ? hiddenText : mask(value, {}, { name: String(path.at(-1)) })),
    );
  const now = nowAt(state.screen, path);
  const { counts } = valuesAmongMarks(state, path);
  const among = counts.slice(0, maxCounted).map(([value, systems]) => `${words(value)} in ${groupDigits(systems)}`);
  const all = now === undefined ? among : [words(now)];
  return all.length === 0 ? [] : [`// now: ${all.join(', ')}`];
}

const maxCounted = 4;

function objectLines(
  state: FormState,
  { fields, leftOut, more }: ShapeOf<'object'>,
  value: { readonly [name: string]: Json },
  path: FieldPath,
): readonly string[] {
  const { definition } = state.screen;
  const words = (name: string, schema: Json): string => {
    const shape = shapeIn(definition, schema, name);
    const isOffered = shape.isReadOnly && fields.some((field) => field.name === name);
    const [now = ''] = nowLine(state, [...path, name]);
    const about = `${commentText(shapeWords(definition, shape, true))}${isOffered ? `; ${readOnlyWords}` : ''}`;
    return `${commentText(name)}: ${about}${now.replace('// ', '; ')}`;
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
  const left = open.length - maxNamed + more;
  const named = open.slice(0, maxNamed).map(({ name, schema }) => `  //   ${words(name, schema)}`);
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

/** Keeps any text on one line. */
function commentText(text: string): string {
  return text
    .slice(0, 300)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
