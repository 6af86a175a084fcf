/** Changes since the last visit: when they are looked for, and the line above the list that tells them. */
import { describe, expect, test } from 'vitest';
import { isChangesLineShown } from '../../../../src/state/fleet/changes.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aState, aStateOf, aSystem, baseUrl, pagesOf, systemsOf } from '../../../support/make.ts';
import { arrived, play, shownIds } from '../../root/play.ts';

const systems = [aSystem({ systemId: 'S0' }), aSystem({ systemId: 'S1' }), aSystem({ systemId: 'S2' })];
const start = aStateOf(systems);
const gone = new Map([
  ['G1', 'old-1'],
  ['G2', null],
  ['G3', 'old-3'],
  ['G4', 'old-4'],
] as const);
const none = {
  since: 1,
  again: 0,
  fresh: new Set<string>(),
  silent: new Set<string>(),
  gone: new Map<string, string | null>(),
};
const fresh = { ...none, fresh: new Set(['S1']) };
const compared = (changes: typeof none, orgId = 'N1'): Action => ({ kind: 'visitCompared', orgId, changes });
const key = (action: Action): Action => ({ kind: 'keyPressed', action });
const [up, down] = [key({ kind: 'moved', motion: 'up' }), key({ kind: 'moved', motion: 'down' })];
const rests: Action = { kind: 'timerEnded', timer: 'changesLine' };

const told = play(start, compared(fresh)).state;
const focused = play(told, rests).state;
const line = (state: State): unknown => state.changes?.line;
const rowOf = (state: State): number => state.list.listing.cursor.row;

describe('a visit', () => {
  const pages = pagesOf(systemsOf(4), 2);
  const reading = (about: object = {}): State => aState({ listing: aListing(pages.slice(0, 1), about) });
  const compares = (state: State): object[] => {
    return play(state, arrived(0, pages[1])).effects.filter(({ kind }) => kind === 'compareWithLastVisit');
  };

  test('is compared once its list is read to the end, and once alone', () => {
    expect(compares(reading())).toMatchObject([
      { baseUrl, orgId: 'N1', snapshot: { systems: ['S0', 'S1', 'S2', 'S3'] } },
    ]);
    expect(compares({ ...reading(), changes: { ...none, line: 'away' } })).toEqual([]);
    expect(compares({ ...reading(), session: { ...start.session, baseUrl: null } })).toEqual([]);
  });

  test.each([{ search: 'web' }, { includeDisabled: true }])('of a list with %j is not', (about) => {
    expect(compares(reading(about))).toEqual([]);
  });
});

describe('the line', () => {
  test('is there for changes of the open organisation alone', () => {
    const { state, effects } = play(start, compared(fresh));
    expect([line(state), isChangesLineShown(state), effects.map(({ kind }) => kind)]).toEqual([
      'quiet',
      true,
      ['startTimer'],
    ]);
    expect(play(start, compared(fresh, 'N2')).state).toBe(start);
    const calm = play(start, compared(none));
    expect([calm.effects, isChangesLineShown(calm.state), isChangesLineShown(start)]).toEqual([[], false, false]);
  });

  test('takes the cursor once no key was pressed, at the top of a list with nothing over it', () => {
    expect(line(focused)).toBe('focused');
    for (const state of [
      play(told, down).state,
      play(told, { kind: 'filterOpened' }).state,
      play(told, key({ kind: 'wideToggled' })).state,
      play(told, { kind: 'resized', columns: 80, rows: 12 }).state,
      play(told, { kind: 'moved', motion: 'down' }).state,
    ]) {
      expect(line(play(state, rests).state)).not.toBe('focused');
    }
    for (const over of [
      { overlay: { kind: 'quit' } },
      { screen: { kind: 'organisations' } },
      { clock: { kind: 'unverified' } },
    ] as Partial<State>[])
      expect([isChangesLineShown({ ...told, ...over }), line(play({ ...told, ...over }, rests).state)]).toEqual([
        false,
        'quiet',
      ]);
  });

  test('opens what it tells by enter, is left by down, reached by up, and put away', () => {
    const shown = play(focused, key({ kind: 'detailsOpened' })).state;
    expect([shown.screen.kind, shownIds(shown), line(shown)]).toEqual(['systems', ['S1'], 'shown']);
    const left = play(focused, down).state;
    expect([line(left), rowOf(left), rowOf(play(left, down).state)]).toEqual(['shown', 0, 1]);
    expect(line(play(left, up).state)).toBe('focused');
    const below = play(left, down, up).state;
    expect([line(below), rowOf(below)]).toEqual(['shown', 0]);
    const away = play(focused, key({ kind: 'bannerDismissed' })).state;
    expect([line(away), isChangesLineShown(away), line(play(away, up).state)]).toEqual(['away', false, 'away']);
    // A key that comes before the line has the cursor means a row.
    const quick = play(told, down).state;
    expect([line(quick), rowOf(quick)]).toEqual(['shown', 1]);
    expect(play(told, key({ kind: 'detailsOpened' })).state.screen.kind).toBe('details');
  });
});

test('changes that a key was pressed on, or that a command showed, are seen: no others', () => {
  const seen: object = { kind: 'lastVisitSeen', baseUrl, orgId: 'N1' };
  const isSeen = (state: State, ...actions: Action[]): boolean =>
    play(state, ...actions).effects.some((effect) => JSON.stringify(effect) === JSON.stringify(seen));
  for (const actions of [
    [down],
    [rests, key({ kind: 'detailsOpened' })],
    [key({ kind: 'bannerDismissed' })],
    [{ kind: 'changesShown' }],
    [{ kind: 'goneShown' }],
  ] as Action[][])
    expect(isSeen(told, ...actions)).toBe(true);
  for (const actions of [[rests], [{ kind: 'resized', columns: 80, rows: 12 }], []] as Action[][])
    expect(isSeen(told, ...actions)).toBe(false);
  expect(isSeen({ ...told, screen: { kind: 'organisations' } }, down)).toBe(false);
  expect(isSeen(play(start, compared(none)).state, down)).toBe(false);
});

describe('the changes', () => {
  const show: Action = { kind: 'changesShown' };
  const textOf = ({ notice }: State): unknown => (notice !== null && 'text' in notice ? notice.text : null);

  test('are shown as a filter, with the names of systems that are gone', () => {
    expect(play(start, show).state.notice).toEqual({
      kind: 'refused',
      text: 'No changes since your last visit are known.',
    });
    expect(textOf(play(told, show).state)).toBe('New, or stopped connecting, since your last visit.');
    const both = play(
      start,
      compared({ ...fresh, gone: new Map(gone) }),
      { kind: 'moved', motion: 'last' },
      show,
    ).state;
    expect([textOf(both), rowOf(both)]).toEqual([
      '4 gone or disabled (:gone lists them): old-1, G2, old-3 and 1 more.',
      0,
    ]);
    const three = play(start, compared({ ...fresh, gone: new Map([...gone].slice(0, 3)) }), show).state;
    expect(textOf(three)).toBe('3 gone or disabled (:gone lists them): old-1, G2, old-3.');
  });

  test('that are gone systems alone are listed by their names', () => {
    const alone = play(start, compared({ ...none, gone: new Map(gone) })).state;
    const { state } = play(alone, show, { kind: 'moved', motion: 'last' });
    expect([state.overlay, state.notice]).toEqual([{ kind: 'gone', list: { row: 3, top: 0 } }, null]);
    expect(play(alone, { kind: 'goneShown' }).state.overlay).toMatchObject({ kind: 'gone', list: { row: 0 } });
  });

  test('are told by their view, unless another one was saved in its place', () => {
    const view: Action = { kind: 'viewShown', digit: '4' };
    expect(textOf(play(told, view).state)).toBe('New, or stopped connecting, since your last visit.');
    expect(textOf(play(told, { ...view, digit: '2' }).state)).toMatch(/^View 2/);
    expect(textOf(play(start, view).state)).toMatch(/^View 4/);
    expect(textOf(play(start, compared(none), view).state)).toMatch(/^View 4/);
  });
});
