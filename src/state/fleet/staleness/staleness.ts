/** Decides which systems are stale at a given time (specification, "What the service does", 9). */
import type { System } from '../../../api/system.ts';
import { connectionOf } from '../systems/status.ts';
import { fold } from '../../kernel/spelling.ts';
import { memoize } from '../../kernel/store.ts';
import { lastLifeOf } from '../systems/fields.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** The basis of ages: threshold in days, time, and whether that comes from the service. */
export interface JudgedBy {
  readonly days: number;
  readonly now: number;
  readonly isVerified: boolean;
}

/** Time since a system was last seen, or since enrolment if it never connected; milliseconds, never negative. */
export type Age =
  | { readonly kind: 'seen'; readonly ms: number }
  | { readonly kind: 'neverConnected'; readonly ms: number }
  /** No time, or an unreadable one. Such a system is never stale by rule. */
  | { readonly kind: 'unknown' | 'unreadable' };

/** A time in the future gives age 0: a wrong clock must not make anything look old. */
export function ageOf(system: System, now: number): Age {
  const kind = system.lastSeen === null ? 'neverConnected' : 'seen';
  const ms = ageMs(system, now);
  if (ms !== null) return { kind, ms };
  return { kind: kind === 'neverConnected' && system.enrolledAt === null ? 'unknown' : 'unreadable' };
}

/** The milliseconds of `ageOf` without allocating an object; null without a readable time. */
export function ageMs(system: System, now: number): number | null {
  const ms = system.lastSeen === null ? system.enrolledAtMs : system.lastSeenMs;
  return ms === null ? null : Math.max(0, now - ms);
}

/** Ignores `lastSeen`, which is the time of the last write to the session: it proves neither life nor death. */
export function isConnected(system: System): boolean {
  return connectionOf(system.state) === 'connected';
}

/** Not connected and without a readable time: nothing shows whether it is stale. */
export function hasUnknownAge(system: System): boolean {
  return !isConnected(system) && !('ms' in ageOf(system, 0));
}

/** An unreadable time of the system, as it was sent; null if there is none. */
export function unreadTimeOf({ lastSeen, lastSeenMs, enrolledAt, enrolledAtMs }: System): string | null {
  if (lastSeen !== null && lastSeenMs === null) return lastSeen;
  return enrolledAtMs === null ? enrolledAt : null;
}

/** `count` of `of` systems have no known age. */
export interface UnknownAges {
  readonly count: number;
  readonly of: number;
  /** One unreadable time, as it was sent; null: they have no time at all. */
  readonly example: string | null;
}

/** Stale: not connected, and its age *exceeds* `days` × 24 h. */
export function isStale(system: System, days: number, now: number): boolean {
  if (isConnected(system)) return false;
  const ms = ageMs(system, now);
  return ms !== null && ms > days * dayMs;
}

// Ages of many systems: how many are stale at a threshold, in which bands, and with which keys and tags.

/** Independent of time and threshold, so computed once per page. */
export interface Ages {
  /** When each system that is not connected was last seen or enrolled, in milliseconds since 1970. */
  readonly times: Float64Array;
  /** `times` of the disabled systems. */
  readonly disabled: Float64Array;
  /** `times` of the systems that never connected. */
  readonly never: Float64Array;
  readonly connected: number;
  /** Not connected, and without a readable time. */
  readonly unknown: number;
  /** One unreadable time among `unknown`, as it was sent. */
  readonly unread: string | null;
}

export const agesOf = memoize((systems: readonly System[]): Ages => {
  const away = systems.filter((system) => !isConnected(system));
  const unknown = away.filter((system) => lastLifeOf(system) === null);
  return {
    times: timesOf(away),
    disabled: timesOf(away.filter(({ isEnabled }) => isEnabled === false)),
    never: timesOf(away.filter(({ lastSeen }) => lastSeen === null)),
    connected: systems.length - away.length,
    unknown: unknown.length,
    unread: firstUnread(unknown),
  };
});

/** Skips systems without a time. */
export function timesOf(systems: readonly System[]): Float64Array {
  return Float64Array.from(systems.flatMap((system) => lastLifeOf(system) ?? []));
}

export function olderThan(times: Float64Array, days: number, now: number): number {
  const before = now - days * dayMs;
  let count = 0;
  for (const time of times) if (time < before) count += 1;
  return count;
}

export function staleIn(pages: readonly Ages[], days: number, now: number): number {
  return sumOf(pages, ({ times }) => olderThan(times, days, now));
}

export function countDisabled(pages: readonly Ages[], days: number, now: number): number {
  return sumOf(pages, ({ disabled }) => olderThan(disabled, days, now));
}

export function sumOf(pages: readonly Ages[], count: (ages: Ages) => number): number {
  return pages.reduce((sum, ages) => sum + count(ages), 0);
}

/** Every system once: connected, seen and how near to the threshold, or not stale yet and never seen. */
export interface StandingCounts {
  readonly online: number;
  readonly fresh: number;
  /** Over three quarters of the threshold. */
  readonly near: number;
  readonly stale: number;
  readonly never: number;
  readonly unknown: number;
}

const nearShare = 0.75;

const standings = memoize<Pages, { key: string; standing: StandingCounts }[]>(() => []);

/** Counted once for each list, threshold and time, since every frame of the list shows it. */
export function standingOf(pages: Pages, days: number, now: number): StandingCounts {
  const key = `${days} ${now}`;
  const cached = standings(pages);
  const [known] = cached;
  if (known?.key === key) return known.standing;
  const ages = pages.map(agesOf);
  const [all, never] = [sumOf(ages, ({ times }) => times.length), sumOf(ages, (one) => one.never.length)];
  const olderIn = (of: 'times' | 'never', limit: number): number =>
    sumOf(ages, (one) => olderThan(one[of], limit, now));
  const stale = olderIn('times', days);
  const neverStale = olderIn('never', days);
  const near = olderIn('times', days * nearShare) - olderIn('never', days * nearShare) - (stale - neverStale);
  const standing = {
    online: sumOf(ages, ({ connected }) => connected),
    fresh: all - never - (stale - neverStale) - near,
    ...{ near, stale, never: never - neverStale },
    unknown: sumOf(ages, ({ unknown }) => unknown),
  };
  cached[0] = { key, standing };
  return standing;
}

/** Systems older than `fromDays` and no older than `toDays` (null: no end). */
export interface AgeBand {
  readonly fromDays: number;
  readonly toDays: number | null;
  readonly count: number;
}

/** Edges of the bands, in days; the threshold is added. */
const edges: readonly number[] = [7, 30, 90, 180, 365];

/** The threshold is always an edge, so that it never falls inside a band. */
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

interface Loaded {
  readonly pages: Pages;
  readonly gone: ReadonlySet<string>;
}

/** Pages without gone systems. */
export const livingPages = memoize(({ pages, gone }: Loaded): Pages => {
  if (gone.size === 0) return pages;
  const isGone = ({ systemId }: System): boolean => gone.has(systemId);
  return pages.map((page) => (page.some(isGone) ? page.filter((system) => !isGone(system)) : page));
});

/** Loaded systems of unknown age, which may or may not be stale. Null: there are none. */
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

export function firstUnread(systems: readonly System[]): string | null {
  for (const system of systems) {
    const text = unreadTimeOf(system);
    if (text !== null) return text;
  }
  return null;
}

export function staleCount(scan: Loaded, days: number, now: number): number {
  return staleIn(livingPages(scan).map(agesOf), days, now);
}

export interface AgeGroup {
  /** As the service sends it; null: systems without one. */
  readonly name: string | null;
  /** Number of systems, including connected ones. */
  readonly systems: number;
  /** Systems that are not connected, oldest first. */
  readonly byAge: readonly System[];
}

interface AgeIndex extends Pick<AgeGroup, 'byAge'> {
  readonly keys: readonly AgeGroup[];
  readonly tags: readonly AgeGroup[];
}

/** Systems by age, in total and per enrolment key and tag. Memoised per loaded list. */
export const ageIndexOf = memoize((pages: Pages): AgeIndex => {
  const all = pages.flat();
  const byAge = all
    .filter((system) => !isConnected(system) && lastLifeOf(system) !== null)
    .sort((a, b) => (lastLifeOf(a) ?? 0) - (lastLifeOf(b) ?? 0));
  return {
    byAge,
    // An unreadable key is not a missing key.
    keys: groupsOf(all, byAge, ({ enrolmentKeyDescription, unread }) =>
      unread.includes('enrolmentKeyDescription') ? [] : [enrolmentKeyDescription],
    ),
    tags: groupsOf(all, byAge, ({ tags }) => tags.filter((tag) => tag !== '')),
  };
});

type NamesOf = (system: System) => readonly (string | null)[];

/** Names that differ only in spelling form one group, as in the filter that shows it. */
function groupsOf(all: readonly System[], byAge: readonly System[], namesOf: NamesOf): readonly AgeGroup[] {
  const groups = new Map<string | null, { name: string | null; systems: number; byAge: System[] }>();
  // Cached by spelling: a few names repeat in all systems.
  const spelled: typeof groups = new Map();
  const groupOf = (name: string | null) => {
    const known = spelled.get(name);
    if (known !== undefined) return known;
    const key = name === null || name === '' ? null : fold(name);
    const group = groups.get(key) ?? { name: key === null ? null : name, systems: 0, byAge: [] };
    groups.set(key, group);
    spelled.set(name, group);
    return group;
  };
  // Counts each tag once: a system may carry it in two spellings.
  const groupsIn = (system: System) =>
    namesOf(system)
      .map(groupOf)
      .filter((group, at, own) => own.indexOf(group) === at);
  for (const system of all) for (const group of groupsIn(system)) group.systems += 1;
  for (const system of byAge) for (const group of groupsIn(system)) group.byAge.push(system);
  return [...groups.values()];
}

/** Systems older than `fromDays`, and no older than `toDays` (null: no end). `byAge`: oldest first. */
export function findAged(
  byAge: readonly System[],
  { fromDays, toDays }: Pick<AgeBand, 'fromDays' | 'toDays'>,
  now: number,
): readonly System[] {
  const older = (days: number): number => staleOf({ byAge }, days, now);
  return byAge.slice(toDays === null ? 0 : older(toDays), fromDays === 0 ? byAge.length : older(fromDays));
}

export function staleOf({ byAge }: Pick<AgeGroup, 'byAge'>, days: number, now: number): number {
  const younger = byAge.findIndex((system) => (lastLifeOf(system) ?? 0) >= now - days * dayMs);
  return younger < 0 ? byAge.length : younger;
}

/** Groups with the most stale systems, at most `max`; groups without any are left out. */
export function mostStale(
  groups: readonly AgeGroup[],
  { days, now, max }: { readonly days: number; readonly now: number; readonly max: number },
): readonly { readonly group: AgeGroup; readonly stale: number }[] {
  return groups
    .map((group) => ({ group, stale: staleOf(group, days, now) }))
    .filter(({ stale }) => stale > 0)
    .sort((a, b) => b.stale - a.stale || b.group.byAge.length - a.group.byAge.length)
    .slice(0, max);
}

// The stale systems at earlier visits.

/** The stale systems that were counted on one day. */
export interface Visit {
  readonly at: number;
  readonly stale: number;
}

/** A count by a threshold, with the earlier visits, the oldest first. */
export interface Visited extends Visit {
  readonly days: number;
  readonly visits?: readonly Visit[] | undefined;
}

const maxVisits = 60;

/** The visits up to this count, one for each day; a count by another threshold begins anew. */
export function visitsUpTo(now: Visited, before: Visited | undefined): readonly Visit[] {
  const earlier = before?.days === now.days ? [...(before.visits ?? []), before] : [];
  const dayOf = (at: number): number => Math.floor(at / dayMs);
  return [...earlier.filter(({ at }) => dayOf(at) < dayOf(now.at)), now]
    .slice(-maxVisits)
    .map(({ at, stale }) => ({ at, stale }));
}
