/** Keys and tags with the most stale systems, without counting each of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import {
  agedBetween,
  type AgeGroup,
  ageIndexOf,
  mostStale,
  staleOf,
} from '../../../../src/state/fleet/staleness/age-index.ts';
import { ageOf, isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';
import { anyFleet } from '../filter/arbitraries.ts';
import { property } from '../../../support/property.ts';

const anyDays = fc.integer({ min: 1, max: 600 });

function indexOf(fleet: readonly System[]) {
  const half = Math.floor(fleet.length / 2);
  return ageIndexOf([fleet.slice(0, half), fleet.slice(half)]);
}

property('every group counts its systems and the stale ones among them', [anyFleet, anyDays], (fleet, days) => {
  const { keys, tags } = indexOf(fleet);
  const carries = (system: System, name: string): boolean =>
    system.tags.some((tag) => tag.toLowerCase() === name.toLowerCase());
  for (const group of tags) {
    const own = fleet.filter((system) => carries(system, group.name ?? ''));
    expect(group.systems).toBe(own.length);
    expect(staleOf(group, days, now)).toBe(own.filter((system) => isStale(system, days, now)).length);
  }
  const sum = (count: (group: AgeGroup) => number): number => keys.reduce((all, key) => all + count(key), 0);
  expect(sum(({ systems }) => systems)).toBe(fleet.length);
  expect(sum((group) => staleOf(group, days, now))).toBe(fleet.filter((system) => isStale(system, days, now)).length);
});

test('those with the most stale systems are found without looking at all', () => {
  fc.assert(
    fc.property(anyFleet, anyDays, fc.integer({ min: 1, max: 5 }), (fleet, days, most) => {
      const { tags } = indexOf(fleet);
      const all = tags.map((group) => staleOf(group, days, now)).filter((stale) => stale > 0);
      const best = mostStale(tags, { days, now, most }).map(({ stale }) => stale);
      expect(best).toEqual(all.sort((a, b) => b - a).slice(0, most));
    }),
  );
});

test('systems between two ages come with the oldest first', () => {
  const byAge = ageIndexOf([[10, 200, 90, 91, 400].map((days) => aSystem({ lastSeen: daysAgo(days) }))]).byAge;
  const { from, to } = agedBetween(byAge, { fromDays: 90, toDays: 365 }, now);
  const ages = byAge.slice(from, to).map((system) => ageOf(system, now));
  expect(ages.map((age) => ('ms' in age ? age.ms / 86_400_000 : null))).toEqual([200, 91]);
});

test('names that differ only in capitals are one, and systems without a key are together', () => {
  const keys = ['Retail', 'retail', null, ''].map((enrolmentKeyDescription) => aSystem({ enrolmentKeyDescription }));
  expect(ageIndexOf([keys]).keys.map(({ name, systems }) => [name, systems])).toEqual([
    ['Retail', 2],
    [null, 2],
  ]);
});
