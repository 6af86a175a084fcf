/** The table of an answer: its columns, its order, its filter. */
import { describe, expect, test } from 'vitest';
import { type JsonObject, parseExactly } from '../../../../src/api/exact-json.ts';
import { columnsOf, columnTitles, rowColumnsOf } from '../../../../src/state/kernel/json-columns.ts';
import {
  type AnswerRows,
  filterFault,
  rowsShown,
  secretsIn,
  valueIn,
} from '../../../../src/state/explorer/answer/model.ts';
import { daysAgo, now } from '../../../support/make.ts';

const keys: readonly JsonObject[] = [
  { uses: -1, key: 'ek-4711-0815', id: 12, lastUsed: daysAgo(3), status: 'Enabled', description: 'build agents' },
  { uses: 9, key: null, id: 7, lastUsed: daysAgo(40), status: 'Disabled', description: 'retail 10' },
  {
    uses: 10,
    key: 'ek-4711-0816',
    id: 3,
    lastUsed: null,
    status: 'Enabled',
    description: 'retail 9',
    tags: ['ci', 'eu'],
  },
];

const noSecrets: ReadonlySet<string> = new Set();

function titles(rows: readonly JsonObject[]): readonly string[] {
  return columnsOf(rows, noSecrets).map(({ field }) => field);
}

describe('the columns', () => {
  test('are what it is called, its id, what it is, when, how many, and the rest', () => {
    expect(titles(keys)).toEqual(['description', 'id', 'status', 'lastUsed', 'uses', 'key', 'tags']);
  });

  test('have the state before the other columns that say what it is', () => {
    const row = { id: 1, kind: 'a', enabled: true, Status: 'on', createdAt: '2025-01-01T00:00:00Z' };
    expect(titles([row])).toEqual(['id', 'Status', 'kind', 'enabled', 'createdAt']);
  });

  test('begin with a name that most rows have', () => {
    const systems = [
      { systemId: 'A', description: '', hostname: 'a' },
      { systemId: 'B', description: 'the b', hostname: 'b' },
      { systemId: 'C', description: '', hostname: 'c' },
    ];
    expect(titles(systems)[0]).toBe('hostname');
  });

  const inMetadata = (name: unknown, namespace: unknown, more: object = {}) =>
    ({ kind: 'Pod', metadata: { name, namespace, uid: '1' }, spec: {}, ...more }) as JsonObject;

  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ['with its namespace', [inMetadata('b', 'x'), inMetadata('a', 'y')], ['name', 'namespace', 'kind']],
    ['without one', [inMetadata('b', undefined), inMetadata('a', '')], ['name', 'kind']],
    ['also where one lacks it', [{ metadata: 'none' }, inMetadata('a', 'y'), {}], ['name', 'namespace', 'kind']],
    ['beside a namespace of the row', [inMetadata('a', 'y', { namespace: 'z' })], ['name', 'kind', 'namespace']],
    ['not beside a name of the row', [inMetadata('a', 'y', { title: 'z' })], ['title', 'kind']],
    ['not beside an id of the row', [inMetadata('a', 'y', { id: 7 })], ['id', 'kind']],
    ['not where it is no text', [inMetadata(7, 'y')], ['kind']],
  ])('begin with the name in the metadata, %s', (_, rows, fields) => {
    const columns = rowColumnsOf(rows, noSecrets);
    expect(columns.map(({ field }) => field).filter((field) => !['metadata', 'spec'].includes(field))).toEqual(fields);
    expect(columnsOf(rows, noSecrets).every(({ within }) => within === undefined)).toBe(true);
  });

  test('of metadata are sorted and filtered as others are', () => {
    const rows = [inMetadata('b', 'x'), inMetadata('a', 'y'), {}];
    const all = { rows, columns: rowColumnsOf(rows, noSecrets), now };
    const names = (filter: string, by: string | null) =>
      rowsShown({ ...all, filter, sort: { by, isReversed: false } }).map((row) =>
        valueIn(row, all.columns[0] ?? expect.fail()),
      );
    expect([names('', 'name'), names('namespace:y', null), names('b', null)]).toEqual([['a', 'b', null], ['a'], ['b']]);
  });

  test('have titles of their own, whatever the fields are called', () => {
    const columns = columnsOf([{ lastUsed: 1, last_used: 2, __proto__x: 3, constructor: 4, '': 5 }], noSecrets);
    const all = [...columnTitles(columns).values()];
    expect(new Set(all).size).toBe(5);
    expect(all).toContain('CONSTRUCTOR');
    expect(columnTitles(columnsOf(keys, noSecrets)).get('lastUsed')).toBe('LAST USED');
  });
});

function shown(about: Partial<AnswerRows>): readonly unknown[] {
  const columns = columnsOf(keys, noSecrets);
  const all = { rows: keys, columns, filter: '', sort: { by: null, isReversed: false }, now, ...about };
  return rowsShown(all).map(({ id }) => id);
}

describe('the order', () => {
  test.each<[string, boolean, readonly number[]]>([
    ['description', false, [12, 3, 7]],
    ['description', true, [7, 3, 12]],
    ['uses', false, [12, 7, 3]],
    // Rows without a value stand last in either direction.
    ['lastUsed', false, [7, 12, 3]],
    ['lastUsed', true, [12, 7, 3]],
  ])('by %s, reversed: %s', (by, isReversed, expected) => {
    expect(shown({ sort: { by, isReversed } })).toEqual(expected);
  });

  test('of whole numbers is exact beyond 2^53', () => {
    const rows = ['9007199254740993', '9007199254740992', '-9223372036854775808'].map((id) => {
      return parseExactly(`{"id":${id}}`) as JsonObject;
    });
    const columns = columnsOf(rows, noSecrets);
    const sort = { by: 'id', isReversed: false };
    const sorted = rowsShown({ rows, columns, filter: '', sort, now });
    expect(sorted.map((row) => rows.indexOf(row))).toEqual([2, 1, 0]);
  });
});

describe('the filter', () => {
  test.each<[string, readonly number[]]>([
    ['retail', [7, 3]],
    ['status:enabled', [12, 3]],
    ['-status:enabled', [7]],
    ['lastused:>30d', [7]],
    ['tags:ci', [3]],
    ['build or uses:10', [12, 3]],
    ['nofield:x', []],
    ['4711', []],
  ])('%s', (filter, expected) => {
    expect(shown({ filter })).toEqual(expected);
  });

  test('tells what is wrong with an age', () => {
    expect(filterFault('lastUsed:>3m', columnsOf(keys, noSecrets))?.message).toBe('"3m": min or mo?');
    expect(filterFault('lastUsed:>3d', columnsOf(keys, noSecrets))).toBeNull();
  });
});

test('hidden texts are counted', () => {
  expect(secretsIn(keys, columnsOf(keys, noSecrets))).toBe(2);
});
