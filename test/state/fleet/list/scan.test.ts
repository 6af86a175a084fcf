import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import {
  rowOf,
  hasMore,
  incompletenessOf,
  isAmbiguous,
  isComplete,
  needsSecondReading,
  newScan,
  readsEverything,
  type Scan,
  systemAt,
  systemById,
  withoutSystems,
  withPage,
} from '../../../../src/state/fleet/list/scan.ts';
import { ageOf, isConnected, isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aPage, aQuery, aScan, aSystem, daysAgo, now, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { anyCut, anyFleet, anyMovingFleet } from '../filter/arbitraries.ts';
import { property, holds } from '../../../support/property.ts';

const emptyScan = newScan(1, aQuery(), 'ahead');

function rowsOf(scan: Scan): (System | undefined)[] {
  return Array.from({ length: scan.count }, (_, row) => systemAt(scan, row));
}

const fleetInPages = anyFleet.chain((fleet) =>
  anyCut(fleet).map((cut) => ({ fleet, pages: cut.map((part) => aPage(part)) })),
);

describe('reading pages', () => {
  property('keeps every system in its row, however uneven the pages', [fleetInPages], ({ fleet, pages }) => {
    const scan = aScan(pages);
    expect(rowsOf(scan)).toEqual(fleet);
    for (const system of fleet) expect(systemById(scan, system.systemId)).toBe(system);
    expect([systemAt(scan, -1), systemAt(scan, fleet.length), systemById(scan, 'of nobody')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('leaves the scan before it as it was', () => {
    // They share their index, and each knows its own rows.
    const { index, ...first } = aScan([aPage([aSystem({ systemId: 'a', lastSeen: daysAgo(9) })])]);
    const before = structuredClone(first);
    withPage(
      { ...first, index },
      aPage([aSystem({ systemId: 'a', lastSeen: daysAgo(1) }), aSystem({ systemId: 'b' })]),
    );
    expect(first).toEqual(before);
    expect(['a', 'b'].map((id) => rowOf({ ...first, index }, id))).toEqual([0, undefined]);
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

test('a system that is listed more than once keeps one row, the first, with the record that shows most life, whichever came first', () => {
  const pagesOfAny = anyMovingFleet.chain((fleet) => anyCut(fleet).map((cut) => ({ fleet, cut })));
  holds([pagesOfAny], ({ fleet, cut }) => {
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
  });
});

describe('systems that are gone', () => {
  test('leave a scan as if they had never been listed', () => {
    const goneToo = fleetInPages.chain((about) =>
      fc.subarray(about.fleet.map(({ systemId }) => systemId)).map((ids) => ({ ...about, gone: new Set(ids) })),
    );
    holds([goneToo], ({ fleet, pages, gone }) => {
      const scan = withoutSystems(aScan(pages), gone);
      const kept = fleet.filter(({ systemId }) => !gone.has(systemId));
      expect(rowsOf(scan)).toEqual(kept);
      for (const system of kept) expect(systemById(scan, system.systemId)).toBe(system);
      for (const id of gone) expect(systemById(scan, id)).toBeUndefined();
    });
  });

  test('leave the total, which is never below what is there', () => {
    const gone = new Set(['S0', 'S1']);
    const totals = [10, 2, null].map((total) => withoutSystems(aScan([aPage(systemsOf(5), { total })]), gone).total);
    expect(totals).toEqual([8, 3, null]);
  });
});

const [first, second] = pagesOf(systemsOf(4), 2);
const page = (given: typeof first) => given ?? aPage([]);

describe('a list', () => {
  const whole = [page(first), page(second)];
  const withTotals = (...totals: readonly (number | null)[]) =>
    aScan(whole.map((given, at) => ({ ...given, total: totals[at] ?? null })));
  const astray = { link: 'https://else.example', reason: 'another address' } as const;

  test.each([
    ['that was read whole is not incomplete', aScan(whole), null],
    ['that is not read to its end yet is not, either', aScan([page(first)]), null],
    [
      'whose link leads astray stops there',
      aScan([{ ...page(first), next: { kind: 'untrusted', ...astray } }]),
      { kind: 'untrusted', page: 1, ...astray },
    ],
    [
      'with a failed page lacks that page',
      { ...aScan([page(first)]), problem: refused(500) },
      { kind: 'failed', page: 2 },
    ],
    [
      'whose total changed has moved, even where as many were seen as the last page says',
      withTotals(5, 4),
      { kind: 'moved', seen: 4, total: 4 },
    ],
    ['with fewer systems than its total is short', withTotals(7, 7), { kind: 'short', seen: 4, total: 7 }],
    ['with more systems than its total has moved', withTotals(3, 3), { kind: 'moved', seen: 4, total: 3 }],
    ['without a total is compared with none', withTotals(null, null), null],
    ['that says its total on its first page only is compared with that', withTotals(4, null), null],
    ['that says its total on its last page only is compared with that', withTotals(null, 4), null],
    ['that is short by its first page is short', withTotals(5, null), { kind: 'short', seen: 4, total: 5 }],
    ['that is short by its last page is short', withTotals(null, 5), { kind: 'short', seen: 4, total: 5 }],
  ])('%s', (_, scan, why) => {
    expect(incompletenessOf(scan)).toEqual(why);
  });

  test('is to be read once more where it moved, was short or has no total and listed a system again; and not twice', () => {
    const again = aPage([...page(second).systems.slice(0, 1)], { total: null });
    const [moved, short, doubled, fine] = [
      [{ ...page(first), total: 5 }, page(second)],
      whole.map((given) => ({ ...given, total: 9 })),
      [
        ...whole.slice(0, 1),
        { ...page(second), next: { kind: 'page', url: 'https://api.example/3' } as const },
        again,
      ].map((given) => ({ ...given, total: null })),
      whole,
    ].map((pages) => aScan(pages));
    const scans = [moved, short, doubled, fine].flatMap((scan) => scan ?? []);
    expect(scans.map(needsSecondReading)).toEqual([true, true, true, false]);
    expect(scans.map((scan) => needsSecondReading({ ...scan, isSecondReading: true }))).toEqual(Array(4).fill(false));
    expect(needsSecondReading(aScan([{ ...page(first), total: 9 }]))).toBe(false);
  });
});

describe('a system that is listed twice', () => {
  const seen = (day: number) => ({ lastSeen: `2026-01-0${day}T00:00:00Z`, lastSeenMs: Date.UTC(2026, 0, day) });

  test.each([
    [1, 3],
    [3, 1],
  ])('on days %i and %i is one row, as it was seen last', (before, after) => {
    const scan = aScan([
      aPage([aSystem({ systemId: 'A', ...seen(before) }), aSystem({ systemId: 'A', ...seen(after) })]),
    ]);
    expect(scan.count).toBe(1);
    expect(systemById(scan, 'A')?.lastSeenMs).toBe(Date.UTC(2026, 0, 3));
    expect([scan.listedTwice.has('A'), isAmbiguous(scan, 'A')]).toEqual([true, false]);
  });

  const unread = (json: string): Partial<System> => ({ hostname: null, odd: { hostname: json } });

  test.each([
    ['two names', { hostname: 'old' }, { hostname: 'db' }, true],
    ['two names that cannot be read', unread('["old"]'), unread('["db"]'), true],
    ['a name, and one that cannot be read', { hostname: 'db' }, unread('["db"]'), true],
    ['one name that cannot be read', unread('["db"]'), unread('["db"]'), false],
  ])('under %s is ambiguous, or not', (_, one, other, is) => {
    const scan = aScan([aPage([aSystem({ systemId: 'A', ...one }), aSystem({ systemId: 'A', ...other })])]);
    expect(isAmbiguous(scan, 'A')).toBe(is);
  });
});

/** With so many more systems, whose ids begin with these letters. */
function grown(scan: Scan, size: number, letters = ''): Scan {
  return withPage(
    scan,
    aPage(Array.from({ length: size }, (_, added) => aSystem({ systemId: `${letters}${scan.count + added}` }))),
  );
}

/** Scans with pages of these sizes, one grown out of the other: ids are `0`, `1`, … */
function scansOf(sizes: readonly number[]): Scan[] {
  const all = [emptyScan];
  for (const size of sizes) all.push(grown(all.at(-1) ?? emptyScan, size));
  return all;
}

const anySizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });

describe('the index of ids', () => {
  property('finds every id in its row, whatever the pages that brought it', [anySizes], (sizes) => {
    const scan = scansOf(sizes).at(-1) ?? emptyScan;
    const count = sizes.reduce((sum, size) => sum + size, 0);
    for (let row = 0; row < count; row++) expect(rowOf(scan, String(row))).toBe(row);
    expect(rowOf(scan, String(count))).toBeUndefined();
  });

  property('stays as it was when a later one grows out of it', [anySizes], (sizes) => {
    let count = 0;
    for (const [at, scan] of scansOf(sizes).slice(0, -1).entries()) {
      expect(rowOf(scan, String(count))).toBeUndefined();
      count += sizes[at] ?? 0;
    }
  });

  test('knows nothing of another that grows out of the same', () => {
    holds([anySizes, fc.nat({ max: 5 }), fc.nat({ max: 5 })], (sizes, one, other) => {
      const scan = scansOf(sizes).at(-1) ?? emptyScan;
      const [a, b] = [grown(scan, one, 'a'), grown(scan, other, 'b')];
      for (const [own, foreign, size, letters] of [[a, b, one, 'a'] as const, [b, a, other, 'b'] as const]) {
        for (let row = 0; row < scan.count; row++) expect(rowOf(own, String(row))).toBe(row);
        for (let row = scan.count; row < scan.count + size; row++) {
          expect(rowOf(own, `${letters}${row}`)).toBe(row);
          expect(rowOf(foreign, `${letters}${row}`)).toBeUndefined();
        }
      }
    });
  });

  test('copies nothing as it grows: a thousand pages share one map', () => {
    const all = scansOf(Array.from({ length: 1000 }, () => 50)).slice(1);
    expect(new Set(all.map(({ index }) => index)).size).toBe(1);
  });
});
