/** Questions of other features about the definition: is it known, and how old is it? */
import type { Of } from '../../root/feature.ts';
import { withNotice, type Step } from '../../root/step.ts';
import { serviceAddress } from '../../session/session.ts';
import type { Read, State } from '../../root/state.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { addressFor, type OperationsAt, operationsAt } from '../../../api/calls/operations-at.ts';

/** A younger definition is used without asking the service. */
const freshMs = 5 * 60_000;

/** The definition of the service in use; null when none is known. */
export function definitionOf({ definition }: State): Definition | null {
  return definition.definition;
}

/** Shows the stored copy at once, and asks the service unless the copy is fresh. `isQuiet`: until you wait for it. */
export function readDefinitionOnce(state: State, { isQuiet = false } = {}): Step {
  const { identity, reading } = state.definition;
  const { baseUrl, profile } = state.session;
  if (baseUrl === null) return [state];
  if (reading !== null) return [isQuiet ? state : withQuiet(state, false)];
  const asking = withQuiet(state, isQuiet);
  if (identity !== null) return isFresh(state) ? [state] : askDefinition(asking);
  const next: State = { ...asking, definition: { ...asking.definition, reading: 'kept' } };
  return [next, { kind: 'recallDefinition', baseUrl, profile }];
}

function withQuiet(state: State, isQuiet: boolean): State {
  return { ...state, definition: { ...state.definition, isQuiet } };
}

export function askDefinition(state: State): Step {
  const read = definitionRead(state);
  if (read === null) return [state];
  return [{ ...state, definition: { ...state.definition, reading: 'service' } }, read];
}

/** Null when no service is known. */
export function definitionRead(state: State): Of<Read, 'readDefinition'> | null {
  const { baseUrl, profile } = state.session;
  return baseUrl === null ? null : { kind: 'readDefinition', baseUrl, profile, known: state.definition.identity };
}

/** A time in the future means that the clock was set since. */
export function isFresh({ definition: { identity }, now }: State): boolean {
  return identity !== null && Math.abs(now - identity.at) < freshMs;
}

export function definitionAge({ definition: { identity }, now }: State): number | null {
  return identity === null ? null : Math.max(0, now - identity.at);
}

/** Where the definition places its operations, or one `operation`. Null when no definition is known. */
export function namedPlace(
  { session: { baseUrl }, definition: { definition } }: State,
  operation: DefinedOperation | null = null,
): OperationsAt | null {
  return definition === null || baseUrl === null ? null : operationsAt(definition, baseUrl, operation);
}

/** The base address of the operations, or of one of them; null when no definition or no service is known. */
export function sentBelow(state: State, operation: DefinedOperation | null = null): string | null {
  const { definition } = state.definition;
  const place = serviceAddress(state.session);
  return definition === null || place.baseUrl === '' ? null : addressFor(definition, operation, place);
}

/** The form of an operation with its own place shows that place; the list shows the place of the whole definition. */
export function sayOwnPlace(state: State, operation: DefinedOperation): State {
  const below = sentBelow(state, operation);
  if (below !== null && below !== sentBelow(state)) return withNotice(state, `Sent below ${shortAddress(below)}.`);
  const at = namedPlace(state, operation);
  if (at?.kind !== 'elsewhere' || namedPlace(state)?.kind === 'elsewhere') return state;
  return withNotice(state, `The definition names ${shortAddress(at.address)}. Requests go to your address alone.`);
}

const maxAddressLength = 60;

/** Limits the length of an address from outside. */
export function shortAddress(address: string): string {
  return address.slice(0, maxAddressLength);
}
