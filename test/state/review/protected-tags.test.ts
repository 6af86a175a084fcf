import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSystem } from '../../../src/api/decode.ts';
import { protectedTag } from '../../../src/state/review/protected-tags.ts';

const words = ['protect', 'protected', 'do-not-delete'];

function tagIn(tags: unknown, among = words): ReturnType<typeof protectedTag> {
  const read = decodeSystem({ systemId: 'S0', tags });
  if (!read.ok) throw new Error(read.path);
  return protectedTag(read.value, among);
}

test.each<[unknown]>([
  [[{ tag: ' protect ' }]],
  [[{ tag: 'PROTECT' }]],
  [[{ tag: 'ｐｒｏｔｅｃｔ' }]],
  [[{ tag: 'pro\u200Btect\u2060' }]],
  [[{ tag: 'env=protect' }]],
  [[{ tag: 'owner:ops,protected' }]],
  [[{ tag: 'env\tprotect' }]],
  [[{ tag: 'Do not delete' }]],
  [[{ tag: 'do_not_delete' }]],
  [[{ tag: 'doNotDelete' }]],
  [[{ tag: 'site-1', protect: true }]],
  ['protect'],
  [['protect']],
  [[{ name: 'protect' }]],
  [[{ key: 'protect', value: 'x' }]],
  [[{ protect: true }]],
  [{ protect: 'yes' }],
  [{ labels: { deep: [[{ env: 'protect' }]] } }],
  [[null, 5, { tag: { tag: 'protect' } }]],
  [[{ tag: 'site-1' }, 'protect']],
])('%j protects', (tags) => {
  expect(tagIn(tags)).not.toBeNull();
});

test.each<[unknown]>([
  [null],
  [[]],
  [[{ tag: 'protect-not' }]],
  [[{ tag: 'unprotected' }]],
  [[{ tag: 'my_protect' }]],
  [[{ protect: false }]],
  [[{ protect: null }]],
  [{ protect: 0 }],
  [['site-1', { name: 'prod' }]],
  [5],
])('%j does not', (tags) => {
  expect(tagIn(tags)).toBeNull();
});

test('tags that are too many or too deep to inspect may protect', () => {
  expect(tagIn(Array.from({ length: 10_000 }, (_, at) => `tag-${at}`))).toBe('unreadable');
  expect(tagIn(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe('unreadable');
  expect(tagIn(Array.from({ length: 10_000 }, (_, at) => ({ tag: `tag-${at}` })))).toBeNull();
});

test('a word is taken as it is, whatever signs are in it; without words nothing protects', () => {
  expect(tagIn([{ tag: 'a.*b' }], ['a.*b'])).toEqual({ tag: 'a.*b' });
  expect(tagIn([{ tag: 'axxb' }], ['a.*b'])).toBeNull();
  expect(tagIn([{ tag: 'protect' }], [])).toBeNull();
  expect(tagIn([{ tag: 'site-1' }], ['\u200B'])).toBeNull();
});

test('wherever in tags of any shape the word stands as a value, it protects', () => {
  const { tags } = fc.letrec<{ tags: unknown }>((tie) => ({
    tags: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant('protect'),
      fc.tuple(fc.jsonValue({ maxDepth: 1 }), tie('tags')).map(([one, other]) => [one, other]),
      fc.tuple(fc.string(), tie('tags')).map(([name, one]) => Object.fromEntries([[name, one]]) as unknown),
    ),
  }));
  fc.assert(
    fc.property(tags, (any) => {
      expect(tagIn(any)).not.toBeNull();
    }),
  );
});
