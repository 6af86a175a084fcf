/** The form on the screen: its values, its fields, and how a change is kept. */
import type { Json } from '../../../api/exact-json.ts';
import type { Of } from '../../root/feature.ts';
import { bodyRows } from '../../kernel/layout.ts';
import { atTop, placed } from '../../kernel/list-cursor.ts';
import { openScreens } from '../../root/navigation.ts';
import { said } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import type { CallPlan } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { OpenForm } from './feature.ts';
import {
  type Entry,
  entriesOf,
  type FieldEntry,
  fieldsIn,
  type FormContext,
  sendEntries,
  settledAt,
} from './form-tree.ts';
import { namesSecret } from '../../../api/secrets.ts';
import { secretsIn, withoutSecrets } from './secrets.ts';
import { partsOf } from './shapes.ts';
import { bodyPath, type FieldPath, type FormValues, nothingSet, pathKey, valueAt } from './values.ts';

export type FormScreen = Of<Screen, 'operation'>;

/** The state with a form on its screen. Steps that change the form pass it on, so that no step looks for it again. */
export type FormState = State & { readonly screen: FormScreen };

const blankForm: OpenForm = {
  values: nothingSet,
  past: [],
  future: [],
  otherVariants: new Map(),
  unsavedText: new Map(),
  invalidJson: new Map(),
  idempotency: null,
};

export function formOf({ operationForm: { forms } }: State, { id }: Pick<DefinedOperation, 'id'>): OpenForm {
  return forms.get(id) ?? blankForm;
}

export function contextOf(state: State, { definition, operation }: FormScreen): FormContext {
  return { definition, operation, values: formOf(state, operation).values };
}

/** The form on the screen, also under an overlay; null on other screens. */
export function formScreen({ screen }: State): FormScreen | null {
  return screen.kind === 'operation' ? screen : null;
}

/** The lines of the level on the screen; the whole form ends with the line that sends it. */
export function entriesShown(state: State, screen: FormScreen): readonly Entry[] {
  const entries = entriesTyped(state, screen);
  return screen.path === null ? [...entries, ...sendEntries] : entries;
}

/** The lines, with a new field while it is typed. */
function entriesTyped(state: State, screen: FormScreen): readonly Entry[] {
  const entries = entriesOf(contextOf(state, screen), screen.path);
  const { typing } = screen;
  if (typing === null) return entries;
  const key = pathKey(typing.path);
  if (typing.what === 'value' && fieldsIn(entries).some(({ path }) => pathKey(path) === key)) return entries;
  const step = typing.path.at(-1) ?? '';
  const label = typing.what === 'name' ? 'its name' : typeof step === 'number' ? String(step + 1) : step;
  const field = { kind: 'field', path: typing.path, label, isRequired: false, role: 'value' } as const;
  const added: FieldEntry = { ...field, depth: 0, says: null, description: '' };
  const last = entries.findLastIndex(({ kind }) => kind === 'field');
  return [...entries.slice(0, last + 1), added, ...entries.slice(last + 1)];
}

export function fieldAtCursor(state: State, screen: FormScreen): FieldEntry | undefined {
  const fields = fieldsIn(entriesShown(state, screen));
  return fields[Math.min(screen.list.row, fields.length - 1)];
}

export function isAtSend(state: State, screen: FormScreen): boolean {
  return screen.typing === null && fieldAtCursor(state, screen)?.role === 'send';
}

/** The state with the cursor on the line that sends the form. */
export function withCursorAtSend(state: State, screen: FormScreen): FormState {
  const whole: FormScreen = { ...screen, path: null, above: [] };
  const last = fieldsIn(entriesShown({ ...state, screen: whole }, whole)).length - 1;
  return withCursor({ ...state, notice: null }, whole, last);
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

/** The state with this form, its cursor kept inside the fields. */
export function withForm(state: State, screen: FormScreen, form: OpenForm): FormState {
  const forms = new Map(state.operationForm.forms).set(screen.operation.id, form);
  return withCursor({ ...state, operationForm: { forms } }, { ...screen, faults: [] }, screen.list.row);
}

export function withCursor(state: State, screen: FormScreen, row: number): FormState {
  const shown = { ...state, screen };
  const { length } = fieldsIn(entriesShown(shown, screen));
  return { ...shown, screen: { ...screen, list: placed(screen.list, row, length, formRows(state.rows)) } };
}

/** The state with the cursor on the field of a place, if the level has it. */
export function withCursorAt(state: State, screen: FormScreen, path: FieldPath): FormState {
  const fields = fieldsIn(entriesShown({ ...state, screen }, screen));
  const row = fields.findIndex((field) => pathKey(field.path) === pathKey(path) && field.role === 'value');
  return withCursor(state, screen, row === -1 ? screen.list.row : row);
}

/** Limit on undo. More would cost memory for no use. */
const mostUndone = 100;

/** The state with new values; u undoes the change. */
export function withValues(state: State, screen: FormScreen, values: FormValues): FormState {
  const form = formOf(state, screen.operation);
  const past = [...form.past, form.values].slice(-mostUndone);
  return withForm(state, screen, { ...form, values, past, future: [] });
}

/** Is the typed line a secret? */
export function isSecretTyped(state: State, screen: FormScreen): boolean {
  const { typing } = screen;
  return typing?.what === 'value' && settledAt(contextOf(state, screen), typing.path).shape.isSecret;
}

export function valueOf(state: State, screen: FormScreen, path: FieldPath): Json | undefined {
  return valueAt(formOf(state, screen.operation).values, path);
}

/** Does the level on the screen show the fields of the place? The whole form shows the body's. */
export function isLevelOf({ path: level }: FormScreen, path: FieldPath): boolean {
  return pathKey(level ?? bodyPath) === pathKey(path);
}

/** The state one level down, at the level of a place. */
export function withLevel(state: State, screen: FormScreen, path: FieldPath): FormState {
  const above = [...screen.above, { path: screen.path, row: screen.list.row }];
  return { ...state, screen: { ...screen, path, above, list: atTop }, overlay: null, notice: null };
}

export function planOf(state: State, screen: FormScreen): CallPlan {
  const context = contextOf(state, screen);
  const { parameters, body } = partsOf(screen.definition, screen.operation);
  return {
    baseUrl: state.session.baseUrl ?? '',
    orgId: state.organisation?.orgId ?? null,
    operation: screen.operation,
    parameters,
    body,
    values: context.values,
    secrets: secretsIn(context),
  };
}

/** Has a newer definition arrived since the form was opened? */
export function isOutdated(state: State, { definition }: FormScreen): boolean {
  const { definition: now } = state.definition;
  return now !== null && now !== definition;
}

function formsIn(state: State): readonly FormScreen[] {
  return openScreens(state).filter((screen) => screen.kind === 'operation');
}

/**
 * After any action: closed forms keep their values, without secrets. A change of organisation closes the form and
 * clears the values of paths, because another organisation has other systems, keys and users.
 */
export function formsLeft(state: State, before: State): State {
  if (state.screen === before.screen && state.organisation === before.organisation) return state;
  const open = new Set(formsIn(state).map(({ operation }) => operation.id));
  const left = formsIn(before).filter(({ operation }) => !open.has(operation.id));
  const isElsewhere = state.organisation?.orgId !== before.organisation?.orgId;
  if (left.length === 0 && !isElsewhere) return state;
  const forms = new Map(state.operationForm.forms);
  for (const screen of left) {
    const form = forms.get(screen.operation.id);
    if (form !== undefined) forms.set(screen.operation.id, keptOf(screen, form));
  }
  if (isElsewhere) for (const [id, form] of forms) forms.set(id, withoutPath(form));
  const next: State = { ...state, operationForm: { forms } };
  const isClosed = isElsewhere && before.screen.kind === 'operation' && left.length > 0 && state.organisation !== null;
  return isClosed ? said(next, 'The form is closed: another organisation is open. Its values are kept.') : next;
}

/** Values to keep of a closed form. Text from an editor that may hold a secret is dropped. */
function keptOf({ definition, operation }: FormScreen, { values, invalidJson, idempotency }: OpenForm): OpenForm {
  const kept = new Map([...invalidJson].filter(([, text]) => !namesSecret(text)));
  return { ...blankForm, values: withoutSecrets({ definition, operation, values }), invalidJson: kept, idempotency };
}

function withoutPath(form: OpenForm): OpenForm {
  const parameters = new Map([...form.values.parameters].filter(([key]) => !key.startsWith('path ')));
  return { ...form, values: { ...form.values, parameters } };
}
