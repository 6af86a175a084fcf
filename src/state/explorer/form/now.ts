/** Current value of a form's target: read when its path is filled in, and again when it may have changed. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Step } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import type { Call } from '../../../api/calls/call.ts';
import { targetCall, targetOf } from '../../../api/calls/target.ts';
import { type FormScreen, type FormState, isForm, planOf, withScreen } from './forms.ts';
import { type FieldPath, partOf } from './values.ts';

const abandoned = { kind: 'abandonRead', slot: 'formNow' } as const;

/** After any action: reads the target of the form on the screen, and stops the read of a form that was left. */
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
  // A change may have been sent meanwhile; the old value stays visible.
  if (isForm(before) || now.isReading) return [state];
  return [withScreen(state, { now: { ...now, isReading: true } }), read];
}

function withoutReading(screen: Screen): Screen {
  if (screen.kind !== 'operation' || screen.now?.isReading !== true) return screen;
  return { ...screen, now: { ...screen.now, isReading: false } };
}

/** The call that reads the target; null without a target or a complete path. Deletions have no fields. */
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

/** The state after an answer; an answer from another address is dropped. */
export function nowAnswered(
  state: State,
  url: string,
  answer: { readonly value: Json } | { readonly problem: Problem },
): State {
  const now = isForm(state) ? state.screen.now : null;
  if (!isForm(state) || now?.call.url !== url) return state;
  return withScreen(state, { now: { ...now, isReading: false, problem: null, ...answer } });
}

/** Current value of a field of the body; undefined when there is none, or it is not read. */
export function nowAt({ now }: FormScreen, [root, ...steps]: FieldPath): Json | undefined {
  if (root !== 'body' || now?.value === undefined || !isJsonObject(now.value)) return undefined;
  return steps.reduce<Json | undefined>((value, step) => partOf(value, step, true), now.value);
}
