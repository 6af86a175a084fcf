/** The stale screen: a threshold that is tried, and rows that open. */
import { describe, expect, test } from 'vitest';
import { rowId, staleFigures } from '../../../../src/state/fleet/staleness/rows.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  aListing,
  aPage,
  aState,
  aStateOf,
  aSystem,
  daysAgo,
  idsOf,
  pagesOf,
  systemsOf,
} from '../../../support/make.ts';
import { aRun } from '../../removal/deletion/story.ts';
import { arrived, play, readsFirst, shownIds } from '../../root/play.ts';

/** One of every ten systems is stale, and one more would be were it not connected. */
const systems = systemsOf(30, (at) => ({
  lastSeen: daysAgo(at % 10 < 2 ? 100 + at : 1),
  state: at % 10 === 1 ? 'Connected' : 'Disconnected',
  enrolmentKeyDescription: at < 20 ? 'laptops' : 'retail',
  tags: at === 10 ? ['kiosk'] : [],
}));
const start = aStateOf(systems);
const whole = aState({ listing: aListing([aPage(systems)], { includeDisabled: true }) });

const opens: Action = { kind: 'staleOpened' };
const enter: Action = { kind: 'staleRowOpened' };
const marks: Action = { kind: 'staleChosen' };
const esc: Action = { kind: 'wentBack' };
const erase: Action = { kind: 'thresholdErased' };
const tab: Action = { kind: 'staleGroupEntered' };
const threshold = (days: number): Action => ({ kind: 'thresholdMoved', days });
const typed = (digits: string): Action[] => Array.from(digits, (digit) => ({ kind: 'thresholdTyped', digit }));
const filter = (text: string): Action => ({ kind: 'filterSet', text });

function marked({ marks: { marked } }: State): string[] {
  return idsOf(marked);
}

function filterOf({ list }: State): string {
  return list.listing.view.filter.text;
}

/** The stale screen with the cursor on this row. */
function on(row: string, state = whole): State {
  const opened = play(state, opens).state;
  const { screen } = opened;
  return screen.kind === 'stale' ? { ...opened, screen: { ...screen, row } } : opened;
}

test('reads what is missing of the list', () => {
  expect(play(start, opens).effects).toEqual([readsFirst(1, { includeDisabled: true }, true)]);
  expect(play(whole, opens).effects).toEqual([]);
});

test('opens on the threshold of the list, and says nothing where that stays', () => {
  expect(play(whole, opens, esc).state.notice).toBe(null);
  expect(play(whole, opens).state.screen).toEqual({ kind: 'stale', days: 90, typed: null, row: 'threshold' });
});

describe('the threshold that is tried', () => {
  test('is typed: the first digit replaces it, the next ones follow', () => {
    expect(play(whole, opens, ...typed('45')).state.screen).toMatchObject({ days: 45, typed: '45' });
    expect(play(whole, opens, ...typed('45'), erase).state.screen).toMatchObject({ days: 4, typed: '4' });
    expect(play(whole, opens, ...typed('4'), erase).state.screen).toMatchObject({ days: 90, typed: '' });
    expect(play(whole, opens, erase).state.screen).toMatchObject({ days: 9, typed: '9' });
    expect(
      play(whole, opens, ...typed('45'), { kind: 'moved', motion: 'down' }, ...typed('7')).state.screen,
    ).toMatchObject({ days: 7 });
  });

  test('is at least a day, and has six digits at most', () => {
    const zero = play(whole, opens, ...typed('0')).state;
    expect(zero).toMatchObject({
      screen: { days: 90, typed: null },
      notice: { text: 'The threshold is at least 1 day.' },
    });
    const long = play(whole, opens, ...typed('1234567')).state;
    expect(long).toMatchObject({
      screen: { days: 123_456 },
      notice: { text: 'The threshold is at most 999,999 days.' },
    });
    expect(play(whole, opens, threshold(-1000)).state.screen).toMatchObject({ days: 1 });
    expect(play(whole, opens, ...typed('999999'), threshold(30)).state.screen).toMatchObject({ days: 999_999 });
  });

  test.each<[string, Action]>([
    ['the earlier runs', { kind: 'historyOpened' }],
    ['the run of this session', { kind: 'runShown' }],
    ['signing out', { kind: 'signedOut' }],
  ])('is gone for %s', (_, leaving) => {
    const withRun = { ...whole, deletion: aRun(1).deletion };
    const { state } = play(withRun, opens, threshold(25), leaving);
    expect(state.screen.kind).not.toBe('stale');
    expect(state.staleness.days).toBe(90);
  });

  test('tells that marking follows the loading, and opening does not', () => {
    const part = aState({ listing: aListing(pagesOf(systems, 10).slice(0, 1), { includeDisabled: true }) });
    const opened = play(part, opens).state;
    expect(opened.notice).toBe(null);
    expect(play(opened, ...typed('105'), marks).state.notice).toMatchObject({
      text: 'Loading every page; then marking the stale ones.',
    });
  });

  test('marks by it once every page is read', () => {
    const pages = pagesOf(systems, 10);
    const part = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });
    const asked = play(part, opens, ...typed('105'), marks).state;
    expect(asked).toMatchObject({ staleness: { days: 105 }, screen: { kind: 'systems' } });
    expect(marked(play(asked, ...pages.slice(1).map((page) => arrived(0, page))).state)).toEqual(['S10', 'S20']);
  });
});

test.each<[string, State, string]>([
  ['of a list that is not read', aState(), '0 of 0 systems are stale.'],
  ['without one', aStateOf([aSystem()]), '0 of 1 systems are stale.'],
  ['with one', aStateOf([aSystem({ lastSeen: daysAgo(50) }), aSystem()]), '1 of 2 systems is stale. s marks them.'],
  ['with some', whole, '3 of 30 systems are stale. s marks them.'],
  [
    'of a part',
    aStateOf([], { listing: aListing(pagesOf(systems, 20).slice(0, 1)) }),
    '2 of 20 loaded systems are stale. s marks them.',
  ],
  [
    'of unknown age',
    aStateOf([aSystem({ lastSeen: 'long ago', enrolledAt: 'x' })]),
    '0 of 1 systems are stale, 1 of unknown age.',
  ],
])('a threshold that is set says what it makes stale: %s', (_, state, message) => {
  const { staleness, notice } = play(state, { kind: 'thresholdSet', days: 45 }).state;
  expect([staleness.days, notice]).toEqual([45, { kind: 'said', text: `Threshold 45 d: ${message}` }]);
});

test('a threshold that is set says which marks do not follow it, and how many of them s replaces', () => {
  const marked = play(whole, { kind: 'staleMarkRequested' }).state;
  const { notice } = play(marked, { kind: 'thresholdSet', days: 115 }).state;
  expect(notice).toMatchObject({
    text: 'Threshold 115 d: 1 of 30 systems is stale. 2 marked are not, and stay: s unmarks them.',
  });
  const byHand = play(
    marked,
    { kind: 'moved', motion: 'first' },
    { kind: 'moved', motion: 'down' },
    { kind: 'markToggled' },
  );
  const mixed = play(byHand.state, { kind: 'thresholdSet', days: 115 }).state;
  expect(mixed.notice).toMatchObject({
    text: expect.stringContaining('3 marked are not, and stay: s unmarks 2.') as string,
  });
});

test('a threshold that was tried and not taken is told when it is left', () => {
  const { notice } = play(whole, opens, threshold(15), esc).state;
  expect(notice).toEqual({ kind: 'said', text: 'Threshold unchanged: 90 d. S tries another.' });
});

test('while every page is read, a threshold says that they are counted after that', () => {
  const part = aState({ listing: aListing(pagesOf(systems, 10).slice(0, 1), { includeDisabled: true }) });
  const { state } = play(part, opens, { kind: 'thresholdSet', days: 1200 });
  const text = 'Threshold 1,200 d. Loading every page to count the stale systems.';
  expect(state.notice).toEqual({ kind: 'said', text });
  // Esc stops the reading, and leaves the screen after that.
  const stopped = play(state, esc).state;
  expect(stopped.screen.kind).toBe('stale');
  expect(play(stopped, esc).state.screen.kind).toBe('systems');
});

describe('rows', () => {
  test('are the bands with the threshold between them, the connected ones, keys, and tags', () => {
    const figures = staleFigures(whole, 45);
    expect(figures.rows.map((row) => [rowId(row), row.count])).toEqual([
      ...[
        ['band 0', 24],
        ['band 7', 0],
        ['band 30', 0],
        ['threshold', 3],
      ],
      ...[
        ['band 45', 0],
        ['band 90', 3],
        ['band 180', 0],
        ['band 365', 0],
        ['connected', 3],
      ],
      ...[
        ['key laptops', 2],
        ['key retail', 1],
        ['tag kiosk', 1],
      ],
    ]);
    expect(figures).toMatchObject({ stale: 3, disabled: 0, systems: 30 });
  });

  test('are moved over; tab goes from the ages to the keys, the tags and back', () => {
    const rows = (...actions: Action[]): unknown => {
      const { screen } = play(whole, opens, ...actions).state;
      return screen.kind === 'stale' ? screen.row : null;
    };
    expect(rows({ kind: 'moved', motion: 'down' })).toBe('band 90');
    expect(rows({ kind: 'moved', motion: 'up' })).toBe('band 30');
    expect(rows({ kind: 'moved', motion: 'last' })).toBe('tag kiosk');
    expect([rows(tab), rows(tab, tab), rows(tab, tab, tab)]).toEqual(['key laptops', 'tag kiosk', 'threshold']);
  });

  test.each([
    ['band 90', 'offline:>90d offline:<=180d', ['S0', 'S10', 'S20'], 'age 91–180 d'],
    ['connected', 'is:connected', ['S1', 'S11', 'S21'], 'connected now'],
    ['key laptops', 'is:stale key:=laptops', ['S0', 'S10'], 'stale, key laptops'],
    ['tag kiosk', 'is:stale tag:=kiosk', ['S10'], 'stale, tag kiosk'],
  ])('%s is shown by enter through %s', (row, text, ids, name) => {
    const { state } = play(on(row), enter);
    expect(state.screen).toEqual({ kind: 'systems' });
    expect(filterOf(state)).toBe(text);
    expect(shownIds(state)).toEqual(ids);
    const systems = ids.length === 1 ? '1 system' : `${ids.length} systems`;
    expect(state.notice).toEqual({
      kind: 'said',
      text: `${systems}: ${name}. esc shows all, S goes back to the ages.`,
    });
  });

  test('that were shown have the cursor again when S goes back', () => {
    const { state } = play(on('band 90'), enter, opens);
    expect(state.screen).toMatchObject({ row: 'band 90' });
    expect(play(state, esc, esc, opens).state.screen).toMatchObject({ row: 'threshold' });
    expect(filterOf(play(state, enter).state)).toBe('offline:>90d offline:<=180d');
    expect(filterOf(play(state, marks).state)).toBe('');
    expect(filterOf(play(whole, filter('s1'), opens, marks).state)).toBe('s1');
  });

  test('are shown by the threshold that is tried', () => {
    const tried = play(whole, opens, ...typed('105'), tab, enter).state;
    expect(tried.staleness.days).toBe(105);
    expect(shownIds(tried)).toEqual(['S10']);
  });

  test('are marked by s, beside what is marked', () => {
    const { state } = play(on('key retail'), marks);
    expect(marked(state)).toEqual(['S20']);
    expect(state.notice).toMatchObject({ kind: 'staleMarked', count: 1, of: 'key retail' });
    const again = play(on('tag kiosk', state), marks).state;
    expect(marked(again)).toEqual(['S20', 'S10']);
    expect(marked(play(again, { kind: 'markingUndone' }).state)).toEqual(['S20']);
  });
});
