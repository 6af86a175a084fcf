/** The form on the screen: its values, its fields, and how a change is kept. */
import type { Json } from '../../../api/exact-json.ts';
import type { Of } from '../../root/feature.ts';
import { bodyRows } from '../../kernel/layout.ts';
import { placed } from '../../kernel/list-cursor.ts';
import { openScreens } from '../../root/navigation.ts';
import { said } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import { bodyTypeIn, type CallPlan, type CallValues } from '../../../api/calls/call.ts';
import { acceptedTypes } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation, Shape } from '../../../api/openapi/definition.ts';
import type { OpenForm } from './feature.ts';
import {
  type Entry,
  entriesOf,
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
import { partsOf } from './shapes.ts';
import { type FieldPath, nothingSet, pathKey, valueAt, withValueAt } from './values.ts';

export type FormScreen = Of<Screen, 'operation'>;

/** The state with a form on its screen. */
export type FormState = State & { readonly screen: FormScreen };

/** Is a form on the screen, also under an overlay? */
export function isForm(state: State): state is FormState {
  return state.screen.kind === 'operation';
}

const blankForm: OpenForm = {
  values: nothingSet,
  before: null,
  invalidJson: new Map(),
  idempotency: null,
};

/** Key of the form of a screen: that for the marked systems has values of its own. */
export function formId({ operation: { id }, marks }: Pick<FormScreen, 'operation' | 'marks'>): string {
  return marks === null ? id : `${id} for the marks`;
}

export function formOf({ operationForm: { forms } }: State, { id }: Pick<DefinedOperation, 'id'>): OpenForm {
  return forms.get(id) ?? blankForm;
}

/** The form on the screen. */
export function shownForm(state: FormState): OpenForm {
  return formOf(state, { id: formId(state.screen) });
}

export function contextOf(state: State, screen: FormScreen): FormContext {
  const { definition, operation, marks } = screen;
  return { definition, operation, marks, values: formOf(state, { id: formId(screen) }).values };
}

/** The shape at a place of the form on the screen. */
export function shownShape(state: FormState, path: FieldPath): Shape {
  return shapeAt(contextOf(state, state.screen), path);
}

/** The lines of the form; the last one sends it. */
export function entriesShown(state: FormState): readonly Entry[] {
  return [...entriesOf(contextOf(state, state.screen)), ...sendEntries];
}

/** Is the value of this place typed as a line of text, and not as JSON? */
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

/** The state with a change of the form's screen. */
export function withScreen(state: FormState, about: Partial<FormScreen>): FormState {
  return { ...state, screen: { ...state.screen, ...about } };
}

/** The state with the cursor on the line that sends the form. */
export function withCursorAtSend(state: FormState): FormState {
  return withCursor({ ...state, notice: null }, fieldsIn(entriesShown(state)).length - 1);
}

/** The state with a change of its form, the cursor kept inside the fields. */
export function withForm(state: FormState, about: Partial<OpenForm>): FormState {
  const { screen } = state;
  const forms = new Map(state.operationForm.forms).set(formId(screen), { ...shownForm(state), ...about });
  return withCursor({ ...state, operationForm: { forms }, screen: { ...screen, faults: [] } }, screen.list.row);
}

export function withCursor(state: FormState, row: number): FormState {
  const { length } = fieldsIn(entriesShown(state));
  const list = placed(state.screen.list, row, length, formRows(state.rows));
  return { ...state, screen: { ...state.screen, list } };
}

/** The state with the cursor on the field of a place, if the form has it. */
export function withCursorAt(state: FormState, path: FieldPath): FormState {
  const fields = fieldsIn(entriesShown(state));
  const row = fields.findIndex((field) => pathKey(field.path) === pathKey(path));
  return withCursor(state, row === -1 ? state.screen.list.row : row);
}

/** The state with new values; u undoes the change. */
export function withValues(state: FormState, values: CallValues): FormState {
  return withForm(state, { values, before: shownForm(state).values });
}

/** The state with another value at a place; undefined removes it. Broken JSON of it is forgotten. */
export function withValue(state: FormState, path: FieldPath, value: Json | undefined): FormState {
  const { values, invalidJson } = shownForm(state);
  const left = new Map([...invalidJson].filter(([key]) => key !== pathKey(path)));
  return withValues(withForm(state, { invalidJson: left }), withValueAt(values, path, value));
}

/** Closes the line; the field keeps its value. */
export function withoutTyping(state: FormState): FormState {
  return withForm(withScreen({ ...state, notice: null }, { typing: null }), {});
}

/** Is the typed line a secret, or does it name one in its JSON? */
export function isSecretTyped(state: FormState): boolean {
  const { typing } = state.screen;
  if (typing === null) return false;
  const { path, text } = typing;
  const isSecretShape = shownShape(state, path).isSecret;
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  if (isText(state, path)) return isSecretShape || (text !== '' && isSecret(text, { name, isSecretShape }));
  return isSecretShape || holdsSecretText(text);
}

/** Does JSON that may be unfinished name a secret, or have one in it? */
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

/** After any action: closed forms keep their values without secrets; in another organisation, without paths. */
export function formsLeft(state: State, before: State): State {
  if (state.screen === before.screen && state.organisation === before.organisation) return state;
  const open = new Set(formsIn(state).map(formId));
  const left = formsIn(before).filter((screen) => !open.has(formId(screen)));
  const isElsewhere = state.organisation?.orgId !== before.organisation?.orgId;
  if (left.length === 0 && !isElsewhere) return state;
  const forms = new Map(state.operationForm.forms);
  for (const screen of left) {
    const form = forms.get(formId(screen));
    if (form !== undefined) forms.set(formId(screen), keptOf(screen, form));
  }
  if (isElsewhere) for (const [id, form] of forms) forms.set(id, withoutPath(form));
  const next: State = { ...state, operationForm: { forms } };
  const isClosed = isElsewhere && before.screen.kind === 'operation' && left.length > 0 && state.organisation !== null;
  return isClosed ? said(next, 'The form is closed: another organisation is open. Its values are kept.') : next;
}

/** Values to keep of a closed form. Text from an editor that may hold a secret is dropped. */
function keptOf(
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
