import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noFilter, readFilter } from '../../../src/state/filter/filter.ts';
import { listedSort, type Sort } from '../../../src/state/list/sort.ts';
import { newScan, type Scan, withPage } from '../../../src/state/list/scan.ts';
import { extended, shownAt, shownRowOf, type View, viewLength, viewOf } from '../../../src/state/list/rows.ts';
import { aPage, aQuery, aScan, aSystem, daysAgo, systemsOf } from '../../support/make.ts';
import { aContext, anyCut, anyFilterText, anyFleet, anyOrder } from '../filter/arbitraries.ts';

function shown(view: View, scan: Scan): (string | undefined)[] {
  return Array.from({ length: viewLength(view, scan) }, (_, row) => shownAt(view, scan, row)?.systemId);
}

const anyParts = anyFleet.chain(anyCut);

test('a view extended page by page shows the same as one made at once, in every order and through every filter', () => {
  fc.assert(
    fc.property(anyParts, anyOrder, anyFilterText, (parts, order, text) => {
      const filter = readFilter(text);
      let scan = newScan(1, aQuery(), 'ahead');
      let view = viewOf(scan, filter, order, aContext);
      for (const part of parts) {
        scan = withPage(scan, aPage(part));
        view = extended(view, scan, aContext);
      }
      expect(shown(view, scan)).toEqual(shown(viewOf(scan, filter, order, aContext), scan));
    }),
  );
});

test('the row in which a system is shown is found by its id', () => {
  fc.assert(
    fc.property(anyFleet, anyOrder, anyFilterText, (fleet, order, text) => {
      const scan = aScan([aPage(fleet)]);
      const view = viewOf(scan, readFilter(text), order, aContext);
      const ids = shown(view, scan);
      for (const { systemId } of fleet) expect(shownRowOf(view, scan, systemId)).toBe(ids.indexOf(systemId));
      expect(shownRowOf(view, scan, 'of nobody')).toBe(-1);
      expect([shownAt(view, scan, -1), shownAt(view, scan, ids.length)]).toEqual([undefined, undefined]);
    }),
  );
});

test('reversing the order of the list turns it round', () => {
  fc.assert(
    fc.property(anyFleet, (fleet) => {
      const scan = aScan([aPage(fleet)]);
      const view = viewOf(scan, noFilter, { by: 'listed', reversed: true }, aContext);
      expect(shown(view, scan)).toEqual(fleet.map(({ systemId }) => systemId).reverse());
    }),
  );
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
  expect(viewOf(scan, noFilter, listedSort, aContext)).toMatchObject({ rows: null, covered: 3 });
});
