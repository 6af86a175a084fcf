/** Sends a call that reads, asking first if its address has a dangerous word; shows a change before sending; copies. */
import type { CopyText } from '../../fleet/export/feature.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import { said, type Step } from '../../root/step.ts';
import { placed } from '../../kernel/list-cursor.ts';
import type { Screen, State } from '../../root/state.ts';
import { apiLineOf } from '../call/api-line.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import type { Call, CallFault } from '../../../api/calls/call.ts';
import { curlOf, curlTemplateOf, secretSign, shownBody } from '../call/curl.ts';
import { maskedUrl } from '../../../api/calls/masked-call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { lossOf } from '../../../api/openapi/dangerous-words.ts';
import { contextOf, formRows, type FormScreen, planOf } from './forms.ts';
import { entriesOf, fieldsIn } from './form-tree.ts';
import { type Misfit, misfitsIn } from './misfits.ts';
import { serviceFaults } from './service-faults.ts';
import { partsOf } from './shapes.ts';
import { bodyNamesOf } from '../../../api/openapi/shape.ts';

/** Does the operation only read? Only the method decides. */
export function isRead({ method }: DefinedOperation): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function sendRequested(state: State, screen: FormScreen): Step {
  const { operation } = screen;
  if (operation.unusable !== null) return [said(state, operation.unusable)];
  const built = buildCall(planOf(state, screen));
  if (!built.ok) return [withFaults(state, screen, built.faults)];
  // A change is shown before it is sent; a deletion of systems is reviewed.
  if (!isRead(operation) || systemsDeletionIn(built.value) !== null) return [state];
  const word = lossOf(operation);
  if (word !== null) return [{ ...state, overlay: { kind: 'operationAsked', call: built.value, word }, notice: null }];
  return [
    { ...state, notice: null },
    { kind: 'sendOperation', call: built.value, operation },
  ];
}

/** The change in a form, with its faults; null when it only reads or cannot be sent. */
export function changeIn(state: State, screen: FormScreen): FilledChange | null {
  const { operation } = screen;
  const built = operation.unusable !== null ? null : buildCall(planOf(state, screen));
  if (built?.ok !== true || (isRead(operation) && systemsDeletionIn(built.value) === null)) return null;
  return { call: built.value, operation, faults: misfitsIn(contextOf(state, screen)) };
}

export interface FilledChange {
  readonly call: Call;
  readonly operation: DefinedOperation;
  readonly faults: readonly Misfit[];
}

export function sendConfirmed(state: State, screen: FormScreen): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'operationAsked') return [state];
  const { call } = overlay;
  return [
    { ...state, overlay: null },
    { kind: 'sendOperation', call, operation: screen.operation },
  ];
}

/** The state with faults at their fields, and the cursor on the first one. */
function withFaults(state: State, screen: FormScreen, faults: readonly CallFault[]): State {
  const root: FormScreen = screen.path === null ? screen : { ...screen, path: null, above: [] };
  const fields = fieldsIn(entriesOf(contextOf(state, root), null));
  const row = fields.findIndex(({ path }) => faults.some(({ key }) => key === path[0]));
  const list = placed(root.list, Math.max(0, row), fields.length, formRows(state.rows));
  const [first] = faults;
  const text = faults.length === 1 ? (first?.says ?? '') : `Nothing was sent: ${faults.length} fields need a change.`;
  return {
    ...state,
    screen: { ...root, list, faults: faults.map(({ key, says }) => ({ path: [key], says })) },
    notice: { kind: 'warning', text },
  };
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
export function copyTexts(state: State, screen: FormScreen): readonly CopyText[] {
  const plan = planOf(state, screen);
  const built = buildCall(plan);
  if (!built.ok) {
    const { parameters, body } = partsOf(screen.definition, screen.operation);
    const curl = curlTemplateOf(screen.operation, plan.baseUrl, { parameters, body });
    return [
      { what: 'curl, with names in the places of values', lines: [curl] },
      { what: 'address, as the definition writes it', lines: [`${plan.baseUrl}${screen.operation.path}`] },
    ];
  }
  const call = built.value;
  const body = shownBody(call);
  const names = {
    parameters: plan.parameters.map(({ name }) => name),
    ...bodyNamesOf(screen.definition, plan.body),
  };
  return [
    { what: 'curl', lines: [curlOf(call)] },
    { what: 'address', lines: [maskedUrl(call, secretSign)] },
    ...(body === null ? [] : [{ what: 'body', lines: [body] }]),
    { what: 'rollcall api', lines: [apiLineOf(call, plan.baseUrl, names)] },
  ];
}
