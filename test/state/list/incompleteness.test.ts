import { describe, expect, test } from 'vitest';
import { incompletenessOf, isAmbiguous, needsSecondReading, systemById } from '../../../src/state/list/scan.ts';
import { aPage, aScan, aSystem, pagesOf, refused, systemsOf } from '../../support/make.ts';

const [first, second] = pagesOf(systemsOf(4), 2);
const page = (given: typeof first) => given ?? aPage([]);

describe('a list', () => {
  test('that was read whole is not incomplete, and neither is one that is not read to its end yet', () => {
    expect(incompletenessOf(aScan(pagesOf(systemsOf(4), 2)))).toBeNull();
    expect(incompletenessOf(aScan([page(first)]))).toBeNull();
  });

  test('whose link leads astray stops there', () => {
    const next = { kind: 'untrusted', link: 'https://else.example', reason: 'another address' } as const;
    const why = { kind: 'untrusted', page: 1, reason: 'another address', link: 'https://else.example' };
    expect(incompletenessOf(aScan([{ ...page(first), next }]))).toEqual(why);
  });

  test('with a failed page lacks that page', () => {
    expect(incompletenessOf({ ...aScan([page(first)]), problem: refused(500) })).toEqual({ kind: 'failed', page: 2 });
  });

  test('whose total changed has moved, even where as many were seen as the last page says', () => {
    const moved = aScan([{ ...page(first), total: 5 }, page(second)]);
    expect(incompletenessOf(moved)).toEqual({ kind: 'moved', seen: 4, total: 4 });
  });

  test('M6 with fewer systems than its total is short, and with more it has moved', () => {
    const withTotal = (total: number | null) =>
      aScan([page(first), page(second)].map((given) => ({ ...given, total })));
    expect(incompletenessOf(withTotal(7))).toEqual({ kind: 'short', seen: 4, total: 7 });
    expect(incompletenessOf(withTotal(3))).toEqual({ kind: 'moved', seen: 4, total: 3 });
    expect(incompletenessOf(withTotal(null))).toBeNull();
  });

  test('M6 that says its total on one page only is compared with that', () => {
    const on = (at: number, total: number) =>
      aScan([page(first), page(second)].map((given, index) => ({ ...given, total: index === at ? total : null })));
    expect([on(0, 4), on(1, 4)].map(incompletenessOf)).toEqual([null, null]);
    expect([on(0, 5), on(1, 5)].map(incompletenessOf)).toEqual(Array(2).fill({ kind: 'short', seen: 4, total: 5 }));
  });

  test('L9 is to be read once more where it moved, was short or has no total and listed a system again; and not twice', () => {
    const whole = [page(first), page(second)];
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

  test('under two names is ambiguous', () => {
    const scan = aScan([
      aPage([aSystem({ systemId: 'A', hostname: 'old' }), aSystem({ systemId: 'A', hostname: 'db' })]),
    ]);
    expect(isAmbiguous(scan, 'A')).toBe(true);
  });
});
