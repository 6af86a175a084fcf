/** The columns of the table of systems, and those that remain in a narrow terminal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import { parseExactly } from '../../../../src/api/exact-json.ts';
import type { System } from '../../../../src/api/system.ts';
import {
  contentWidths,
  gutterOf,
  headingOf,
  placeColumns,
  sampleWidths,
} from '../../../../src/screens/parts/columns.ts';
import { systemFields as factsOf } from '../../../../src/screens/fleet/system-facts.ts';
import {
  drawnSorts,
  lastSeenOf,
  listLayout,
  sampleOf,
  systemColumns,
} from '../../../../src/screens/fleet/table-columns.ts';
import { nameOf } from '../../../../src/screens/text/clean.ts';
import { columnIds, defaultColumns } from '../../../../src/state/fleet/columns.ts';
import type { Sort } from '../../../../src/state/fleet/list/listing.ts';
import {
  columnFields,
  detailFields,
  isTimeField,
  sortFields,
  systemFields,
} from '../../../../src/state/fleet/systems/fields.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { filtered, play } from '../../../state/root/play.ts';
import { aStateOf, aSystem, daysAgo, now } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(612) }, '612 d'],
  [{ lastSeen: null, enrolledAt: daysAgo(388) }, 'never (388 d)'],
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

function titlesOf(state: State): readonly string[] {
  return listLayout(state).columns.map(({ title }) => String(title));
}

test('beside its id in a column of its own, a system without a name says so alone', () => {
  const nameless = aSystem({ systemId: 'K3F9Q', hostname: null });
  const nameAt = (columns: number): string | undefined =>
    listLayout(aStateOf([nameless], { columns })).columns[0]?.cell(nameless);
  expect(nameAt(109)).toBe('(no name)');
  expect(nameAt(60)).toBe('(no name) K3F9Q');
});

const anyOf = aSystem({
  systemId: 'HMWB329',
  hostname: 'srv-3349.example.net',
  state: 'Disconnected',
  enrolmentKeyDescription: 'laptops',
  platformType: 'Windows',
  serviceVersion: '2024.1.19.0',
  tags: ['site-1'],
});

test.each([
  [40, ['NAME', 'STATE', 'AGE']],
  [60, ['NAME', 'STATE', 'LAST SEEN', 'KEY']],
  // The id takes cells that would be free.
  [80, ['NAME', 'STATE', 'LAST SEEN', 'KEY', 'PLATFORM', 'TAGS', 'ID']],
  [109, ['NAME', 'STATE', 'LAST SEEN', 'ENROLLED', 'KEY', 'PLATFORM', 'VERSION', 'TAGS', 'ID']],
  // Beside the pane.
  [120, ['NAME', 'STATE', 'LAST SEEN', 'ENROLLED', 'KEY', 'PLATFORM', 'TAGS']],
  [
    240,
    [
      ...['NAME', 'STATE', 'LAST SEEN', 'ENROLLED', 'KEY', 'PLATFORM', 'VERSION', 'TAGS', 'ID'],
      ...['OS', 'FROM', 'DESCRIPTION'],
    ],
  ],
])('in %i columns there are %j', (columns, titles) => {
  expect(titlesOf(aStateOf([anyOf], { columns }))).toEqual(titles);
});

test('from 160 columns on, a column that nobody chose is shown only in the room of the chosen ones', () => {
  const long = 'x'.repeat(40);
  const wide = aSystem({ ...anyOf, description: long, connectedFrom: '2001:db8:1234:5678:9abc:def0:1234:5678' });
  const chosen = ['description', 'connectedFrom', 'lastSeen', 'state', 'id'] as const;
  const state = aStateOf([wide], {});
  const choosing = { ...state.tableColumns, chosen: { shown: chosen, isWide: false } };
  const titlesAt = (columns: number): readonly string[] => titlesOf({ ...state, columns, tableColumns: choosing });
  for (const columns of [160, 170, 180, 200])
    expect(titlesAt(columns)).toEqual(expect.arrayContaining(['DESCRIPTION', 'FROM', 'LAST SEEN', 'STATE', 'ID']));
  expect(titlesAt(160)).not.toContain('KEY');
  expect(titlesAt(260)).toContain('KEY');
});

const longNamed = { ...anyOf, hostname: 'print-utrecht-0103.example.net', tags: [] };

test.each([
  ['', anyOf],
  [' beside long names', longNamed],
])('a pane costs no column that 80 columns show, and takes the cells that the columns leave%s', (_, system) => {
  for (let columns = 110; columns <= 260; columns++) {
    const { list, pane } = listLayout(aStateOf([system], { columns }));
    // But the last of them, which only takes cells that are free.
    const narrow = titlesOf(aStateOf([system], { columns: 80 })).filter((title) => title !== 'ID');
    expect(titlesOf(aStateOf([system], { columns }))).toEqual(expect.arrayContaining(narrow));
    if (pane === 0) {
      expect(columns).toBeLessThan(115);
      expect(list).toBe(columns);
      continue;
    }
    expect(list + 1 + pane, String(columns)).toBe(columns);
    expect(pane).toBeGreaterThanOrEqual(34);
    expect(pane).toBeLessThanOrEqual(64);
  }
});

test.each([30, 34, 37])('a terminal of %i columns has room for name, state and age', (columns) => {
  const { columns: placed } = listLayout(aStateOf([longNamed], { columns }));
  expect(placed.map(({ title }) => String(title))).toEqual(['NAME', 'ST', 'AGE']);
  const cells = [{ lastSeen: daysAgo(571) }, { lastSeen: null, enrolledAt: daysAgo(388) }, { lastSeen: 'soon' }].map(
    (about) => placed[2]?.cell(aSystem(about)),
  );
  expect(cells).toEqual(['571 d', '388 d', '?']);
  const states = ['Connected', 'Disconnected', 'Disabled', null].map((state) => placed[1]?.cell(aSystem({ state })));
  expect(states).toEqual(['on', 'off', 'dis', '–']);
});

const someText = (max: number): fc.Arbitrary<string> =>
  fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max })).map((cells) => 'x'.repeat(cells));
const anAge = fc.integer({ min: 0, max: 999 }).map(daysAgo);
const anySystem = fc.record({
  hostname: fc.oneof(fc.constant(null), someText(60)),
  state: fc.constantFrom('Connected', 'Disconnected', 'Disabled', 'Awaiting approval', null),
  lastSeen: fc.oneof(fc.constant(null), anAge),
  enrolledAt: anAge,
  enrolmentKeyDescription: fc.oneof(fc.constant(null), someText(30)),
  platformType: fc.constantFrom('Windows', 'Linux', null),
  serviceVersion: fc.constantFrom('2024.1.19.0', '4.9.0', null),
  tags: fc.array(someText(20), { maxLength: 2 }).map((tags) => ['x', ...tags]),
  description: fc.oneof(fc.constant(null), someText(40)),
});
/** At the top of a list; the last ones are far out of view. */
const someSystems = fc
  .tuple(fc.array(anySystem, { minLength: 1, maxLength: 3 }), fc.array(anySystem, { maxLength: 3 }))
  .map(([top, last]) => ({
    top: top.length,
    systems: [...top, ...last].map((about, at) => aSystem({ ...about, systemId: `S${at}` })),
  }));
const anyWidth = fc.integer({ min: 30, max: 260 });

/** Named by a filter that every system here matches. */
const filters = ['', 'tag:x', 'key:x or tag:x', '-id:none', 'tag:x -desc:none -key:none -os:none', 'seen:>=0d'];
const aFilter = fc.constantFrom(...filters);

function shownBy(systems: readonly System[], columns: number, filter: string): State {
  const state = aStateOf(systems, { columns });
  return filter === '' ? state : play(state, ...filtered(filter)).state;
}

/** The table as it is drawn of the rows at the top: its titles, and the cells at the right that no column has. */
function drawn(state: State, rows: readonly System[]) {
  const { columns, list } = listLayout(state);
  const room = list - gutterOf(2);
  const content = contentWidths(columns, rows);
  const { usual: sample } = sampleWidths(columns, sampleOf(state));
  const placed = placeColumns(columns, { content, grown: content, sample }, room);
  const free = room - placed.reduce((sum, { width }) => sum + width + 2, -2);
  return { titles: placed.map(({ column }) => String(column.title)), free };
}

describe('whatever the systems, at any width', () => {
  property(
    'the name and last seen are shown, and no more than fits',
    [someSystems, anyWidth, aFilter],
    (all, at, by) => {
      const { titles, free } = drawn(shownBy(all.systems, at, by), all.systems.slice(0, all.top));
      expect(titles[0]).toBe('NAME');
      expect(titles.some((title) => /^(?:LAST SEEN|AGE)/.test(title))).toBe(true);
      expect(free).toBeGreaterThanOrEqual(0);
    },
  );

  property('no column is left out while its least width is free', [someSystems, anyWidth, aFilter], (all, at, by) => {
    const state = shownBy(all.systems, at, by);
    const { titles, free } = drawn(state, all.systems.slice(0, all.top));
    for (const { id, field, title, cells } of columnFields) {
      const isOffered = at >= 160 || defaultColumns.shown.includes(id);
      // Last seen is replaced by the age, and the state by its beginning.
      if (!isOffered || titles.includes(title) || ['lastSeen', 'state'].includes(field)) continue;
      expect(free).toBeLessThan(2 + (isTimeField(field) ? 'ENROLLED'.length : Math.max(cells[0], title.length)));
    }
  });

  property('tags are shown in 80 columns', [someSystems], ({ systems }) => {
    expect(titlesOf(shownBy(systems, 80, ''))).toContain('TAGS');
  });

  property('the columns that a filter names go last', [someSystems, anyWidth, aFilter], ({ systems }, at, by) => {
    const state = shownBy(systems, at, by);
    const shown = titlesOf(state);
    const { fields } = state.list.listing.view.filter;
    const named = Object.values(systemFields).flatMap((field) =>
      'filter' in field && 'column' in field && fields.has(field.filter.id) ? [field.column.title as string] : [],
    );
    if (fields.has('tag')) expect(shown).toContain('TAGS');
    if (named.every((title) => shown.includes(title) || title === 'LAST SEEN')) return;
    expect(shown.filter((title) => !['NAME', 'LAST SEEN', 'AGE', ...named].includes(title))).toEqual([]);
  });
});

test('a filter that names a column shows it though nobody chose it', () => {
  const state = shownBy([anyOf], 80, 'ip:10.0.0.1');
  expect(titlesOf(state)).toContain('FROM');
});

test('all columns at once are as many as fit', () => {
  const state = aStateOf([longNamed], { columns: 100 });
  const wide = { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, isWide: true } };
  expect(titlesOf({ ...state, tableColumns: wide }).length).toBeGreaterThan(titlesOf(state).length);
});

test.each<[Sort, string]>([
  [{ by: 'name', reversed: false }, 'NAME ↑'],
  [{ by: 'name', reversed: true }, 'NAME ↓'],
  // The oldest first: the ages shown fall.
  [{ by: 'age', reversed: false }, 'LAST SEEN ↓'],
  [{ by: 'age', reversed: true }, 'LAST SEEN ↑'],
  [{ by: 'enrolled', reversed: false }, 'ENROLLED ↓'],
  [{ by: 'state', reversed: false }, 'STATE ↑'],
])('sorted by %j, the arrow of %s rises with the value shown', (sort, heading) => {
  const columns = systemColumns(columnIds, { days: 90, now, sort, listedTwice: new Map() });
  expect(columns.map(headingOf).filter((title) => /[↑↓]/.test(title))).toEqual([heading]);
});

test('each drawn column can be sorted by, from the left, in any width', () => {
  const sorts = (columns: number): readonly string[] => drawnSorts(aStateOf([anyOf], { columns }));
  expect(sorts(40)).toEqual(['name', 'state', 'age']);
  expect(sorts(240).toSorted()).toEqual(sortFields.map(({ id }) => id).toSorted());
});

const anyTag = fc.oneof(
  fc.record({ tag: fc.constantFrom('prod', 'two words') }),
  fc.record({ key: fc.constant('env'), value: fc.constantFrom('prod', 7, null) }),
  fc.dictionary(fc.constantFrom('tag', 'name', 'env', 'password'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  fc.constantFrom('prod', '', null),
);

const sameInBoth = columnFields.filter(({ field }) => !isTimeField(field) && field !== 'state' && field !== 'systemId');

property(
  'a column and the line in the details have the same words, whatever the service sent',
  [fc.constantFrom(...sameInBoth), fc.oneof(fc.array(anyTag, { maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }))],
  ({ id, field }, value) => {
    const read = decodeSystem(parseExactly(JSON.stringify({ systemId: 'S1', [field]: value })));
    if (!read.ok) throw new Error(read.path);
    const [, column] = systemColumns([id], {
      days: 90,
      now,
      sort: { by: 'listed', reversed: false },
      listedTwice: new Map(),
    });
    const title = detailFields.find((detail) => detail.field === field)?.title;
    const line = factsOf(read.value, now).find(({ name }) => name === title);
    expect(column?.cell(read.value)).toBe(line?.value);
  },
);
