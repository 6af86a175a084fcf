/** The keys of a field: enter, space, -, N and +; and the end of typing. */
import { isJsonObject, type Json, writeExactly, isList } from '../../../api/exact-json.ts';
import { atTop, placed } from '../../kernel/list-cursor.ts';
import { longestValue } from '../../kernel/typed.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { Shape, ShapeOf } from '../../../api/openapi/definition.ts';
import type { Typing } from './feature.ts';
import { choiceHeight } from './choices.ts';
import { editorOpened } from './editing.ts';
import {
  fieldAtCursor,
  type FormState,
  isLevelOf,
  shownForm,
  shownShape,
  valueOf,
  withCursorAt,
  withLevel,
  withoutTyping,
  withScreen,
  withValue,
  withValues,
} from './forms.ts';
import { completedTexts } from './marked-systems.ts';
import type { FieldEntry, Settled } from './form-tree.ts';
import { shapeIn } from './shapes.ts';
import { itemsIn, typedText, typedValue } from './typed/typed-value.ts';
import { type FieldPath, withoutVariantsBelow, withValueAt } from './values.ts';

/** Why no key can set this field; null: it can be set. */
function refusalOf({ role, says }: FieldEntry): string | null {
  if (role === 'marks') return 'The marks stand here. The list of systems changes them.';
  if (role === 'organisation') return 'This is the open organisation. @ in the list of systems switches it.';
  if (role === 'send') return 'This is no field: enter sends the form.';
  return role === 'unusable' ? (says ?? '') : null;
}

/** Acts on the field at the cursor if it can be set; else says why not. */
function atField(state: FormState, does: (field: FieldEntry, now: Settled) => Step): Step {
  const field = fieldAtCursor(state);
  if (field === undefined) return [said(state, 'There is nothing to set here.')];
  const refusal = refusalOf(field);
  return refusal === null ? does(field, shownShape(state, field.path)) : [said(state, refusal)];
}

/** The cursor stands on the chosen shape. */
function choiceOpened(state: FormState, path: FieldPath, depth: number | null): Step {
  const choice = depth === null ? undefined : shownShape(state, path).choices[depth];
  const list = placed(atTop, choice?.chosen ?? 0, choice?.shape.variants.length ?? 0, choiceHeight(state.rows));
  return [{ ...state, overlay: { kind: 'operationChoice', path, depth, typed: null, list }, notice: null }];
}

export function fieldEntered(state: FormState, isDeeper: boolean): Step {
  return atField(state, (field, now) => {
    const { path, role, depth } = field;
    if (role === 'shape') return choiceOpened(state, path, depth);
    const open = now.choices.findIndex(({ chosen }) => chosen === null);
    if (open !== -1) return choiceOpened(state, path, open);
    if (now.choices.length > 0 && !isLevelOf(state, path)) return [withLevel(state, path)];
    return entered(state, path, now.shape, isDeeper);
  });
}

function entered(state: FormState, path: FieldPath, shape: Shape, isDeeper: boolean): Step {
  const value = valueOf(state, path);
  switch (shape.kind) {
    case 'yesNo':
      return [turnedTo(state, path, value !== true)];
    case 'enum':
      return choiceOpened(state, path, null);
    case 'object':
      return [withLevel(state, path)];
    case 'list':
      return !isDeeper && isShortList(state, shape, value)
        ? [typingOpened(state, path, typedText(value) ?? '')]
        : [withLevel(state, path)];
    case 'choice':
    case 'free':
      return editorOpened(state, path, 'json');
    case 'text':
    case 'number': {
      const text = typedText(value);
      if (text === null || text.length > longestValue) return editorOpened(state, path, 'json');
      return /[\n\r]/.test(text) ? editorOpened(state, path, 'text') : [typingOpened(state, path, text)];
    }
  }
}

/** Is the list typed in one line? */
function isShortList({ screen }: FormState, { items }: ShapeOf<'list'>, value: Json | undefined): boolean {
  const { kind, isSecret } = shapeIn(screen.definition, items, '');
  return (
    (kind === 'text' || kind === 'number' || kind === 'enum') &&
    !isSecret &&
    (typedText(value)?.length ?? Infinity) <= longestValue
  );
}

function turnedTo(state: FormState, path: FieldPath, value: Json): FormState {
  return withValue({ ...state, notice: null }, path, value);
}

function typingOpened(state: FormState, path: FieldPath, text: string, what: Typing['what'] = 'value'): State {
  return withCursorAt(withScreen({ ...state, notice: null }, { typing: { what, path, text } }), path);
}

/** Enter: accepts the line. */
export function typingAccepted(state: FormState): Step {
  const { typing, definition } = state.screen;
  if (typing === null) return [state];
  const { what, path, text } = typing;
  if (what === 'name') return nameAccepted(state, path, text);
  const { shape } = shownShape(state, path);
  // An empty line is a text; it is not a number, a date or a list.
  const isText = shape.kind === 'text' && shape.format !== 'date' && shape.format !== 'date-time';
  if (text.trim() === '' && !isText && shape.kind !== 'list') return [withoutTyping(state)];
  if (shape.kind === 'list' && itemsIn(text) === null) {
    return [said(state, 'A quotation mark is not closed, or a comma is missing after one.')];
  }
  const items = shape.kind === 'list' ? shapeIn(definition, shape.items, '') : null;
  const value = typedValue(shape, text, items);
  const before = withoutTyping(state);
  if (isSame(valueOf(state, path), value)) return [before];
  return [withCursorAt(withValue(before, path, value), path)];
}

function isSame(before: Json | undefined, after: Json): boolean {
  return before !== undefined && writeExactly(before) === writeExactly(after);
}

/** The next name of a field for the unfinished `{…` at the end, round and round. */
export function textCompleted(state: FormState): Step {
  const { typing, marks } = state.screen;
  if (typing === null || marks === null) return [state];
  const known = typing.completion?.texts.length === 1 ? undefined : typing.completion;
  if (marks.kind === 'list')
    return [said(state, 'One request for all has one text, without fields of systems; {{ is a brace.')];
  const texts = known?.texts ?? completedTexts(state, typing.text);
  const at = known === undefined ? 0 : (known.at + 1) % texts.length;
  const text = texts[at];
  if (text === undefined) return [said(state, `{ begins a field of the system, such as {hostname}; {{ is a brace.`)];
  return [withScreen({ ...state, notice: null }, { typing: { ...typing, text, completion: { texts, at } } })];
}

/** A name was typed for a new field: its value comes next. */
function nameAccepted(state: FormState, path: FieldPath, text: string): Step {
  const [root, ...below] = path;
  const named: FieldPath = [root, ...below.slice(0, -1), text];
  const before = withoutTyping(state);
  if (text === '') return [before];
  return valueOf(before, named) === undefined ? added(before, named) : [withCursorAt(before, named)];
}

/** Adds a field or an item: its value is typed or chosen, or has its own level. */
function added(state: FormState, path: FieldPath): Step {
  const { shape, choices } = shownShape(state, path);
  // After esc the cursor stands on the new field.
  const put = (value: Json): FormState => withCursorAt(turnedTo(state, path, value), path);
  if (choices.length > 0) return [withLevel(put({}), path)];
  switch (shape.kind) {
    case 'object':
    case 'choice':
      return [withLevel(put({}), path)];
    case 'list':
      return [withLevel(put([]), path)];
    case 'yesNo':
      return [put(true)];
    case 'enum':
      return choiceOpened(state, path, null);
    case 'free':
      return editorOpened(state, path, 'json');
    case 'text':
    case 'number':
      return [typingOpened(state, path, '')];
  }
}

export function fieldUnset(state: FormState): Step {
  return atField(state, ({ path }) => {
    const { values } = shownForm(state);
    const bare = withoutVariantsBelow(values, path);
    const isChosen = bare.variants.size < values.variants.size;
    if (valueOf(state, path) === undefined && !isChosen) return [said(state, 'It is not set.')];
    // Shapes chosen in a list go by position: after a removal they would be wrong for later items.
    const last = path.at(-1);
    const [root, ...below] = path;
    const kept = typeof last === 'number' ? withoutVariantsBelow(values, [root, ...below.slice(0, -1)]) : bare;
    return [withValues({ ...state, notice: null }, withValueAt(kept, path, undefined))];
  });
}

export function fieldNulled(state: FormState): Step {
  return atField(state, ({ path, label }, { shape, choices }) => {
    const isParameter = path.length === 1 && path[0] !== 'body';
    if (isParameter) return [said(state, 'A parameter cannot be null. - leaves it out.')];
    const canBe = shape.isNullable || shape.kind === 'free' || choices.some((choice) => choice.shape.isNullable);
    if (!canBe) return [said(state, `${nameIn(label)} cannot be null. b writes JSON, where it can.`)];
    return [turnedTo(state, path, null)];
  });
}

function nameIn(label: string): string {
  return `"${label.length > 30 ? `${label.slice(0, 29)}…` : label}"`;
}

/** Space: flips a yes or no, takes the next value, or sets an empty object or list. */
export function fieldTurned(state: FormState): Step {
  return atField(state, ({ path, role, depth }, { shape, choices }) => {
    if (role === 'shape') return choiceOpened(state, path, depth);
    if (choices.some(({ chosen }) => chosen === null)) return fieldEntered(state, false);
    const value = valueOf(state, path);
    switch (shape.kind) {
      case 'yesNo':
        return [turnedTo(state, path, value !== true)];
      case 'enum': {
        const at = value === undefined ? -1 : shape.values.findIndex((one) => isSame(one, value));
        const next = shape.values[(at + 1) % Math.max(1, shape.values.length)];
        return [next === undefined ? said(state, 'It has no values.') : turnedTo(state, path, next)];
      }
      case 'object':
      case 'list':
        if (value !== undefined && value !== null) return [said(state, 'It is set. - leaves it out.')];
        return [said(turnedTo(state, path, shape.kind === 'list' ? [] : {}), 'It is sent empty now.')];
      case 'choice':
      case 'free':
      case 'text':
      case 'number':
        return [said(state, 'enter sets this field.')];
    }
  });
}

/** Adds an item or a named field: to the field at the cursor, else to the level. */
export function itemAdded(state: FormState): Step {
  const field = fieldAtCursor(state);
  const candidates = [...(field === undefined ? [] : [field.path]), state.screen.path ?? (['body'] as const)];
  for (const path of candidates) {
    if (field?.path === path && refusalOf(field) !== null) continue;
    const { shape, choices } = shownShape(state, path);
    if (choices.some(({ chosen }) => chosen === null)) continue;
    const value = valueOf(state, path);
    const opened = field?.path === path && !isLevelOf(state, path) ? withLevel(state, path) : state;
    if (shape.kind === 'list') return added(opened, [...path, isList(value) ? value.length : 0]);
    if (
      shape.kind === 'object' &&
      shape.others !== null &&
      (value === undefined || value === null || isJsonObject(value))
    ) {
      return [typingOpened(opened, [...path, ''], '', 'name')];
    }
  }
  return [said(state, 'Only a list, or an object with names of your own, takes one more.')];
}
