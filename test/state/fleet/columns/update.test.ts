/** Columns and saved views: choosing, moving, saving and showing them, and what a file of another version gives. */
import { describe, expect, test } from 'vitest';
import {
  columnIds,
  columnsFrom,
  columnsListed,
  defaultColumns,
  isFirstView,
  savedViewsFrom,
  storedViews,
  suggestedName,
  viewDigits,
} from '../../../../src/state/fleet/columns.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aState, aStateOf, baseUrl, pagesOf, systemsOf } from '../../../support/make.ts';
import { filtered, play, shownIds } from '../../root/play.ts';

const systems = systemsOf(6, (at) => ({ hostname: at % 2 === 0 ? `web-${9 - at}` : `db-${at}` }));
const start = aStateOf(systems);
const open: Action = { kind: 'columnsOpened' };
const toggle: Action = { kind: 'columnToggled' };
const move = (by: -1 | 1): Action => ({ kind: 'columnMoved', by });
const down: Action = { kind: 'moved', motion: 'down' };
const last: Action = { kind: 'moved', motion: 'last' };

const shown = ({ tableColumns }: State): readonly string[] => tableColumns.chosen.shown;
const rowOf = ({ overlay }: State): number => (overlay?.kind === 'columns' ? overlay.list.row : -1);

const [first = expect.fail(), second = expect.fail(), ...others] = defaultColumns.shown;

test('the columns of the start are these, and all are listed once', () => {
  expect(defaultColumns).toEqual({
    shown: ['state', 'lastSeen', 'enrolled', 'key', 'platform', 'version', 'tags', 'id'],
    isWide: false,
  });
  expect(columnsListed(defaultColumns.shown).toSorted()).toEqual(columnIds.toSorted());
  expect(columnsListed(['tags', 'state']).slice(0, 2)).toEqual(['tags', 'state']);
});

describe('the column under the cursor', () => {
  test('is hidden, shown at the end, and remembered for the organisation', () => {
    const hidden = play(start, open, toggle);
    expect(shown(hidden.state)).toEqual([second, ...others]);
    expect(hidden.effects).toEqual([
      {
        ...{ kind: 'rememberOrganisationView', baseUrl, orgId: 'N1', views: {} },
        columns: { shown: [second, ...others], isWide: false },
      },
    ]);
    const again = play(start, open, down, toggle, last, toggle).state;
    expect([shown(again), rowOf(again)]).toEqual([[first, ...others, columnsListed([first, ...others]).at(-1)], 10]);
  });

  test('moves with the cursor, but not beyond the ends, and not while it is hidden', () => {
    const moved = play(start, open, move(1)).state;
    expect([shown(moved), rowOf(moved)]).toEqual([[second, first, ...others], 1]);
    expect(shown(play(moved, move(-1)).state)).toEqual(defaultColumns.shown);
    expect(play(start, open, move(-1)).effects).toEqual([]);
    expect(play(start, open, last, move(-1)).effects).toEqual([]);
    expect(play(start, toggle, move(1))).toEqual({ state: start, effects: [] });
    expect(play({ ...start, organisation: null }, open, toggle).effects).toEqual([]);
  });

  test('is one of all columns, which the wide table shows', () => {
    expect(rowOf(play(start, open, last).state)).toBe(columnIds.length - 1);
    const wide = play(start, { kind: 'wideToggled' }).state;
    expect([wide.tableColumns.chosen.isWide, shown(wide)]).toEqual([true, defaultColumns.shown]);
    expect(play(wide, { kind: 'wideToggled' }).state.tableColumns.chosen.isWide).toBe(false);
  });
});

describe('a view', () => {
  const chosen = play(start, ...filtered('web'), { kind: 'sortChosen', by: 'name' }, open, toggle).state;
  const naming: Action = { kind: 'viewSaved', digit: '5' };
  const enter: Action = { kind: 'promptAccepted' };
  const named = (text: string): Action => ({ kind: 'textEdited', text });
  const saved = play(chosen, { kind: 'viewsOpened' }, naming, named(' mine '), enter);
  const view = { name: 'mine', filter: 'web', sort: { by: 'name', reversed: false }, columns: [second, ...others] };

  test('is saved under a digit with its name, or one that it suggests', () => {
    expect(play(chosen, { kind: 'viewsOpened' }).state.overlay).toEqual({ kind: 'saveView' });
    expect(play(chosen, naming).state).toMatchObject({ overlay: null, prompt: { digit: '5', typed: 'web' } });
    expect(saved.state).toMatchObject({ prompt: null, overlay: null, tableColumns: { savedViews: { 5: view } } });
    expect(saved.state.notice).toEqual({ kind: 'said', text: 'Saved as view 5: mine.' });
    expect(viewDigits.join('')).toBe('123456789');
    expect(saved.effects).toMatchObject([{ kind: 'rememberOrganisationView', views: { 5: view } }]);
    expect(play(chosen, naming, named('  '), enter).state.tableColumns.savedViews).toMatchObject({
      5: { name: 'web' },
    });
  });

  test('shows its rows, order and columns, from the first row on; 0 shows all', () => {
    const away = play(saved.state, { kind: 'viewShown', digit: '0' }).state;
    expect([shownIds(away), shown(away)]).toEqual([systems.map(({ systemId }) => systemId), defaultColumns.shown]);
    expect(away.notice).toEqual({ kind: 'said', text: 'All systems, in service order.' });
    const { state } = play(away, last, { kind: 'viewShown', digit: '5' });
    expect([shownIds(state), shown(state)]).toEqual([
      ['S4', 'S2', 'S0'],
      [second, ...others],
    ]);
    expect([state.list.listing.cursor.row, state.notice]).toEqual([0, { kind: 'said', text: 'View 5: mine.' }]);
  });

  test('that is not saved or not readable changes nothing, or shows all', () => {
    const none = play(chosen, { kind: 'viewShown', digit: '9' }).state;
    expect([shownIds(none).length, none.notice]).toEqual([
      ...[6, { kind: 'said', text: 'View 9: no view is saved under it.' }],
    ]);
    const broken = { ...chosen, tableColumns: { ...chosen.tableColumns, savedViews: { 1: 'unreadable' as const } } };
    expect(play(broken, { kind: 'viewShown', digit: '1' }).state).toBe(broken);
  });

  test('of a list that is not whole says so', () => {
    const part = aState({ listing: aListing(pagesOf(systemsOf(300), 200).slice(0, 1)) });
    const { state } = play(part, { kind: 'viewShown', digit: '3' });
    expect(state.notice).toEqual({
      ...{ kind: 'said', text: 'View 3: protected. 200 systems are loaded; G loads the rest.' },
    });
  });

  test.each<[string, object, string]>([
    ['1', { filter: { text: 'is:stale' }, sort: { by: 'age', reversed: false } }, 'stale, oldest first'],
    ['2', { filter: { text: 'is:never' }, sort: { by: 'age', reversed: false } }, 'never connected'],
    ['3', { filter: { text: 'is:protected' }, sort: { by: 'name', reversed: false } }, 'protected'],
    ['4', { filter: { text: 'is:new,silent' }, sort: { by: 'listed' } }, 'changed since your last visit'],
  ])('%s is there from the beginning', (digit, expected, name) => {
    const { state } = play(start, { kind: 'viewShown', digit });
    expect(state.list.listing.view).toMatchObject(expected);
    expect(state.notice).toMatchObject({ text: `View ${digit}: ${name}.` });
    expect([isFirstView({}, digit), isFirstView({ [digit]: 'unreadable' }, digit), isFirstView({}, '5')]).toEqual([
      ...[true, false, false],
    ]);
  });

  test('is recalled for the organisation that is open alone', () => {
    const columns = { shown: ['tags' as const], isWide: false };
    const recalled = (orgId: string): Action => {
      return { kind: 'organisationViewRecalled', orgId, columns, views: { 7: 'unreadable' } };
    };
    expect(play(start, recalled('N1')).state.tableColumns).toEqual({
      chosen: columns,
      savedViews: { 7: 'unreadable' },
      paneCells: null,
    });
    expect(play(start, recalled('N2')).state).toBe(start);
  });
});

test('a view without a name is called by its filter, or by its order', () => {
  expect([
    suggestedName('is:stale', { by: 'name', reversed: false }),
    suggestedName('', { by: 'listed', reversed: false }),
    suggestedName('', { by: 'age', reversed: true }),
  ]).toEqual(['is:stale', 'service order', 'by last seen']);
});

describe('a file', () => {
  const good = { name: 'a', filter: 'web', by: 'name', reversed: true, columns: ['tags', 'tags', 'no such'] };
  const read = { name: 'a', filter: 'web', sort: { by: 'name', reversed: true }, columns: ['tags'] };

  test.each<[string, unknown, unknown]>([
    ['all of it', good, read],
    ['no name', { ...good, name: ' ' }, { ...read, name: 'web' }],
    ['a name that is no text', { ...good, name: 5 }, { ...read, name: 'web' }],
    ['no direction', { ...good, reversed: 'yes' }, { ...read, sort: { by: 'name', reversed: false } }],
    ['a filter that is no text', { ...good, filter: null }, 'unreadable'],
    ['a filter with a mistake', { ...good, filter: 'is:stael' }, 'unreadable'],
    ['an unknown order', { ...good, by: 'luck' }, 'unreadable'],
    ['columns that are no list', { ...good, columns: 'tags' }, 'unreadable'],
    ['nothing', null, 'unreadable'],
    ['a text', 'web', 'unreadable'],
  ])('with %s gives a view or says that it has none', (_, value, expected) => {
    expect(savedViewsFrom({ 3: value, 0: good, 10: good, x: good })).toEqual({ 3: expected });
  });

  test('has back what it gave, without what could not be read', () => {
    const stored = { name: 'a', filter: 'web', by: 'name', reversed: true, columns: ['tags'] };
    expect(storedViews(savedViewsFrom({ 3: good, 4: null }))).toEqual({ 3: stored });
    expect(savedViewsFrom(undefined)).toEqual({});
  });

  test('without columns means those of the start, and one with none means none', () => {
    expect(columnsFrom(undefined)).toBe(defaultColumns);
    expect(columnsFrom([])).toEqual({ shown: [], isWide: false });
  });
});
