/** The type of a fault: what it is, where it is injected, and its possible outcomes. */
import type { Interception } from '../../src/demo/service.ts';

export const operations = ['organisations', 'first page', 'later page', 'details', 'deletion', 'key creation'] as const;

export type Operation = (typeof operations)[number];

/**
 * What becomes of a read: told at once; sent twice more and then told; waited for with a countdown that esc ends; a new
 * token asked for; told after 30 s; used all the same; or used with the reading ended there.
 */
export type Read = 'told' | 'tried 3 times' | 'waits' | 'new token' | 'timed out' | 'used' | 'stopped';

/**
 * How the system ends whose deletion met the fault. `in doubt`: the service is asked again, and the system is already
 * gone where it acted, and failed where the system still exists. So does what is called deleted or already gone, and is
 * in the fresh list at the end.
 */
export type Deletion = 'deleted' | 'already gone' | 'refused' | 'in doubt' | 'not attempted';

/** `unknown`: the key may have been created, which is said. What was typed stays unless it was. */
export type Creation = 'created' | 'refused' | 'unknown' | 'new token';

export interface Fault {
  readonly name: string;
  readonly group: string;
  readonly misbehaves: Interception;
  readonly read: Read;
  readonly deletion: Deletion;
  readonly creation: Creation;
  /** What the person then reads; of a fault that is survived, only the reads show it. */
  readonly says: string | RegExp;
  readonly at: readonly Operation[];
}
