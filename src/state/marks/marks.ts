/** The systems that are chosen for an action. Marks are kept by id, whatever is shown. */
import type { System } from '../../api/system.ts';
import {
  changedRows,
  extendedTo,
  isContinuedBy,
  isRowMarked,
  type RowMarks,
  type Rows,
  systemsOf,
  withoutRow,
} from './row-marks.ts';
import { isStale } from '../staleness/staleness.ts';

export interface Mark {
  /** As it was when it was marked. */
  readonly system: System;
  /** `rule`: by `mark all stale`; such marks are replaced when the rule is applied again. */
  readonly by: 'hand' | 'rule';
}

/** No system is marked in both places. */
export interface Marks {
  readonly size: number;
  /** By id: those that were set one by one, or by rule. */
  readonly single: ReadonlyMap<string, Mark>;
  /** Rows of one list that were marked together, by hand; null where there are none. */
  readonly together: RowMarks | null;
}

export const noMarks: Marks = { size: 0, single: new Map(), together: null };

export function isMarked({ single, together }: Marks, systemId: string): boolean {
  return single.has(systemId) || (together !== null && isRowMarked(together, systemId));
}

/** All of them: those that were set one by one in the order in which they were, then those of rows. */
export function allMarks({ single, together }: Marks): readonly Mark[] {
  const rows = together === null ? [] : systemsOf(together);
  return [...single.values(), ...rows.map((system) => ({ system, by: 'hand' as const }))];
}

/** Marks a system by hand, or takes its mark away. */
export function toggled(marks: Marks, system: System): Marks {
  return isMarked(marks, system.systemId) ? withoutMark(marks, system.systemId) : withMarked(marks, [system]);
}

/** Marks systems by hand; marks that they have already stay as they are. */
export function withMarked(marks: Marks, systems: Iterable<System>): Marks {
  return withSingle(marks, systems, 'hand', marks.single);
}

/** The same for rows of a list; null: all of them. What `isLeftOut` is not marked. */
export function withRowsMarked(
  marks: Marks,
  scan: Rows,
  rows: Int32Array | null,
  isLeftOut: (systemId: string) => boolean,
): Marks {
  const { single, together } = movedTo(marks, scan);
  const isFree = ({ systemId }: System): boolean =>
    (single.size === 0 || !single.has(systemId)) && !isLeftOut(systemId);
  return marksOf(
    single,
    changedRows(together, rows, (system, isMarkedYet) => isMarkedYet || isFree(system)),
  );
}

/** Turns the marks of these rows round: the unmarked ones are marked by hand. What `isLeftOut` stays as it is. */
export function inverted(
  marks: Marks,
  scan: Rows,
  rows: Int32Array | null,
  isLeftOut: (systemId: string) => boolean,
): Marks {
  const { single, together } = movedTo(marks, scan);
  const rest = new Map(single);
  const next = changedRows(together, rows, ({ systemId }, isMarkedYet) => {
    if (isLeftOut(systemId)) return isMarkedYet;
    return !isMarkedYet && !rest.delete(systemId);
  });
  return marksOf(rest, next);
}

/** Marks what is stale by rule; earlier marks by rule go, marks by hand stay. */
export function withStaleMarked(marks: Marks, systems: Iterable<System>, days: number, now: number): Marks {
  const byHand = new Map([...marks.single].filter(([, { by }]) => by === 'hand'));
  const stale = Array.from(systems).filter((system) => isStale(system, days, now));
  return withSingle(marks, stale, 'rule', byHand);
}

/** The marks without those of systems that are gone. */
export function withoutMarks(marks: Marks, gone: ReadonlySet<string>): Marks {
  const single = new Map([...marks.single].filter(([id]) => !gone.has(id)));
  const together = marks.together && changedRows(marks.together, null, ({ systemId }, is) => is && !gone.has(systemId));
  return marksOf(single, together);
}

function withoutMark({ single, together }: Marks, systemId: string): Marks {
  const rest = new Map(single);
  if (rest.delete(systemId) || together === null) return marksOf(rest, together);
  return marksOf(single, withoutRow(together, systemId));
}

function withSingle(marks: Marks, systems: Iterable<System>, by: Mark['by'], kept: Marks['single']): Marks {
  const single = new Map(kept);
  const { together } = marks;
  for (const system of systems) {
    const { systemId } = system;
    if (single.has(systemId) || (together !== null && isRowMarked(together, systemId))) continue;
    single.set(systemId, { system, by });
  }
  return marksOf(single, together);
}

/** Marks of rows are of one list: those of another become single ones. */
function movedTo({ single, together }: Marks, scan: Rows): { single: Marks['single']; together: RowMarks } {
  if (together === null || isContinuedBy(together.rows, scan)) return { single, together: extendedTo(together, scan) };
  const all = new Map(single);
  for (const system of systemsOf(together)) all.set(system.systemId, { system, by: 'hand' });
  return { single: all, together: extendedTo(null, scan) };
}

function marksOf(single: Marks['single'], together: RowMarks | null): Marks {
  const rows = together?.count === 0 ? null : together;
  return { size: single.size + (rows?.count ?? 0), single, together: rows };
}
