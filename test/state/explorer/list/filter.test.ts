/** The filter of operations has the grammar of the filter of systems, and fields of its own. */
import { expect, test } from 'vitest';
import { operation as anOperation } from '../../../api/calls/plans.ts';
import { isWords, readOperationsFilter, type Searchable } from '../../../../src/state/explorer/list/feature.ts';

function one(about: Partial<Searchable['operation']> = {}): Searchable {
  const disable = anOperation('PUT', '/org/{orgId}/systems/{systemId}/disable');
  const words = { tag: 'Systems', summary: 'Disables a system', weight: 'heavy' } as const;
  const operation: Searchable['operation'] = { ...disable, ...words, ...about };
  const [tag, method, path] = [operation.tag ?? '', operation.method, operation.path].map((text) => text.toLowerCase());
  const text = `${method ?? ''}\n${path ?? ''}\n${tag ?? ''}\n${operation.summary}`.toLowerCase();
  return { operation, tag: tag ?? '', method: method ?? '', path: path ?? '', text };
}

test.each([
  ['disables', true],
  ['DISABLES put', true],
  ['disables policies', false],
  ['policies or disables', true],
  ['-disables', false],
  ['"a system"', true],
  ['tag:sys', true],
  ['tag:=sys', false],
  ['tag:tags,systems', true],
  ['method:get', false],
  ['method:put', true],
  ['path:*/disable', true],
  ['path:*/enable', false],
  ['is:change', true],
  ['is:heavy', true],
  ['is:read', false],
  ['is:old', false],
  ['is:usable', true],
  ['-is:usable', false],
])('%s: %s', (text, passes) => {
  const { test: has, fault } = readOperationsFilter(text);
  expect(fault).toBeNull();
  expect(has?.(one())).toBe(passes);
});

test('signs of one operation', () => {
  const passes = (text: string, item: Searchable): boolean | undefined => readOperationsFilter(text).test?.(item);
  expect(passes('is:old', one({ isDeprecated: true }))).toBe(true);
  expect(passes('is:read', one({ weight: 'read' }))).toBe(true);
  expect(passes('is:change', one({ weight: 'change' }))).toBe(true);
  expect(passes('is:usable', one({ unusable: 'No.' }))).toBe(false);
});

test('a text without words has no test; one with a mistake says the remedy', () => {
  expect(readOperationsFilter('  ')).toEqual({ test: null, fault: null });
  const says = (text: string): unknown => readOperationsFilter(text).fault;
  expect(says('tga:x')).toMatchObject({ message: 'unknown field "tga". Did you mean tag?', isUnfinished: false });
  for (const [word, meant] of Object.entries({
    verb: 'method',
    url: 'path',
    address: 'path',
    group: 'tag',
    has: 'is',
  })) {
    expect(says(`${word}:x`)).toMatchObject({ message: `unknown field "${word}". Did you mean ${meant}?` });
  }
  for (const [word, meant] of Object.entries({ write: 'change', get: 'read', dangerous: 'heavy' })) {
    expect(says(`is:${word}`)).toMatchObject({ message: `unknown "is:${word}". Did you mean ${meant}?` });
  }
  expect(isWords).toEqual(['read', 'change', 'heavy', 'old', 'usable']);
  expect(says('is:deprecated')).toMatchObject({ message: 'unknown "is:deprecated". Did you mean old?' });
  expect(says('is:he')).toMatchObject({ isUnfinished: true });
  expect(says('tag:')).toMatchObject({ message: 'tag needs a value.', isUnfinished: true });
  expect(says('a "b')).toMatchObject({ message: 'The closing " is missing.', isUnfinished: true });
  expect(says('constructor:x')).toMatchObject({ isUnfinished: false });
  expect(says('is:constructor')).toMatchObject({ isUnfinished: false });
});
