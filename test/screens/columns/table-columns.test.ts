/** The columns of the table of systems, and those that remain in a narrow terminal. */
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { layoutColumns } from '../../../src/screens/parts/columns.ts';
import { lastSeenOf, placedColumns, systemColumns } from '../../../src/screens/columns/table-columns.ts';
import { nameOf } from '../../../src/screens/text/field-text.ts';
import { defaultColumns } from '../../../src/state/columns/model.ts';
import { aStateOf, aSystem, daysAgo, now } from '../../support/make.ts';

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(612) }, '612 d'],
  [{ lastSeen: null, enrolledAt: daysAgo(388) }, 'never, 388 d'],
  [{ lastSeen: null, state: 'Connected' }, '–'],
  [{ lastSeen: 'soon' }, 'unreadable'],
  [{ lastSeen: null, enrolledAt: null }, 'unknown'],
])('last seen of %j is %s', (about, shown) => {
  expect(lastSeenOf(aSystem(about), now)).toBe(shown);
});

test('a system without a name is shown by its id', () => {
  expect(nameOf(aSystem({ systemId: 'K3F9Q', hostname: null }))).toBe('(no name) K3F9Q');
  expect(nameOf(aSystem({ systemId: 'K3F9Q', hostname: ' ' }))).toBe('(no name) K3F9Q');
});

test.each([
  [34, ['NAME', 'LAST SEEN']],
  [74, ['NAME', 'STATE', 'LAST SEEN', 'KEY', 'PLATFORM']],
  [114, ['NAME', 'STATE', 'LAST SEEN', 'ENROLLED', 'KEY', 'PLATFORM', 'VERSION', 'TAGS', 'ID']],
])('in %i cells there are %j', (cells, titles) => {
  expect(
    layoutColumns(systemColumns(defaultColumns, 90, now, new Map()), cells).map(({ column }) => column.title),
  ).toEqual(titles);
});

test.each([
  [30, 15],
  [34, 19],
  [37, 22],
])('a terminal of %i columns has room for name and age', (columns, name) => {
  const placed = placedColumns(aStateOf([], { columns }));
  expect(placed.map(({ column, width }) => [column.title, width])).toEqual([
    ['NAME', name],
    ['AGE', 7],
  ]);
  const cells = [{ lastSeen: daysAgo(571) }, { lastSeen: null, enrolledAt: daysAgo(388) }, { lastSeen: 'soon' }].map(
    (about) => placed[1]?.column.cell(aSystem(about)),
  );
  expect(cells).toEqual(['571 d', '388 d', '?']);
});
