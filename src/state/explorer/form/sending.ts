/** Sends a call that reads, asking first if its address has a dangerous word; shows a change before sending; copies. */
import { isReadMethod } from '../../../api/operations.ts';
import type { CopyText } from '../../fleet/export.ts';
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import { withNotice, type Step } from '../../root/feature.ts';
import type { Screen, State } from '../../root/state.ts';
import { showRequest, withoutRequest } from '../../change/request/requests.ts';
import { withRefused } from '../answer/feature.ts';
import { onScreenBeneath } from '../../root/navigation.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import { type CallFault, maskedUrl } from '../../../api/calls/call.ts';
import { curlOf, curlShells, curlTemplateOf, leftOutWords, secretSign, shownBody } from '../curl.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { lossOf } from '../../../api/openapi/dangerous-words.ts';
import {
  contextOf,
  entriesShown,
  faultsWithin,
  type FormState,
  isForm,
  planOf,
  serviceFaults,
  shapeFaultsIn,
  withCursor,
  withScreen,
} from './forms.ts';
import type { ForMarks } from './shapes.ts';
import { marksCall } from './marked-systems.ts';
import { fieldsIn } from './form-lines.ts';
import type { FieldFault } from './feature.ts';

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
    return showRequest(
      { ...state, notice: null },
      { call, operation, faults: shapeFaultsIn(contextOf(state, state.screen)) },
    );
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
