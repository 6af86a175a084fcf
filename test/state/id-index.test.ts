import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IdIndex, rowOf, withIds } from '../../src/state/id-index.ts';

/** Pages of these sizes, one after the other: ids are `0`, `1`, … */
function indexes(sizes: readonly number[]): IdIndex[] {
  let count = 0;
  const all: IdIndex[] = [[]];
  for (const size of sizes) {
    const added = new Map(Array.from({ length: size }, (_, at) => [String(count + at), count + at]));
    all.push(withIds(all.at(-1) ?? [], added));
    count += size;
  }
  return all;
}

const anySizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });

test('every id is found in its row, whatever the pages that brought it', () => {
  fc.assert(
    fc.property(anySizes, (sizes) => {
      const index = indexes(sizes).at(-1) ?? [];
      const count = sizes.reduce((sum, size) => sum + size, 0);
      for (let row = 0; row < count; row++) expect(rowOf(index, String(row))).toBe(row);
      expect(rowOf(index, String(count))).toBeUndefined();
    }),
  );
});

test('an index stays as it was when a later one grows out of it', () => {
  fc.assert(
    fc.property(anySizes, (sizes) => {
      let count = 0;
      for (const [at, index] of indexes(sizes).slice(0, -1).entries()) {
        expect(rowOf(index, String(count))).toBeUndefined();
        count += sizes[at] ?? 0;
      }
    }),
  );
});

test('a thousand pages are a handful of maps', () => {
  const index = indexes(Array.from({ length: 1000 }, () => 50)).at(-1) ?? [];
  expect(index.length).toBeLessThan(12);
});
