import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growing, type IdIndex, indexOf, newIndex, rowOf } from '../../../src/state/list/id-index.ts';

/** With so many more ids, which begin with these letters. */
function grown(index: IdIndex, size: number, letters = ''): IdIndex {
  const rows = growing(index);
  for (let added = 0; added < size; added++) rows.set(`${letters}${index.count + added}`, index.count + added);
  return indexOf(rows);
}

/** Pages of these sizes, one after the other: ids are `0`, `1`, … */
function indexes(sizes: readonly number[]): IdIndex[] {
  const all = [newIndex()];
  for (const size of sizes) all.push(grown(all.at(-1) ?? newIndex(), size));
  return all;
}

const anySizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });

test('every id is found in its row, whatever the pages that brought it', () => {
  fc.assert(
    fc.property(anySizes, (sizes) => {
      const index = indexes(sizes).at(-1) ?? newIndex();
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

test('two that grow out of one know nothing of each other', () => {
  fc.assert(
    fc.property(anySizes, fc.nat({ max: 5 }), fc.nat({ max: 5 }), (sizes, one, other) => {
      const index = indexes(sizes).at(-1) ?? newIndex();
      const [a, b] = [grown(index, one, 'a'), grown(index, other, 'b')];
      for (const [own, foreign, size, letters] of [[a, b, one, 'a'] as const, [b, a, other, 'b'] as const]) {
        for (let row = 0; row < index.count; row++) expect(rowOf(own, String(row))).toBe(row);
        for (let row = index.count; row < index.count + size; row++) {
          expect(rowOf(own, `${letters}${row}`)).toBe(row);
          expect(rowOf(foreign, `${letters}${row}`)).toBeUndefined();
        }
      }
    }),
  );
});

test('growing copies nothing: a thousand pages share one map', () => {
  const all = indexes(Array.from({ length: 1000 }, () => 50));
  expect(new Set(all.map(({ rows }) => rows)).size).toBe(1);
});
