/** Each row of the stale screen opens as the filter that shows just the systems that it counts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { bandName, rowFilter, rowName, rowSystems, staleFigures } from '../../../../src/state/fleet/staleness/rows.ts';
import { isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aListing, aPage, aState, aSystem, daysAgo, now, systemsOf } from '../../../support/make.ts';
import { aContext, anyFleet } from '../filter/arbitraries.ts';
import { holds, property } from '../../../support/property.ts';

const anyDays = fc.integer({ min: 1, max: 600 });

/** Names that a filter could take for something else. */
const names = 'retail|retail-2|Retail|build agents|a,b|*|x?|"quoted"|-x|or|東京'.split('|');
const anyName = fc.constantFrom(...names, null);

const anyNamedFleet = fc.tuple(anyFleet, fc.array(anyName, { minLength: 60, maxLength: 60 })).map(([fleet, given]) =>
  fleet.map((system, at) => {
    const name = given[at] ?? null;
    return { ...system, enrolmentKeyDescription: name, tags: name === null ? [] : [name, 'all', name.toUpperCase()] };
  }),
);

property('a row counts just the systems that its filter shows', [anyNamedFleet, anyDays], (fleet, days) => {
  const state = aState({ listing: aListing([aPage(fleet)], { includeDisabled: true }), days });
  for (const row of staleFigures(state, days).rows) {
    const filter = readFilter(rowFilter(row));
    expect(filter.fault).toBe(null);
    const shown = fleet.filter((system) => matches(filter, system, { ...aContext, days }));
    if (row.kind !== 'threshold') expect([rowFilter(row), shown.length]).toEqual([rowFilter(row), row.count]);
  }
});

test('the systems of a row are as many as it counts, and those of a stale row are stale', () => {
  holds([anyFleet, anyDays], (fleet, days) => {
    const state = aState({ listing: aListing([aPage(fleet)], { includeDisabled: true }), days });
    for (const row of staleFigures(state, days).rows) {
      if (row.kind === 'connected' || row.kind === 'unknown') continue;
      const systems = rowSystems(state, days, row);
      expect(systems).toHaveLength(row.count);
      const isAllStale = systems.every((system) => isStale(system, days, now));
      expect(isAllStale).toBe(row.kind !== 'band' || row.isStale || systems.length === 0);
      expect(rowSystems(state, days, row, 2)).toEqual(systems.slice(0, 2));
    }
  });
});

test.each([
  ['partly loaded', { kind: 'page', url: 'https://api.example/2' } as const, 9, 9],
  ['partly loaded, and larger than the service says', { kind: 'page', url: 'https://api.example/2' } as const, 1, 2],
  ['whole, whatever the service says', { kind: 'end' } as const, 9, 2],
])('the systems of a list that is %s are counted', (_, next, total, systems) => {
  const listing = aListing([aPage(systemsOf(2), { next, total })]);
  expect(staleFigures(aState({ listing }), 90).systems).toBe(systems);
});

test('before the first page nothing is counted', () => {
  const { rows } = staleFigures(aState(), 90);
  expect(rows.map((row) => row.count)).toEqual(rows.map(() => 0));
  expect(rows.map((row) => row.kind)).toContain('connected');
});

test.each([
  [0, 7, '0–7 d'],
  [89, 90, '90 d'],
  [90, 180, '91–180 d'],
  [365, null, 'over 365 d'],
])('ages over %s and up to %s are called %s', (fromDays, toDays, name) => {
  expect(bandName({ fromDays, toDays })).toBe(name);
});

test('a system is counted again once its record is another one', () => {
  const before = aState({ listing: aListing([aPage([aSystem({ systemId: 'A', lastSeen: daysAgo(200) })])]) });
  const after = aState({ listing: aListing([aPage([aSystem({ systemId: 'A', state: 'Connected' })])]) });
  expect([before, after, before].map((state) => staleFigures(state, 90).stale)).toEqual([1, 0, 1]);
});

test('a row is called by its ages, its group or its state, and the threshold by nothing', () => {
  const system = aSystem({ lastSeen: daysAgo(100), enrolmentKeyDescription: 'laptops', tags: [] });
  const state = aState({ listing: aListing([aPage([system])], { includeDisabled: true }), days: 90 });
  const names = staleFigures(state, 90).rows.map((row) => [row.kind, rowName(row)]);
  expect(names).toContainEqual(['threshold', null]);
  expect(names).toContainEqual(['connected', 'connected now']);
  expect(rowName({ kind: 'unknown', count: 1 })).toBe('age unknown');
  expect(names).toContainEqual(['band', 'age 91–180 d']);
});
