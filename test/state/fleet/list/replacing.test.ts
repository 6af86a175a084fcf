/** Between the request for another list and its first page; and where that failed. */
import { describe, expect, test } from 'vitest';
import { systemsFacts } from '../../../../src/screens/fleet/list-screen.tsx';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { aListing, aPage, aState, aStateOf, idsOf, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { arrived, play, readsFirst, refusalOf, searched, shownIds } from '../../root/play.ts';

const systems = systemsOf(30);
const start = aStateOf(systems);
const down: Action = { kind: 'moved', motion: 'down' };
const toggleDisabled: Action = { kind: 'disabledToggled' };

test.each<[string, Action]>([
  ['by r', { kind: 'refreshRequested' }],
  ['by s, with disabled ones', { kind: 'staleMarkRequested' }],
])('a whole list that is refreshed %s stays as it was where that is stopped, and a notice says so', (_, again) => {
  const { state } = play(start, again, { kind: 'wentBack' });
  expect(state.list.listing).toMatchObject({ scan: start.list.listing.scan, pending: null });
  expect(state.notice).toEqual({ kind: 'said', text: 'Stopped. The list is unchanged.' });
});

describe('the status line says at once', () => {
  test.each<[string, Action[]]>([
    ['searching "lap"… · esc stops', searched('lap')],
    ['loading with disabled systems… · esc stops', [toggleDisabled]],
    ['loading without disabled systems… · esc stops', [toggleDisabled, arrived(1, aPage(systems)), toggleDisabled]],
  ])('%s', (status, actions) => {
    expect(systemsFacts(play(start, ...actions).state)).toBe(status);
  });

  test('that a list that was loaded in part is loaded again', () => {
    const part = aState({ listing: aListing(pagesOf(systems, 10).slice(0, 1)) });
    expect(systemsFacts(play(part, { kind: 'refreshRequested' }).state)).toMatch(
      /^10 of 30 loaded · refreshing… · esc stops/,
    );
  });
});

describe('the cursor', () => {
  const onFifth = play(start, down, down, down, down).state;
  const found = aPage(systems.slice(2, 8));
  const others = aPage(systems.slice(10, 20));

  test.each([
    ['a search', searched('lap')],
    ['H', [toggleDisabled]],
  ])('goes with its system into the list of %s', (_, actions) => {
    const { state } = play(onFifth, ...actions, arrived(1, found));
    expect(state.list.listing.cursor).toMatchObject({ row: 2, systemId: 'S4' });
  });

  test.each([
    ['a search', searched('lap')],
    ['H', [toggleDisabled]],
  ])('begins on the first row of the list of %s where its system is not in it', (_, actions) => {
    const { state } = play(onFifth, ...actions, down, arrived(1, others));
    expect(state.list.listing.cursor).toMatchObject({ row: 0, top: 0, systemId: 'S10' });
  });

  test('keeps no row of the list of before where a filter is typed while the new one arrives', () => {
    const typing: Action[] = [{ kind: 'filterOpened' }, { kind: 'textEdited', text: 's' }];
    const { state } = play(onFifth, ...searched('lap'), ...typing, arrived(1, others), { kind: 'wentBack' });
    expect(state.list.listing.cursor).toMatchObject({ row: 0, systemId: 'S10' });
  });
});

test('marks that are set meanwhile belong to the systems that were shown', () => {
  const { state } = play(start, ...searched('lap'), { kind: 'markToggled' }, arrived(1, aPage(systems.slice(10, 20))));
  expect(idsOf(state.marks.marked)).toEqual(['S0']);
});

test('d does not review the system that is still shown, unless systems are marked', () => {
  const waiting = play(start, ...searched('lap')).state;
  expect(refusalOf(waiting, 'd')).toBe('another list is loading; esc stops it');
  expect(
    refusalOf(
      { ...waiting, marks: { ...waiting.marks, marked: withMarked(noMarks, systems.slice(0, 1), { by: 'hand' }) } },
      'd',
    ),
  ).toBe(null);
  expect(refusalOf(play(waiting, arrived(1, aPage(systems.slice(10, 20)))).state, 'd')).toBe(null);
});

test('esc stops it: the list stays, its answer is not waited for, and is not taken', () => {
  const { state, effects } = play(start, ...searched('lap'), { kind: 'wentBack' });
  expect(effects.at(-1)).toEqual({ kind: 'abandonRead', slot: 'page' });
  expect(state).toMatchObject({ screen: { kind: 'systems' }, list: { unsearched: null, listing: { pending: null } } });
  expect(shownIds(play(state, arrived(1, aPage([]))).state)).toEqual(shownIds(start));
});

test('why a key did nothing is forgotten with the first rows; what else was said stays', () => {
  const refusedKey: Action = { kind: 'keyRefused', reason: 'space: no system is shown.' };
  const { state } = play(aState(), { kind: 'organisationOpened' }, refusedKey);
  const id = state.list.listing.pending?.id ?? 0;
  expect(play(state, arrived(id, aPage(systems))).state.notice).toBe(null);
  const said = { ...state, notice: { kind: 'said', text: 'its own page size is used.' } } as const;
  expect(play(said, arrived(id, aPage(systems))).state.notice).not.toBe(null);
});

const refresh: Action = { kind: 'refreshRequested' };
const back: Action = { kind: 'wentBack' };
const presses: Action = { kind: 'keyPressed', action: { kind: 'moved', motion: 'down' } };
const fails = (scan: number): Action => ({ kind: 'pageFailed', scan, problem: refused(418) });

test.each<[string, Action[]]>([
  ['not refreshed, r retries: refused (418)', [refresh]],
  ['search "lap" failed, r retries: refused (418)', searched('lap')],
  ['not loaded with disabled systems, r retries: refused (418)', [{ kind: 'disabledToggled' }]],
])('the status line says "%s" until a read succeeds', (words, actions) => {
  const { state } = play(start, ...actions, fails(1), presses, presses);
  expect(systemsFacts(state)).toMatch(/^30 systems · /);
  expect(systemsFacts(state)).toContain(words);
  expect(shownIds(state)).toEqual(shownIds(start));

  const again = play(state, refresh);
  const [before] = play(start, ...actions).effects.filter(({ kind }) => kind === 'readPage');
  expect(again.effects).toEqual([{ ...before, scan: 2 }]);
  expect(systemsFacts(play(again.state, fails(2)).state)).toContain(words);
  expect(systemsFacts(play(again.state, arrived(2, aPage(systems))).state)).not.toContain('failed');
  expect(play(again.state, arrived(2, aPage(systems))).state.list.listing.missed).toBe(null);
});

describe('a search that failed', () => {
  const failed = play(start, ...searched('lap'), fails(1)).state;

  test('is found again in its field, and retried by enter', () => {
    const opened = play(failed, { kind: 'searchOpened' });
    expect(opened.state.prompt).toMatchObject({ kind: 'search', typed: 'lap' });
    expect(play(opened.state, { kind: 'promptAccepted' }).effects).toEqual([readsFirst(2, { search: 'lap' })]);
  });

  test.each<[string, Action[]]>([
    ['esc', [back]],
    ['esc in its field', [{ kind: 'searchOpened' }, back]],
    ['an empty field', searched('')],
  ])('is given up by %s', (_, actions) => {
    const { state, effects } = play(failed, ...actions);
    expect(effects.filter(({ kind }) => kind === 'readPage')).toEqual([]);
    expect(state).toMatchObject({ screen: { kind: 'systems' }, prompt: null, list: { listing: { missed: null } } });
  });

  test('while it is typed can be left', () => {
    const typing: Action[] = [...searched('lap').slice(0, -1), { kind: 'timerEnded', timer: 'searchPause' }];
    expect(play(start, ...typing, fails(1), back).state.list.listing).toEqual(start.list.listing);
  });
});

test('a list that could not be refreshed is not given up by esc', () => {
  const failed = play(start, { kind: 'filterOpened' }, { kind: 'textEdited', text: 's1' }, refresh, fails(1)).state;
  expect(play(failed, back).state.list.listing.missed).not.toBe(null);
});

test('a search whose whole list cannot be loaded can be left: the next esc opens the organisations', () => {
  const found = aState({ listing: aListing([aPage(systemsOf(2))], { search: 's' }) });
  const once = play(found, back, fails(1)).state;
  expect(systemsFacts(once)).toContain('whole list not loaded');
  expect(play(once, back).state.screen.kind).toBe('organisations');
});
