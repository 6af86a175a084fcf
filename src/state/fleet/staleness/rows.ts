/**
 * Threshold and rows of the stale screen: age bands around the threshold, the keys and tags with most stale systems,
 * and the protected ones.
 */
import type { System } from '../../../api/system.ts';
import { literalValue, wordText } from '../filter/language.ts';
import { staleLayout } from '../../kernel/list-view.ts';
import { memoize } from '../../kernel/store.ts';
import { isReadingEverything, renewList } from '../list/feature.ts';
import { isComplete, type Scan } from '../list/scan.ts';
import type { State } from '../../root/state.ts';
import {
  type AgeBand,
  findAged,
  type AgeGroup,
  ageIndexOf,
  agesOf,
  bandsOf,
  countDisabled,
  livingPages,
  mostStale,
  staleIn,
  sumOf,
  type Visited,
  isConnected,
  olderThan,
  timesOf,
} from './staleness.ts';
import { guardOf, type Guards } from '../protection/guards.ts';

/** Sets the threshold, in days, and re-evaluates the list if its filter tests it. */
export function withThreshold(state: State, days: number): State {
  const next: State = { ...state, staleness: { ...state.staleness, days } };
  return next.list.listing.view.filter.usesThreshold ? renewList(next) : next;
}

/** Sets the last count of the open organisation before this visit. */
export function withVisited(state: State, visited: Visited | null): State {
  return { ...state, staleness: { ...state.staleness, visited } };
}

export type StaleRow =
  | ({ readonly kind: 'band'; readonly isStale: boolean } & AgeBand)
  | { readonly kind: 'threshold' | 'connected' | 'unknown'; readonly count: number }
  /** `count`: stale systems. */
  | { readonly kind: 'key' | 'tag'; readonly group: AgeGroup; readonly count: number };

export interface StaleFigures {
  readonly rows: readonly StaleRow[];
  readonly stale: number;
  readonly disabled: number;
  /** Systems of the list, including the service's count of those not loaded yet. */
  readonly systems: number;
}

const known = memoize<State, Map<number, StaleFigures>>(() => new Map());

/** Cached: a key, the hints and the screen need the same figures. */
export function staleFigures(state: State, days: number): StaleFigures {
  const figures = known(state).get(days) ?? figuresOf(state, days);
  known(state).set(days, figures);
  return figures;
}

const noPages: Scan['pages'] = [];

function figuresOf(state: State, days: number): StaleFigures {
  const { now } = state;
  const { scan } = state.list.listing;
  const pages = scan === null ? noPages : livingPages(scan);
  const ages = pages.map(agesOf);
  const stale = staleIn(ages, days, now);
  const bands = bandsOf(ages, days, now).map((band): StaleRow => ({
    kind: 'band',
    isStale: band.fromDays >= days,
    ...band,
  }));
  const below = bands.filter((band) => band.kind === 'band' && !band.isStale);
  const unknown = sumOf(ages, (one) => one.unknown);
  const count = scan === null ? 0 : scan.count - scan.gone.size;
  return {
    rows: [
      ...below,
      { kind: 'threshold', count: stale },
      ...bands.slice(below.length),
      { kind: 'connected', count: sumOf(ages, ({ connected }) => connected) },
      ...(unknown === 0 ? [] : [{ kind: 'unknown' as const, count: unknown }]),
      ...(isReadingEverything(state) ? [] : groupRows(pages, { days, now, max: staleLayout(state).groups })),
    ],
    stale,
    disabled: countDisabled(ages, days, now),
    systems: scan === null || isComplete(scan) ? count : Math.max(count, scan.total ?? 0),
  };
}

/** Computed after the last page only, since every page would change them. */
function groupRows(pages: Scan['pages'], by: { days: number; now: number; max: number }): readonly StaleRow[] {
  const { keys, tags } = ageIndexOf(pages);
  const rows = (kind: 'key' | 'tag', groups: readonly AgeGroup[]): readonly StaleRow[] =>
    mostStale(groups, by).map(({ group, stale: count }) => ({ kind, group, count }));
  return [...rows('key', keys), ...rows('tag', tags)];
}

export function staleAt(state: State, thresholds: readonly number[]): readonly number[] {
  const { scan } = state.list.listing;
  const ages = (scan === null ? noPages : livingPages(scan)).map(agesOf);
  return thresholds.map((days) => staleIn(ages, days, state.now));
}

/** Stable identity of a row while counts change. */
export function rowId(row: StaleRow): string {
  if (row.kind === 'band') return `band ${row.fromDays}`;
  return 'group' in row ? `${row.kind} ${row.group.name ?? ''}` : row.kind;
}

/** Index of the row under the cursor; the threshold's row if that is gone. */
export function cursorIn({ rows }: StaleFigures, id: string): number {
  const own = rows.findIndex((row) => rowId(row) === id);
  return own >= 0 ? own : rows.findIndex(({ kind }) => kind === 'threshold');
}

/** A row in words, for a sentence; null: all stale systems. */
export function rowName(row: StaleRow): string | null {
  if (row.kind === 'band') return `age ${bandName(row)}`;
  if ('group' in row) return row.group.name === null ? `without a ${row.kind}` : `${row.kind} ${row.group.name}`;
  return rowNames[row.kind];
}

const rowNames = { threshold: null, connected: 'connected now', unknown: 'age unknown' } as const;

/** `91–180 d`; `1 d` for a band of one day. */
export function bandName({ fromDays, toDays }: Pick<AgeBand, 'fromDays' | 'toDays'>): string {
  if (toDays === null) return `over ${fromDays} d`;
  if (fromDays === 0) return `0–${toDays} d`;
  return toDays === fromDays + 1 ? `${toDays} d` : `${fromDays + 1}–${toDays} d`;
}

/** The filter that shows the systems of a row; empty for the threshold's. */
export function rowFilter(row: StaleRow): string {
  if ('group' in row) return `is:stale ${groupFilter(row.kind, row.group.name)}`;
  if (row.kind !== 'band') return rowFilters[row.kind];
  const from = row.fromDays === 0 ? [] : [`offline:>${row.fromDays}d`];
  return [...from, ...(row.toDays === null ? [] : [`offline:<=${row.toDays}d`])].join(' ');
}

const rowFilters = { threshold: '', connected: 'is:connected', unknown: 'offline:unknown' } as const;

/** With "=" the name must match as a whole. */
function groupFilter(field: 'key' | 'tag', name: string | null): string {
  if (name === null) return `-${field}:*`;
  return wordText({ isNegated: false, field, values: [literalValue(`=${name.replaceAll('"', '')}`)] });
}

/**
 * Oldest first, at most `max`. Connected systems and systems without a time have no age, so their rows give none.
 */
export function rowSystems(state: State, days: number, row: StaleRow, max = Infinity): readonly System[] {
  const { scan } = state.list.listing;
  if (scan === null || row.kind === 'connected' || row.kind === 'unknown') return [];
  const byAge = row.kind === 'key' || row.kind === 'tag' ? row.group.byAge : ageIndexOf(livingPages(scan)).byAge;
  return findAged(byAge, row.kind === 'band' ? row : { fromDays: days, toDays: null }, state.now).slice(0, max);
}

// Counts the stale systems that a review would leave out.

interface Made {
  readonly pages: unknown;
  readonly guards: Guards;
  readonly times: Float64Array;
}

let last: Made | undefined;

/**
 * Null while every page is loading, since each page would change it. Rules are evaluated once per list, not each
 * minute.
 */
export function protectedStale(state: State, days: number): number | null {
  const { scan } = state.list.listing;
  if (scan === null || isReadingEverything(state)) return null;
  const { guards } = state.settings;
  const pages = livingPages(scan);
  if (last?.pages !== pages || last.guards !== guards) {
    const guarding = { guards, address: state.session.address };
    const isProtected = pages
      .flat()
      .filter((system) => !isConnected(system) && guardOf(system, guarding, state.now) !== null);
    last = { pages, guards, times: timesOf(isProtected) };
  }
  return olderThan(last.times, days, state.now);
}
