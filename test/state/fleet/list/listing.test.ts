import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cursor, cursorAt, cursorFollowing } from '../../../../src/state/fleet/list/listing.ts';
import { readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { newScan, type Scan, withoutSystems, withPage } from '../../../../src/state/fleet/list/scan.ts';
import {
  plainView,
  shownAt,
  shownRowOf,
  type View,
  viewLength,
  viewOf,
} from '../../../../src/state/fleet/list/rows.ts';
import { aPage, aQuery, aScan, systemsOf } from '../../../support/make.ts';
import { aContext, anyCut, anyFilterText, anyFleet, anyOrder } from '../filter/arbitraries.ts';
import { holds } from '../../../support/property.ts';

const height = 5;

function expectFollows(before: Cursor, after: Cursor, view: View, scan: Scan): void {
  const row = before.systemId === null ? -1 : shownRowOf(view, scan, before.systemId);
  if (row >= 0) expect(after).toMatchObject({ systemId: before.systemId, row });
  expect(after.systemId).toBe(shownAt(view, scan, after.row)?.systemId ?? null);
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
