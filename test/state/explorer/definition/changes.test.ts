/** The changes of a newer definition, by operation. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly, writeExactly } from '../../../../src/api/exact-json.ts';
import { changeSentence, changesBetween, isSameJson } from '../../../../src/state/explorer/definition/changes.ts';
import type { Definition } from '../../../../src/api/openapi/definition.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { holds } from '../../../support/property.ts';

function definition(paths: object): Definition {
  return definitionFrom({ openapi: '3.0.1', paths });
}

const before = definition({
  '/a': { get: { summary: 'A' }, post: {} },
  '/b': { parameters: [{ name: 'x', in: 'query' }], get: {} },
});

test('gone, new and changed operations are named', () => {
  const after = definition({
    '/a': { get: { summary: 'Another' } },
    '/b': { parameters: [{ name: 'y', in: 'query' }], get: {} },
    '/c': { get: {} },
  });
  const changes = changesBetween(before, after);
  const ids = (of: readonly { readonly id: string }[]): string[] => of.map(({ id }) => id);
  expect(ids(changes.gone)).toEqual(['POST /a']);
  expect(ids(changes.added)).toEqual(['GET /c']);
  expect(ids(changes.changed)).toEqual(['GET /a', 'GET /b']);
  expect(changeSentence(changes)).toBe('3 → 3 operations: 1 gone, 1 new, 2 changed.');
  expect(changeSentence(changesBetween(before, before))).toBe('The definition changed; its operations did not.');
});

test('a gone operation is its facts alone: it holds no text of the definition before', () => {
  const [gone] = changesBetween(before, definition({ '/a': { get: { summary: 'A' } }, '/b': { get: {} } })).gone;
  expect(gone).toStrictEqual({ id: 'POST /a', method: 'POST', path: '/a', summary: '' });
});

test('an operation that stays as it is is no change, however its path is written', () => {
  const one = definitionFrom('{"openapi":"3.0.1","paths":{"/a":{"get":{"summary":"A","tags":["T"]},"put":{}}}}');
  const other = definitionFrom(
    '{"openapi":"3.0.1","paths":{"/a":{"get": {"tags":["T"], "summary":"A"},"put":{"summary":"P"}}}}',
  );
  expect(changesBetween(one, other).changed.map(({ id }) => id)).toEqual(['PUT /a']);
});

test('an operation whose path refers to another one changes with that one', () => {
  const about = (summary: string): Definition =>
    definitionFrom({
      openapi: '3.1.0',
      paths: { '/a': { $ref: '#/components/pathItems/A' } },
      components: { pathItems: { A: { get: { summary } } } },
    });
  expect(changesBetween(about('A'), about('B')).changed.map(({ id }) => id)).toEqual(['GET /a']);
  expect(changesBetween(about('A'), about('A')).changed).toEqual([]);
});

test('the same JSON is the same, digit by digit, in any order of its names', () => {
  holds([fc.jsonValue()], (value) => {
    const text = JSON.stringify(value);
    expect(isSameJson(parseExactly(text), parseExactly(text))).toBe(true);
  });
  holds([fc.jsonValue(), fc.jsonValue()], (one, other) => {
    const [a, b] = [one, other].map((value) => parseExactly(JSON.stringify(value)));
    if (a === undefined || b === undefined) return;
    // Names are sorted, so that the texts can be compared.
    if (writeExactly(a) === writeExactly(b)) expect(isSameJson(a, b)).toBe(true);
    else if (typeof one !== 'object') expect(isSameJson(a, b)).toBe(false);
  });
  expect(isSameJson(parseExactly('{"a":1,"b":2}'), parseExactly('{"b":2,"a":1}'))).toBe(true);
  expect(isSameJson(parseExactly('9223372036854775807'), parseExactly('9223372036854775806'))).toBe(false);
  expect(isSameJson(parseExactly('9223372036854775807'), parseExactly('9223372036854775807'))).toBe(true);
  expect(isSameJson(parseExactly('{"a":1}'), parseExactly('{"__proto__":1}'))).toBe(false);
  expect(isSameJson(parseExactly('[]'), parseExactly('{}'))).toBe(false);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(isSameJson(parseExactly(deep), parseExactly(deep))).toBe(true);
});
