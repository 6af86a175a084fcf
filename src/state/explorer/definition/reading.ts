/** Questions that other features may ask of the definition: is it there, and how old is it? */
import { withoutTail } from '../../../api/exact-json.ts';
import type { Of } from '../../root/feature.ts';
import type { Step } from '../../root/step.ts';
import type { Read, State } from '../../root/state.ts';
import type { Definition } from '../../../api/openapi/definition.ts';

/** A younger definition is used without asking. */
const freshMs = 5 * 60_000;

/** The definition of the service in use; null: none is known. */
export function definitionOf({ definition }: State): Definition | null {
  return definition.definition;
}

/** Shows the kept copy at once, and asks the service unless it is young. `isQuiet`: until somebody waits for it. */
export function definitionNeeded(state: State, { isQuiet = false } = {}): Step {
  const { identity, reading } = state.definition;
  const { baseUrl, profile } = state.session;
  if (baseUrl === null) return [state];
  if (reading !== null) return [isQuiet ? state : withQuiet(state, false)];
  const asking = withQuiet(state, isQuiet);
  if (identity !== null) return isFresh(state) ? [state] : definitionAsked(asking);
  const next: State = { ...asking, definition: { ...asking.definition, reading: 'kept' } };
  return [next, { kind: 'recallDefinition', baseUrl, profile }];
}

function withQuiet(state: State, isQuiet: boolean): State {
  return { ...state, definition: { ...state.definition, isQuiet } };
}

/** Asks the service for the definition, even if one is known. */
export function definitionAsked(state: State): Step {
  const read = definitionRead(state);
  if (read === null) return [state];
  return [{ ...state, definition: { ...state.definition, reading: 'service' } }, read];
}

/** The request for the definition; null when no service is known. */
export function definitionRead(state: State): Of<Read, 'readDefinition'> | null {
  const { baseUrl, profile } = state.session;
  return baseUrl === null ? null : { kind: 'readDefinition', baseUrl, profile, known: state.definition.identity };
}

/** A time in the future comes from a clock that was set since. */
export function isFresh({ definition: { identity }, now }: State): boolean {
  return identity !== null && Math.abs(now - identity.at) < freshMs;
}

/** Time since the service confirmed the shown definition. */
export function definitionAge({ definition: { identity }, now }: State): number | null {
  return identity === null ? null : Math.max(0, now - identity.at);
}

/** The first address that the document gives for itself and that is not the one in use; null: none. */
export function serverElsewhere(servers: readonly string[], baseUrl: string): string | null {
  const other = servers.find((server) => plainAddress(server, baseUrl) !== plainAddress(baseUrl, baseUrl));
  return other === undefined ? null : (plainAddress(other, baseUrl) ?? other).slice(0, longestAddress);
}

const longestAddress = 60;

function plainAddress(address: string, base: string): string | null {
  const url = URL.parse(address, base);
  return url === null ? null : withoutTail(`${url.origin}${url.pathname}`, '/');
}
