import { describe, expect, test } from 'vitest';
import { refreshMs } from '../../../../src/state/fleet/list/feature.ts';
import { searchPauseMs } from '../../../../src/state/fleet/list/update.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { sortKinds } from '../../../../src/state/fleet/list/listing.ts';
import { aListing, aPage, aState, aStateOf, aSystem, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { arrived, play, readsFirst, shownIds } from '../../root/play.ts';
import type { Problem } from '../../../../src/api/problem.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';

const systems = systemsOf(30, (at) => ({ hostname: at % 2 === 0 ? `web-${at}` : `db-${at}` }));
const start = aStateOf(systems, { marks: withMarked(noMarks, systems.slice(4, 5), { by: 'hand' }) });

const down: Action = { kind: 'moved', motion: 'down' };
const back: Action = { kind: 'wentBack' };
const accept: Action = { kind: 'promptAccepted' };
const pause: Action = { kind: 'timerEnded', timer: 'searchPause' };
const type = (text: string): Action => ({ kind: 'textEdited', text });

describe('a search', () => {
  const open: Action = { kind: 'searchOpened' };
  const found = aPage(systems.filter(({ hostname }) => hostname?.startsWith('web')).slice(0, 3));
  const timer = { kind: 'startTimer', timer: 'searchPause', ms: searchPauseMs };

  test('does not wait where enter is pressed, and asks for nothing twice', () => {
    for (const rest of [
      [accept, pause],
      [pause, accept],
    ]) {
      const { effects } = play(start, open, type('web'), ...rest);
      expect(effects).toEqual([timer, readsFirst(1, { search: 'web' })]);
    }
  });

  test('is sent as it is typed', () => {
    expect(play(aState(), open).state.prompt).toMatchObject({ kind: 'search', typed: '' });
    expect(play(start, open, type(' 50% & "東京" '), accept).effects.at(-1)).toEqual(
      readsFirst(1, { search: ' 50% & "東京" ' }),
    );
  });

  test('drops the pages of the search before it', () => {
    const { state } = play(start, open, type('w'), pause, type('web'), pause);
    expect(play(state, arrived(1, found)).state).toBe(state);
    expect(play(state, arrived(2, found)).state.list.listing.scan?.query.search).toBe('web');
  });

  test('shows the list of before until its first page is there', () => {
    expect(shownIds(play(start, open, type('web'), pause).state)).toEqual(shownIds(start));
  });

  const before = play(start, { kind: 'filterOpened' }, type('web'), accept, down, down).state;

  test.each<[string, Action[]]>([
    ['while it is typed', [open, type('x'), pause, arrived(1, aPage([])), back]],
    ['before its answer is there', [open, type('x'), pause, back]],
    ['before it was sent', [open, type('x'), back]],
    ['once it is done', [open, type('x'), accept, arrived(1, found), { kind: 'filterOpened' }, type(''), accept, back]],
  ])('gives rows, cursor, marks and filter back by esc, %s', (_, actions) => {
    const { state } = play(before, ...actions);
    expect(shownIds(state)).toEqual(shownIds(before));
    expect(state.list.listing.cursor).toEqual(before.list.listing.cursor);
    expect(state.list.listing.view.filter.text).toBe('web');
    expect(state).toMatchObject({ marks: { marked: before.marks.marked }, prompt: null, screen: { kind: 'systems' } });
  });

  test('gives back the list of before several searches', () => {
    const again: Action[] = [open, type('y'), accept, arrived(2, found)];
    const { state } = play(start, open, type('x'), accept, arrived(1, found), ...again, back);
    expect(shownIds(state)).toEqual(shownIds(start));
  });

  test('requests the whole list again where disabled systems were included since', () => {
    const toggledOn: Action[] = [{ kind: 'disabledToggled' }, arrived(2, found)];
    const { effects } = play(start, open, type('x'), accept, arrived(1, found), ...toggledOn, back);
    expect(effects.at(-1)).toEqual(readsFirst(3, { includeDisabled: true }));
  });

  test('lets esc resume a scan that was in progress', () => {
    const pages = pagesOf(systems, 10);
    const reading = play(aState({ listing: aListing(pages.slice(0, 1)) }), { kind: 'moved', motion: 'last' });
    const { state, effects } = play(reading.state, open, type('x'), pause, back);
    expect(effects.at(-1)).toEqual(reading.effects[0]);
    expect(shownIds(play(state, arrived(0, pages[1])).state)).toHaveLength(20);
  });
});

describe('a filter', () => {
  const open: Action = { kind: 'filterOpened' };

  test('gives back no fewer rows than were read meanwhile', () => {
    const pages = pagesOf(systems, 10);
    const reading = play(aState({ listing: aListing(pages.slice(0, 1)) }), { kind: 'moved', motion: 'last' }).state;
    const { state } = play(reading, open, type('web'), arrived(0, pages[1]), back);
    expect(shownIds(state)).toHaveLength(20);
    expect(state.list.listing.scan?.inFlight).toBe(true);
  });

  test('is applied by enter, found again in its field, and removed by esc', () => {
    const kept = play(start, open, type(' web '), accept).state;
    expect(kept).toMatchObject({ prompt: null, list: { listing: { view: { filter: { text: 'web' } } } } });
    expect(play(kept, open).state.prompt).toMatchObject({ kind: 'filter', typed: 'web' });
    expect(shownIds(play(kept, back).state)).toEqual(shownIds(start));
  });
});

describe('the order', () => {
  test('comes back to the one that it began with', () => {
    const { state } = play(start, ...sortKinds.map((): Action => ({ kind: 'sortChanged' })));
    expect(shownIds(state)).toEqual(shownIds(start));
  });
});

test('the order that is chosen twice goes the other way, and another one does not', () => {
  const by = (name: 'name' | 'age'): Action => ({ kind: 'sortChosen', by: name });
  const sorts = [
    [by('name')],
    [by('name'), by('name')],
    [by('name'), by('name'), by('age')],
    [by('name'), by('name'), by('name')],
  ];
  expect(sorts.map((all) => play(start, ...all).state.list.listing.view.sort)).toEqual([
    { by: 'name', reversed: false },
    { by: 'name', reversed: true },
    { by: 'age', reversed: false },
    { by: 'name', reversed: false },
  ]);
});

describe('the refresh of every minute', () => {
  const toggle: Action = { kind: 'autoRefreshToggled' };
  const due: Action = { kind: 'timerEnded', timer: 'refresh' };
  const again = { kind: 'startTimer', timer: 'refresh', ms: refreshMs };
  const on = play(start, toggle);

  test('is switched on and off, and then ends with its timer', () => {
    expect([on.effects, on.state.notice]).toMatchObject([
      [again],
      { text: 'The list refreshes every minute. R stops that.' },
    ]);
    const off = play(on.state, toggle);
    expect([off.effects, off.state.notice]).toMatchObject([[], { text: 'Auto-refresh is off. r refreshes.' }]);
    expect(play(off.state, due).effects).toEqual([]);
  });

  test('loads the list in peace alone, and comes again in any case', () => {
    expect(play(on.state, due).effects.map(({ kind }) => kind)).toEqual(['readPage', 'startTimer']);
    for (const busy of [
      { screen: { kind: 'organisations' } },
      { overlay: { kind: 'quit' } },
      { prompt: { kind: 'organisation', typed: '' } },
      { marks: { ...on.state.marks, rangeFrom: 'S1' } },
    ] as Partial<State>[]) {
      expect(play({ ...on.state, ...busy }, due).effects).toEqual([again]);
    }
    const reading = play(on.state, { kind: 'refreshRequested' }).state;
    expect(play(reading, due).effects).toEqual([again]);
  });
});

describe('all fields of a system', () => {
  const open: Action = { kind: 'detailsOpened' };
  const onSecond = play(start, down).state;
  const reads = { kind: 'readSystem', orgId: 'N1', systemId: 'S1' };
  const failed = (problem: Problem = refused(500)): Action => ({
    kind: 'detailsFailed',
    systemId: 'S1',
    problem,
    now: start.now,
  });

  test('are shown as the list has them, and refreshed', () => {
    const { state, effects } = play(onSecond, open);
    expect(effects).toEqual([reads]);
    expect(state.screen).toMatchObject({
      kind: 'details',
      systemId: 'S1',
      system: { kind: 'loading', last: { hostname: 'db-1' } },
    });
  });

  test('are of the same system when they are refreshed, wherever the cursor of the list went', () => {
    const marked = play(onSecond, { kind: 'markToggled' }, { kind: 'markedOnlyToggled' }, down, open).state;
    expect(marked.screen).toMatchObject({ systemId: 'S4' });
    expect(play(marked, { kind: 'markToggled' }, open).effects).toEqual([{ ...reads, systemId: 'S4' }]);
  });

  test('take no answer of another system, and none that was given up', () => {
    const aborted = failed({ operation: 'read system', kind: 'aborted' });
    const { state } = play(onSecond, open);
    const other: Action = { kind: 'detailsArrived', systemId: 'S2', system: aSystem({ systemId: 'S2' }), now: 0 };
    expect(play(state, other, { ...other, kind: 'detailsFailed', problem: refused(500) }, aborted).state.screen).toBe(
      state.screen,
    );
  });

  test('are closed by esc, and their request is given up', () => {
    const { state, effects } = play(onSecond, open, back, failed());
    expect(effects).toEqual([reads, { kind: 'abandonRead', slot: 'details' }]);
    expect(state).toMatchObject({ screen: { kind: 'systems' }, list: { listing: onSecond.list.listing } });
  });
});
