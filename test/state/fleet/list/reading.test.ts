import { describe, expect, test } from 'vitest';
import { nothingRead } from '../../../../src/api/paging/next-link.ts';
import type { SystemsPage } from '../../../../src/api/systems.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import {
  aListing,
  aPage,
  aQuery,
  aState,
  aStateOf,
  aSystem,
  daysAgo,
  pagesOf,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { arrived, play, readsFirst, shownIds } from '../../root/play.ts';
import { refreshMs } from '../../../../src/state/fleet/list/feature.ts';

const systems = systemsOf(500);
const pages = pagesOf(systems, 100);

/** Northwind's list with its first pages loaded. */
function afterPages(count: number): State {
  return aState({ listing: aListing(pages.slice(0, count)) });
}

/** The request for a page by the link of the page before it. */
function readsPage(scan: number, at: number, isFollowed = false): Effect {
  const seen = pages.slice(0, at).map(({ address }) => address);
  const from = { kind: 'link', url: pages[at]?.address ?? '', seen, read: nothingRead } as const;
  return { kind: 'readPage', scan, query: aQuery(), isFollowed, from };
}

const down: Action = { kind: 'moved', motion: 'down' };
const pageDown: Action = { kind: 'moved', motion: 'pageDown' };
const last: Action = { kind: 'moved', motion: 'last' };
const back: Action = { kind: 'wentBack' };
const refresh: Action = { kind: 'refreshRequested' };
/** A failure that is told at once: nothing that passes. */
const fails = (scan: number, problem = refused(418)): Action => ({ kind: 'pageFailed', scan, problem });

/** Northwind has just been opened: its first page is on its way. */
const entered = play(aState(), { kind: 'organisationOpened' }).state;

function idsOf(some: readonly SystemsPage[]): string[] {
  return some.flatMap((page) => page.systems.map(({ systemId }) => systemId));
}

describe('pages are read ahead of the cursor', () => {
  test('until the screen is full, where the service makes small pages', () => {
    const small = pagesOf(systemsOf(50), 8).slice(0, 3);
    const { state, effects } = play(afterPages(0), ...small.map((page) => arrived(0, page)));
    expect(effects).toHaveLength(2);
    expect(state.list.listing.scan).toMatchObject({ count: 24, inFlight: false });
  });

  test('and an empty page is no reason to ask for another', () => {
    const empty = aPage([], { next: { kind: 'page', url: 'https://api.example/2' } });
    expect(play(afterPages(0), arrived(0, empty)).effects).toEqual([]);
  });
});

describe('G', () => {
  test('follows over rows that are listed twice', () => {
    const twice = aPage([...systemsOf(1), aSystem({ systemId: 'new' })], { total: 101 });
    const { state } = play(afterPages(1), last, arrived(0, twice));
    expect(state.list.listing.cursor).toMatchObject({ row: 100, systemId: 'new' });
  });

  test('lets the cursor go, and reads no further, once another key moves it', () => {
    const { state, effects } = play(afterPages(1), last, { kind: 'moved', motion: 'first' }, arrived(0, pages[1]));
    expect(effects).toEqual([readsPage(0, 1, true)]);
    expect(state.list.listing.cursor).toMatchObject({ row: 0, systemId: 'S0' });
  });
});

describe('esc', () => {
  test('stops a refresh: the rows on the screen stay, and the list that was to replace them is let go', () => {
    const before = aStateOf(systems);
    const { state, effects } = play(before, last, refresh, arrived(1, pages[0]), back, arrived(1, pages[1]));
    expect(effects).toEqual([readsFirst(1, {}, true), readsPage(1, 1, true)]);
    expect(shownIds(state)).toEqual(idsOf(pages));
    expect(state.list.listing.cursor.systemId).toBe('S499');
  });
});

describe('a page that fails', () => {
  test('as the first of a list that was to replace another leaves the other, which reads on', () => {
    const { state } = play(afterPages(1), last, { kind: 'disabledToggled' }, fails(1));
    expect(shownIds(state)).toEqual(idsOf(pages.slice(0, 1)));
    expect(play(state, down).effects).toEqual([readsPage(0, 1)]);
  });

  test('as the very first is retried by r', () => {
    const { state, effects } = play(entered, fails(1), refresh, arrived(1, pages[0]));
    expect(effects).toEqual([readsFirst(1)]);
    expect(state.notice).toBeNull();
    expect(shownIds(state)).toEqual(idsOf(pages.slice(0, 1)));
  });

  test('because it was replaced says nothing', () => {
    const aborted: Action = { kind: 'pageFailed', scan: 0, problem: { operation: 'list systems', kind: 'aborted' } };
    const { state } = play(afterPages(1), last);
    expect(play(state, aborted)).toEqual({ state, effects: [] });
  });
});

describe('a page size that the service refuses', () => {
  test.each([400, 422])('with %i is not retried: the service uses its own', (status) => {
    const { state, effects } = play(entered, fails(1, refused(status)));
    expect(effects).toEqual([readsFirst(3, { perPage: null })]);
    expect(state.notice).toMatchObject({ kind: 'said', text: expect.stringContaining('200') as string });
  });

  test('is the only thing tried: a second refusal is a problem', () => {
    const { state, effects } = play(entered, fails(1, refused(400)), fails(3, refused(400)));
    expect(effects).toHaveLength(1);
    expect(state.notice).toEqual({ kind: 'problem', problem: refused(400) });
  });

  test('is not the reason for a refusal further on', () => {
    expect(play(afterPages(1), last, fails(0, refused(400))).effects).toHaveLength(1);
  });
});

test('a system that is listed again and was seen since leaves its filter, and the cursor stays on its own system', () => {
  const stale = systemsOf(5, () => ({ lastSeen: daysAgo(200) }));
  const start = aState({ listing: aListing(pagesOf(stale, 3).slice(0, 1)) });
  const filtered = play(start, { kind: 'filterOpened' }, { kind: 'textEdited', text: 'is:stale' }, down).state;
  const { state } = play(filtered, arrived(0, aPage([aSystem({ systemId: 'S0' }), ...stale.slice(3)])));
  expect(shownIds(state)).toEqual(['S1', 'S2', 'S3', 'S4']);
  expect(state.list.listing.cursor).toMatchObject({ row: 0, systemId: 'S1' });
});

describe('a list that is refreshed', () => {
  /** Two pages were read, and the cursor is on the last row of them. */
  const deep = play(afterPages(2), ...Array.from({ length: 12 }, () => pageDown)).state;

  test('shows the rows of before until the cursor can stay on its system', () => {
    const before = play(aStateOf(systems), last, { kind: 'moved', motion: 'up' }).state;
    const moved = pagesOf([...systemsOf(1, () => ({ systemId: 'new' })), ...systems], 100);
    const part = play(before, refresh, ...moved.slice(0, 3).map((page) => arrived(1, page))).state;
    expect(shownIds(part)).toEqual(idsOf(pages));
    const { state } = play(part, ...moved.slice(3).map((page) => arrived(1, page)));
    expect(shownIds(state)).toEqual(['new', ...idsOf(pages)]);
    expect(state.list.listing.cursor).toMatchObject({ row: 499, systemId: 'S498' });
  });

  test('is read as far as it was known, where it had not been read to its end', () => {
    const { state, effects } = play(
      deep,
      refresh,
      arrived(0, pages[2]),
      ...pages.slice(0, 2).map((page) => arrived(1, page)),
    );
    expect(effects).toEqual([readsFirst(1), readsPage(1, 1)]);
    expect(shownIds(state)).toEqual(shownIds(deep));
  });

  test('is shown as it is, and not read further, where a page brings nothing new', () => {
    const again = aPage(systems.slice(0, 100), { next: { kind: 'page', url: 'https://api.example/2' } });
    const { state, effects } = play(deep, refresh, arrived(1, again), arrived(1, again));
    expect(effects).toHaveLength(2);
    expect(shownIds(state)).toEqual(idsOf(pages.slice(0, 1)));
  });

  test('takes the place of an empty one at once', () => {
    const { state } = play(aStateOf([]), refresh, arrived(1, pages[0]));
    expect(shownIds(state)).toEqual(idsOf(pages.slice(0, 1)));
  });
});

test('pages of an abandoned scan change nothing', () => {
  const { state } = play(afterPages(1), { kind: 'disabledToggled' });
  expect(play(state, arrived(0, pages[1]), fails(0))).toEqual({ state, effects: [] });
});

test('how many systems the organisation has is what the list without a search says, where it says anything', () => {
  const totalAfter = (page: SystemsPage, search: string): number | null => {
    const start = aState({ listing: aListing([], { search }), organisationTotal: 7 });
    return play(start, arrived(0, page)).state.list.total;
  };
  expect(totalAfter(aPage([], { total: 12 }), '')).toBe(12);
  expect(totalAfter(aPage([], { total: null }), '')).toBe(7);
  expect(totalAfter(aPage([], { total: 12 }), 'till')).toBe(7);
});

const toggled: Action = { kind: 'autoRefreshToggled' };
const minute: Action = { kind: 'timerEnded', timer: 'refresh' };
const again = { kind: 'startTimer', timer: 'refresh', ms: refreshMs };

test('the list is refreshed once a minute, until it is stopped', () => {
  const { state, effects } = play(aStateOf(systemsOf(3)), toggled, minute);
  expect(effects.map(({ kind }) => kind)).toEqual(['startTimer', 'readPage', 'startTimer']);
  expect(effects.at(-1)).toEqual(again);
  expect(play(state, toggled, minute).effects).toEqual([]);
});

test.each<[string, Action]>([
  ['types', { kind: 'filterOpened' }],
  ['looks at the help', { kind: 'helpOpened' }],
  ['begins a range', { kind: 'rangeToggled' }],
  ['looks at the ages', { kind: 'staleOpened' }],
])('nothing is read while the user %s', (_, action) => {
  const { state } = play(aStateOf(systemsOf(3)), toggled, action);
  expect(play(state, minute).effects).toEqual([again]);
});

test('a way to the end that failed goes on where the cursor comes near it, and a load of everything by a key alone', () => {
  const start = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });
  const readsAfter = (asked: Action): number =>
    play(play(start, pageDown, pageDown, pageDown, pageDown, asked, fails(0)).state, down).effects.length;
  expect([readsAfter(last), readsAfter({ kind: 'staleMarkRequested' })]).toEqual([1, 0]);
});
