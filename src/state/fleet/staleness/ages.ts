/** Ages of many systems: how many are stale at a threshold, in which bands, and with which keys and tags. */
import type { System } from '../../../api/system.ts';
import { folded } from '../../kernel/folded.ts';
import { memoize } from '../../kernel/memoize.ts';
import { dayMs, isConnected, type UnknownAges, unreadTimeOf } from './staleness.ts';

/** Of the systems of one page. Nothing in it depends on the time or on the threshold. */
export interface Ages {
  /** The last signs of life of those that are not connected, in milliseconds since 1970. */
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
  const unknown = away.filter((system) => lifeOf(system) === null);
  return {
    times: timesOf(away),
    disabled: timesOf(away.filter(({ isEnabled }) => isEnabled === false)),
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

/** Those without a time are left out. */
export function timesOf(systems: readonly System[]): Float64Array {
  return Float64Array.from(systems.flatMap((system) => lifeOf(system) ?? []));
}

/** How many of these times are more than so many days ago. */
export function olderThan(times: Float64Array, days: number, now: number): number {
  const before = now - days * dayMs;
  let count = 0;
  for (const time of times) if (time < before) count += 1;
  return count;
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

/** The pages of a list, without the systems that are known to be gone. */
export const livingPages = memoize(({ pages, gone }: Loaded): Pages => {
  if (gone.size === 0) return pages;
  const isGone = ({ systemId }: System): boolean => gone.has(systemId);
  return pages.map((page) => (page.some(isGone) ? page.filter((system) => !isGone(system)) : page));
});

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

/** Stale systems among those read. */
export function staleCount(scan: Loaded, days: number, now: number): number {
  return staleIn(livingPages(scan).map(agesOf), days, now);
}

export interface AgeGroup {
  /** As the service sends it; null: systems without one. */
  readonly name: string | null;
  /** Systems of it, connected ones too. */
  readonly systems: number;
  /** Those that are not connected, the oldest first. */
  readonly byAge: readonly System[];
}

export interface AgeIndex extends Pick<AgeGroup, 'byAge'> {
  readonly keys: readonly AgeGroup[];
  readonly tags: readonly AgeGroup[];
}

/** The systems of a list by age, and by age within each enrolment key and tag: made once, when the list is read. */
export const ageIndexOf = memoize((pages: Pages): AgeIndex => {
  const all = pages.flat();
  const byAge = all
    .filter((system) => !isConnected(system) && lifeOf(system) !== null)
    .sort((a, b) => (lifeOf(a) ?? 0) - (lifeOf(b) ?? 0));
  return {
    byAge,
    keys: groupsOf(all, byAge, ({ enrolmentKeyDescription }) => [enrolmentKeyDescription]),
    tags: groupsOf(all, byAge, ({ tags }) => tags.filter((tag) => tag !== '')),
  };
});

type NamesOf = (system: System) => readonly (string | null)[];

/** Names that differ only in spelling are one, as to the filter that shows a group. */
function groupsOf(all: readonly System[], byAge: readonly System[], namesOf: NamesOf): readonly AgeGroup[] {
  const groups = new Map<string | null, { name: string | null; systems: number; byAge: System[] }>();
  // By each spelling: the service repeats a few names in all its systems.
  const spelled: typeof groups = new Map();
  const groupOf = (name: string | null) => {
    const known = spelled.get(name);
    if (known !== undefined) return known;
    const key = name === null || name === '' ? null : folded(name);
    const group = groups.get(key) ?? { name: key === null ? null : name, systems: 0, byAge: [] };
    groups.set(key, group);
    spelled.set(name, group);
    return group;
  };
  // Each once: a system may carry a tag twice, in another spelling.
  const groupsIn = (system: System) =>
    namesOf(system)
      .map(groupOf)
      .filter((group, at, own) => own.indexOf(group) === at);
  for (const system of all) for (const group of groupsIn(system)) group.systems += 1;
  for (const system of byAge) for (const group of groupsIn(system)) group.byAge.push(system);
  return [...groups.values()];
}

/** Of systems with the oldest first, those older than `fromDays` and no older than `toDays` (null: no end). */
export function agedBetween(
  byAge: readonly System[],
  { fromDays, toDays }: Pick<AgeBand, 'fromDays' | 'toDays'>,
  now: number,
): readonly System[] {
  const older = (days: number): number => staleOf({ byAge }, days, now);
  return byAge.slice(toDays === null ? 0 : older(toDays), fromDays === 0 ? byAge.length : older(fromDays));
}

/** How many of a group are stale. */
export function staleOf({ byAge }: Pick<AgeGroup, 'byAge'>, days: number, now: number): number {
  const younger = byAge.findIndex((system) => (lifeOf(system) ?? 0) >= now - days * dayMs);
  return younger < 0 ? byAge.length : younger;
}

/** The groups with the most stale systems, at most so many, and none without one. */
export function mostStale(
  groups: readonly AgeGroup[],
  { days, now, most }: { readonly days: number; readonly now: number; readonly most: number },
): readonly { readonly group: AgeGroup; readonly stale: number }[] {
  return groups
    .map((group) => ({ group, stale: staleOf(group, days, now) }))
    .filter(({ stale }) => stale > 0)
    .sort((a, b) => b.stale - a.stale || b.group.byAge.length - a.group.byAge.length)
    .slice(0, most);
}
