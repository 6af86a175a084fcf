/** The request that disables or enables an enrolment key: one key at a time, and shown before it is sent. */
import type { Problem } from '../../../api/problem.ts';
import { keyAtCursor, keySwitchingOf, keySwitchingRefusal } from '../../account/enrolment-keys/selectors.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { said, type Step } from '../../root/step.ts';
import type { Screen, State } from '../../root/state.ts';
import { buildCall } from '../../../api/calls/build-call.ts';
import { parameterKey } from '../../../api/calls/call.ts';
import { capabilityOf } from '../../../api/calls/capabilities.ts';
import { addressFor } from '../../../api/calls/operations-at.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import type { ChangeRequest } from '../../change/request/feature.ts';
import { knownFrom } from '../list/row.ts';
import { rowHere } from '../list/row-here.ts';
import type { KeySwitching } from '../../account/enrolment-keys/feature.ts';
import type { ServiceKeysState } from './feature.ts';

export function keySwitchRequested(state: State): Step {
  const { session, organisation } = state;
  const { definition, prefixes } = state.definition;
  const key = keyAtCursor(state);
  if (key === undefined || definition === null || keySwitchingRefusal(state) !== null) return [state];
  const operation = operationFor(state, keySwitchingOf(key));
  if (operation === null) return [state];
  const known = Object.entries(knownFrom(operation, rowHere(state)));
  const built = buildCall({
    baseUrl: addressFor(definition, operation, { baseUrl: session.baseUrl ?? '', prefixes }),
    orgId: organisation?.orgId ?? null,
    operation,
    parameters: parametersOf(definition, operation),
    body: bodyOf(definition, operation),
    values: {
      parameters: new Map(known.map(([name, value]) => [parameterKey({ name, in: 'path' }), value])),
      body: undefined,
    },
  });
  if (!built.ok) return [said(state, built.faults[0]?.says ?? '')];
  return [state, { kind: 'showKeyRequest', call: built.value, operation }];
}

export function withKeys(state: State, changed: Partial<ServiceKeysState>): State {
  return { ...state, serviceKeys: { ...state.serviceKeys, ...changed } };
}

const keysPath = /^\/org\/\{[^{}]*\}\/enrolment-keys(?:\/|$)/;

export function isAboutKeys({ path }: DefinedOperation): boolean {
  return keysPath.test(path);
}

/** Withdraws an offer that the service rejected; a description that became a key is cleared. */
export function afterKeyChange(state: State, { operation, stage }: ChangeRequest): State {
  const does = switchings.find((one) => operationFor(state, one)?.id === operation.id);
  if (stage.kind === 'refused' && does !== undefined && isNotKnown(stage.problem)) {
    return withKeys(state, { withdrawn: new Set([...state.serviceKeys.withdrawn, does]) });
  }
  if (stage.kind !== 'done' || operation.method !== 'POST') return state;
  return { ...state, trail: state.trail.map(withoutDescription) };
}

function withoutDescription(screen: Screen): Screen {
  if (screen.kind !== 'newKey') return screen;
  return screen.isFromKeys === true ? { kind: 'keysSeen', list: atTop } : { kind: 'systems' };
}

const switchings: readonly KeySwitching[] = ['disable', 'enable'];

function operationFor({ definition: { definition } }: State, does: KeySwitching): DefinedOperation | null {
  return definition === null ? null : capabilityOf(definition, `${does} enrolment key`);
}

/** 405, or a 404 that is not about the key: if only that key is gone, others can still be switched. */
function isNotKnown(problem: Problem): boolean {
  if (problem.kind !== 'refused') return false;
  return problem.status === 405 || (problem.status === 404 && !/key/.test(problem.slug ?? ''));
}
