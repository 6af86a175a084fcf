/** The stale systems of all counted organisations: the rows, their limits, and the way to one of them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { allStaleFacts, allStaleList, allStaleRows } from '../../../../src/state/account/organisations/public.ts';
import { maxKept, withCount, maxOldest, oldestSystems } from '../../../../src/state/account/organisations/feature.ts';
import { countOf } from '../../../../src/state/account/organisations/counting.ts';
import { isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aPage,
  aScan,
  aState,
  aSystem,
  daysAgo,
  now,
  pagesOf,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { property } from '../../../support/property.ts';
import { arrived, play, shownIds } from '../../root/play.ts';

const organisations = ['Northwind', 'Tailspin', 'Contoso'].map((orgName, at) =>
  anOrganisation({ orgId: `O${at}`, orgName }),
);

const overview: State = aState({
  organisation: null,
  organisations: { kind: 'ready', value: organisations },
  screen: { kind: 'organisations' },
});

const called = (systemId: string, days: number, about: Partial<System> = {}): System =>
  aSystem({ systemId, hostname: `host-${systemId}`, lastSeen: daysAgo(days), ...about });

const northwind = [called('A', 200), called('B', 3), called('C', 100, { isEnabled: false })];
const tailspin = [called('D', 150), called('A', 120, { state: 'Connected' }), called('E', 40)];

const open: Action = { kind: 'allStaleOpened' };
const choose: Action = { kind: 'allStaleChosen' };

/** Counts these lists, each of the next organisation. */
function counted(...lists: readonly (readonly System[])[]): State {
  const pages = lists.map((systems, at): Action => ({
    kind: 'countPageArrived',
    scan: at + 1,
    page: aPage(systems),
    now,
  }));
  return play(overview, { kind: 'countRequested' }, ...pages).state;
}

const listed = (state: State): readonly string[] =>
  allStaleList.shown(state).map(({ organisation, systemId }) => `${organisation.orgName} ${systemId}`);

function byDays(state: State, days: number): State {
  return { ...state, staleness: { ...state.staleness, days } };
}

/** The list of this organisation was evicted: only its oldest systems are left. */
function evicted(state: State, orgId: string): State {
  const filler = { ...aScan([aPage([])], { includeDisabled: true }), count: maxKept };
  const { [orgId]: count } = Object.fromEntries(state.organisations.counts);
  if (count === undefined) throw new Error(`${orgId} is not counted`);
  const others = [...state.organisations.counts].filter(([id]) => id !== orgId);
  const counts = withCount(new Map([[orgId, count], ...others]), 'filler', countOf(filler, 90, now));
  return { ...state, organisations: { ...state.organisations, counts } };
}

test('the oldest comes first, disabled systems included, and connected ones are never listed', () => {
  expect(listed(counted(northwind, tailspin, []))).toEqual(['Northwind A', 'Tailspin D', 'Northwind C']);
  expect(allStaleFacts(counted(northwind, tailspin, []))).toMatchObject({
    counted: 3,
    of: 3,
    since: now,
    stale: 3,
    cut: [],
  });
});

test('an organisation is listed as soon as it is counted', () => {
  const one = play(counted(northwind), open).state;
  expect([listed(one), allStaleFacts(one).counted]).toEqual([['Northwind A', 'Northwind C'], 1]);
  const two = play(one, { kind: 'countPageArrived', scan: 2, page: aPage(tailspin), now }).state;
  expect([listed(two), allStaleFacts(two).counted]).toEqual([['Northwind A', 'Tailspin D', 'Northwind C'], 2]);
});

test('the cursor stays on its system while counts add rows', () => {
  const last = play(counted(northwind), open, { kind: 'moved', motion: 'last' }).state;
  const more = play(last, { kind: 'countPageArrived', scan: 2, page: aPage(tailspin), now }).state;
  expect([last, more].map((state) => allStaleList.current(state)?.systemId)).toEqual(['C', 'C']);
});

test('another threshold lists by itself, even where lists were evicted', () => {
  const all = counted(northwind, tailspin, []);
  for (const state of [all, evicted(all, 'O0')]) {
    expect(listed(byDays(state, 30))).toEqual(['Northwind A', 'Tailspin D', 'Northwind C', 'Tailspin E']);
    expect(listed(byDays(state, 180))).toEqual(['Northwind A']);
  }
});

test('a list that was evicted leaves its oldest systems, and nothing else of them', () => {
  const state = evicted(counted(northwind, tailspin, []), 'O0');
  expect(state.organisations.counts.get('O0')).toMatchObject({ scan: null });
  const [first] = allStaleRows(state);
  const { organisation, ...kept } = first ?? {};
  expect(organisation).toBe(organisations[0]);
  expect(kept).toEqual({
    ...{ systemId: 'A', hostname: 'host-A', state: 'offline', time: now - 200 * 86_400_000, hasConnected: true },
  });
});

test('a large organisation lists its oldest systems, and the facts name it and count all', () => {
  const many = systemsOf(maxOldest + 7, (at) => ({ lastSeen: daysAgo(100 + at / 100) }));
  for (const state of [counted(many, tailspin), evicted(counted(many, tailspin), 'O0')]) {
    expect(allStaleRows(state)).toHaveLength(maxOldest + 1);
    expect(allStaleRows(state)[0]?.systemId).toBe('D');
    expect(allStaleFacts(state)).toMatchObject({ stale: maxOldest + 8, cut: [organisations[0]] });
  }
  const other = byDays(evicted(counted(many, tailspin), 'O0'), 50);
  expect(allStaleFacts(other)).toMatchObject({ stale: maxOldest + 1, cut: [organisations[0]] });
});

test('a count that misses systems, and systems of unknown age, are said to be', () => {
  const odd = called('F', 0, { lastSeen: 'soon', lastSeenMs: null });
  const moved = aPage([...northwind, odd], { total: 9 });
  const twice = [1, 2].map((scan): Action => ({ kind: 'countPageArrived', scan, page: moved, now }));
  const { state } = play(overview, { kind: 'countRequested' }, ...twice);
  expect(allStaleFacts(state)).toMatchObject({ counted: 1, stale: 2, incomplete: 1, unknown: 1 });
});

test('figures of an earlier start list nothing, and one that was refused is not counted', () => {
  const kept = { systems: 3, stale: 2, days: 90, unknown: 0, at: now, isIncomplete: false };
  const earlier = play(overview, { kind: 'countsRecalled', counts: new Map([['O0', kept]]) }).state;
  expect(allStaleFacts(earlier)).toMatchObject({ counted: 0, of: 3, since: null, stale: 0, recalled: 1 });
  const failed = play(
    overview,
    { kind: 'countRequested' },
    { kind: 'countPageFailed', scan: 1, problem: refused(403) },
  );
  expect(allStaleFacts(failed.state)).toMatchObject({ counted: 0, recalled: 0 });
});

describe('enter', () => {
  const all = play(counted(northwind, tailspin, []), open).state;

  test('opens the organisation with the cursor on the system, and asks the service for nothing', () => {
    const { state, effects } = play(all, { kind: 'moved', motion: 'last' }, choose);
    expect(state).toMatchObject({ screen: { kind: 'systems' }, organisation: { orgId: 'O0' }, notice: null });
    const recalled = play(state, { kind: 'listViewRecalled', orgId: 'O0', view: null }).state;
    expect(recalled.list.listing.cursor.systemId).toBe('C');
    expect(effects.filter(({ kind }) => kind === 'readPage')).toEqual([]);
    expect(recalled.marks.marked.size).toBe(0);
  });

  test('shows the system, whatever filter, search or cursor were there at the last visit', () => {
    const { state } = play({ ...all, session: { ...all.session, wantedFilter: 'state:connected' } }, choose);
    const view = {
      ...{ filter: 'is:connected', days: null, isWide: false, systemId: 'B' },
      sort: { by: 'name', reversed: true },
    } as const;
    const recalled = play(state, { kind: 'listViewRecalled', orgId: 'O0', view }).state;
    expect(recalled.list.listing).toMatchObject({
      view: { filter: { text: '' }, sort: view.sort },
      cursor: { systemId: 'A' },
    });
    expect(recalled.resume).toEqual({ systemId: null, wanted: null, lent: null });
  });

  const view = (days: number | null): Action => ({
    ...({ kind: 'listViewRecalled', orgId: 'O0' } as const),
    view: { filter: '', days, isWide: false, systemId: null, sort: { by: 'name', reversed: false } },
  });

  test.each([null, 60])('opens at the threshold of the list, and going back shows the same figures (%s)', (days) => {
    const listed = byDays(all, 150);
    const there = play(listed, choose, view(days)).state;
    expect(there.staleness.days).toBe(150);
    const text = `Threshold 150 d, as in the list; ${String(days ?? 90)} d before.`;
    expect(there.notice).toEqual({ kind: 'said', text });
    const back = play(there, { kind: 'switchRequested' }, open).state;
    expect(allStaleFacts(back)).toEqual(allStaleFacts(listed));
  });

  test('leaves the threshold of the organisation as it was for its next visit, until you choose another', () => {
    const there = play(byDays(all, 150), choose, view(60)).state;
    const saved = (state: State): unknown =>
      play(state, { kind: 'quitRequested' }).effects.find(({ kind }) => kind === 'rememberListView');
    expect(saved(there)).toMatchObject({ view: { days: 60 } });
    const chosen = play(there, { kind: 'thresholdSet', days: 30 }).state;
    expect(saved(chosen)).toMatchObject({ view: { days: 30 } });
    const next = play(there, { kind: 'switchRequested' }, { kind: 'organisationChosen', orgId: 'O1' }).state;
    expect(next.resume.lent).toBeNull();
  });

  test('says nothing of a threshold that is the organisation’s own as well', () => {
    const there = play(byDays(all, 60), choose, view(60)).state;
    expect(there).toMatchObject({ notice: null, staleness: { days: 60 }, resume: { lent: null } });
  });

  test('goes back to the open list of the organisation, without a filter that hides the system', () => {
    const there = play(all, choose, { kind: 'listViewRecalled', orgId: 'O0', view: null }).state;
    const filtered = play(
      there,
      { kind: 'filterOpened' },
      { kind: 'textEdited', text: 'name:host-B' },
      { kind: 'promptAccepted' },
    ).state;
    expect(shownIds(filtered)).toEqual(['B']);
    const back = play(filtered, { kind: 'switchRequested' }, open);
    const { state, effects } = play(back.state, choose);
    expect([shownIds(state), state.list.listing.cursor.systemId]).toEqual([['A', 'B', 'C'], 'A']);
    expect(effects.filter(({ kind }) => kind === 'readPage')).toEqual([]);
  });

  test('searches for the name in an evicted list, disabled systems included', () => {
    const { state, effects } = play(play(evicted(all, 'O0'), { kind: 'moved', motion: 'last' }).state, choose);
    const query = { orgId: 'O0', search: 'host-C', includeDisabled: true };
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'readPage', query: expect.objectContaining(query) as object }),
    );
    const scan = state.list.listing.pending?.id ?? 0;
    const found = play(
      state,
      { kind: 'listViewRecalled', orgId: 'O0', view: null },
      arrived(scan, aPage([called('X', 1), ...northwind.slice(2)])),
    ).state;
    expect(found).toMatchObject({ notice: null, list: { listing: { cursor: { systemId: 'C', row: 1 } } } });
  });

  test('says that the service no longer lists the system, or that more is to be loaded', () => {
    const { state } = play(evicted(all, 'O0'), choose);
    const scan = state.list.listing.pending?.id ?? 0;
    const none = play(state, arrived(scan, aPage([]))).state;
    expect(none.notice).toEqual({ kind: 'said', text: 'host-A is no longer listed. esc shows all.' });
    const [first = aPage([])] = pagesOf([called('X', 1), called('Y', 1)], 1);
    const part = play(state, arrived(scan, first)).state;
    expect(part.notice).toEqual({ kind: 'said', text: 'host-A is not in the loaded part. G loads the rest.' });
  });
});

describe('esc in an organisation', () => {
  const last: Action = { kind: 'moved', motion: 'last' };
  const there = play(counted(northwind, tailspin, []), open, last, choose).state;

  test('that was opened from the list leads back to it, with its cursor, and then to the organisations', () => {
    const back = play(there, { kind: 'wentBack' }).state;
    expect([back.screen, allStaleList.current(back)?.systemId]).toEqual([{ kind: 'allStale' }, 'C']);
    expect(play(back, { kind: 'wentBack' }).state.screen).toEqual({ kind: 'organisations' });
  });

  test('shows all of a filter first', () => {
    const narrowed = play(there, { kind: 'filterOpened' }, { kind: 'textEdited', text: 'host' });
    const filtered = play(narrowed.state, { kind: 'promptAccepted' }, { kind: 'wentBack' }).state;
    expect(filtered.screen).toEqual({ kind: 'systems' });
    expect(play(filtered, { kind: 'wentBack' }).state.screen).toEqual({ kind: 'allStale' });
  });

  test.each<[string, Action[]]>([
    ['the organisations', [{ kind: 'switchRequested' }, { kind: 'organisationOpened' }]],
    ['the organisations behind the list', [{ kind: 'wentBack' }, { kind: 'wentBack' }, { kind: 'organisationOpened' }]],
    ['another organisation', [{ kind: 'organisationChosen', orgId: 'O1' }]],
  ])('that was opened from %s leads to the organisations', (_, actions) => {
    const opened = play(there, ...actions).state;
    expect(opened.screen).toEqual({ kind: 'systems' });
    expect(play(opened, { kind: 'wentBack' }).state.screen).toEqual({ kind: 'organisations' });
  });
});

test('esc leads back to the organisations, and the cursor and the filter stay', () => {
  const typed: Action[] = [
    { kind: 'listFilterOpened' },
    { kind: 'textEdited', text: 'north' },
    { kind: 'promptAccepted' },
  ];
  const down = play(counted(northwind, tailspin, []), open, ...typed, { kind: 'moved', motion: 'last' }).state;
  const again = play(down, choose, { kind: 'switchRequested' }, open).state;
  expect([listed(again), allStaleList.current(again)?.systemId]).toEqual([['Northwind A', 'Northwind C'], 'C']);
  expect(play(again, { kind: 'wentBack' }, { kind: 'wentBack' }).state.screen).toEqual({ kind: 'organisations' });
});

property(
  'the stale systems of a list are the first of its oldest, by any threshold',
  [fc.array(fc.record({ days: fc.nat(400), isConnected: fc.boolean() }), { maxLength: 60 }), fc.nat(400)],
  (ages, days) => {
    const systems = ages.map(({ days: age, isConnected }, at) =>
      called(`S${at}`, age, { state: isConnected ? 'Connected' : 'Disconnected' }),
    );
    const stale = systems.filter((system) => isStale(system, days, now)).map(({ systemId }) => systemId);
    const first = oldestSystems(pagesOf(systems, 7).map((page) => page.systems)).slice(0, stale.length);
    expect(first.map(({ systemId }) => systemId).sort()).toEqual(stale.sort());
  },
);
