/** When two JSON values are the same value of a field. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonIn } from '../../../src/api/exact-json.ts';
import { asTexts, isReshaped, isSameValue } from '../../../src/state/change/same-value.ts';
import { property } from '../../support/property.ts';

function isSame(one: string, other: string, name = 'place'): boolean {
  return isSameValue(name, jsonIn(one) ?? null, jsonIn(other) ?? null);
}

test.each([
  ['{"room":1,"row":[2]}', '{"row":[2],"room":1}'],
  ['1', '1.0'],
  ['0', '-0.0'],
  ['100', '1e2'],
  ['12345678901234567890', '1234567890123456789e1'],
  ['0.00000000000000000012', '1.2e-19'],
  ['"2026-01-02T03:04:05.123Z"', '"2026-01-02T04:04:05.1230000+01:00"'],
  ['{"at":["2026-01-02T03:04:05Z"]}', '{"at":["2026-01-02T03:04:05+00:00"]}'],
])('%s and %s are the same', (one, other) => {
  expect(isSame(one, other)).toBe(true);
});

test.each([
  ['null', '[]'],
  ['null', '""'],
  ['null', 'false'],
  ['1', '"1"'],
  ['12345678901234567890', '12345678901234567891'],
  ['["a","b"]', '["b","a"]'],
  ['["a"]', '["a","a"]'],
  ['[{"tag":"a"}]', '["a"]'],
  ['{"tag":"a"}', '"a"'],
  ['{"room":1}', '{"room":1,"row":null}'],
  ['"2026-01-02T03:04:05.1234567Z"', '"2026-01-02T03:04:05.1234568Z"'],
  ['"@1767323045000"', '"2026-01-02T03:04:05Z"'],
])('%s and %s are not', (one, other) => {
  expect(isSame(one, other)).toBe(false);
});

test('tags are a set, each as it is written; other lists have an order', () => {
  expect(isSame('["a","b"]', '["b","a","a"]', 'tags')).toBe(true);
  expect(isSame('[{"tag":"a"},{"tag":"b"}]', '[{"tag":"b"},{"tag":"a"}]', 'tags')).toBe(true);
  expect(isSame('[{"tag":"a"}]', '["a"]', 'tags')).toBe(false);
  expect(isSame('["1.1.1.1","8.8.8.8"]', '["8.8.8.8","1.1.1.1"]', 'customDns')).toBe(false);
  expect(isSame('["a","b"]', '["b","a"]', 'toString')).toBe(false);
});

test('tags that were sent as texts and are told as objects are in another shape, and nothing else is', () => {
  expect(isReshaped('tags', ['b', 'a'], [{ tag: 'a' }, { tag: 'b' }])).toBe(true);
  expect(isReshaped('tags', ['a'], ['a'])).toBe(false);
  expect(isReshaped('tags', ['a'], [{ tag: 'b' }])).toBe(false);
  expect(isReshaped('tags', ['a'], [{ tag: 'a', by: 'anna' }])).toBe(false);
  expect(isReshaped('customDns', ['a'], [{ tag: 'a' }])).toBe(false);
  expect(asTexts([{ tag: 'a' }, 'b', { tag: 'c', by: 'anna' }, {}, { tag: null }])).toEqual([
    ...['a', 'b', { tag: 'c', by: 'anna' }, {}, { tag: null }],
  ]);
});

property('any value is the same as itself, read back', [fc.jsonValue()], (value) =>
  isSame(JSON.stringify(value), JSON.stringify(value, null, 2)),
);
