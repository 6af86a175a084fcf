import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingHints, HintBar } from '../../../src/screens/frame/hint-bar.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from '../parts/drawn.ts';

const hints = ['space mark', 's mark stale', 'd review 227', '? all keys'].map((hint) => {
  const [key = '', ...does] = hint.split(' ');
  return { key: clean(key), does: clean(does.join(' ')) };
});

const bar = (columns: number): string => drawn(<HintBar columns={columns} hints={hints} />, columns).join();

test('all hints are shown where there is room', () => {
  expect(bar(50)).toBe('space mark  s mark stale  d review 227  ? all keys');
});

test('where room is short, the last but one goes first', () => {
  expect(bar(49)).toBe('space mark  s mark stale  ? all keys');
  expect(bar(35)).toBe('space mark  ? all keys');
  expect(bar(21)).toBe('? all keys');
});

test('the last one stays, cut if need be', () => {
  expect(bar(8)).toBe('? all k…');
});

test('no hints are an empty line', () => {
  expect(fittingHints([], 80)).toEqual([]);
});

test('what is left fits, is in order, and would not fit with one more', () => {
  const hint = fc.record({
    key: fc.string({ minLength: 1, maxLength: 5 }).map(clean),
    does: fc.string({ maxLength: 20 }).map(clean),
  });
  fc.assert(
    fc.property(fc.array(hint, { minLength: 1, maxLength: 9 }), fc.integer({ min: 30, max: 120 }), (all, columns) => {
      const cells = (shown: typeof all): number => shown.map(({ key, does }) => `${key} ${does}`).join('  ').length;
      const shown = [...fittingHints(all, columns)];
      const next = all.at(shown.length - 1);
      expect(cells(shown)).toBeLessThanOrEqual(columns);
      expect(shown).toEqual([...all.slice(0, shown.length - 1), ...all.slice(-1)]);
      if (shown.length < all.length && next !== undefined) expect(cells([...shown, next])).toBeGreaterThan(columns);
    }),
  );
});
