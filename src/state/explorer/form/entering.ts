/** The keys of a field: enter, space, - and N; and the end of typing. */
import { type Json, type JsonObject, readJsonText, writeExactly } from '../../../api/exact-json.ts';
import { inPlainSpelling } from '../../kernel/spelling.ts';
import { atTop, bodyRows, placeCursor } from '../../kernel/list-view.ts';
import type { State } from '../../root/state.ts';
import type { OperationChoice } from './feature.ts';
import {
  contextOf,
  entriesShown,
  fieldAtCursor,
  formId,
  formOf,
  type FormScreen,
  type FormState,
  isText,
  shownForm,
  shownShape,
  valueOf,
  withCursor,
  withCursorAt,
  withForm,
  withoutTyping,
  withScreen,
  withValue,
  withValues,
} from './forms.ts';
import { enumValue, scalarWords, typedText, typedValue } from './typed-value.ts';
import { maxValueLength } from '../../kernel/form.ts';
import { withNotice, type Step } from '../../root/feature.ts';
import type { DefinedOperation, Definition, Shape } from '../../../api/openapi/definition.ts';
import { openEditor, lostSecret, readLine } from './editing.ts';
import { completedTexts } from './marked-systems.ts';
import { canBeNull, type FieldEntry, fieldsIn } from './form-lines.ts';
import { mayHoldSecret, withDots, withSecretsOf } from './secrets.ts';
import {
  bodyPath,
  type FieldPath,
  nothingSet,
  pathKey,
  withValueAt,
  type ForMarks,
  partsOf,
  shapeIn,
} from './shapes.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { type CallValues, parameterKey } from '../../../api/calls/call.ts';
import { sayOwnPlace } from '../definition.ts';
import { idempotencyParameter } from './sending.ts';

// A choice between the values of a field.

/** `isTyped`: the value is not in the list. */
export interface ChoiceRow {
  readonly value: Json;
  readonly isTyped?: true;
}

/** Rows of the choice, without those of its field and its footer. */
export function choiceHeight(rows: number): number {
  return Math.max(1, bodyRows(rows) - 2);
}

export function choiceRows(state: FormState, { path, typed }: OperationChoice): readonly ChoiceRow[] {
  const shape = shownShape(state, path);
  if (shape.kind !== 'enum') return [];
  const text = typed ?? '';
  const word = inPlainSpelling(text);
  const rows = shape.values.map((value): ChoiceRow => ({ value }));
  const shown = word === '' ? rows : rows.filter(({ value }) => inPlainSpelling(scalarWords(value)).includes(word));
  const isThere = text === '' || shape.values.some((value) => scalarWords(value) === text);
  return isThere ? shown : [...shown, { value: enumValue(shape.values, text), isTyped: true }];
}

export function withChosen(state: FormState, { path }: OperationChoice, { value }: ChoiceRow): State {
  return withValue({ ...state, overlay: null, notice: null }, path, value);
}

/** Why no key can set this field; null when a key can. */
function refusalOf({ role, message }: FieldEntry): string | null {
  if (role === 'marks') return 'The marks stand here. The list of systems changes them.';
  if (role === 'organisation') return 'This is the open organisation. @ in the list of systems switches it.';
  if (role === 'send') return 'This is no field: enter sends the form.';
  return role === 'unusable' ? (message ?? '') : null;
}

// Setting and clearing the field at the cursor.

/** Acts on the field at the cursor, or says why it cannot be set. */
function atField(state: FormState, does: (field: FieldEntry, shape: Shape) => Step): Step {
  const field = fieldAtCursor(state);
  if (field === undefined) return [withNotice(state, 'There is nothing to set here.')];
  const refusal = refusalOf(field);
  return refusal === null ? does(field, shownShape(state, field.path)) : [withNotice(state, refusal)];
}

/** Puts the cursor on the chosen value. */
function openChoice(state: FormState, path: FieldPath, values: readonly Json[]): Step {
  const value = valueOf(state, path);
  const chosen = value === undefined ? -1 : values.findIndex((one) => isSame(one, value));
  const list = placeCursor(atTop, Math.max(0, chosen), values.length, choiceHeight(state.rows));
  return [{ ...state, overlay: { kind: 'operationChoice', path, typed: null, list }, notice: null }];
}

export function enterField(state: FormState, isInPlace: boolean): Step {
  return atField(state, ({ path }, shape) => {
    const isHidden = !isText(state, path) && mayHoldSecret(contextOf(state, state.screen), path);
    if (!isText(state, path)) return isInPlace && !isHidden ? typeJson(state, path) : openEditor(state, path, 'json');
    const value = valueOf(state, path);
    if (shape.kind === 'yesNo') return [turnTo(state, path, value !== true)];
    if (shape.kind === 'enum') return openChoice(state, path, shape.values);
    const text = typedText(value, shape);
    if (text === null || text.length > maxValueLength) return openEditor(state, path, 'json');
    if (shape.isSecret && /[\n\r]/.test(text))
      return [withNotice(state, 'This secret has several lines, and is not opened. - leaves it out.')];
    return /[\n\r]/.test(text) ? openEditor(state, path, 'text') : [openTyping(state, path, text)];
  });
}

/** Edits the value as JSON in its line, or in the editor when it is too long for a line. */
function typeJson(state: FormState, path: FieldPath): Step {
  const value = valueOf(state, path);
  const broken = shownForm(state).invalidJson.get(pathKey(path));
  const written = value === undefined ? '' : writeExactly(withDots(contextOf(state, state.screen), path, value));
  const text = broken ?? written;
  return text.length > maxValueLength || /[\n\r]/.test(text)
    ? openEditor(state, path, 'json')
    : [openTyping(state, path, text)];
}

function turnTo(state: FormState, path: FieldPath, value: Json): FormState {
  return withValue({ ...state, notice: null }, path, value);
}

function openTyping(state: FormState, path: FieldPath, text: string): State {
  return withCursorAt(withScreen({ ...state, notice: null }, { typing: { path, text } }), path);
}

export function acceptTyping(state: FormState): Step {
  const { typing } = state.screen;
  if (typing === null) return [state];
  const { path, text } = typing;
  if (!isText(state, path)) return acceptJson(state, path, text);
  const read = readLine(state, path, text);
  if (read === null) return [withoutTyping(state)];
  return 'message' in read ? [withNotice(state, read.message)] : takeValue(state, path, read.value);
}

function acceptJson(state: FormState, path: FieldPath, text: string): Step {
  const read = readJsonText(text);
  if (read === null) return [withoutTyping(state)];
  if (!read.ok) return [withNotice(state, `${read.message}. A text stands in quotation marks; ctrl-o opens $EDITOR.`)];
  const whole = withSecretsOf(contextOf(state, state.screen), path, valueOf(state, path), read.value);
  return whole === null ? [withNotice(state, lostSecret)] : takeValue(state, path, whole.value);
}

function takeValue(state: FormState, path: FieldPath, value: Json): Step {
  const before = withoutTyping(state);
  const now = valueOf(state, path);
  return [now !== undefined && isSame(now, value) ? before : withCursorAt(withValue(before, path, value), path)];
}

function isSame(one: Json, other: Json): boolean {
  return writeExactly(one) === writeExactly(other);
}

/** Cycles through the field names that complete the unfinished `{…` at the end. */
export function completeText(state: FormState): Step {
  const { typing, marks } = state.screen;
  if (typing === null || marks === null) return [state];
  const known = typing.completion?.texts.length === 1 ? undefined : typing.completion;
  if (marks.kind === 'list')
    return [withNotice(state, 'One request for all has one text, without fields of systems; {{ is a brace.')];
  const isInText = isText(state, typing.path) || typing.text.split('"').length % 2 === 0;
  const texts = known?.texts ?? (isInText ? completedTexts(state, typing.text) : []);
  const at = known === undefined ? 0 : (known.at + 1) % texts.length;
  const text = texts[at];
  if (text === undefined)
    return [withNotice(state, `{ begins a field of the system, such as {hostname}; {{ is a brace.`)];
  return [withScreen({ ...state, notice: null }, { typing: { ...typing, text, completion: { texts, at } } })];
}

export function unsetField(state: FormState): Step {
  return atField(state, ({ path }) => {
    const isBroken = shownForm(state).invalidJson.has(pathKey(path));
    if (valueOf(state, path) === undefined && !isBroken) return [withNotice(state, 'It is not set.')];
    return [withValue({ ...state, notice: null }, path, undefined)];
  });
}

export function setFieldToNull(state: FormState): Step {
  return atField(state, ({ path, label }) => {
    const isParameter = path.length === 1 && path[0] !== 'body';
    if (isParameter) return [withNotice(state, 'A parameter cannot be null. - leaves it out.')];
    if (!canBeNull(contextOf(state, state.screen), path))
      return [withNotice(state, `${nameIn(label)} cannot be null. b writes JSON, where it can.`)];
    return [turnTo(state, path, null)];
  });
}

function nameIn(label: string): string {
  return `"${label.length > 30 ? `${label.slice(0, 29)}…` : label}"`;
}

/** Space: toggles a boolean, or selects the next value. */
export function turnField(state: FormState): Step {
  return atField(state, ({ path }, shape) => {
    const value = valueOf(state, path);
    if (shape.kind === 'yesNo') return [turnTo(state, path, value !== true)];
    if (shape.kind !== 'enum') return [withNotice(state, 'enter sets this field.')];
    const at = value === undefined ? -1 : shape.values.findIndex((one) => isSame(one, value));
    const next = shape.values[(at + 1) % Math.max(1, shape.values.length)];
    return [next === undefined ? withNotice(state, 'It has no values.') : turnTo(state, path, next)];
  });
}

// Opens and clears a form, and undoes its last change.

/** Opens a form with its earlier values, the values from its row, and the given fields of its body. */
export function openForm(
  state: State,
  operation: DefinedOperation,
  row: Readonly<Record<string, string>>,
  body: JsonObject = {},
  marks: ForMarks | null = null,
): State {
  const { definition } = state.definition;
  if (definition === null) return state;
  const known = findKnown(definition, operation, row);
  const screen: FormScreen = {
    ...{ kind: 'operation', definition, operation, marks, known, list: atTop },
    ...{ typing: null, now: null, faults: [] },
  };
  const above: FormState = { ...onScreenAbove(state, screen), screen };
  const form = formOf(state, { id: formId(screen) });
  const parameters = new Map([...form.values.parameters, ...known]);
  const values = Object.entries(body).reduce<CallValues>(
    (some, [name, value]) => withValueAt(some, [...bodyPath, name], value),
    { ...form.values, parameters },
  );
  const isFilled = known.size > 0 || Object.keys(body).length > 0;
  const filled = isFilled ? withForm(above, { values }) : above;
  const fields = fieldsIn(entriesShown(filled));
  const made = idempotencyParameter(definition, operation);
  const missing = fields.findIndex(
    ({ path, isRequired }) => isRequired && path[0] !== made && valueOf(filled, path) === undefined,
  );
  const first = missing === -1 ? fields.findIndex(({ role }) => role === 'value') : missing;
  const shown = withCursor(filled, Math.max(0, first));
  return sayOwnPlace(shown, operation);
}

function findKnown(
  definition: Definition,
  operation: DefinedOperation,
  row: Readonly<Record<string, string>>,
): CallValues['parameters'] {
  const organisation = orgPlaceholder(operation.path);
  const { parameters } = partsOf(definition, operation);
  return new Map(
    parameters.flatMap((parameter) => {
      const { name, schema } = parameter;
      const text = Object.hasOwn(row, name) ? row[name] : undefined;
      if (parameter.in !== 'path' || name === organisation || text === undefined) return [];
      return [[parameterKey(parameter), typedValue(shapeIn(definition, schema, name), text)] as const];
    }),
  );
}

/** Undoes the last change; a second call redoes it. */
export function undoChange(state: FormState): Step {
  const { before, values } = shownForm(state);
  if (before === null) return [withNotice(state, 'There is no change to undo.')];
  return [withNotice(withForm(state, { values: before, before: values }), 'Undone. u makes it again.')];
}

/** Values from the row stay, because you did not type them. */
export function clearForm(state: FormState): Step {
  const { values } = shownForm(state);
  const { known: parameters } = state.screen;
  if (values.body === undefined && values.parameters.size <= parameters.size)
    return [withNotice(state, 'Nothing is set.')];
  const cleared = withForm(state, { invalidJson: new Map() });
  return [withNotice(withValues(cleared, { ...nothingSet, parameters }), 'Cleared. u undoes.')];
}
