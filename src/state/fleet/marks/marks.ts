/** The marked systems. Marks are kept by id, whatever is shown. */
import type { System } from '../../../api/system.ts';
import { markable } from '../list/listing.ts';
import { type Scan, systemAt } from '../list/scan.ts';

export interface Mark {
  /** The record at the time of the mark. */
  readonly system: System;
  /** One object for all that are marked together. */
  readonly why: MarkedWhy;
}

/** `filter`: text of the filter by which it was marked. */
export interface MarkedWhy {
  readonly by: MarkedBy;
  readonly filter?: string;
}

/** `rule`: by `mark all stale`; applying the rule again replaces these marks. `filter`: all shown systems. */
export type MarkedBy = 'hand' | 'filter' | 'rule';

/** By id, in the order of marking. */
export type Marks = ReadonlyMap<string, Mark>;

export const noMarks: Marks = new Map();

/** Marks a system by hand, or unmarks it. */
export function toggled(marks: Marks, system: System): Marks {
  const { systemId } = system;
  return marks.has(systemId) ? withoutMarks(marks, new Set([systemId])) : withMarked(marks, [system]);
}

/** Marks systems; existing marks stay unchanged. */
export function withMarked(
  marks: Iterable<[string, Mark]>,
  systems: Iterable<System>,
  why: MarkedWhy = { by: 'hand' },
): Marks {
  const next = new Map(marks);
  for (const system of systems) {
    if (!next.has(system.systemId)) next.set(system.systemId, { system, why });
  }
  return next;
}

/** Marks stale systems by rule; earlier marks by rule go, the others stay. */
export function withStaleMarked(marks: Marks, stale: Iterable<System>): Marks {
  return withMarked(
    [...marks].filter(([, { why }]) => why.by !== 'rule'),
    stale,
    { by: 'rule' },
  );
}

/** Marks rows of a list by its filter; null: all of them. Ambiguous systems are left out. */
export function withRowsMarked(marks: Marks, scan: Scan, rows: Int32Array | null, filter = ''): Marks {
  return withMarked(marks, markableIn(scan, rows), { by: 'filter', filter });
}

/** Inverts the marks of these rows: the unmarked ones are marked by the filter. Ambiguous systems do not change. */
export function inverted(marks: Marks, scan: Scan, rows: Int32Array | null, filter = ''): Marks {
  const shown = markableIn(scan, rows);
  const unmarked = shown.filter(({ systemId }) => !marks.has(systemId));
  // Mostly all that is marked is shown: nothing of it is left then, and nothing is copied.
  const areAllShown = shown.length - unmarked.length === marks.size;
  const kept = areAllShown ? noMarks : withoutMarks(marks, new Set(shown.map(({ systemId }) => systemId)));
  return withMarked(kept, unmarked, { by: 'filter', filter });
}

/** The marks without these systems; the same object where none was marked. */
export function withoutMarks(marks: Marks, gone: ReadonlySet<string>): Marks {
  const kept = new Map<string, Mark>();
  for (const [id, mark] of marks) if (!gone.has(id)) kept.set(id, mark);
  return kept.size === marks.size ? marks : kept;
}

function markableIn(scan: Scan, rows: Int32Array | null): readonly System[] {
  const systems = rows === null ? scan.pages.flat() : Array.from(rows, (row) => systemAt(scan, row) ?? []).flat();
  return markable({ scan }, systems);
}
