/** Which systems are chosen for an action? Marks are kept by id, whatever is shown. */
import type { System } from '../api/system.ts';
import { isStale } from './staleness.ts';

export interface Mark {
  /** As it was when it was marked. */
  readonly system: System;
  /** `rule`: by `mark all stale`; such marks are replaced when the rule is applied again. */
  readonly by: 'hand' | 'rule';
}

export type Marks = ReadonlyMap<string, Mark>;

export const noMarks: Marks = new Map();

/** Marks a system by hand, or takes its mark away. */
export function toggled(marks: Marks, system: System): Marks {
  const next = new Map(marks);
  if (!next.delete(system.systemId)) next.set(system.systemId, { system, by: 'hand' });
  return next;
}

/** Marks systems by hand; marks that they have already stay as they are. */
export function withMarked(marks: Marks, systems: Iterable<System>): Marks {
  const next = new Map(marks);
  for (const system of systems) {
    if (!next.has(system.systemId)) next.set(system.systemId, { system, by: 'hand' });
  }
  return next;
}

/** Turns the marks of these systems round: the unmarked ones are marked by hand. */
export function inverted(marks: Marks, systems: Iterable<System>): Marks {
  const next = new Map(marks);
  for (const system of systems) {
    if (!next.delete(system.systemId)) next.set(system.systemId, { system, by: 'hand' });
  }
  return next;
}

/** Marks what is stale by rule; earlier marks by rule go, marks by hand stay. */
export function withStaleMarked(marks: Marks, systems: Iterable<System>, days: number, now: number): Marks {
  const next = new Map<string, Mark>();
  for (const [id, mark] of marks) if (mark.by === 'hand') next.set(id, mark);
  for (const system of systems) {
    if (isStale(system, days, now) && !next.has(system.systemId)) next.set(system.systemId, { system, by: 'rule' });
  }
  return next;
}

/** The marks without those of systems that are gone. */
export function withoutMarks(marks: Marks, gone: ReadonlySet<string>): Marks {
  return new Map([...marks].filter(([id]) => !gone.has(id)));
}
