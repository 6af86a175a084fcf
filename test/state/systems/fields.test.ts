import { expect, test } from 'vitest';
import {
  columnFields,
  detailFields,
  fieldNames,
  filteredFields,
  sortFields,
  systemFields,
} from '../../../src/state/systems/fields.ts';
import { fieldKinds } from '../../../src/api/system.ts';

test('every field that is read has its row', () => {
  expect(fieldNames.toSorted()).toEqual(Object.keys(fieldKinds).sort());
});

test.each([
  ['columns', columnFields],
  ['sorts', sortFields],
  ['filters', filteredFields],
] as const)('no two %s have one name or one place', (_, parts) => {
  expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
  expect(new Set(parts.map(({ place }) => place)).size).toBe(parts.length);
});

test('nothing stands in the place of another in details, in CSV, or among the changes', () => {
  const rows = Object.values(systemFields);
  const csv = rows.map((row) => row.csv).filter((place) => place !== null);
  const changed = rows.map((row) => row.changed).filter((place) => place !== null);
  for (const places of [csv, changed, detailFields.map(({ place }) => place)]) {
    expect(new Set<number>(places).size).toBe(places.length);
  }
});

test('the columns, sorts and filters are those that people have saved and typed', () => {
  expect(columnFields.map(({ id }) => id)).toEqual([
    ...['state', 'lastSeen', 'enrolled', 'key', 'platform', 'version', 'tags', 'id'],
    ...['osVersion', 'connectedFrom', 'description'],
  ]);
  expect(sortFields.map(({ id }) => id)).toEqual([
    ...['name', 'age', 'enrolled', 'state', 'key', 'platform', 'version', 'tags', 'id'],
  ]);
  expect(filteredFields.map(({ id }) => id)).toEqual([
    ...['state', 'seen', 'enrolled', 'key', 'tag', 'os', 'version', 'name', 'id'],
  ]);
});

test('a column is no wider than it is of use', () => {
  for (const { id, cells, title } of columnFields) {
    const [min, ideal] = cells;
    expect(min, id).toBeLessThanOrEqual(ideal);
    expect(title.length, id).toBeLessThanOrEqual(ideal);
  }
});
