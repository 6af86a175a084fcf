/** The form on the screen: its values, its fields, and how a change is kept. */
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import { type Of, withNotice } from '../../root/feature.ts';
import { bodyRows, placeCursor } from '../../kernel/list-view.ts';
import { openScreens } from '../../root/navigation.ts';
import type { Screen, State } from '../../root/state.ts';
import { bodyTypeIn, type CallPlan, type CallValues, parameterKey, type ShapeFault } from '../../../api/calls/call.ts';
import { acceptedTypes } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation, Shape } from '../../../api/openapi/definition.ts';
import type { FieldFault, OpenForm } from './feature.ts';
import {
  entriesOf,
  type Entry,
  type FieldEntry,
  fieldsIn,
  type FormContext,
  isTextLine,
  sendEntries,
  shapeAt,
} from './form-lines.ts';
import { addressFor } from '../../../api/calls/operations-at.ts';
import { serviceAddress } from '../../session/session.ts';
import { isSecret, namesSecret, withoutSecrets as withoutSecretTexts } from '../../../api/secrets.ts';
import { mayHoldSecret, secretsIn, withoutSecrets } from './secrets.ts';
import { partsOf, bodyPath, type FieldPath, nothingSet, pathKey, valueAt, withValueAt } from './shapes.ts';
import { validate } from './typed-value.ts';

export type FormScreen = Of<Screen, 'operation'>;

export type FormState = State & { readonly screen: FormScreen };

/** True also when an overlay covers the form. */
export function isForm(state: State): state is FormState {
  return state.screen.kind === 'operation';
}

const blankForm: OpenForm = {
  values: nothingSet,
  before: null,
  invalidJson: new Map(),
  idempotency: null,
};

/** Key of a screen's form. The form for the marked systems keeps separate values. */
export function formId({ operation: { id }, marks }: Pick<FormScreen, 'operation' | 'marks'>): string {
  return marks === null ? id : `${id} for the marks`;
}

export function formOf({ operationForm: { forms } }: State, { id }: Pick<DefinedOperation, 'id'>): OpenForm {
  return forms.get(id) ?? blankForm;
}

export function shownForm(state: FormState): OpenForm {
  return formOf(state, { id: formId(state.screen) });
}

export function contextOf(state: State, screen: FormScreen): FormContext {
  const { definition, operation, marks } = screen;
  return { definition, operation, marks, values: formOf(state, { id: formId(screen) }).values };
}

export function shownShape(state: FormState, path: FieldPath): Shape {
  return shapeAt(contextOf(state, state.screen), path);
}

/** All lines, including the last one, which sends the form. */
export function entriesShown(state: FormState): readonly Entry[] {
  return [...entriesOf(contextOf(state, state.screen)), ...sendEntries];
}

export function isText(state: FormState, path: FieldPath): boolean {
  return isTextLine(contextOf(state, state.screen), path);
}

export function fieldAtCursor(state: FormState): FieldEntry | undefined {
  const fields = fieldsIn(entriesShown(state));
  return fields[Math.min(state.screen.list.row, fields.length - 1)];
}

export function isAtSend(state: FormState): boolean {
  return fieldAtCursor(state)?.role === 'send';
}

/** Rows for the fields, without the footer of the field at the cursor. */
export function formRows(rows: number): number {
  return Math.max(1, bodyRows(rows) - footRows(rows));
}

/** Rows for the footer of the field at the cursor. */
export function footRows(rows: number): number {
  const all = bodyRows(rows);
  if (all >= 16) return 3;
  return all >= 9 ? 2 : 1;
}

export function withScreen(state: FormState, about: Partial<FormScreen>): FormState {
  return { ...state, screen: { ...state.screen, ...about } };
}

export function withCursorAtSend(state: FormState): FormState {
  return withCursor({ ...state, notice: null }, fieldsIn(entriesShown(state)).length - 1);
}

/** Keeps the cursor inside the fields. */
export function withForm(state: FormState, about: Partial<OpenForm>): FormState {
  const { screen } = state;
  const forms = new Map(state.operationForm.forms).set(formId(screen), { ...shownForm(state), ...about });
  return withCursor({ ...state, operationForm: { forms }, screen: { ...screen, faults: [] } }, screen.list.row);
}

export function withCursor(state: FormState, row: number): FormState {
  const { length } = fieldsIn(entriesShown(state));
  const list = placeCursor(state.screen.list, row, length, formRows(state.rows));
  return { ...state, screen: { ...state.screen, list } };
}

/** Does not move the cursor when the form lacks the field. */
export function withCursorAt(state: FormState, path: FieldPath): FormState {
  const fields = fieldsIn(entriesShown(state));
  const row = fields.findIndex((field) => pathKey(field.path) === pathKey(path));
  return withCursor(state, row === -1 ? state.screen.list.row : row);
}

/** Sets new values, which u can undo. */
export function withValues(state: FormState, values: CallValues): FormState {
  return withForm(state, { values, before: shownForm(state).values });
}

/** Sets the value at a place, or removes it when undefined. Drops invalid JSON of that place. */
export function withValue(state: FormState, path: FieldPath, value: Json | undefined): FormState {
  const { values, invalidJson } = shownForm(state);
  const left = new Map([...invalidJson].filter(([key]) => key !== pathKey(path)));
  return withValues(withForm(state, { invalidJson: left }), withValueAt(values, path, value));
}

/** Closes the line; the field keeps its value. */
export function withoutTyping(state: FormState): FormState {
  return withForm(withScreen({ ...state, notice: null }, { typing: null }), {});
}

export function isSecretTyped(state: FormState): boolean {
  const { typing } = state.screen;
  if (typing === null) return false;
  const { path, text } = typing;
  const isSecretShape = shownShape(state, path).isSecret;
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  if (isText(state, path)) return isSecretShape || (text !== '' && isSecret(text, { name, isSecretShape }));
  return isSecretShape || holdsSecretText(text);
}

/** Accepts unfinished JSON. */
function holdsSecretText(text: string): boolean {
  const names = Array.from(text.matchAll(/"([^"]*)"\s*:/g), ([, name = '']) => name);
  return names.some((name) => isSecret('x', { name })) || withoutSecretTexts(text, 'application/json') !== text;
}

export function valueOf(state: FormState, path: FieldPath): Json | undefined {
  return valueAt(shownForm(state).values, path);
}

export function planOf(state: FormState): CallPlan {
  const { definition, operation } = state.screen;
  const context = contextOf(state, state.screen);
  const { parameters, body, responses } = partsOf(definition, operation, bodyTypeIn(context.values));
  return {
    accept: acceptedTypes(responses),
    baseUrl: addressFor(definition, operation, serviceAddress(state.session)),
    orgId: state.organisation?.orgId ?? null,
    operation,
    parameters,
    body,
    values: context.values,
    secrets: secretsIn(context),
  };
}

/** Has a newer definition arrived since the form was opened? */
export function isOutdated({ screen, definition: { definition } }: FormState): boolean {
  return definition !== null && definition !== screen.definition;
}

function formsIn(state: State): readonly FormScreen[] {
  return openScreens(state).filter((screen) => screen.kind === 'operation');
}

/** Runs after any action: closed forms keep values without secrets, and without paths in another organisation. */
export function leaveForms(state: State, before: State): State {
  if (state.screen === before.screen && state.organisation === before.organisation) return state;
  const open = new Set(formsIn(state).map(formId));
  const left = formsIn(before).filter((screen) => !open.has(formId(screen)));
  const isElsewhere = state.organisation?.orgId !== before.organisation?.orgId;
  if (left.length === 0 && !isElsewhere) return state;
  const forms = new Map(state.operationForm.forms);
  for (const screen of left) {
    const form = forms.get(formId(screen));
    if (form !== undefined) forms.set(formId(screen), keepForm(screen, form));
  }
  if (isElsewhere) for (const [id, form] of forms) forms.set(id, withoutPath(form));
  const next: State = { ...state, operationForm: { forms } };
  const isClosed = isElsewhere && before.screen.kind === 'operation' && left.length > 0 && state.organisation !== null;
  return isClosed ? withNotice(next, 'The form is closed: another organisation is open. Its values are kept.') : next;
}

/** Values to keep of a closed form. Drops editor text that may contain a secret. */
function keepForm(
  { definition, operation, marks }: FormScreen,
  { values, invalidJson, idempotency }: OpenForm,
): OpenForm {
  const context = { definition, operation, marks, values };
  const isPlain = ([key, text]: readonly [string, string]): boolean =>
    !namesSecret(text) && !mayHoldSecret(context, JSON.parse(key) as FieldPath);
  const kept = new Map([...invalidJson].filter(isPlain));
  return {
    ...blankForm,
    values: withoutSecrets(context),
    invalidJson: kept,
    idempotency,
  };
}

function withoutPath(form: OpenForm): OpenForm {
  const parameters = new Map([...form.values.parameters].filter(([key]) => !key.startsWith('path ')));
  return { ...form, values: { ...form.values, parameters } };
}

// Faults in a form: from the service's answer, or from a check against the shapes of its fields.

/** Maximum number of faults; a service may send any number. */
const maxFaults = 100;

/** The service's faults by field (`$.autoExpire.action`, `PerPage`, `tags[0]`); others stay with the answer. */
export function serviceFaults(
  context: FormContext,
  errors: Readonly<Record<string, readonly string[]>>,
): readonly FieldFault[] {
  return Object.entries(errors)
    .slice(0, maxFaults)
    .flatMap(([name, says]) => {
      const path = placeOf(context, stepsOf(name));
      return path === null ? [] : [{ path, message: says.slice(0, 3).join(' ') }];
    });
}

function stepsOf(name: string): readonly string[] {
  return name
    .slice(0, 500)
    .replace(/^\$\.?/, '')
    .split(/[.[\]]+/)
    .filter((step) => step !== '');
}

/** The deepest known place: the fault of an unknown field belongs to the field around it. */
function placeOf(context: FormContext, steps: readonly string[]): FieldPath | null {
  const [first] = steps;
  if (first === undefined) return null;
  const { parameters, body } = partsOf(context.definition, context.operation, bodyTypeIn(context.values));
  const parameter = steps.length === 1 ? parameters.find(({ name }) => isSame(name, first)) : undefined;
  if (parameter !== undefined) return [parameterKey(parameter)];
  if (body === null) return null;
  // Some services begin the path with the name of their own variable.
  return placeBelow(context, steps) ?? placeBelow(context, steps.slice(1));
}

function placeBelow(context: FormContext, steps: readonly string[]): FieldPath | null {
  let path: FieldPath = bodyPath;
  for (const step of steps) {
    const shape = shapeAt(context, path);
    const field = shape.kind === 'object' ? shape.fields.find(({ name }) => isSame(name, step)) : undefined;
    if (field !== undefined) path = [...path, field.name];
    else if (shape.kind === 'list' && /^\d{1,6}$/.test(step)) path = [...path, Number(step)];
    else break;
  }
  return path.length === 1 ? null : path;
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** Maximum number of faults, and of values that are checked. */
const maxShapeFaults = 20;
const maxLooked = 500;

/** The faults at a place and below it, as words with the path of the value. */
export function faultsWithin(faults: readonly FieldFault[], path: FieldPath): readonly string[] {
  return faults.flatMap(({ path: at, message }) => {
    if (!path.every((step, n) => at[n] === step)) return [];
    const below = at.slice(path.length);
    return [below.length === 0 ? message : `${stepsName(below)}: ${message}`];
  });
}

/** Fields that do not match their shapes, and are sent anyway. `within`: one place; defaults to the whole form. */
export function shapeFaultsIn(context: FormContext, within?: FieldPath): readonly ShapeFault[] {
  const { parameters } = partsOf(context.definition, context.operation);
  const faults: ShapeFault[] = [];
  const all = [...parameters.map((one): FieldPath => [parameterKey(one)]), bodyPath];
  const left: FieldPath[] = within === undefined ? all.reverse() : [within];
  for (let looked = 0; looked < maxLooked && faults.length < maxShapeFaults; looked += 1) {
    const path = left.pop();
    if (path === undefined) break;
    const value = valueAt(context.values, path);
    if (value === undefined) continue;
    const message = validate(shapeAt(context, path), value);
    if (message !== null) faults.push({ field: nameOf(path), message });
    for (const step of stepsBelow(value).toReversed()) left.push([...path, step]);
  }
  return faults;
}

function stepsBelow(value: Json): readonly (string | number)[] {
  if (isList(value)) return value.slice(0, maxLooked).map((_, at) => at);
  return isJsonObject(value) ? Object.keys(value).slice(0, maxLooked) : [];
}

/** `autoExpire.action`, `tags.2`; the whole body is `body`. */
function nameOf([root, ...below]: FieldPath): string {
  if (root !== 'body') return root.replace(/^(?:path|query|header) /, '');
  return below.length === 0 ? 'body' : stepsName(below);
}

function stepsName(steps: readonly (string | number)[]): string {
  return steps.map((step) => (typeof step === 'number' ? step + 1 : step)).join('.');
}
