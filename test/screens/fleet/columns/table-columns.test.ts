/** The columns of the table of systems, and those that remain in a narrow terminal. */
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { headingOf } from '../../../../src/screens/parts/columns.ts';
import {
  columnsFor,
  listLayout,
  lastSeenOf,
  systemColumns,
} from '../../../../src/screens/fleet/columns/table-columns.ts';
import { nameOf } from '../../../../src/screens/text/field-text.ts';
import { defaultColumns } from '../../../../src/state/fleet/columns/model.ts';
import type { Sort } from '../../../../src/state/fleet/list/rows.ts';
import { filtered, play } from '../../../state/root/play.ts';
import { aStateOf, aSystem, daysAgo, now } from '../../../support/make.ts';

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

test('beside its id in a column of its own, a system without a name says so alone', () => {
  const nameless = aSystem({ systemId: 'K3F9Q', hostname: null });
  const nameAt = (columns: number): string | undefined =>
    columnsFor(aStateOf([nameless], { columns }))[0]?.cell(nameless);
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
  expect(columnsFor(aStateOf([anyOf], { columns })).map(({ title }) => String(title))).toEqual(titles);
});

test('from 160 columns on, a column that nobody chose is shown only in the room of the chosen ones', () => {
  const long = 'x'.repeat(40);
  const wide = aSystem({ ...anyOf, description: long, connectedFrom: '2001:db8:1234:5678:9abc:def0:1234:5678' });
  const chosen = ['description', 'connectedFrom', 'lastSeen', 'state', 'id'] as const;
  const state = aStateOf([wide], {});
  const choosing = { ...state.tableColumns, chosen: { shown: chosen, isWide: false } };
  const titlesAt = (columns: number): readonly string[] =>
    columnsFor({ ...state, columns, tableColumns: choosing }).map(({ title }) => String(title));
  for (const columns of [160, 170, 180, 200]) {
    const titles = titlesAt(columns);
    const isEach = ['DESCRIPTION', 'FROM', 'LAST SEEN', 'STATE', 'ID'].every((title) => titles.includes(title));
    expect([columns, isEach]).toEqual([columns, true]);
  }
  expect(titlesAt(260)).toContain('KEY');
});

const longNamed = { ...anyOf, hostname: 'print-utrecht-0103.example.net', tags: [] };

test.each([
  ['', anyOf],
  [' beside long names', longNamed],
])('a pane costs no column that 80 columns show, and takes the cells that the columns leave%s', (_, system) => {
  const titles = (columns: number): readonly string[] =>
    columnsFor(aStateOf([system], { columns })).map(({ title }) => String(title));
  for (let columns = 110; columns <= 260; columns++) {
    const { list, pane } = listLayout(aStateOf([system], { columns }));
    // But the last of them, which only takes cells that are free.
    expect(titles(columns)).toEqual(expect.arrayContaining(titles(80).filter((title) => title !== 'ID')));
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

test('a few long tags do not cost the column beside the pane', () => {
  const named = { ...anyOf, hostname: 'edge-gw-zürich-01' };
  const systems = Array.from({ length: 10 }, (_, at) => ({
    ...named,
    ...{ systemId: `S${at}`, tags: at === 0 ? ['a rather long tag', 'and another'] : ['prod', 'protect'] },
  }));
  const titles = columnsFor(aStateOf(systems, { columns: 120 })).map(({ title }) => String(title));
  expect(titles).toContain('TAGS');
});

describe('a filter', () => {
  const wide = { hostname: 'print-utrecht-0103.example.net', enrolmentKeyDescription: 'warehouse scanners' };
  const systems = Array.from({ length: 20 }, (_, at) =>
    aSystem({ ...anyOf, systemId: `S${at}`, ...(at < 12 ? { ...wide, tags: ['wide'] } : { tags: ['lab', 'bench'] }) }),
  );
  const titlesBy = (text: string): readonly string[] => {
    const { state } = play(aStateOf(systems, { columns: 80 }), ...filtered(text));
    return columnsFor(state).map(({ title }) => String(title));
  };

  test('that shows narrow rows leaves room for more columns', () => {
    expect(titlesBy('')).not.toContain('TAGS');
    expect(titlesBy('laptops')).toContain('TAGS');
  });

  test.each([
    ['tag:wide', 'TAGS'],
    ['-tag:lab', 'TAGS'],
    ['(tag:wide or os:linux)', 'TAGS'],
    ['id:S1', 'ID'],
  ])('%s shows the column %s, whatever room the others want', (text, title) => {
    expect(titlesBy(text)).toContain(title);
    expect(titlesBy(text)).toEqual(expect.arrayContaining(['NAME', 'LAST SEEN']));
  });
});

test.each([30, 34, 37])('a terminal of %i columns has room for name, state and age', (columns) => {
  const placed = columnsFor(aStateOf([], { columns }));
  expect(placed.map(({ title }) => String(title))).toEqual(['NAME', 'ST', 'AGE']);
  const cells = [{ lastSeen: daysAgo(571) }, { lastSeen: null, enrolledAt: daysAgo(388) }, { lastSeen: 'soon' }].map(
    (about) => placed[2]?.cell(aSystem(about)),
  );
  expect(cells).toEqual(['571 d', '388 d', '?']);
  const states = ['Connected', 'Disconnected', 'Disabled', null].map((state) => placed[1]?.cell(aSystem({ state })));
  expect(states).toEqual(['on', 'off', 'dis', '–']);
});

test('the last sight, or the age, goes with the longest name, as long as there is room for it', () => {
  const long = aSystem({ hostname: 'x'.repeat(60), lastSeen: null });
  for (let columns = 38; columns < 60; columns++) {
    expect(columnsFor(aStateOf([long], { columns })).map(({ title }) => String(title))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:LAST SEEN|AGE)$/), 'STATE']),
    );
  }
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
  const columns = systemColumns(defaultColumns, { days: 90, now, sort, listedTwice: new Map() });
  expect(columns.map(headingOf).filter((title) => /[↑↓]/.test(title))).toEqual([heading]);
});
