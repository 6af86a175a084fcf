/** How each outcome looks: its sign, its tone, and its part of the bar. */
import { type Outcome, type OutcomeCounts, outcomeKinds } from '../../state/change/outcome.ts';
import type { Tone } from '../parts/palette.ts';
import type { Part } from '../parts/table.tsx';
import { clean } from '../text/clean.ts';

interface Look {
  readonly sign: string;
  readonly tone: Tone;
  /** One cell of the bar. */
  readonly fill: string;
}

export const looks: Readonly<Record<Outcome['kind'], Look>> = {
  done: { sign: '✓', tone: 'good', fill: '█' },
  would: { sign: '✓', tone: 'good', fill: '█' },
  already: { sign: '○', tone: 'dim', fill: '▒' },
  kept: { sign: '↩', tone: 'plain', fill: '▓' },
  refused: { sign: '✗', tone: 'danger', fill: '✗' },
  failed: { sign: '✗', tone: 'danger', fill: '✗' },
  unknown: { sign: '●', tone: 'warning', fill: '●' },
  notAttempted: { sign: '–', tone: 'warning', fill: '–' },
};

/**
 * The bar: as many cells for each outcome as it has of all, at least one where there is any, in the order in which they
 * are counted; the rest is for those that wait.
 */
export function barParts(counts: OutcomeCounts, total: number, cells: number): readonly Part[] {
  const waiting = Math.max(0, total - outcomeKinds.reduce((sum, kind) => sum + counts[kind], 0));
  const parts = [
    ...outcomeKinds.map((kind) => ({ n: counts[kind], tone: looks[kind].tone, fill: looks[kind].fill })),
    { n: waiting, tone: 'dim' as const, fill: '░' },
  ];
  const sizes = shares(
    parts.map(({ n }) => n),
    cells,
  );
  return parts.map(({ tone, fill }, at) => ({ text: clean(fill.repeat(sizes[at] ?? 0)), tone }));
}

/** Divides the cells: at least one for each that is not 0 where there are enough, and the rest by size. */
export function shares(parts: readonly number[], cells: number): readonly number[] {
  const total = parts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return parts.map(() => 0);
  const exact = parts.map((n) => (n * cells) / total);
  const sizes = exact.map((share) => (share === 0 ? 0 : Math.max(1, Math.floor(share))));
  let left = cells - sizes.reduce((sum, n) => sum + n, 0);
  // The largest remainder grows first; of too many cells the largest part gives some back.
  const byRemainder = parts.map((_, at) => at).sort((a, b) => remainder(exact, sizes, b) - remainder(exact, sizes, a));
  for (const at of byRemainder) {
    if (left <= 0) break;
    if (parts[at] === 0) continue;
    sizes[at] = (sizes[at] ?? 0) + 1;
    left--;
  }
  while (left < 0) {
    const largest = sizes.indexOf(Math.max(...sizes));
    sizes[largest] = (sizes[largest] ?? 0) - 1;
    left++;
  }
  return sizes;
}

function remainder(exact: readonly number[], sizes: readonly number[], at: number): number {
  return (exact[at] ?? 0) - (sizes[at] ?? 0);
}
