/** One line of the results: a measured figure, its baseline, and whether it meets its goal. */
import { type Spread, spreadOf } from './statistics.ts';

export interface Figure {
  readonly figure: string;
  readonly unit: 'ms' | 's' | 'MiB' | 'bytes';
  readonly measured: Spread;
  readonly baseline: string;
  readonly baselineMeasured: Spread;
  /** Ratio of the medians; null where the baseline is 0. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly isMet: boolean | null;
}

/** Measured in the same run and unit. */
export interface Baseline {
  readonly name: string;
  readonly values: readonly number[];
}

/** A figure without a goal. */
export function compared(figure: string, unit: Figure['unit'], values: readonly number[], baseline: Baseline): Figure {
  const [measured, baselineMeasured] = [spreadOf(values), spreadOf(baseline.values)];
  const ratio = baselineMeasured.median === 0 ? null : measured.median / baselineMeasured.median;
  return { figure, unit, measured, baseline: baseline.name, baselineMeasured, ratio, goal: '', isMet: null };
}

/** The goal is in the unit itself; `of` is the judged value of the spread. */
export function atMost(
  figure: string,
  unit: Figure['unit'],
  values: readonly number[],
  most: number,
  of: 'median' | 'p95' | 'max',
  baseline: Baseline,
): Figure {
  const result = compared(figure, unit, values, baseline);
  const goal = `${of === 'median' ? '' : `${of} `}≤ ${most} ${unit}`;
  return { ...result, goal, isMet: result.measured[of] <= most };
}

/** The goal is a ratio of medians. */
export function against(
  figure: string,
  unit: Figure['unit'],
  values: readonly number[],
  baseline: Baseline,
  most: number,
): Figure {
  const result = compared(figure, unit, values, baseline);
  return { ...result, goal: `≤ ${most} ×`, isMet: result.ratio !== null && result.ratio <= most };
}

/** A summary above the table, which is long. */
export function missedIn(figures: readonly Figure[]): string {
  const judged = figures.filter(({ isMet }) => isMet !== null);
  const missed = judged.filter(({ isMet }) => isMet === false).length;
  if (missed === 0) return 'All goals are met.';
  return `Of ${judged.length} goals ${missed} ${missed === 1 ? 'is' : 'are'} missed.`;
}

/** A table in Markdown, which is easily read in a terminal, too: a row for each figure, the one with a goal if any. */
export function tableOf(figures: readonly Figure[]): string {
  const byName = Map.groupBy(figures, ({ figure }) => figure);
  const rows = [...byName.values()].flatMap((same) => {
    const goals = same.filter(({ goal }) => goal !== '');
    const ratios = goals.filter(({ goal }) => goal.endsWith('×'));
    const others = goals.filter(({ goal }) => !goal.endsWith('×')).slice(0, 1);
    return goals.length === 0 ? same.slice(0, 1) : [...others, ...ratios];
  });
  const head = ['| figure | measured | goal |', '| --- | --- | --- |'];
  const lines = [...Map.groupBy(rows, ({ figure }) => figure.replace(ofDefinition, ', of operations')).values()].map(
    (same) => [
      (same[0]?.figure ?? '').replace(ofDefinition, ', of operations'),
      joined(same.map(measuredIn)),
      joined(same.map(goalOf)),
    ],
  );
  return [...head, ...lines.map((cells) => `| ${cells.join(' | ')} |`), ''].join('\n');
}

/** The definitions, the usual one first, share a row. */
const ofDefinition = /, [\d,]+ (?:hostile )?operations, [\d.]+ MB$/;

function joined(parts: readonly string[]): string {
  return [...new Set(parts)].join(' / ');
}

function measuredIn({ unit, measured, baseline, ratio, goal, isMet }: Figure): string {
  const judged = ['p95', 'max'] as const;
  const by = judged.find((one) => goal.startsWith(one));
  const median = `${digits(measured.median)} ${unit}`;
  if (by !== undefined) return `${median}, ${by} ${digits(measured[by])}`;
  // A missed goal shows by how much, however little.
  if (goal.endsWith('×') && ratio !== null) return `${median}, ${ratio.toFixed(isMet === false ? 3 : 2)} × ${baseline}`;
  return median;
}

function goalOf({ goal, isMet }: Figure): string {
  return isMet === false ? `${goal}: **missed**` : goal;
}

function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  // Enough digits of a small value to see on which side of its goal it is.
  return value !== 0 && Math.abs(value) < 1 ? value.toPrecision(2) : value.toFixed(1);
}
