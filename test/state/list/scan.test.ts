import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { rowOf } from '../../../src/state/list/id-index.ts';
import {
  hasMore,
  isComplete,
  newScan,
  readsEverything,
  type Scan,
  systemAt,
  systemById,
  withoutSystems,
  withPage,
} from '../../../src/state/list/scan.ts';
import { ageOf, isConnected, isStale } from '../../../src/state/staleness/staleness.ts';
import { aPage, aQuery, aScan, aSystem, daysAgo, now, pagesOf, systemsOf } from '../../support/make.ts';
import { anyCut, anyFleet, anyMovingFleet } from '../filter/arbitraries.ts';

const emptyScan = newScan(1, aQuery(), 'ahead');

function rowsOf(scan: Scan): (System | undefined)[] {
  return Array.from({ length: scan.count }, (_, row) => systemAt(scan, row));
}

const fleetInPages = anyFleet.chain((fleet) =>
  anyCut(fleet).map((cut) => ({ fleet, pages: cut.map((part) => aPage(part)) })),
);

describe('reading pages', () => {
  test('keeps every system in its row, however uneven the pages', () => {
    fc.assert(
      fc.property(fleetInPages, ({ fleet, pages }) => {
        const scan = aScan(pages);
        expect(rowsOf(scan)).toEqual(fleet);
        for (const system of fleet) expect(systemById(scan, system.systemId)).toBe(system);
        expect([systemAt(scan, -1), systemAt(scan, fleet.length), systemById(scan, 'of nobody')]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }),
    );
  });

  test('leaves the scan before it as it was', () => {
    // Their index shares its map, and each knows its own rows.
    const { index, ...first } = aScan([aPage([aSystem({ systemId: 'a', lastSeen: daysAgo(9) })])]);
    const before = structuredClone(first);
    withPage(
      { ...first, index },
      aPage([aSystem({ systemId: 'a', lastSeen: daysAgo(1) }), aSystem({ systemId: 'b' })]),
    );
    expect(first).toEqual(before);
    expect(['a', 'b'].map((id) => rowOf(index, id))).toEqual([0, undefined]);
  });

  test('takes what the newest page says of the whole list', () => {
    const pages = pagesOf(systemsOf(3), 2);
    const scan = aScan(pages);
    expect(scan).toMatchObject({ total: 3, pageCount: 2, inFlight: false, problem: null, repeated: 0 });
    expect(scan.addresses).toEqual(pages.map(({ address }) => address));
  });

  test('is over when the service says so, and only then', () => {
    const pages = pagesOf(systemsOf(3), 2);
    const untrusted = aPage([], { next: { kind: 'untrusted', link: 'http://elsewhere', reason: 'not encrypted' } });
    const scans = [emptyScan, aScan(pages.slice(0, 1)), aScan([untrusted]), aScan(pages)];
    expect(scans.map(hasMore)).toEqual([true, true, false, false]);
    expect(scans.map(isComplete)).toEqual([false, false, false, true]);
    expect(scans.map((scan) => readsEverything({ ...scan, mode: 'all' }))).toEqual([true, true, true, false]);
  });
});

describe('a system that is listed more than once', () => {
  test('keeps one row, the first, with the record that shows most life, whichever came first', () => {
    const pagesOfAny = anyMovingFleet.chain((fleet) => anyCut(fleet).map((cut) => ({ fleet, cut })));
    fc.assert(
      fc.property(pagesOfAny, ({ fleet, cut }) => {
        const scan = aScan(cut.map((part) => aPage(part)));
        const ids = [...new Set(fleet.map(({ systemId }) => systemId))];
        expect(rowsOf(scan).map((system) => system?.systemId)).toEqual(ids);
        for (const id of ids) {
          const records = fleet.filter(({ systemId }) => systemId === id);
          const shown = systemById(scan, id);
          const timed = records.filter((record) => isConnected(record) || ageOf(record, now).kind !== 'unknown');
          const isStaleAlways = timed.length > 0 && timed.every((record) => isStale(record, 90, now));
          expect(shown && isConnected(shown)).toBe(records.some(isConnected));
          expect(shown && isStale(shown, 90, now)).toBe(isStaleAlways);
        }
        expect(scan.repeated).toBe(fleet.length - ids.length);
      }),
    );
  });
});

describe('systems that are gone', () => {
  test('leave a scan as if they had never been listed', () => {
    const goneToo = fleetInPages.chain((about) =>
      fc.subarray(about.fleet.map(({ systemId }) => systemId)).map((ids) => ({ ...about, gone: new Set(ids) })),
    );
    fc.assert(
      fc.property(goneToo, ({ fleet, pages, gone }) => {
        const scan = withoutSystems(aScan(pages), gone);
        const kept = fleet.filter(({ systemId }) => !gone.has(systemId));
        expect(rowsOf(scan)).toEqual(kept);
        for (const system of kept) expect(systemById(scan, system.systemId)).toBe(system);
        for (const id of gone) expect(systemById(scan, id)).toBeUndefined();
      }),
    );
  });

  test('leave the total, which is never below what is there', () => {
    const gone = new Set(['S0', 'S1']);
    const totals = [10, 2, null].map((total) => withoutSystems(aScan([aPage(systemsOf(5), { total })]), gone).total);
    expect(totals).toEqual([8, 3, null]);
  });
});
