/** Sends a call that reads, asking first if its address has a dangerous word; shows a change before sending; copies. */
import type { CopyText } from '../../fleet/export/feature.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import { said, type Step } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import { apiLineOf } from '../call/api-line.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import type { Call, CallFault, ShapeFault } from '../../../api/calls/call.ts';
import { curlOf, curlTemplateOf, secretSign, shownBody } from '../call/curl.ts';
import { maskedUrl } from '../../../api/calls/masked-call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { lossOf } from '../../../api/openapi/dangerous-words.ts';
import { contextOf, entriesShown, type FormState, planOf, withCursor, withScreen } from './forms.ts';
import { fieldsIn } from './form-tree.ts';
import { serviceFaults, shapeFaultsIn } from './faults.ts';
import { bodyNamesOf } from '../../../api/openapi/shape.ts';

/** Does the operation only read? Only the method decides. */
export function isRead({ method }: DefinedOperation): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function sendRequested(state: FormState): Step {
  const { operation } = state.screen;
  if (operation.unusable !== null) return [said(state, operation.unusable)];
  const built = buildCall(planOf(state));
  if (!built.ok) return [withFaults(state, built.faults)];
  const call = built.value;
  // A change is shown before it is sent; a deletion of systems is reviewed.
  if (!isRead(operation) || systemsDeletionIn(call) !== null) return [state];
  const word = lossOf(operation);
  if (word !== null) return [{ ...state, overlay: { kind: 'operationAsked', call, word }, notice: null }];
  return [
    { ...state, notice: null },
    { kind: 'sendOperation', call, operation },
  ];
}

/** The change in a form, with its faults; null when it only reads or cannot be sent. */
export function changeIn(state: FormState): FilledChange | null {
  const { operation } = state.screen;
  const built = operation.unusable !== null ? null : buildCall(planOf(state));
  if (built?.ok !== true || (isRead(operation) && systemsDeletionIn(built.value) === null)) return null;
  return { call: built.value, operation, faults: shapeFaultsIn(contextOf(state, state.screen)) };
}

export interface FilledChange {
  readonly call: Call;
  readonly operation: DefinedOperation;
  readonly faults: readonly ShapeFault[];
}

export function sendConfirmed(state: FormState): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'operationAsked') return [state];
  const { call } = overlay;
  return [
    { ...state, overlay: null },
    { kind: 'sendOperation', call, operation: state.screen.operation },
  ];
}

/** The state with faults at their fields, and the cursor on the first one. */
function withFaults(state: FormState, faults: readonly CallFault[]): State {
  const root = state.screen.path === null ? state : withScreen(state, { path: null, above: [] });
  const row = fieldsIn(entriesShown(root)).findIndex(({ path }) => faults.some(({ key }) => key === path[0]));
  const [first] = faults;
  const text = faults.length === 1 ? (first?.says ?? '') : `Nothing was sent: ${faults.length} fields need a change.`;
  const told = withScreen(root, { faults: faults.map(({ key, says }) => ({ path: [key], says })) });
  return { ...withCursor(told, Math.max(0, row)), notice: { kind: 'warning', text } };
}

/** After any action: faults that the service found in the call appear at its fields. */
export function serviceRefused(state: State, before: State): State {
  const { refused } = state.answer;
  if (refused === null || refused === before.answer.refused || refused.problem.kind !== 'refused') return state;
  const { errors } = refused.problem;
  const told = (screen: Screen): Screen => {
    if (screen.kind !== 'operation' || screen.operation.id !== refused.operation) return screen;
    return { ...screen, faults: serviceFaults(contextOf(state, screen), errors) };
  };
  return { ...state, screen: told(state.screen), trail: state.trail.map(told) };
}

/** Texts to copy: for a call that cannot be built yet, a curl line with names in place of values. */
export function copyTexts(state: FormState): readonly CopyText[] {
  const plan = planOf(state);
  const { operation, baseUrl } = plan;
  const built = buildCall(plan);
  if (!built.ok) {
    return [
      { what: 'curl, with names in the places of values', lines: [curlTemplateOf(operation, baseUrl, plan)] },
      { what: 'address, as the definition writes it', lines: [`${baseUrl}${operation.path}`] },
    ];
  }
  const call = built.value;
  const body = shownBody(call);
  const names = {
    parameters: plan.parameters.map(({ name }) => name),
    ...bodyNamesOf(state.screen.definition, plan.body),
  };
  return [
    { what: 'curl', lines: [curlOf(call)] },
    { what: 'address', lines: [maskedUrl(call, secretSign)] },
    ...(body === null ? [] : [{ what: 'body', lines: [body] }]),
    { what: 'rollcall api', lines: [apiLineOf(call, baseUrl, names)] },
  ];
}
