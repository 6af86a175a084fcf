/** In which row does a system stand? An index that grows by whole pages and copies none of what it has. */

/**
 * Maps of about doubling size, the largest first: adding a page merges the small ones at the end, so an id is moved
 * a logarithmic number of times and every earlier index stays as it was.
 */
export type IdIndex = readonly ReadonlyMap<string, number>[];

/** The row of an id, or undefined. */
export function rowOf(index: IdIndex, id: string): number | undefined {
  for (const level of index) {
    const row = level.get(id);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** The index with more ids in it; none of them is in it yet. */
export function withIds(index: IdIndex, added: ReadonlyMap<string, number>): IdIndex {
  const levels = [...index];
  let merged = added;
  for (let last = levels.at(-1); last !== undefined && last.size <= 2 * merged.size; last = levels.at(-1)) {
    merged = new Map([...last, ...merged]);
    levels.pop();
  }
  return [...levels, merged];
}
