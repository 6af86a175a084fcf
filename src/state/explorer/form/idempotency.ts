/** The header by which a service recognises a repeated request: rollcall makes a new value for each request. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import { andThen, type Step } from '../../root/feature.ts';
import type { Screen, State } from '../../root/state.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import { type Call, parameterKey } from '../../../api/calls/call.ts';
import { targetCall, targetOf } from '../../../api/calls/operations-at.ts';
import { formId, formOf, type FormScreen, type FormState, isForm, planOf, shownForm, withScreen } from './forms.ts';
import { type FieldPath, partOf, withValueAt, partsOf } from './shapes.ts';
import { isReadMethod } from '../../../api/operations.ts';
import { openScreens } from '../../root/navigation.ts';
import { isIdempotencyKey } from '../../change/edit.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { OpenForm } from './feature.ts';

// The current value of a form's target: read when the path is complete, and again when the target may have changed.

const abandoned = { kind: 'abandonRead', slot: 'formNow' } as const;

/** Runs after any action: reads the target of the form on the screen, and aborts the read of a closed form. */
export function syncNow(state: State, before: State): Step {
  const { screen, organisation, operationForm } = state;
  const isSame = screen === before.screen && operationForm === before.operationForm;
  if (isSame && organisation === before.organisation) return [state];
  if (!isForm(state)) {
    return isForm(before) && before.screen.now?.isReading === true
      ? [{ ...state, trail: state.trail.map(withoutReading) }, abandoned]
      : [state];
  }
  const { now } = state.screen;
  const call = nowCall(state);
  if (call === null) {
    if (now === null) return [state];
    return now.isReading ? [withScreen(state, { now: null }), abandoned] : [withScreen(state, { now: null })];
  }
  const read = { kind: 'readFormNow', call } as const;
  if (call.url !== now?.call.url) {
    return [withScreen(state, { now: { call, isReading: true, value: undefined, problem: null } }), read];
  }
  // A change may have been sent meanwhile; the old value stays visible during the read.
  if (isForm(before) || now.isReading) return [state];
  return [withScreen(state, { now: { ...now, isReading: true } }), read];
}

function withoutReading(screen: Screen): Screen {
  if (screen.kind !== 'operation' || screen.now?.isReading !== true) return screen;
  return { ...screen, now: { ...screen.now, isReading: false } };
}

/** Null without a target or a complete path. Deletions have no fields to compare. */
function nowCall(state: FormState): Call | null {
  const { definition, operation } = state.screen;
  if (operation.method !== 'PUT' && operation.method !== 'PATCH') return null;
  const target = targetOf(definition, operation);
  if (target === null) return null;
  const plan = planOf(state);
  const parameters = plan.parameters.filter((parameter) => parameter.in === 'path');
  const values = { parameters: plan.values.parameters, body: undefined };
  const built = buildCall({ ...plan, operation: { ...operation, method: 'GET' }, parameters, body: null, values });
  return built.ok ? targetCall(target, built.value) : null;
}

/** Drops an answer from another address. */
export function receiveNow(
  state: State,
  url: string,
  answer: { readonly value: Json } | { readonly problem: Problem },
): State {
  const now = isForm(state) ? state.screen.now : null;
  if (!isForm(state) || now?.call.url !== url) return state;
  return withScreen(state, { now: { ...now, isReading: false, problem: null, ...answer } });
}

/** The current value of a field of the body; undefined when there is none, or it was not read. */
export function nowAt({ now }: FormScreen, [root, ...steps]: FieldPath): Json | undefined {
  if (root !== 'body' || now?.value === undefined || !isJsonObject(now.value)) return undefined;
  return steps.reduce<Json | undefined>((value, step) => partOf(value, step, true), now.value);
}

/** Key of the header's parameter, if the operation changes something and declares it; otherwise null. */
export function idempotencyParameter(definition: Definition, operation: DefinedOperation): string | null {
  if (isReadMethod(operation.method)) return null;
  const { parameters } = partsOf(definition, operation);
  const found = parameters.find((parameter) => parameter.unusable === null && isIdempotencyKey(parameter));
  return found === undefined ? null : parameterKey(found);
}

/** Requests a value after a step that opened or cleared a form, if none is set. */
export function withIdempotency(step: Step): Step {
  return andThen(step, (state) => {
    if (!isForm(state)) return [state];
    const { definition, operation } = state.screen;
    const parameter = idempotencyParameter(definition, operation);
    if (parameter === null || shownForm(state).values.parameters.has(parameter)) return [state];
    return [state, { kind: 'makeIdempotencyKey', id: formId(state.screen), parameter, instead: null }];
  });
}

interface Made {
  readonly id: string;
  readonly parameter: string;
  readonly made: string;
  readonly instead: string | null;
}

/** Keeps a value that you typed meanwhile. `u` skips values that rollcall made. */
export function makeIdempotency(state: State, { id, parameter, made, instead }: Made): State {
  const isOpen = openScreens(state).some((screen) => screen.kind === 'operation' && formId(screen) === id);
  const form = formOf(state, { id });
  const isFree = (form.values.parameters.get(parameter) ?? instead) === instead;
  if (!isFree || (!isOpen && !state.operationForm.forms.has(id))) return state;
  const values = withValueAt(form.values, [parameter], made);
  return withForm(state, id, { ...form, values, idempotency: { parameter, made, sentWith: null } });
}

function withForm(state: State, id: string, form: OpenForm): State {
  return { ...state, operationForm: { forms: new Map(state.operationForm.forms).set(id, form) } };
}

/** Runs after any action: the next request gets a new value; a request with an unknown outcome keeps its own. */
export function syncIdempotency(state: State, before: State): Step {
  if (state.request.current !== before.request.current) return endRequest(state, before);
  if (state.operationForm.forms === before.operationForm.forms) return [state];
  for (const [id, form] of state.operationForm.forms) {
    const { sentWith } = form.idempotency ?? { sentWith: null };
    if (sentWith !== null && sentWith !== form.values) return renewKey(state, id, form);
  }
  return [state];
}

function endRequest(state: State, { request: { current: was } }: State): Step {
  const { current } = state.request;
  if (was?.stage.kind !== 'sending') return [state];
  const { id } = was.operation;
  const form = formOf(state, { id });
  const isOfForm = form.idempotency !== null && Object.values(was.call.headers).includes(form.idempotency.made);
  // A refusal that the form shows has closed the request, so none is current.
  const stage = current === null ? 'refused' : current.id === was.id ? current.stage.kind : null;
  if (!isOfForm) return [state];
  if (stage === 'done' || stage === 'refused') return renewKey(state, id, form);
  if (stage !== 'unknown') return [state];
  return [withForm(state, id, { ...form, idempotency: { ...form.idempotency, sentWith: form.values } })];
}

function renewKey(state: State, id: string, form: OpenForm): Step {
  const { idempotency } = form;
  if (idempotency === null) return [state];
  const { parameter, made: instead } = idempotency;
  const next = withForm(state, id, { ...form, idempotency: { ...idempotency, sentWith: null } });
  // A value that you typed stays.
  if (form.values.parameters.get(parameter) !== instead) return [next];
  return [next, { kind: 'makeIdempotencyKey', id, parameter, instead }];
}
