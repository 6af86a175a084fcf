/** The type of a fault: what it is, where it is injected, and its possible outcomes. */
import type { InjectedFault } from '../../src/demo/faults/faults.ts';
import { type Place, places } from '../../src/demo/faults/places.ts';

export type Operation = Place;

export const operations: readonly Operation[] = places;

/** The count of a list that was loaded, whole or not. */
export const listed = /^[\d,]+ (?:of [\d,]+ )?(?:loaded|systems) · /m;

/**
 * The outcome of a read: shown at once; retried twice and then shown; retried after a countdown that esc ends; after a
 * new token; shown after 30 s; used all the same; or used as the last page.
 */
export type Read = 'shown' | 'retried' | 'waits' | 'new token' | 'timed out' | 'used' | 'stopped';

/**
 * The outcome of the deletion. `checked`: a check at the service finds the system already gone, or failed where it
 * still exists. So does the fresh list at the end. `put off`: the service asks to wait; stopped then, it was refused.
 */
export type Deletion = 'deleted' | 'already gone' | 'refused' | 'checked' | 'put off';

/** `unknown`: the key may have been created, which the screen says. Typed text stays unless it was. */
export type Creation = 'created' | 'refused' | 'unknown' | 'new token';

export interface Fault extends InjectedFault {
  readonly read: Read;
  readonly deletion: Deletion;
  readonly creation: Creation;
  /** The text on the screen; of a fault that is survived, only the reads show it. */
  readonly says: string | RegExp;
}
