/** The keys of a field: enter, space, - and N; and the end of typing. */
import { type Json, writeExactly } from '../../../api/exact-json.ts';
import { readJsonText } from '../../../api/json-mistake.ts';
import { atTop, placed } from '../../kernel/list-cursor.ts';
import { longestValue } from '../../kernel/typed.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { Shape } from '../../../api/openapi/definition.ts';
import { choiceHeight } from './choices.ts';
import { editorOpened, lostSecret, readLine } from './editing.ts';
import {
  contextOf,
  fieldAtCursor,
  type FormState,
  isText,
  shownForm,
  shownShape,
  valueOf,
  withCursorAt,
  withoutTyping,
  withScreen,
  withValue,
} from './forms.ts';
import { completedTexts } from './marked-systems.ts';
import { canBeNull, type FieldEntry } from './form-lines.ts';
import { mayHoldSecret, withDots, withSecretsOf } from './secrets.ts';
import { typedText } from './typed/typed-value.ts';
import { type FieldPath, pathKey } from './values.ts';

/** Why no key can set this field; null: it can be set. */
function refusalOf({ role, says }: FieldEntry): string | null {
  if (role === 'marks') return 'The marks stand here. The list of systems changes them.';
  if (role === 'organisation') return 'This is the open organisation. @ in the list of systems switches it.';
  if (role === 'send') return 'This is no field: enter sends the form.';
  return role === 'unusable' ? (says ?? '') : null;
}

/** Acts on the field at the cursor if it can be set; else says why not. */
function atField(state: FormState, does: (field: FieldEntry, shape: Shape) => Step): Step {
  const field = fieldAtCursor(state);
  if (field === undefined) return [said(state, 'There is nothing to set here.')];
  const refusal = refusalOf(field);
  return refusal === null ? does(field, shownShape(state, field.path)) : [said(state, refusal)];
}

/** The cursor stands on the chosen value. */
function choiceOpened(state: FormState, path: FieldPath, values: readonly Json[]): Step {
  const value = valueOf(state, path);
  const chosen = value === undefined ? -1 : values.findIndex((one) => isSame(one, value));
  const list = placed(atTop, Math.max(0, chosen), values.length, choiceHeight(state.rows));
  return [{ ...state, overlay: { kind: 'operationChoice', path, typed: null, list }, notice: null }];
}

export function fieldEntered(state: FormState, isInPlace: boolean): Step {
  return atField(state, ({ path }, shape) => {
    const isHidden = !isText(state, path) && mayHoldSecret(contextOf(state, state.screen), path);
    if (!isText(state, path))
      return isInPlace && !isHidden ? jsonTyped(state, path) : editorOpened(state, path, 'json');
    const value = valueOf(state, path);
    if (shape.kind === 'yesNo') return [turnedTo(state, path, value !== true)];
    if (shape.kind === 'enum') return choiceOpened(state, path, shape.values);
    const text = typedText(value, shape);
    if (text === null || text.length > longestValue) return editorOpened(state, path, 'json');
    if (shape.isSecret && /[\n\r]/.test(text))
      return [said(state, 'This secret has several lines, and is not opened. - leaves it out.')];
    return /[\n\r]/.test(text) ? editorOpened(state, path, 'text') : [typingOpened(state, path, text)];
  });
}

/** The value as JSON in its line; one that is too long for a line in the editor. */
function jsonTyped(state: FormState, path: FieldPath): Step {
  const value = valueOf(state, path);
  const broken = shownForm(state).invalidJson.get(pathKey(path));
  const written = value === undefined ? '' : writeExactly(withDots(contextOf(state, state.screen), path, value));
  const text = broken ?? written;
  return text.length > longestValue || /[\n\r]/.test(text)
    ? editorOpened(state, path, 'json')
    : [typingOpened(state, path, text)];
}

function turnedTo(state: FormState, path: FieldPath, value: Json): FormState {
  return withValue({ ...state, notice: null }, path, value);
}

function typingOpened(state: FormState, path: FieldPath, text: string): State {
  return withCursorAt(withScreen({ ...state, notice: null }, { typing: { path, text } }), path);
}

/** Enter: accepts the line. */
export function typingAccepted(state: FormState): Step {
  const { typing } = state.screen;
  if (typing === null) return [state];
  const { path, text } = typing;
  if (!isText(state, path)) return jsonAccepted(state, path, text);
  const read = readLine(state, path, text);
  if (read === null) return [withoutTyping(state)];
  return 'says' in read ? [said(state, read.says)] : taken(state, path, read.value);
}

function jsonAccepted(state: FormState, path: FieldPath, text: string): Step {
  const read = readJsonText(text);
  if (read === null) return [withoutTyping(state)];
  if (!read.ok) return [said(state, `${read.says}. A text stands in quotation marks; ctrl-o opens $EDITOR.`)];
  const whole = withSecretsOf(contextOf(state, state.screen), path, valueOf(state, path), read.value);
  return whole === null ? [said(state, lostSecret)] : taken(state, path, whole.value);
}

function taken(state: FormState, path: FieldPath, value: Json): Step {
  const before = withoutTyping(state);
  const now = valueOf(state, path);
  return [now !== undefined && isSame(now, value) ? before : withCursorAt(withValue(before, path, value), path)];
}

function isSame(one: Json, other: Json): boolean {
  return writeExactly(one) === writeExactly(other);
}

/** The next name of a field for the unfinished `{…` at the end, round and round. */
export function textCompleted(state: FormState): Step {
  const { typing, marks } = state.screen;
  if (typing === null || marks === null) return [state];
  const known = typing.completion?.texts.length === 1 ? undefined : typing.completion;
  if (marks.kind === 'list')
    return [said(state, 'One request for all has one text, without fields of systems; {{ is a brace.')];
  const isInText = isText(state, typing.path) || typing.text.split('"').length % 2 === 0;
  const texts = known?.texts ?? (isInText ? completedTexts(state, typing.text) : []);
  const at = known === undefined ? 0 : (known.at + 1) % texts.length;
  const text = texts[at];
  if (text === undefined) return [said(state, `{ begins a field of the system, such as {hostname}; {{ is a brace.`)];
  return [withScreen({ ...state, notice: null }, { typing: { ...typing, text, completion: { texts, at } } })];
}

export function fieldUnset(state: FormState): Step {
  return atField(state, ({ path }) => {
    const isBroken = shownForm(state).invalidJson.has(pathKey(path));
    if (valueOf(state, path) === undefined && !isBroken) return [said(state, 'It is not set.')];
    return [withValue({ ...state, notice: null }, path, undefined)];
  });
}

export function fieldNulled(state: FormState): Step {
  return atField(state, ({ path, label }) => {
    const isParameter = path.length === 1 && path[0] !== 'body';
    if (isParameter) return [said(state, 'A parameter cannot be null. - leaves it out.')];
    if (!canBeNull(contextOf(state, state.screen), path))
      return [said(state, `${nameIn(label)} cannot be null. b writes JSON, where it can.`)];
    return [turnedTo(state, path, null)];
  });
}

function nameIn(label: string): string {
  return `"${label.length > 30 ? `${label.slice(0, 29)}…` : label}"`;
}

/** Space: flips a yes or no, or takes the next value. */
export function fieldTurned(state: FormState): Step {
  return atField(state, ({ path }, shape) => {
    const value = valueOf(state, path);
    if (shape.kind === 'yesNo') return [turnedTo(state, path, value !== true)];
    if (shape.kind !== 'enum') return [said(state, 'enter sets this field.')];
    const at = value === undefined ? -1 : shape.values.findIndex((one) => isSame(one, value));
    const next = shape.values[(at + 1) % Math.max(1, shape.values.length)];
    return [next === undefined ? said(state, 'It has no values.') : turnedTo(state, path, next)];
  });
}
