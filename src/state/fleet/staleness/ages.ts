/** Ages of many systems: sorted once, and every question after that is answered by halving. */
import type { System } from '../../../api/system.ts';
import { memoize } from '../../kernel/memoize.ts';
import { dayMs, isConnected, type UnknownAges, unreadTimeOf } from './staleness.ts';

/** Of the systems of one page. Nothing in it depends on the time or on the threshold. */
export interface Ages {
  /** The last signs of life of those that are not connected, in milliseconds since 1970, ascending. */
  readonly times: Float64Array;
  /** The same of the disabled ones among them. */
  readonly disabled: Float64Array;
  readonly connected: number;
  /** Not connected, and without a time that can be read. */
  readonly unknown: number;
  /** A time of these that cannot be read, as it was sent. */
  readonly unread: string | null;
}

export const agesOf = memoize((systems: readonly System[]): Ages => {
  const away = systems.filter((system) => !isConnected(system));
  const known = away.filter((system) => lifeOf(system) !== null);
  const unknown = away.filter((system) => lifeOf(system) === null);
  return {
    times: sortedTimes(known),
    disabled: sortedTimes(known.filter(({ isEnabled }) => isEnabled === false)),
    connected: systems.length - away.length,
    unknown: unknown.length,
    unread: firstUnread(unknown),
  };
});

/** When a system was last seen, or enrolled where it never connected; null where no time can be read. */
export function lifeOf({
  lastSeen,
  lastSeenMs,
  enrolledAtMs,
}: Pick<System, 'lastSeen' | 'lastSeenMs' | 'enrolledAtMs'>): number | null {
  return lastSeen === null ? enrolledAtMs : lastSeenMs;
}

/** Ascending; those without a time are left out. */
export function sortedTimes(systems: readonly System[]): Float64Array {
  return Float64Array.from(systems.flatMap((system) => lifeOf(system) ?? [])).sort();
}

/** How many of these times, ascending, are more than so many days ago. */
export function olderThan(times: ArrayLike<number>, days: number, now: number): number {
  return halved(times.length, (at) => (times[at] ?? 0) < now - days * dayMs);
}

/** How many come first for which this is so; it is so for none after them. */
export function halved(length: number, isSo: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many are stale at a threshold: their age exceeds it. */
export function staleIn(pages: readonly Ages[], days: number, now: number): number {
  return sumOf(pages, ({ times }) => olderThan(times, days, now));
}

/** So many of them are disabled. */
export function disabledIn(pages: readonly Ages[], days: number, now: number): number {
  return sumOf(pages, ({ disabled }) => olderThan(disabled, days, now));
}

export function sumOf(pages: readonly Ages[], count: (ages: Ages) => number): number {
  return pages.reduce((sum, ages) => sum + count(ages), 0);
}

/** Systems older than `fromDays` and no older than `toDays` (null: no end). */
export interface AgeBand {
  readonly fromDays: number;
  readonly toDays: number | null;
  readonly count: number;
}

/** Edges of the bands, in days; the threshold is one more. */
const edges: readonly number[] = [7, 30, 90, 180, 365];

/** Bands whose edges include the threshold, so that it never falls inside a bar. */
export function bandsOf(pages: readonly Ages[], days: number, now: number): readonly AgeBand[] {
  const all = [...new Set([...edges, days])].sort((a, b) => a - b);
  const older = all.map((edge) => staleIn(pages, edge, now));
  const total = sumOf(pages, ({ times }) => times.length);
  return [...all, null].map((toDays, at) => ({
    fromDays: all[at - 1] ?? 0,
    toDays,
    count: (older[at - 1] ?? total) - (older[at] ?? 0),
  }));
}

type Pages = readonly (readonly System[])[];

/** A list as far as it is loaded, and the ids of its systems that are known to be gone. */
interface Loaded {
  readonly pages: Pages;
  readonly gone: ReadonlySet<string>;
}

let last: (Loaded & { readonly living: Pages }) | undefined;

/** The pages of a list, without the systems that are known to be gone. */
export function livingPages({ pages, gone }: Loaded): Pages {
  if (gone.size === 0) return pages;
  if (last?.pages !== pages || last.gone !== gone) {
    const isGone = ({ systemId }: System): boolean => gone.has(systemId);
    const living = pages.map((page) => (page.some(isGone) ? page.filter((system) => !isGone(system)) : page));
    last = { pages, gone, living };
  }
  return last.living;
}

/** Of the systems read, those whose age is not known: nothing says whether they are stale. Null where there are none. */
export function unknownAges(scan: Loaded | null): UnknownAges | null {
  const pages = scan === null ? [] : livingPages(scan);
  const ages = pages.map(agesOf);
  const count = sumOf(ages, ({ unknown }) => unknown);
  if (count === 0) return null;
  return {
    count,
    of: pages.reduce((sum, page) => sum + page.length, 0),
    example: ages.find(({ unread }) => unread !== null)?.unread ?? null,
  };
}

/** The first time of these systems that is there and cannot be read. */
export function firstUnread(systems: readonly System[]): string | null {
  for (const system of systems) {
    const text = unreadTimeOf(system);
    if (text !== null) return text;
  }
  return null;
}

/** Stale systems among those read; each page is sorted once. */
export function staleCount(scan: Loaded, days: number, now: number): number {
  return sumOf(livingPages(scan).map(agesOf), ({ times }) => olderThan(times, days, now));
}
