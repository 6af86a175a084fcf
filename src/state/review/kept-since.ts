/** What keeps a reviewed system from being deleted: it came back since, or it is protected by what the review did not show. */
import type { System } from '../../api/system.ts';
import { defaultGuards, type Guard, guardBeyond, type Guarding } from './guards.ts';
import { isConnected } from '../staleness/staleness.ts';
import { changedField } from '../systems/compare.ts';

/**
 * What keeps a system that was reviewed. `changed`: it lives, it is another one under the same id, or a person is at work
 * on it. `protected`: by what the review did not show. `field`: where; files of earlier versions do not say it.
 */
export interface SignOfLife {
  readonly why: 'connected' | 'seenSince' | 'changed' | 'protected';
  readonly field?: string;
}

/** What came back since the review is not deleted: connected now, seen later than it was then, or changed in any way. */
export function cameBack(reviewed: System, now: System): SignOfLife | null {
  // A person who marks a connected system by hand was warned of it; only a change counts.
  if (isConnected(now) && !isConnected(reviewed)) return { why: 'connected' };
  if (now.lastSeen !== reviewed.lastSeen && (now.lastSeenMs ?? 0) > (reviewed.lastSeenMs ?? 0)) {
    return { why: 'seenSince' };
  }
  const field = changedField(reviewed, now);
  return field === null ? null : { why: 'changed', field };
}

/** By what the systems of a run are protected, and what a person has lifted of that, by id. */
export interface Protection {
  readonly guarding: Guarding;
  readonly lifted: ReadonlyMap<string, readonly Guard[]>;
}

/** Of a run that deletes nothing more. */
export const unlifted: Protection = { guarding: { guards: defaultGuards, address: null }, lifted: new Map() };

/** A list may say less than the record of one system, which is read last: what that shows must protect as well. */
export function protectedSince(
  { protection: { guarding, lifted } }: { readonly protection: Protection },
  system: System,
  now: number,
): SignOfLife | null {
  const guard = guardBeyond(lifted.get(system.systemId) ?? [], system, guarding, now);
  return guard === undefined ? null : { why: 'protected', field: fieldOf(guard) };
}

function fieldOf(guard: Guard): string {
  switch (guard.kind) {
    case 'session':
      return 'connectedFrom';
    case 'tag':
    case 'tagsUnreadable':
      return 'tags';
    case 'key':
      return 'enrolmentKeyDescription';
    case 'connected':
    case 'state':
      return 'state';
    case 'seen':
      return 'lastSeen';
    case 'enrolled':
      return 'enrolledAt';
    case 'time':
      return guard.field;
  }
}
