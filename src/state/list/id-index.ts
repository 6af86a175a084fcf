/** Finds the row of a system by its id, in an index that grows by whole pages and copies none of what it has. */

/**
 * Ids in the order of their rows. An index and those that grew out of it share one map, which is only ever added to: each
 * of them knows the rows below its own count, and stays as it was.
 */
export interface IdIndex {
  readonly rows: ReadonlyMap<string, number>;
  readonly count: number;
}

export function newIndex(): IdIndex {
  return { rows: new Map(), count: 0 };
}

/** The row of an id, or undefined. */
export function rowOf({ rows, count }: IdIndex, id: string): number | undefined {
  const row = rows.get(id);
  return row !== undefined && row < count ? row : undefined;
}

/** The index that has grown so far, to be added to: each id with the next row. It becomes an index by `indexOf`. */
export function growing({ rows, count }: IdIndex): Map<string, number> {
  // Another index has grown out of this one already, and has put other ids in the next rows.
  if (rows.size > count) return new Map([...rows].slice(0, count));
  return rows as Map<string, number>;
}

export function indexOf(rows: ReadonlyMap<string, number>): IdIndex {
  return { rows, count: rows.size };
}
