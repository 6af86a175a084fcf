import { describe, expect, test } from 'vitest';
import { resolveReference } from '../../../src/api/openapi/json-pieces.ts';
import { remoteReferences } from '../../support/documents/hostile-text.ts';
import type { Json } from '../../../src/api/exact-json.ts';
import { documentFrom } from '../../support/definition.ts';

const document = documentFrom(`{
  "a": {"b": {"type": "string"}, "c/d": 1, "e~f": 2, "g h": 3, "": 4, "~1": 5},
  "list": [{"x": 7}],
  "$defs": {"A": {"type": "integer"}},
  "__proto__": {"own": true},
  "one": {"$ref": "#/two", "title": "One"},
  "two": {"$ref": "#/a/b"}
}`);

function valueAt(reference: string): Json | undefined {
  const resolved = resolveReference(document, { $ref: reference });
  return resolved.ok ? resolved.value : undefined;
}

describe('a reference leads to the piece', () => {
  test.each<[string, unknown]>([
    ['#', document.root],
    ['#/a/b/type', 'string'],
    ['#/a/c~1d', 1],
    ['#/a/e~0f', 2],
    ['#/a/g%20h', 3],
    ['#/a/', 4],
    ['#/a/~01', 5],
    ['#/a/c%7E1d', 1],
    ['#/list/0/x', 7],
    ['#/$defs/A/type', 'integer'],
    ['#/%24defs/A/type', 'integer'],
    ['#/__proto__/own', true],
  ])('%s', (reference, value) => {
    expect(valueAt(reference)).toEqual(value);
  });

  test('over others, which are told with what stands beside them', () => {
    expect(resolveReference(document, { $ref: '#/one' })).toEqual({
      ok: true,
      value: { type: 'string' },
      hops: [{ $ref: '#/one' }, { $ref: '#/two', title: 'One' }, { $ref: '#/a/b' }],
    });
  });
});

test.each([
  '#/nothing',
  '#/a/b/type/x',
  '#/list/length',
  '#/list/00',
  '#/list/-1',
  '#/a/constructor',
  '#/constructor/prototype',
  '#/toString',
  '#/a/%E0%A4%A',
  '#anchor',
  `#/${'a/'.repeat(5000)}`,
])('nothing is at %.30s', (reference) => {
  const resolved = resolveReference(document, { $ref: reference });
  expect(resolved.ok ? '' : resolved.reason).toMatch(/^The definition has nothing at "#.*"\.$/);
});

test.each(remoteReferences('http://127.0.0.1:9'))('%s is told, and never opened', (reference) => {
  const resolved = resolveReference(document, { $ref: reference });
  expect(resolved.ok ? '' : resolved.reason).toMatch(/^It is described at ".{1,30}", which rollcall never opens\.$/);
});

describe('references', () => {
  test('in a circle', () => {
    const ring = documentFrom({ a: { $ref: '#/b' }, b: { $ref: '#/a' }, self: { $ref: '#/self' } });
    for (const reference of ['#/a', '#/self']) {
      expect(resolveReference(ring, { $ref: reference })).toEqual({
        ok: false,
        reason: 'Its references lead in a circle.',
      });
    }
  });

  test('64 of them are followed, and no more', () => {
    const steps = Array.from({ length: 70 }, (_, at) => [`c${at}`, at === 69 ? 'end' : { $ref: `#/c${at + 1}` }]);
    const chain = documentFrom(Object.fromEntries(steps) as object);
    expect(resolveReference(chain, { $ref: '#/c6' })).toMatchObject({ ok: true, value: 'end' });
    expect(resolveReference(chain, { $ref: '#/c5' })).toEqual({
      ok: false,
      reason: 'It is more than 64 references away.',
    });
  });

  test('of one question share its budget', () => {
    const budget = { left: 3 };
    expect(resolveReference(document, { $ref: '#/one' }, budget).ok).toBe(true);
    expect(resolveReference(document, { $ref: '#/a/b' }, budget).ok).toBe(false);
    expect(resolveReference(document, { type: 'string' }, budget).ok).toBe(true);
  });
});
