/** The spread of repeated measurements. */

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Needs at least one value. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  // The median of an even number lies between the two in the middle.
  const median = ((sorted[(sorted.length - 1) >> 1] ?? NaN) + at(0.5)) / 2;
  return { min: at(0), median, p95: at(0.95), max: sorted.at(-1) ?? NaN };
}
