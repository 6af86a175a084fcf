/** The reads of the service's enrolment keys, and the screens that wait for them. */
import type { Of } from '../../root/feature.ts';
import type { Read, State } from '../../root/state.ts';
import type { ServiceKeyList } from '../../account/enrolment-keys/feature.ts';
import type { ServiceKeysState } from './feature.ts';

/** Is the screen of the keys shown, or beneath the shown one? */
export function isAwaited({ screen, trail }: State): boolean {
  return [screen, ...trail].some(({ kind }) => kind === 'keysSeen');
}

export function withKeys(state: State, changed: Partial<ServiceKeysState>): State {
  return { ...state, serviceKeys: { ...state.serviceKeys, ...changed } };
}

/** The next page of the list. */
export function keysRead({ attempt, orgId, paging }: ServiceKeyList): Of<Read, 'readServiceKeys'> {
  return { kind: 'readServiceKeys', attempt, orgId, paging };
}
