/** The systems of a list by age, and by age within each enrolment key and tag: made once, when the list is read. */
import type { System } from '../../../api/system.ts';
import { folded, isSameName } from '../../kernel/folded.ts';
import { memoize } from '../../kernel/memoize.ts';
import { halved, lifeOf } from './ages.ts';
import { dayMs, isConnected } from './staleness.ts';

export interface AgeGroup {
  /** As the service sends it; null: systems without one. */
  readonly name: string | null;
  /** Systems of it, connected ones too. */
  readonly systems: number;
  /** Those that are not connected, the oldest first. */
  readonly byAge: readonly System[];
}

export interface AgeIndex {
  /** Those that are not connected, the oldest first. */
  readonly byAge: readonly System[];
  /** Those with the most systems that are not connected first. */
  readonly keys: readonly AgeGroup[];
  readonly tags: readonly AgeGroup[];
}

export const ageIndexOf = memoize((pages: readonly (readonly System[])[]): AgeIndex => {
  const all = pages.flat();
  const byAge = sortedByAge(all.filter((system) => !isConnected(system)));
  return {
    byAge,
    keys: groupsOf(all, byAge, ({ enrolmentKeyDescription }) => [enrolmentKeyDescription]),
    tags: groupsOf(all, byAge, tagsOf),
  };
});

/** Those with a time that can be read. */
function sortedByAge(systems: readonly System[]): readonly System[] {
  const times = Float64Array.from(systems, (system) => lifeOf(system) ?? NaN);
  const order = Int32Array.from(systems.keys()).filter((row) => !Number.isNaN(times[row]));
  order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return Array.from(order, (row) => systems[row]).filter((system) => system !== undefined);
}

/** Each once: a system may carry one twice, in another spelling. */
function tagsOf({ tags }: System): readonly string[] {
  if (tags.length < 2) return tags.filter((tag) => tag !== '');
  return tags.filter((tag, at) => tag !== '' && tags.findIndex((other) => isSameName(other, tag)) === at);
}

type NamesOf = (system: System) => Iterable<string | null>;

/** Names that differ only in spelling are one, as to the filter that shows a group. */
function groupsOf(all: readonly System[], byAge: readonly System[], namesOf: NamesOf): readonly AgeGroup[] {
  const groups = new Map<string | null, { name: string | null; systems: number; byAge: System[] }>();
  for (const system of all) {
    for (const name of namesOf(system)) {
      const group = groups.get(groupOf(name));
      if (group === undefined) groups.set(groupOf(name), { name: name === '' ? null : name, systems: 1, byAge: [] });
      else group.systems++;
    }
  }
  for (const system of byAge) for (const name of namesOf(system)) groups.get(groupOf(name))?.byAge.push(system);
  return [...groups.values()].sort((a, b) => b.byAge.length - a.byAge.length);
}

function groupOf(name: string | null): string | null {
  return name === null || name === '' ? null : folded(name);
}

/** Of systems with the oldest first, those older than `fromDays` and no older than `toDays` (null: no end). */
export function agedBetween(
  byAge: readonly System[],
  { fromDays, toDays }: { readonly fromDays: number; readonly toDays: number | null },
  now: number,
): { readonly from: number; readonly to: number } {
  const older = (days: number): number =>
    halved(byAge.length, (at) => (lifeOf(byAge[at] ?? noSystem) ?? 0) < now - days * dayMs);
  return { from: toDays === null ? 0 : older(toDays), to: fromDays === 0 ? byAge.length : older(fromDays) };
}

const noSystem = { lastSeen: null, lastSeenMs: null, enrolledAtMs: null };

/** How many of a group are stale. */
export function staleOf({ byAge }: AgeGroup, days: number, now: number): number {
  return agedBetween(byAge, { fromDays: days, toDays: null }, now).to;
}

/** The groups with the most stale systems, at most so many, and none without one. */
export function mostStale(
  groups: readonly AgeGroup[],
  { days, now, most }: { readonly days: number; readonly now: number; readonly most: number },
): readonly { readonly group: AgeGroup; readonly stale: number }[] {
  let best: { readonly group: AgeGroup; readonly stale: number }[] = [];
  for (const group of groups) {
    // Those after it have no more systems: none of them comes before these.
    if (best.length === most && group.byAge.length <= (best.at(-1)?.stale ?? 0)) break;
    const stale = staleOf(group, days, now);
    if (stale > 0) best = [...best, { group, stale }].sort((a, b) => b.stale - a.stale).slice(0, most);
  }
  return best;
}
