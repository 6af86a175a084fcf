/** Is a system protected by what its review did not show, just before it would be deleted? */
import type { System } from '../../api/system.ts';
import { defaultGuards, type Guard, guardBeyond, type Guarding } from './guards.ts';
import type { SignOfLife } from '../deletion/outcome.ts';

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
