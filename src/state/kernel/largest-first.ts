/** Sorts by a number: many rows in a fraction of the time that comparing them takes. */

/** The rows with the largest numbers first; rows of one number stay in their order. */
export function largestFirst<Row>(rows: readonly Row[], numberOf: (row: Row) => number): Row[] {
  const negated = new Float64Array(rows.length);
  rows.forEach((row, at) => (negated[at] = -numberOf(row)));
  const sorted = negated.toSorted();
  /** By the first place of a number: how many of its rows have theirs. */
  const placed = new Uint32Array(rows.length);
  const result = rows.slice();
  rows.forEach((row, at) => {
    const first = firstPlace(sorted, negated[at] ?? 0);
    const before = placed[first] ?? 0;
    result[first + before] = row;
    placed[first] = before + 1;
  });
  return result;
}

function firstPlace(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
