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

/** A summary above the table, which is long: the missed goals, and by how much. */
export function missedIn(figures: readonly Figure[]): string {
  const judged = figures.filter(({ isMet }) => isMet !== null);
  const missed = judged.filter(({ isMet }) => isMet === false);
  if (missed.length === 0) return 'All goals are met.';
  const each = missed.map(({ figure, measured, unit, baseline, ratio, goal }) => {
    const judgedBy = goal.startsWith('p95') ? 'p95' : goal.startsWith('max') ? 'max' : 'median';
    const is = goal.endsWith('×') ? `${ratio?.toFixed(3)} × ${baseline}` : `${measured[judgedBy].toFixed(1)} ${unit}`;
    return `${figure} (${is}; the goal is ${goal})`;
  });
  return `Of ${judged.length} goals ${missed.length} ${missed.length === 1 ? 'is' : 'are'} missed: ${each.join(', ')}.`;
}

/** A table in Markdown, which is easily read in a terminal, too. */
export function tableOf(figures: readonly Figure[]): string {
  const number = (value: number): string => {
    if (value >= 100) return Math.round(value).toLocaleString('en');
    // Enough digits of a small value to see on which side of its goal it is.
    return value !== 0 && Math.abs(value) < 1 ? value.toPrecision(2) : value.toFixed(1);
  };
  const rows = figures.map(({ figure, unit, measured, baseline, baselineMeasured, ratio, goal, isMet }) =>
    [
      figure,
      `${number(measured.median)} ${unit}`,
      `${number(measured.min)}–${number(measured.max)}`,
      number(measured.p95),
      `${baseline}: ${number(baselineMeasured.median)} ${unit}`,
      // A missed goal shows by how much, however little.
      ratio === null ? '' : `${ratio.toFixed(isMet === false ? 3 : 2)} ×`,
      goal,
      isMet === null ? '' : isMet ? 'met' : 'missed',
    ].join(' | '),
  );
  const head = 'figure | median | min–max | p95 | against | ratio | goal | goal is';
  return [`| ${head} |`, `| ${'--- | '.repeat(8).trim()}`, ...rows.map((row) => `| ${row} |`), ''].join('\n');
}
