/** Rows of a list that are marked together. One byte a row: a hundred thousand take no longer than one. */
import type { System } from '../../api/system.ts';
import { rowOf, type Scan, systemAt } from '../list/scan.ts';

/** The rows of a scan, as they were when they were marked. */
export type Rows = Pick<Scan, 'pages' | 'starts' | 'count' | 'index'>;

export interface RowMarks {
  readonly rows: Rows;
  /** 1 where a row is marked; as long as the list was. */
  readonly marked: Uint8Array;
  /** How many of them. */
  readonly count: number;
}

/** Does the scan begin with just these rows, each with the record that it had? */
export function isContinuedBy({ pages }: Rows, scan: Rows): boolean {
  return pages.every((page, at) => scan.pages[at] === page);
}

/** The same marks of a scan that has more rows; none where there were none. */
export function extendedTo(marks: RowMarks | null, scan: Rows): RowMarks {
  const marked = new Uint8Array(scan.count);
  if (marks !== null) marked.set(marks.marked);
  return { rows: scan, marked, count: marks?.count ?? 0 };
}

/** The marks after another look at some rows: `isMarkedNow` answers what each of them is from now on. */
export function changedRows(
  marks: RowMarks,
  rows: Int32Array | null,
  isMarkedNow: (system: System, isMarked: boolean) => boolean,
): RowMarks {
  const marked = marks.marked.slice();
  let { count } = marks;
  const look = (row: number, system: System): void => {
    const before = marked[row] === 1;
    const now = isMarkedNow(system, before);
    if (now === before) return;
    marked[row] = now ? 1 : 0;
    count += now ? 1 : -1;
  };
  eachRow(marks.rows, rows, look);
  return { ...marks, marked, count };
}

/** Without one of them. The id is in a row that is marked. */
export function withoutRow(marks: RowMarks, systemId: string): RowMarks {
  const row = rowOf(marks.rows, systemId) ?? -1;
  return { ...marks, marked: marks.marked.with(row, 0), count: marks.count - 1 };
}

export function isRowMarked(marks: RowMarks, systemId: string): boolean {
  const row = rowOf(marks.rows, systemId);
  return row !== undefined && marks.marked[row] === 1;
}

/** As they were when they were marked, in the order of the list. */
export function systemsOf(marks: RowMarks): readonly System[] {
  const systems: System[] = [];
  eachRow(marks.rows, null, (row, system) => {
    if (marks.marked[row] === 1) systems.push(system);
  });
  return systems;
}

/** `rows` null: all of them, in the order of the list. */
function eachRow(list: Rows, rows: Int32Array | null, look: (row: number, system: System) => void): void {
  if (rows === null) {
    let row = 0;
    for (const page of list.pages) for (const system of page) look(row++, system);
    return;
  }
  for (const row of rows) {
    const system = systemAt(list, row);
    if (system !== undefined) look(row, system);
  }
}
