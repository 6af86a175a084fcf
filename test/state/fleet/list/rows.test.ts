import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { type SortKey, type SortBy, sortKeysOf } from '../../../../src/state/fleet/systems/fields.ts';
import { noFilter, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import {
  extendView,
  listedSort,
  neighbourSort,
  nextSort,
  plainView,
  findShown,
  shownRowOf,
  type Sort,
  sortKinds,
  type View,
  viewLength,
  viewOf,
  type Cursor,
  cursorAt,
  cursorFollowing,
} from '../../../../src/state/fleet/list/listing.ts';
import { compareKeys } from '../../../../src/state/kernel/list-view.ts';
import { newScan, type Scan, withoutSystems, withPage } from '../../../../src/state/fleet/list/scan.ts';
import { aPage, aQuery, aScan, aSystem, daysAgo, systemsOf } from '../../../support/make.ts';
import { aContext, anyCut, anyFilterText, anyFleet, anyOrder, anySystem } from '../filter/arbitraries.ts';
import { holds, property } from '../../../support/property.ts';

function shown(view: View, scan: Scan): (string | undefined)[] {
  return Array.from({ length: viewLength(view, scan) }, (_, row) => findShown(view, scan, row)?.systemId);
}

function sortKeyOf(system: System, by: SortBy): SortKey {
  return sortKeysOf([system], by)[0] ?? null;
}

const anyParts = anyFleet.chain(anyCut);

test('a view extended page by page shows the same as one made at once, in every order and through every filter', () => {
  holds([anyParts, anyOrder, anyFilterText], (parts, order, text) => {
    const filter = readFilter(text);
    let scan = newScan(1, aQuery(), 'ahead');
    let view = viewOf(scan, filter, order, aContext);
    for (const part of parts) {
      const { count } = scan;
      scan = withPage(scan, aPage(part));
      view = extendView(view, scan, count, aContext);
    }
    expect(shown(view, scan)).toEqual(shown(viewOf(scan, filter, order, aContext), scan));
  });
});

test('the row in which a system is shown is found by its id', () => {
  holds([anyFleet, anyOrder, anyFilterText], (fleet, order, text) => {
    const scan = aScan([aPage(fleet)]);
    const view = viewOf(scan, readFilter(text), order, aContext);
    const ids = shown(view, scan);
    for (const { systemId } of fleet) expect(shownRowOf(view, scan, systemId)).toBe(ids.indexOf(systemId));
    expect(shownRowOf(view, scan, 'of nobody')).toBe(-1);
    expect([findShown(view, scan, -1), findShown(view, scan, ids.length)]).toEqual([undefined, undefined]);
  });
});

property('reversing the order of the list turns it round', [anyFleet], (fleet) => {
  const scan = aScan([aPage(fleet)]);
  const view = viewOf(scan, noFilter, { by: 'listed', reversed: true }, aContext);
  expect(shown(view, scan)).toEqual(fleet.map(({ systemId }) => systemId).reverse());
});

test.each<[string, Sort, string[]]>([
  ['the oldest first', { by: 'age', reversed: false }, ['old', 'never', 'new', 'unknown']],
  [
    'the newest first, and what has no age still last',
    { by: 'age', reversed: true },
    ['new', 'never', 'old', 'unknown'],
  ],
  ['as the service lists them', listedSort, ['new', 'unknown', 'never', 'old']],
])('systems are shown %s', (_, order, ids) => {
  const scan = aScan([
    aPage([
      aSystem({ systemId: 'new', lastSeen: daysAgo(1) }),
      aSystem({ systemId: 'unknown', lastSeen: 'never' }),
      aSystem({ systemId: 'never', lastSeen: null, enrolledAt: daysAgo(5) }),
      aSystem({ systemId: 'old', lastSeen: daysAgo(9) }),
    ]),
  ]);
  expect(shown(viewOf(scan, noFilter, order, aContext), scan)).toEqual(ids);
});

test('a view of everything keeps no rows of its own', () => {
  const scan = aScan([aPage(systemsOf(3))]);
  const view = viewOf(scan, noFilter, listedSort, aContext);
  expect([view.rows, viewLength(view, scan)]).toEqual([null, 3]);
});

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
    'db-11',
    'online',
    null,
    'linux',
    '14.12.10',
    null,
    's-19',
    'debian 213',
    '3192.10.12.11',
    null,
  ]);
});

test('age is when it was last seen, or enrolled where it never connected', () => {
  const times = { enrolledAt: daysAgo(9) };
  const keys = [daysAgo(2), null, 'never'].map((lastSeen) => sortKeyOf(aSystem({ ...times, lastSeen }), 'age'));
  expect(keys).toEqual([daysAgo(2), daysAgo(9), null].map((time) => (time === null ? null : Date.parse(time))));
});

test('equal rows are sorted by their names in either direction, and equal names stay in the order of the service', () => {
  const named = (systemId: string, hostname: string): System => aSystem({ systemId, hostname, lastSeen: daysAgo(9) });
  const scan = aScan([
    aPage([named('A', 'srv-10'), named('B', 'SRV-2'), named('C', 'srv-2'), named('D', 'srv-1')]),
    aPage([named('E', 'srv-2')]),
  ]);
  for (const reversed of [false, true]) {
    expect(shown(viewOf(scan, noFilter, { by: 'age', reversed }, aContext), scan)).toEqual(['D', 'B', 'C', 'E', 'A']);
  }
  expect(shown(viewOf(scan, noFilter, { by: 'name', reversed: true }, aContext), scan)).toEqual([
    'A',
    'B',
    'C',
    'E',
    'D',
  ]);
});

test('in either direction what has no value stands last, and the comparison contradicts itself nowhere', () => {
  const anyKey = fc.constantFrom<SortBy>(...sortKinds);
  holds([fc.array(anySystem), anyKey, fc.boolean()], (systems, by, reversed) => {
    const keys = systems.map((system) => sortKeyOf(system, by)).sort((a, b) => compareKeys(a, b, reversed));
    for (const [at, key] of keys.entries()) {
      const before = keys[at - 1];
      if (before === undefined) continue;
      expect(compareKeys(before, key, reversed)).toBeLessThanOrEqual(0);
      expect(compareKeys(before, key, reversed) + compareKeys(key, before, reversed)).toBe(0);
      if (before === null) expect(key).toBeNull();
    }
  });
});

const height = 5;

function expectFollows(before: Cursor, after: Cursor, view: View, scan: Scan): void {
  const row = before.systemId === null ? -1 : shownRowOf(view, scan, before.systemId);
  if (row >= 0) expect(after).toMatchObject({ systemId: before.systemId, row });
  expect(after.systemId).toBe(findShown(view, scan, after.row)?.systemId ?? null);
  expect(after.row).toBeLessThan(Math.max(1, viewLength(view, scan)));
  expect(after.row - after.top).toBeGreaterThanOrEqual(0);
  expect(after.row - after.top).toBeLessThan(height);
}

test('the cursor follows its system through any pages, filters and orders', () => {
  const anyView = fc.record({ order: anyOrder, text: anyFilterText });
  holds([anyFleet.chain(anyCut), fc.array(anyView, { minLength: 1 }), fc.nat({ max: 60 })], (parts, looks, row) => {
    let scan = newScan(1, aQuery(), 'ahead');
    let cursor = cursorAt({ row: 0, top: 0 }, plainView, scan);
    for (const [at, part] of parts.entries()) {
      scan = withPage(scan, aPage(part));
      const { order, text } = looks[at % looks.length] ?? { order: plainView.sort, text: '' };
      const view = viewOf(scan, readFilter(text), order, aContext);
      const next = cursorFollowing(cursor, view, scan, height);
      expectFollows(cursor, next, view, scan);
      cursor = cursorAt({ row: row % Math.max(1, viewLength(view, scan)), top: 0 }, view, scan);
    }
  });
});

test('where its system is gone, the cursor stays in its row, or on the last one', () => {
  const scan = aScan([aPage(systemsOf(4))]);
  const cursor = cursorAt({ row: 2, top: 0 }, plainView, scan);
  const follow = (...gone: string[]): Cursor =>
    cursorFollowing(cursor, plainView, withoutSystems(scan, new Set(gone)), height);
  expect(follow('S2')).toEqual({ row: 2, top: 0, systemId: 'S3', anchorId: null });
  expect(follow('S2', 'S3')).toEqual({ row: 1, top: 0, systemId: 'S1', anchorId: null });
  expect(follow('S0', 'S1', 'S2', 'S3')).toEqual({ row: 0, top: 0, systemId: null, anchorId: null });
});

property(
  'a step to a column beside passes each drawn column and the order of the service once, and back',
  [fc.uniqueArray(fc.constantFrom(...sortKinds.slice(1)))],
  (among) => {
    const walked = (steps: -1 | 1): readonly SortBy[] => {
      const sorts = [listedSort];
      for (let at = 0; at < among.length; at++) sorts.push(neighbourSort(sorts.at(-1) ?? listedSort, steps, among));
      expect(neighbourSort(sorts.at(-1) ?? listedSort, steps, among)).toEqual(listedSort);
      return sorts.map(({ by }) => by);
    };
    expect(walked(1)).toEqual(['listed', ...among]);
    expect(walked(-1)).toEqual(['listed', ...among.toReversed()]);
  },
);

test('beside a sort by a column that is not drawn are the first and the last one that is', () => {
  const hidden: Sort = { by: 'description', reversed: true };
  expect(neighbourSort(hidden, 1, ['name', 'tags'])).toEqual({ by: 'name', reversed: false });
  expect(neighbourSort(hidden, -1, ['name', 'tags'])).toEqual({ by: 'tags', reversed: false });
});
