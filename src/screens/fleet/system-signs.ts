/**
 * The signs of a system in a list: its mark, whether it is stale or protected, why it changed, and its age at a glance.
 */
import type { System } from '../../api/system.ts';
import { isProtected } from '../../state/fleet/protection/guards.ts';
import {
  isStale,
  livingPages,
  standingOf,
  type StandingCounts,
  type Visit,
  ageMs,
  dayMs,
  isConnected,
} from '../../state/fleet/staleness/staleness.ts';
import type { State } from '../../state/root/state.ts';
import type { Sign, SignOf, Part } from '../parts/table.tsx';
import { clean, type Clean } from '../text/clean.ts';
import { changeOf, type ChangeReason } from '../../state/fleet/changes.ts';
import { systemUnderCursor } from '../../state/fleet/list/feature.ts';
import type { Column } from '../parts/columns.ts';
import type { Reason } from '../screen-definition.ts';
import { width } from '../text/fit.ts';
import { visitTime, count } from '../text/quantities.ts';
import type { Tone } from '../parts/root-context.ts';

const marked: Sign = { text: clean('✓'), tone: 'accent', message: 'marked' };
const inRange: Sign = { text: clean('+'), tone: 'accent', message: 'in the range' };
const gone: Sign = { text: clean('✓'), tone: 'good', message: 'gone' };
const protectedSign: Sign = { text: clean('◆'), tone: 'accent', message: 'protected' };

/** The first cell: `✓`, or `+` in the open range. The second cell: `◆` if protected, `●` if stale. */
export function systemSigns(state: State, range: ReadonlySet<string>): readonly SignOf<System>[] {
  const { marks } = state;
  return [
    ({ systemId }) => (range.has(systemId) ? inRange : marks.marked.has(systemId) ? marked : undefined),
    stateSign(state),
  ];
}

/** Gone wins over protected, and protected over stale, because a protected system is never deleted. */
export function stateSign({ clock, now, settings, session, staleness, list }: State): SignOf<System> {
  const guarding = { guards: settings.guards, address: session.address };
  const stale: Sign = { text: clean(staleSign(clock)), tone: 'warning', message: 'stale' };
  const { scan } = list.listing;
  return (system) => {
    if (scan?.gone.has(system.systemId) === true) return gone;
    if (isProtected(system, guarding)) return protectedSign;
    return isStale(system, staleness.days, now) ? stale : undefined;
  };
}

/** Hollow while no clock confirms the ages. */
export function staleSign({ kind }: State['clock']): '○' | '●' {
  return kind === 'unverified' ? '○' : '●';
}

// Why a system is among the changes since the last visit, for its row, its pane, and the line under the list.

const words: Readonly<Record<ChangeReason, string>> = {
  new: 'new',
  stopped: 'stopped connecting',
  stale: 'now stale',
  back: 'connected again',
};

function changeIn({ changes, staleness, now }: State, system: System): ChangeReason | null {
  return changes === null ? null : changeOf(system, changes, { days: staleness.days, now });
}

/** A line of the verdict, on every screen that shows all fields of a system. */
export function changeReasons(state: State, system: System): readonly Reason[] {
  const { changes, now } = state;
  const change = changeIn(state, system);
  if (changes === null || change === null) return [];
  const value = clean(`${visitTime(changes.since, now)}, your last visit: ${words[change]}.`);
  return [{ name: clean('SINCE'), value, tone: 'plain' }];
}

/** A column with the reason of each row, in a list of changes; it only gets cells that other columns leave. */
export function reasonColumns(state: State): readonly Column<System>[] {
  if (!isListOfChanges(state)) return [];
  const cells = Math.max(...Object.values(words).map((word) => width(clean(word))));
  const cell = (system: System): Clean => {
    const change = changeIn(state, system);
    return clean(change === null ? '' : words[change]);
  };
  return [{ title: whyTitle, min: cells, ideal: cells, priority: -100, isExtra: true, cell }];
}

const whyTitle = clean('WHY');

function isListOfChanges({ changes, list: { listing } }: State): boolean {
  return changes !== null && listing.view.filter.usesChanges;
}

/** The reason of the row with the cursor, shown under a list of changes that has no room for the column. */
export function reasonUnder(state: State, columns: readonly Column<System>[]): Clean | undefined {
  const system = systemUnderCursor(state);
  const { changes, now } = state;
  if (system === undefined || changes === null || !isListOfChanges(state)) return undefined;
  const change = columns.some(({ title }) => title === whyTitle) ? null : changeIn(state, system);
  if (change === null) return undefined;
  return clean(`Since ${visitTime(changes.since, now)}: ${words[change]}.`);
}

// Ages at a glance: a cell that fills as a system's age nears the threshold, and a bar of the whole organisation.

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

interface Fill {
  readonly kind: keyof StandingCounts;
  readonly fill: string;
  /** The widest first; a narrow line has the count alone. */
  readonly words: readonly [string, string];
  readonly tone: Tone;
}

/** Each kind of system with its fill, so that the bar is readable without colours. */
const fills: readonly Fill[] = [
  { kind: 'online', fill: '█', words: ['online', 'online'], tone: 'good' },
  { kind: 'fresh', fill: '▓', words: ['fresh', 'fresh'], tone: 'plain' },
  { kind: 'near', fill: '▒', words: ['near the limit', 'near'], tone: 'warning' },
  { kind: 'stale', fill: '▚', words: ['stale', 'stale'], tone: 'danger' },
  { kind: 'never', fill: '░', words: ['never seen', 'never'], tone: 'dim' },
  { kind: 'unknown', fill: '?', words: ['of unknown age', 'unknown'], tone: 'warning' },
];

/** Cells of the narrowest bar that still shows proportions. */
const minBar = 10;

/**
 * The loaded systems by age as one line: a bar, and what each part of it counts, in as many words as fit. Empty where the
 * counts alone do not.
 */
export function standingLine({ list, staleness, now, columns }: State): readonly Part[] {
  const { scan } = list.listing;
  if (scan === null) return [];
  const standing = standingOf(livingPages(scan), staleness.days, now);
  const shown = fills.filter(({ kind }) => standing[kind] > 0);
  // A bar of one kind says no more than the facts above it.
  if (shown.length < 2) return [];
  const legends = [0, 1, null].map((at) =>
    shown.flatMap(({ kind, fill, words, tone }): Part[] => [
      { text: clean(`  ${fill}`), tone },
      { text: clean(` ${count(standing[kind])}${at === null ? '' : ` ${words[at] ?? ''}`}`), tone: 'plain' },
    ]),
  );
  const roomBeside = (legend: readonly Part[]): number =>
    columns - legend.reduce((sum, { text }) => sum + width(text), 0);
  const legend = legends.find((one) => roomBeside(one) >= minBar);
  if (legend === undefined) return [];
  const shares = sharesOf(
    shown.map(({ kind }) => standing[kind]),
    roomBeside(legend),
  );
  return [...shown.map(({ fill, tone }, at) => ({ text: clean(fill.repeat(shares[at] ?? 0)), tone })), ...legend];
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
