/** The header by which a service recognises a repeated request: rollcall makes a new value for each request. */
import { isReadMethod } from '../../../api/methods.ts';
import { openScreens } from '../../root/navigation.ts';
import { andThen, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import { isIdempotencyKey } from '../../change/edit.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { OpenForm } from './feature.ts';
import { formId, formOf, isForm, shownForm } from './forms.ts';
import { partsOf } from './shapes.ts';
import { withValueAt } from './values.ts';

/** Key of the header's parameter, if the operation changes something and declares it; else null. */
export function idempotencyParameter(definition: Definition, operation: DefinedOperation): string | null {
  if (isReadMethod(operation.method)) return null;
  const { parameters } = partsOf(definition, operation);
  const found = parameters.find((parameter) => parameter.unusable === null && isIdempotencyKey(parameter));
  return found === undefined ? null : parameterKey(found);
}

/** After a step that opened or cleared a form: requests a value if none is set. */
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

/** A value typed meanwhile stays. `u` skips a value that rollcall made, because nobody typed it. */
export function idempotencyMade(state: State, { id, parameter, made, instead }: Made): State {
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

/** After any action: the next request gets a new value; one with an unknown outcome keeps its own while it stays. */
export function syncIdempotency(state: State, before: State): Step {
  if (state.request.current !== before.request.current) return ended(state, before);
  if (state.operationForm.forms === before.operationForm.forms) return [state];
  for (const [id, form] of state.operationForm.forms) {
    const { sentWith } = form.idempotency ?? { sentWith: null };
    if (sentWith !== null && sentWith !== form.values) return renewed(state, id, form);
  }
  return [state];
}

function ended(state: State, { request: { current: was } }: State): Step {
  const { current } = state.request;
  if (was?.stage.kind !== 'sending') return [state];
  const { id } = was.operation;
  const form = formOf(state, { id });
  const isOfForm = form.idempotency !== null && Object.values(was.call.headers).includes(form.idempotency.made);
  // A refusal shown at the fields of the form has closed the request: none is current.
  const stage = current === null ? 'refused' : current.id === was.id ? current.stage.kind : null;
  if (!isOfForm) return [state];
  if (stage === 'done' || stage === 'refused') return renewed(state, id, form);
  if (stage !== 'unknown') return [state];
  return [withForm(state, id, { ...form, idempotency: { ...form.idempotency, sentWith: form.values } })];
}

function renewed(state: State, id: string, form: OpenForm): Step {
  const { idempotency } = form;
  if (idempotency === null) return [state];
  const { parameter, made: instead } = idempotency;
  const next = withForm(state, id, { ...form, idempotency: { ...idempotency, sentWith: null } });
  // A value that you typed stays.
  if (form.values.parameters.get(parameter) !== instead) return [next];
  return [next, { kind: 'makeIdempotencyKey', id, parameter, instead }];
}
