/** Trees of answers: large ones, deep ones, and search in them. */
import { describe, expect, test } from 'vitest';
import { type Json, parseExactly } from '../../../../src/api/exact-json.ts';
import { found } from '../../../../src/state/explorer/answer/find.ts';
import { jsonText } from '../../../../src/state/explorer/answer/json-text.ts';
import {
  closed,
  mostOpenedAtOnce,
  namesTo,
  opened,
  openedBelow,
  parentRow,
  pathText,
  revealed,
  type Tree,
  treeOf,
} from '../../../../src/state/explorer/answer/tree.ts';

function namesIn({ rows }: Tree): unknown[] {
  return rows.map(({ name, depth }) => `${'.'.repeat(depth)}${String(name)}`);
}

const policy: Json = {
  id: 42,
  'sender tags': [
    { tag: 'till', ref: 't_81' },
    { tag: 'kiosk', ref: null },
  ],
  acls: [],
  gateways: null,
  key: 'ek-4711-0815',
};

test('rows open one level, and close with all below', () => {
  const tree = treeOf(policy);
  expect(namesIn(tree)).toEqual(['id', 'sender tags', 'acls', 'gateways', 'key']);
  const open = opened(opened(tree, 1), 2);
  expect(namesIn(open)).toEqual(['id', 'sender tags', '.0', '..tag', '..ref', '.1', 'acls', 'gateways', 'key']);
  expect(parentRow(open, 4)).toBe(2);
  expect(namesIn(closed(open, 1))).toEqual(namesIn(tree));
  // An empty list and a text have no children.
  expect(opened(tree, 2)).toBe(tree);
  expect(opened(tree, 4)).toBe(tree);
});

test('all below opens at once', () => {
  const { tree, isWhole } = openedBelow(treeOf(policy), 1);
  expect(isWhole).toBe(true);
  expect(namesIn(tree).slice(1, 8)).toEqual(['sender tags', '.0', '..tag', '..ref', '.1', '..tag', '..ref']);
});

test('a path is written as programs write it', () => {
  const { rows } = openedBelow(treeOf({ 'a b': [{ c: 1 }] }), 0).tree;
  expect(rows.map((row) => pathText(namesTo(row)))).toEqual(['["a b"]', '["a b"][0]', '["a b"][0].c']);
});

test('a value that is no object or list is one row', () => {
  expect(treeOf(null).rows).toHaveLength(1);
  expect(treeOf('text').rows).toMatchObject([{ name: null, value: 'text' }]);
  expect(treeOf({}).rows).toEqual([]);
});

describe('a large answer', () => {
  const records = Array.from({ length: 43_000 }, (_, at) => ({ id: at, name: `row ${at}`, tags: ['a', 'b'] }));

  test('of 258,000 rows opens to 2,000 at once, and row by row', () => {
    const tree = treeOf({ records });
    const { tree: some, isWhole } = openedBelow(opened(tree, 0), 1);
    expect([some.rows.length, isWhole]).toEqual([43_004 + 2, true]);
    const whole = openedBelow(tree, 0);
    expect(whole.isWhole).toBe(false);
    expect(whole.tree.rows.length).toBeLessThanOrEqual(mostOpenedAtOnce);
    let open: Tree = treeOf(records);
    for (let at = 42_999; at > 42_900; at--) open = opened(open, at);
    expect(open.rows).toHaveLength(43_000 + 99 * 3);
  });

  test('is found in', () => {
    const match = found({ records }, 'ROW 42999', null);
    expect([match?.total, match && pathText(namesTo(match.node))]).toEqual([1, 'records[42999].name']);
  });

  test('of 10,000 keys and of 1 MB of text is a row each', () => {
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key ${at}`, 'x'.repeat(100)]));
    expect(treeOf(keys).rows).toHaveLength(10_000);
    expect(treeOf({ text: 'x'.repeat(1_000_000) }).rows).toHaveLength(1);
  });
});

test('an answer of 3,000 levels is opened as far as one key opens', () => {
  const root = parseExactly(`${'['.repeat(3_000)}${']'.repeat(3_000)}`);
  const { tree, isWhole } = openedBelow(treeOf(root), 0);
  expect([tree.rows.length, isWhole]).toEqual([mostOpenedAtOnce, false]);
});

describe('an answer of 1,500 levels', () => {
  const text = `${'{"a":['.repeat(750)}{"big":9223372036854775807,"x":1}${']}'.repeat(750)}`;

  test('is read with all its digits, opened to its end, found in and written', () => {
    const root = parseExactly(text);
    const { tree, isWhole } = openedBelow(treeOf(root), 0);
    expect([tree.rows.length, isWhole]).toEqual([1_502, true]);
    const match = found(root, '9223372036854775807', null);
    expect(match?.total).toBe(1);
    const shown = revealed(treeOf(root), match?.node ?? treeOf(root).rows[0] ?? expect.fail());
    expect(shown.tree.rows[shown.row]).toMatchObject({ name: 'big', depth: 1_500 });
    expect(jsonText(root, { withSecrets: true }).replaceAll(/\s/g, '')).toBe(text);
  });
});

test('the next match follows the cursor, and after the last one comes the first', () => {
  const root: Json = { a: { hit: 1 }, b: 'a hit', c: [{ deep: ['hit'] }] };
  const first = found(root, 'hit', null);
  const second = found(root, 'hit', first?.node ?? null);
  const third = found(root, 'hit', second?.node ?? null);
  const around = found(root, 'hit', third?.node ?? null);
  expect([first, second, third, around].map((match) => match && pathText(namesTo(match.node)))).toEqual([
    'a.hit',
    'b',
    'c[0].deep[0]',
    'a.hit',
  ]);
  expect(second).toMatchObject({ number: 2, total: 3 });
  expect(found(root, 'nowhere', null)).toBeNull();
});

test('a hidden text is not told by being found', () => {
  expect(found(policy, '4711', null)).toBeNull();
  expect(found(policy, 'key', null)?.total).toBe(1);
});
