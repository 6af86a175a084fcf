/** Ages at a glance: a cell that fills as a system's age nears the threshold, and a bar of the whole organisation. */
import type { System } from '../../api/system.ts';
import { livingPages, standingOf, type StandingCounts, type Visit } from '../../state/fleet/staleness/staleness.ts';
import { ageMs, dayMs, isConnected } from '../../state/fleet/staleness/staleness.ts';
import type { State } from '../../state/root/state.ts';
import type { Tone } from '../parts/palette.ts';
import type { Part } from '../parts/table.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import { count } from '../text/quantities.ts';

const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const empty: Part = { text: clean(' '), tone: 'plain' };
const full: Part = { text: clean(levels[7]), tone: 'danger' };

/** The age as a share of the threshold, in eighths; red past it. Empty for a connected system, or without an age. */
export function gaugeOf(system: System, days: number, now: number): Part {
  const ms = isConnected(system) ? null : ageMs(system, now);
  if (ms === null) return empty;
  const limit = days * dayMs;
  if (ms > limit) return full;
  const level = levels[Math.min(6, Math.floor((7 * ms) / limit))];
  return { text: clean(level ?? ' '), tone: 'dim' };
}

/** Each kind of system with its fill, so that the bar is readable without colours. */
const fills: readonly (readonly [kind: keyof StandingCounts, fill: string, words: string, tone: Tone])[] = [
  ['online', '█', 'online', 'good'],
  ['fresh', '▓', 'fresh', 'plain'],
  ['near', '▒', 'near the limit', 'warning'],
  ['stale', '▚', 'stale', 'danger'],
  ['never', '░', 'never seen', 'dim'],
  ['unknown', '?', 'of unknown age', 'warning'],
];

/** Cells of the narrowest bar that still shows proportions. */
const minBar = 10;

/** The loaded systems by age as one line: a bar, and what each part of it counts. Empty where it does not fit. */
export function standingLine({ list, staleness, now, columns }: State): readonly Part[] {
  const { scan } = list.listing;
  if (scan === null) return [];
  const standing = standingOf(livingPages(scan), staleness.days, now);
  const shown = fills.filter(([kind]) => standing[kind] > 0);
  // A bar of one kind says no more than the facts above it.
  if (shown.length < 2) return [];
  const legend = shown.flatMap(([kind, fill, words, tone]): Part[] => [
    { text: clean(`  ${fill}`), tone },
    { text: clean(` ${count(standing[kind])} ${words}`), tone: 'plain' },
  ]);
  const cells = columns - legend.reduce((sum, { text }) => sum + width(text), 0);
  if (cells < minBar) return [];
  const shares = sharesOf(
    shown.map(([kind]) => standing[kind]),
    cells,
  );
  return [...shown.map(([, fill, , tone], at) => ({ text: clean(fill.repeat(shares[at] ?? 0)), tone })), ...legend];
}

/** A column for each visit, the latest last, by the largest of them: `▇▅▂`; then the counts in words. */
export function trendWords(visits: readonly Visit[], cells: number): Clean {
  const [first, last] = [visits[0], visits.at(-1)];
  if (visits.length < 2 || first === undefined || last === undefined) return clean('');
  const shown = visits.slice(-cells);
  const most = Math.max(1, ...shown.map(({ stale }) => stale));
  const columns = shown.map(({ stale }) => levels[Math.round((7 * stale) / most)] ?? '');
  const between = visits.length < 3 ? [] : visits.slice(Math.floor(visits.length / 2)).slice(0, 1);
  const told = [first, ...between, last].map(({ stale }) => count(stale));
  return clean(`${columns.join('')} ${told.join(' → ')}`);
}

/** Distributes the cells by count. Each count has a cell, and the largest gives or takes what rounding leaves. */
function sharesOf(counts: readonly number[], cells: number): readonly number[] {
  const total = counts.reduce((sum, one) => sum + one, 0);
  const shares = counts.map((one) => Math.max(1, Math.round((cells * one) / total)));
  const largest = counts.indexOf(Math.max(...counts));
  const left = cells - shares.reduce((sum, one) => sum + one, 0);
  return shares.with(largest, Math.max(1, (shares[largest] ?? 0) + left));
}
