/** Sorts rows by a key of each. */

/** Null comes last, either way. */
export type RowKey = string | number | bigint | null;

/** Compares two keys of one kind; 0 leaves the rows in their order. Rows without a key come last, either way. */
export function compareKeys<Key extends string | number | bigint>(
  a: Key | null,
  b: Key | null,
  reversed: boolean,
): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const sign = reversed ? -1 : 1;
  return a < b ? -sign : a > b ? sign : 0;
}

/** The key of a row is made once. Rows of one key are in the order of `compareThen`, else in that in which they came. */
export function sortedByKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  isFalling: boolean,
  compareThen: (a: Row, b: Row) => number = () => 0,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key, isFalling) || compareThen(a.row, b.row)).map(({ row }) => row);
}

/** The rows with the largest numbers first, in a fraction of the time that comparing them takes; equal ones stay in their order. */
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
