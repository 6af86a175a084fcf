/** What is one line of the results? A measured figure, what it is compared with, and whether it is as good as it is to be. */
import { type Spread, spreadOf } from './statistics.ts';

export interface Figure {
  readonly figure: string;
  readonly unit: 'ms' | 'MiB' | 'bytes';
  readonly measured: Spread;
  /** What the ratio is to, in words; null for a figure that stands for itself. */
  readonly baseline: string | null;
  readonly baselineMeasured: Spread | null;
  /** Of the medians. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly isMet: boolean | null;
}

/** A figure without a goal: a baseline, or one that only has to be known. */
export function plain(figure: string, unit: Figure['unit'], values: readonly number[]): Figure {
  const nothing = { baseline: null, baselineMeasured: null, ratio: null, goal: '', isMet: null };
  return { figure, unit, measured: spreadOf(values), ...nothing };
}

/** `of`: which value of the spread the goal is about. */
export function atMost(
  figure: string,
  unit: Figure['unit'],
  values: readonly number[],
  most: number,
  of: 'median' | 'p95' | 'max' = 'median',
): Figure {
  const measured = spreadOf(values);
  const goal = `${of === 'median' ? '' : `${of} `}≤ ${most} ${unit}`;
  return { ...plain(figure, unit, values), goal, isMet: measured[of] <= most };
}

/** The goal is a ratio of medians, measured in one run. */
export function against(
  figure: string,
  unit: Figure['unit'],
  values: readonly number[],
  baseline: { readonly name: string; readonly values: readonly number[] },
  most: number,
): Figure {
  const measured = spreadOf(values);
  const baselineMeasured = spreadOf(baseline.values);
  const ratio = measured.median / baselineMeasured.median;
  return {
    figure,
    unit,
    measured,
    baseline: baseline.name,
    baselineMeasured,
    ratio,
    goal: `≤ ${most} ×`,
    isMet: ratio <= most,
  };
}

/** As a table of Markdown, which is as easily read in a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const number = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1));
  const rows = figures.map(({ figure, unit, measured, baseline, baselineMeasured, ratio, goal, isMet }) =>
    [
      figure,
      `${number(measured.median)} ${unit}`,
      `${number(measured.min)}–${number(measured.max)}`,
      number(measured.p95),
      baseline === null || baselineMeasured === null ? '' : `${baseline}: ${number(baselineMeasured.median)} ${unit}`,
      ratio === null ? '' : `${ratio.toFixed(2)} ×`,
      goal,
      isMet === null ? '' : isMet ? 'met' : 'missed',
    ].join(' | '),
  );
  const head = 'figure | median | min–max | p95 | against | ratio | goal | goal is';
  return [`| ${head} |`, `| ${'--- | '.repeat(8).trim()}`, ...rows.map((row) => `| ${row} |`), ''].join('\n');
}
