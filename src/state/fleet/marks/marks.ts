/** The systems that are chosen for an action. Marks are kept by id, whatever is shown; those of rows take a byte a row. */
import type { System } from '../../../api/system.ts';
import { isAmbiguous, rowOf, type Scan, systemAt } from '../list/scan.ts';

export interface Mark {
  /** As it was when it was marked. */
  readonly system: System;
  readonly by: MarkedBy;
}

/** `rule`: by `mark all stale`; such marks are replaced when the rule is applied again. `filter`: all that were shown. */
export type MarkedBy = 'hand' | 'filter' | 'rule';

/** No system is marked in both places. */
export interface Marks {
  readonly size: number;
  /** By id: those that were set one by one, or by rule. */
  readonly single: ReadonlyMap<string, Mark>;
  /** Rows of one list that were marked together, by its filter; null where there are none. */
  readonly together: RowMarks | null;
}

/** One byte a row: a hundred thousand take no longer than one. */
interface RowMarks {
  /** As it was when they were marked. */
  readonly scan: Scan;
  /** 1 where a row is marked; as long as the list was. */
  readonly marked: Uint8Array;
  /** How many of them. */
  readonly count: number;
}

export const noMarks: Marks = { size: 0, single: new Map(), together: null };

export function isMarked({ single, together }: Marks, systemId: string): boolean {
  if (single.has(systemId)) return true;
  const row = together === null ? undefined : rowOf(together.scan, systemId);
  return row !== undefined && together?.marked[row] === 1;
}

/** The mark of a system, as it was when it was set. */
export function markOf({ single, together }: Marks, systemId: string): Mark | undefined {
  const own = single.get(systemId);
  if (own !== undefined || together === null) return own;
  const row = rowOf(together.scan, systemId);
  if (row === undefined || together.marked[row] !== 1) return undefined;
  const system = systemAt(together.scan, row);
  return system && { system, by: 'filter' };
}

/** All of them: those that were set one by one in the order in which they were, then those of rows. */
export function allMarks({ single, together }: Marks): readonly Mark[] {
  const rows = together === null ? [] : systemsOf(together);
  return [...single.values(), ...rows.map((system) => ({ system, by: 'filter' as const }))];
}

/** Those of rows as they were when they were marked, in the order of the list. */
export function systemsOf({ scan, marked }: RowMarks): readonly System[] {
  return scan.pages.flat().filter((_, row) => marked[row] === 1);
}

/** Does the scan begin with just these rows, each with the record that it had? */
function isContinuedBy({ scan: { pages } }: RowMarks, scan: Scan): boolean {
  return pages.every((page, at) => scan.pages[at] === page);
}

/** Marks a system by hand, or takes its mark away. */
export function toggled(marks: Marks, system: System): Marks {
  const { systemId } = system;
  if (!isMarked(marks, systemId)) return withMarked(marks, [system]);
  const { together } = marks;
  const single = new Map(marks.single);
  if (single.delete(systemId) || together === null) return marksOf(single, together);
  const row = rowOf(together.scan, systemId) ?? -1;
  return marksOf(single, { ...together, marked: together.marked.with(row, 0), count: together.count - 1 });
}

/** Without the mark of one system. */
export function withoutMark(marks: Marks, systemId: string): Marks {
  const mark = markOf(marks, systemId);
  return mark === undefined ? marks : toggled(marks, mark.system);
}

/** Marks systems; marks that they have already stay as they are. */
export function withMarked(marks: Marks, systems: Iterable<System>, by: MarkedBy = 'hand'): Marks {
  const single = new Map(marks.single);
  const grown = { ...marks, single };
  for (const system of systems) {
    if (!isMarked(grown, system.systemId)) single.set(system.systemId, { system, by });
  }
  return marksOf(single, marks.together);
}

/** Marks what is stale by rule; earlier marks by rule go, the others stay. */
export function withStaleMarked(marks: Marks, stale: Iterable<System>): Marks {
  const others = new Map([...marks.single].filter(([, { by }]) => by !== 'rule'));
  return withMarked({ ...marks, single: others }, stale, 'rule');
}

/** Marks rows of a list by its filter; null: all of them. What is ambiguous is left out. */
export function withRowsMarked(marks: Marks, scan: Scan, rows: Int32Array | null): Marks {
  return withRows(marks, scan, rows, (systemId, isRowMarked, single) => isRowMarked || !single.has(systemId));
}

/** Turns the marks of these rows round: the unmarked ones are marked by its filter. What is ambiguous stays as it is. */
export function inverted(marks: Marks, scan: Scan, rows: Int32Array | null): Marks {
  return withRows(marks, scan, rows, (systemId, isRowMarked, single) => !isRowMarked && !single.delete(systemId));
}

/** The marks without those of systems that are gone. */
export function withoutMarks(marks: Marks, gone: ReadonlySet<string>): Marks {
  const single = new Map([...marks.single].filter(([id]) => !gone.has(id)));
  const together = marks.together && changedRows(marks.together, null, ({ systemId }, is) => is && !gone.has(systemId));
  return marksOf(single, together);
}

function withRows(
  { single: before, together }: Marks,
  scan: Scan,
  rows: Int32Array | null,
  isMarkedNow: (systemId: string, isRowMarked: boolean, single: Map<string, Mark>) => boolean,
): Marks {
  const single = new Map(before);
  const grown = { scan, marked: new Uint8Array(scan.count), count: 0 };
  if (together !== null && isContinuedBy(together, scan)) {
    grown.marked.set(together.marked);
    grown.count = together.count;
  } else if (together !== null) {
    // Marks of rows are of one list: those of another become single ones.
    for (const system of systemsOf(together)) single.set(system.systemId, { system, by: 'filter' });
  }
  const next = changedRows(grown, rows, ({ systemId }, isRowMarked) =>
    isAmbiguous(scan, systemId) || scan.gone.has(systemId) ? isRowMarked : isMarkedNow(systemId, isRowMarked, single),
  );
  return marksOf(single, next);
}

/** The marks after another look at some rows: `isMarkedNow` answers what each of them is from now on. */
function changedRows(
  marks: RowMarks,
  rows: Int32Array | null,
  isMarkedNow: (system: System, isRowMarked: boolean) => boolean,
): RowMarks {
  const marked = marks.marked.slice();
  let { count } = marks;
  const look = (row: number, system: System | undefined): void => {
    const before = marked[row] === 1;
    const now = system === undefined ? before : isMarkedNow(system, before);
    if (now === before) return;
    marked[row] = now ? 1 : 0;
    count += now ? 1 : -1;
  };
  if (rows === null) for (const [row, system] of marks.scan.pages.flat().entries()) look(row, system);
  else for (const row of rows) look(row, systemAt(marks.scan, row));
  return { ...marks, marked, count };
}

function marksOf(single: Marks['single'], together: RowMarks | null): Marks {
  const rows = together?.count === 0 ? null : together;
  return { size: single.size + (rows?.count ?? 0), single, together: rows };
}
