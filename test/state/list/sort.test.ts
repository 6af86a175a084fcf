import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareKeys,
  listedSort,
  nextSort,
  type SortBy,
  sortKinds,
  secondKeyOf,
  sortKeyOf,
} from '../../../src/state/list/sort.ts';
import { aSystem, daysAgo } from '../../support/make.ts';
import { anySystem } from '../filter/arbitraries.ts';

test('the orders follow one another, round and round, each the right way up', () => {
  let order = { ...listedSort, reversed: true };
  const seen = sortKinds.map(() => (order = nextSort(order)));
  expect(seen.map(({ by }) => by)).toEqual([...sortKinds.slice(1), 'listed']);
  expect(seen.some(({ reversed }) => reversed)).toBe(false);
});

test('upper and lower case make no difference, and an empty text is none', () => {
  const system = aSystem({ systemId: 'S-9', hostname: 'DB-1', state: 'Connected', enrolmentKeyDescription: '' });
  expect(sortKinds.map((by) => sortKeyOf(system, by)).filter((key) => typeof key !== 'number')).toEqual([
    null,
    'db-1',
    'connected',
    null,
    'linux',
    '0000000004.0000000002.0000000000',
    null,
    's-9',
  ]);
});

test('age is when it was last seen, or enrolled where it never connected', () => {
  const times = { enrolledAt: daysAgo(9) };
  const keys = [daysAgo(2), null, 'never'].map((lastSeen) => sortKeyOf(aSystem({ ...times, lastSeen }), 'age'));
  expect(keys).toEqual([daysAgo(2), daysAgo(9), null].map((time) => (time === null ? null : Date.parse(time))));
});

test('equal rows are sorted by their names, except where the sort is by name, or the service’s own', () => {
  const system = aSystem({ hostname: 'DB-1' });
  const byName = sortKinds.filter((by) => secondKeyOf(system, by) === 'db-1');
  expect(sortKinds.filter((by) => !byName.includes(by))).toEqual(['listed', 'name']);
});

test('in either direction what has no value stands last, and the comparison contradicts itself nowhere', () => {
  const anyKey = fc.constantFrom<SortBy>(...sortKinds);
  fc.assert(
    fc.property(fc.array(anySystem), anyKey, fc.boolean(), (systems, by, reversed) => {
      const keys = systems.map((system) => sortKeyOf(system, by)).sort((a, b) => compareKeys(a, b, reversed));
      for (const [at, key] of keys.entries()) {
        const before = keys[at - 1];
        if (before === undefined) continue;
        expect(compareKeys(before, key, reversed)).toBeLessThanOrEqual(0);
        expect(compareKeys(before, key, reversed) + compareKeys(key, before, reversed)).toBe(0);
        if (before === null) expect(key).toBeNull();
      }
    }),
  );
});
