/**
 * Prepares and sends the request of a form: its idempotency key, the target as it is now, and the questions before.
 */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import { andThen, type Step, withNotice } from '../../root/feature.ts';
import type { Screen, State } from '../../root/state.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import { type Call, parameterKey, type CallFault, maskedUrl } from '../../../api/calls/call.ts';
import { targetCall, targetOf } from '../../../api/calls/operations-at.ts';
import {
  formId,
  formOf,
  type FormScreen,
  type FormState,
  isForm,
  planOf,
  shownForm,
  withScreen,
  contextOf,
  entriesShown,
  faultsWithin,
  serviceFaults,
  shapeFaultsIn,
  withCursor,
} from './forms.ts';
import { type FieldPath, partOf, withValueAt, partsOf, type ForMarks } from './shapes.ts';
import { isReadMethod } from '../../../api/operations.ts';
import { openScreens, onScreenBeneath } from '../../root/navigation.ts';
import { isIdempotencyKey } from '../../change/edit.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { OpenForm, FieldFault } from './feature.ts';
import type { CopyText } from '../../fleet/export.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import { withoutRequest } from '../../change/request/requests.ts';
import { withRefused } from '../answer/feature.ts';
import { curlOf, curlShells, curlTemplateOf, leftOutWords, secretSign, shownBody } from '../curl.ts';
import { lossOf } from '../../../api/openapi/dangerous-words.ts';
import { marksCall } from './marked-systems.ts';
import { fieldsIn } from './form-lines.ts';

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

// The header by which a service recognises a repeated request: a new value for each request.

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

// Sends a call that reads, asking first if its address has a dangerous word; shows a change before sending; copies.

/** Only the method decides. */
export function isRead({ method }: DefinedOperation): boolean {
  return isReadMethod(method);
}

export function requestSend(state: FormState): Step {
  const { operation } = state.screen;
  if (operation.unusable !== null) return [withNotice(state, operation.unusable)];
  if (state.screen.marks !== null) return reviewMarks(state, state.screen.marks);
  const built = buildCall(planOf(state));
  if (!built.ok) return [withFaults(state, built.faults)];
  const call = built.value;
  // A change is shown before it is sent; a deletion of systems is reviewed.
  if (!isRead(operation) || systemsDeletionIn(call) !== null) {
    const faults = shapeFaultsIn(contextOf(state, state.screen));
    return [
      { ...state, notice: null },
      { kind: 'proposeChange', call, operation, faults },
    ];
  }
  const word = lossOf(operation, call);
  if (word !== null) return [{ ...state, overlay: { kind: 'operationAsked', call, word }, notice: null }];
  return [
    { ...state, notice: null },
    { kind: 'sendOperation', call, operation },
  ];
}

function reviewMarks(state: FormState, place: ForMarks): Step {
  const asked = marksCall(state, place);
  if (asked.kind === 'faults') return [withFaults(state, asked.faults)];
  if (asked.kind === 'refused') return [{ ...state, notice: { kind: 'warning', text: asked.message } }];
  const { does, edit } = asked;
  return [
    { ...state, notice: null },
    { kind: 'openEditReview', does, edit },
  ];
}

export function confirmSend(state: FormState): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'operationAsked') return [state];
  const { call } = overlay;
  return [
    { ...state, overlay: null },
    { kind: 'sendOperation', call, operation: state.screen.operation },
  ];
}

/** Shows faults at their fields, with the cursor on the first one. */
function withFaults(state: FormState, faults: readonly CallFault[]): State {
  const told = faults.map(({ key, field, message }): FieldFault => {
    return { path: field === undefined ? [key] : [key, field], message };
  });
  const next = withScreen(state, { faults: told });
  const [first] = faults;
  const text =
    faults.length === 1 ? (first?.message ?? '') : `Nothing was sent: ${faults.length} fields need a change.`;
  return { ...withCursor(next, rowOfFault(next)), notice: { kind: 'warning', text } };
}

/** The first field with a fault at it or below it; a body may be a single line. */
function rowOfFault(state: FormState): number {
  const { faults } = state.screen;
  return Math.max(
    0,
    fieldsIn(entriesShown(state)).findIndex(({ path }) => faultsWithin(faults, path).length > 0),
  );
}

/** Runs after any action: shows faults that the service found in the call at their fields. */
export function showRefusal(state: State, before: State): State {
  const { refused } = state.answer;
  if (refused === null || refused === before.answer.refused || refused.problem.kind !== 'refused') return state;
  const { errors } = refused.problem;
  const told = (screen: Screen): Screen => {
    if (screen.kind !== 'operation' || screen.operation.id !== refused.operation) return screen;
    return { ...screen, faults: serviceFaults(contextOf(state, screen), errors) };
  };
  const next = { ...state, screen: told(state.screen), trail: state.trail.map(told) };
  return isForm(next) && next.screen.faults.length > 0 ? withCursor(next, rowOfFault(next)) : next;
}

/** Shows the service's refusal of a change beside the fields of its form. */
export function refuseChange(state: State): State {
  const { current } = state.request;
  if (current?.stage.kind !== 'refused') return state;
  const { problem } = current.stage;
  const beneath = onScreenBeneath(state);
  const { screen } = beneath;
  if (problem.kind !== 'refused' || screen.kind !== 'operation' || screen.operation.id !== current.operation.id) {
    return state;
  }
  if (serviceFaults(contextOf(beneath, screen), problem.errors).length === 0) return state;
  const next = withRefused(withoutRequest(beneath), { operation: screen.operation.id, problem });
  return { ...next, notice: { kind: 'problem', problem } };
}

/** Texts to copy: for an incomplete call, a curl command with names in place of values. */
export function copyTexts(state: FormState): readonly CopyText[] {
  const plan = planOf(state);
  const { operation, baseUrl } = plan;
  const built = buildCall(plan);
  if (!built.ok) {
    return [
      { what: `curl for ${curlShells}, with names as values`, lines: [curlTemplateOf(operation, baseUrl, plan)] },
      { what: 'address, as the definition writes it', lines: [`${baseUrl}${operation.path}`] },
    ];
  }
  const call = built.value;
  const body = shownBody(call);
  const texts: readonly CopyText[] = [
    { what: `curl, for ${curlShells}`, lines: [curlOf(call)] },
    { what: 'address', lines: [maskedUrl(call, secretSign)] },
    ...(body === null ? [] : [{ what: 'body', lines: [body] }]),
  ];
  const leftOut = leftOutWords(call);
  return texts.map((text) => (text.lines?.[0]?.includes(secretSign) === true ? { ...text, leftOut } : text));
}
