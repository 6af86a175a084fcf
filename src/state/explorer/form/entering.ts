/** The keys of a field: enter, space, -, N and +; and the end of typing. */
import { isJsonObject, type Json, writeExactly, isList } from '../../../api/exact-json.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { longestValue } from '../../kernel/typed.ts';
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { Shape } from '../../../api/openapi/definition.ts';
import type { Typing } from './feature.ts';
import { editorOpened } from './editing.ts';
import {
  contextOf,
  fieldAtCursor,
  formOf,
  type FormScreen,
  type FormState,
  isLevelOf,
  valueOf,
  withCursorAt,
  withForm,
  withLevel,
  withValues,
} from './forms.ts';
import { itemsIn } from './typed/inline-list.ts';
import { type FieldEntry, type Settled, settledAt } from './form-tree.ts';
import { shapeIn } from './shapes.ts';
import { typedText, typedValue } from './typed/typed-value.ts';
import { type FieldPath, pathKey, withoutVariantsBelow, withValueAt } from './values.ts';

/** Why no key can set this field; null: it can be set. */
function refusalOf({ role, says }: FieldEntry): string | null {
  if (role === 'organisation') return 'This is the open organisation. @ in the list of systems switches it.';
  if (role === 'send') return 'This is no field: enter sends the form.';
  return role === 'unusable' ? (says ?? '') : null;
}

/** Acts on the field at the cursor if it can be set; else says why not. */
function atField(state: State, screen: FormScreen, does: (field: FieldEntry, now: Settled) => Step): Step {
  const field = fieldAtCursor(state, screen);
  if (field === undefined) return [said(state, 'There is nothing to set here.')];
  const refusal = refusalOf(field);
  if (refusal !== null) return [said(state, refusal)];
  return does(field, settledAt(contextOf(state, screen), field.path));
}

function choiceOpened(state: State, path: FieldPath, depth: number | null): Step {
  return [{ ...state, overlay: { kind: 'operationChoice', path, depth, typed: null, list: atTop }, notice: null }];
}

export function fieldEntered(state: State, screen: FormScreen, isDeeper: boolean): Step {
  return atField(state, screen, (field, now) => {
    const { path, role, depth } = field;
    if (role === 'shape') return choiceOpened(state, path, depth);
    const open = now.choices.findIndex(({ chosen }) => chosen === null);
    if (open !== -1) return choiceOpened(state, path, open);
    if (now.choices.length > 0 && !isLevelOf(screen, path)) return [withLevel(state, screen, path)];
    return entered(state, screen, path, now.shape, isDeeper);
  });
}

function entered(state: State, screen: FormScreen, path: FieldPath, shape: Shape, isDeeper: boolean): Step {
  const value = valueOf(state, screen, path);
  switch (shape.kind) {
    case 'yesNo':
      return [turnedTo(state, screen, path, value === true ? false : true)];
    case 'enum':
      return choiceOpened(state, path, null);
    case 'object':
      return [withLevel(state, screen, path)];
    case 'list':
      return !isDeeper && isShortList(screen, shape, value)
        ? [typingOpened(state, screen, path, typedText(value) ?? '')]
        : [withLevel(state, screen, path)];
    case 'choice':
    case 'free':
      return editorOpened(state, screen, path, 'json');
    case 'text':
    case 'number': {
      const text = typedText(value);
      if (text === null || text.length > longestValue) return editorOpened(state, screen, path, 'json');
      if (/[\n\r]/.test(text)) return editorOpened(state, screen, path, 'text');
      return [typingOpened(state, screen, path, text)];
    }
  }
}

/** Is the list typed in one line? */
function isShortList(
  { definition }: FormScreen,
  { items }: Extract<Shape, { readonly kind: 'list' }>,
  value: Json | undefined,
): boolean {
  const { kind, isSecret } = shapeIn(definition, items, '');
  return (
    (kind === 'text' || kind === 'number' || kind === 'enum') &&
    !isSecret &&
    (typedText(value)?.length ?? Infinity) <= longestValue
  );
}

function turnedTo(state: State, screen: FormScreen, path: FieldPath, value: Json): FormState {
  const { values } = formOf(state, screen.operation);
  return withValues({ ...state, notice: null }, screen, withValueAt(values, path, value));
}

/** The line begins with the unsaved text of the last time. */
function typingOpened(
  state: State,
  screen: FormScreen,
  path: FieldPath,
  text: string,
  what: Typing['what'] = 'value',
): State {
  const draft = formOf(state, screen.operation).unsavedText.get(pathKey(path));
  const typing: Typing = { what, path, text: draft ?? text };
  const opened: FormScreen = { ...screen, typing };
  return withCursorAt({ ...state, notice: null }, opened, path);
}

/** Enter: accepts the line. */
export function typingAccepted(state: State, screen: FormScreen, { what, path, text }: Typing): Step {
  const closed: FormScreen = { ...screen, typing: null };
  if (what === 'name') return nameAccepted(state, closed, path, text);
  const { shape } = settledAt(contextOf(state, screen), path);
  // An empty line is a text; it is not a number, a date or a list.
  const isText = shape.kind === 'text' && shape.format !== 'date' && shape.format !== 'date-time';
  if (text.trim() === '' && !isText && shape.kind !== 'list') return [withoutTyping(state, closed, path)];
  if (shape.kind === 'list' && itemsIn(text) === null) {
    return [said(state, 'A quotation mark is not closed, or a comma is missing after one.')];
  }
  const items = shape.kind === 'list' ? shapeIn(screen.definition, shape.items, '') : null;
  const value = typedValue(shape, text, state.now, items);
  const before = withoutTyping(state, closed, path);
  if (isSame(valueOf(state, screen, path), value)) return [before];
  const { values } = formOf(before, screen.operation);
  const set = withValues(before, closed, withValueAt(values, path, value));
  return [withCursorAt(set, set.screen, path)];
}

function isSame(before: Json | undefined, after: Json): boolean {
  return before !== undefined && writeExactly(before) === writeExactly(after);
}

/** Drops the unsaved text of the field. */
function withoutTyping(state: State, closed: FormScreen, path: FieldPath): State {
  const form = formOf(state, closed.operation);
  const unsavedText = new Map(form.unsavedText);
  unsavedText.delete(pathKey(path));
  return withForm({ ...state, notice: null }, closed, { ...form, unsavedText });
}

/** Esc: the field keeps its value, and the typed text returns the next time. */
export function typingLeft(state: State, screen: FormScreen, { path, text, what }: Typing): State {
  const form = formOf(state, screen.operation);
  const first = what === 'name' ? '' : (typedText(valueOf(state, screen, path)) ?? '');
  const left = withForm(state, { ...screen, typing: null }, form);
  if (text === first || text === '') return left;
  const unsavedText = new Map(form.unsavedText).set(pathKey(path), text);
  const kept = withForm(state, { ...screen, typing: null }, { ...form, unsavedText });
  return said(kept, 'Left as it was. What you typed is there at the next enter.');
}

/** A name was typed for a new field: its value comes next. */
function nameAccepted(state: State, closed: FormScreen, path: FieldPath, text: string): Step {
  const [root, ...below] = path;
  const named: FieldPath = [root, ...below.slice(0, -1), text];
  if (text === '') return [withoutTyping(state, closed, path)];
  const before = withoutTyping(state, closed, path);
  if (valueOf(before, closed, named) !== undefined) return [withCursorAt(before, closed, named)];
  return added(before, closed, named);
}

/** Adds a field or an item: its value is typed or chosen, or has its own level. */
function added(state: State, screen: FormScreen, path: FieldPath): Step {
  const { shape, choices } = settledAt(contextOf(state, screen), path);
  // After esc the cursor stands on the new field.
  const put = (value: Json): FormState => {
    const next = turnedTo(state, screen, path, value);
    return withCursorAt(next, next.screen, path);
  };
  const deeper = (value: Json): State => {
    const next = put(value);
    return withLevel(next, next.screen, path);
  };
  if (choices.length > 0) return [deeper({})];
  switch (shape.kind) {
    case 'object':
    case 'choice':
      return [deeper({})];
    case 'list':
      return [deeper([])];
    case 'yesNo':
      return [put(true)];
    case 'enum':
      return choiceOpened(state, path, null);
    case 'free':
      return editorOpened(state, screen, path, 'json');
    case 'text':
    case 'number':
      return [typingOpened(state, screen, path, '')];
  }
}

export function fieldUnset(state: State, screen: FormScreen): Step {
  return atField(state, screen, ({ path }) => {
    const { values } = formOf(state, screen.operation);
    const bare = withoutVariantsBelow(values, path);
    const isChosen = bare.variants.size < values.variants.size;
    if (valueOf(state, screen, path) === undefined && !isChosen) return [said(state, 'It is not set.')];
    // Shapes chosen in a list go by position: after a removal they would be wrong for later items.
    const last = path.at(-1);
    const [root, ...below] = path;
    const kept = typeof last === 'number' ? withoutVariantsBelow(values, [root, ...below.slice(0, -1)]) : bare;
    return [withValues({ ...state, notice: null }, screen, withValueAt(kept, path, undefined))];
  });
}

export function fieldNulled(state: State, screen: FormScreen): Step {
  return atField(state, screen, ({ path, label }, { shape, choices }) => {
    const isParameter = path.length === 1 && path[0] !== 'body';
    if (isParameter) return [said(state, 'A parameter cannot be null. - leaves it out.')];
    const canBe = shape.isNullable || shape.kind === 'free' || choices.some((choice) => choice.shape.isNullable);
    if (!canBe) return [said(state, `${nameIn(label)} cannot be null. b writes JSON, where it can.`)];
    return [turnedTo(state, screen, path, null)];
  });
}

function nameIn(label: string): string {
  return `"${label.length > 30 ? `${label.slice(0, 29)}…` : label}"`;
}

/** Space: flips a yes or no, takes the next value, or sets an empty object or list. */
export function fieldTurned(state: State, screen: FormScreen): Step {
  return atField(state, screen, (field, now) => {
    const { path } = field;
    if (field.role === 'shape') return choiceOpened(state, path, field.depth);
    if (now.choices.some(({ chosen }) => chosen === null)) return fieldEntered(state, screen, false);
    const value = valueOf(state, screen, path);
    switch (now.shape.kind) {
      case 'yesNo':
        return [turnedTo(state, screen, path, value === true ? false : true)];
      case 'enum': {
        const { values } = now.shape;
        const at = value === undefined ? -1 : values.findIndex((one) => isSame(one, value));
        const next = values[(at + 1) % Math.max(1, values.length)];
        return next === undefined ? [said(state, 'It has no values.')] : [turnedTo(state, screen, path, next)];
      }
      case 'object':
      case 'list':
        if (value !== undefined && value !== null) return [said(state, 'It is set. - leaves it out.')];
        return [said(turnedTo(state, screen, path, now.shape.kind === 'list' ? [] : {}), 'It is sent empty now.')];
      case 'choice':
      case 'free':
      case 'text':
      case 'number':
        return [said(state, 'enter sets this field.')];
    }
  });
}

/** Adds an item or a named field: to the field at the cursor, else to the level. */
export function itemAdded(state: State, screen: FormScreen): Step {
  const field = fieldAtCursor(state, screen);
  const context = contextOf(state, screen);
  const candidates = [...(field === undefined ? [] : [field.path]), screen.path ?? (['body'] as const)];
  for (const path of candidates) {
    if (field?.path === path && refusalOf(field) !== null) continue;
    const { shape, choices } = settledAt(context, path);
    if (choices.some(({ chosen }) => chosen === null)) continue;
    const value = valueOf(state, screen, path);
    const isField = field?.path === path && !isLevelOf(screen, path);
    const opened: FormState = isField ? withLevel(state, screen, path) : { ...state, screen };
    if (shape.kind === 'list') return added(opened, opened.screen, [...path, isList(value) ? value.length : 0]);
    if (
      shape.kind === 'object' &&
      shape.others !== null &&
      (value === undefined || value === null || isJsonObject(value))
    ) {
      return [typingOpened(opened, opened.screen, [...path, ''], '', 'name')];
    }
  }
  return [said(state, 'Only a list, or an object with names of your own, takes one more.')];
}
