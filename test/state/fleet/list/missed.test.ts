/** A refresh, or another list, that failed: the message that stays, and what is retried. */
import { describe, expect, test } from 'vitest';
import { systemsFacts } from '../../../../src/screens/fleet/list/list-screen.tsx';
import { aPage, aStateOf, refused, systemsOf } from '../../../support/make.ts';
import { arrived, play, readsFirst, searched, shownIds } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

const systems = systemsOf(30);
const start = aStateOf(systems);
const refresh: Action = { kind: 'refreshRequested' };
const back: Action = { kind: 'wentBack' };
const down: Action = { kind: 'keyPressed', action: { kind: 'moved', motion: 'down' } };
const fails = (scan: number): Action => ({ kind: 'pageFailed', scan, problem: refused(418) });

test.each<[string, Action[]]>([
  ['not refreshed: refused (418) · r retries', [refresh]],
  ['search "lap" failed: refused (418) · r retries', searched('lap')],
  ['not loaded with disabled systems: refused (418) · r retries', [{ kind: 'disabledToggled' }]],
])('the status line says "%s" until a read succeeds', (words, actions) => {
  const { state } = play(start, ...actions, fails(1), down, down);
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
