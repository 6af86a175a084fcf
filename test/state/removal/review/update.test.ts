import { describe, expect, test } from 'vitest';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { isReread } from '../../../../src/state/removal/review/check.ts';
import { countsOf } from '../../../../src/state/removal/review/review.ts';
import { aListing, aState, daysAgo, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { pendingName } from '../../../../src/state/root/pending.ts';
import { aReview, old, openedReview, reread, typed } from '../deletion/story.ts';
import { arrived, play, refusalOf } from '../../root/play.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { minScreen } from '../../../../src/state/kernel/list-view.ts';

test('the order of the review is chosen, and turned round, for its rows alone', () => {
  const aged = systemsOf(3, (at) => ({ lastSeen: daysAgo(200 + at) }));
  const opened = openedReview(aged).state;
  const shown = (state: State) => state.review?.rows.map((row) => state.review?.items[row]?.system.systemId);
  expect(shown(opened)).toEqual(['S2', 'S1', 'S0']);
  const turned = play(opened, { kind: 'listReversed' }).state;
  expect(shown(turned)).toEqual(['S0', 'S1', 'S2']);
  expect(shown(play(turned, { kind: 'listReversed' }).state)).toEqual(['S2', 'S1', 'S0']);
  expect(turned.list).toBe(opened.list);
});

test('the review stops its requests when the user stops waiting for a busy service, and says what was not read', () => {
  const opened = openedReview(systemsOf(100, () => old));
  const busy: Action = { kind: 'rereadFailed', review: 1, systemId: 'S0', problem: refused(429, { retryAfter: 300 }) };
  const { state, effects } = play(opened.state, busy, { kind: 'wentBack' });
  expect([...opened.effects, ...effects].filter(({ kind }) => kind === 'rereadSystem')).toHaveLength(8);
  const rest = state.review?.items.slice(1, 8).map(({ system }) => reread(system)) ?? [];
  const { review } = play(state, ...rest).state;
  expect(review && [isReread(review), countsOf(review).unread]).toEqual([true, 93]);
});

test('the check of a review is pending on its screen until its last answer, and each answer begins another wait', () => {
  const systems = systemsOf(3, () => old);
  const { state } = openedReview(systems);
  const answers = [[], ...systems.map((_, at) => systems.slice(0, at + 1).map((system) => reread(system)))];
  const names = answers.map((given) => pendingName(play(state, ...given).state));
  expect(new Set(names).size).toBe(4);
  expect(names.map((name) => name?.startsWith('reread'))).toEqual([true, true, true, undefined]);
  expect(pendingName({ ...state, screen: { kind: 'systems' } })).toBeNull();
});

test('the system under the cursor is looked at, and the next and the one before it, to the ends of the list', () => {
  const systems = systemsOf(3, () => old);
  const { state } = openedReview(systems);
  const moved = (...by: readonly (1 | -1)[]): unknown => {
    const after = play(
      state,
      { kind: 'reviewedSystemOpened' },
      ...by.map((one): Action => ({ kind: 'reviewedSystemMoved', by: one })),
    );
    expect(after.state.overlay).toMatchObject({ kind: 'reviewedSystem', list: { row: 0 } });
    expect(play(after.state, { kind: 'wentBack' }).state).toMatchObject({ overlay: null, screen: { kind: 'review' } });
    return after.state.review?.list.row;
  };
  expect([moved(), moved(1), moved(1, 1, 1), moved(1, -1), moved(-1)]).toEqual([0, 1, 2, 0, 0]);
});

test('space excludes and moves on, as far as there are rows, or stays where that is wanted', () => {
  const { state } = openedReview(systemsOf(2, () => old));
  const toggled = (...stays: readonly boolean[]): unknown => {
    const keys = stays.map((one): Action => ({ kind: 'reviewItemToggled', ...(one && { stays: true }) }));
    const { review } = play(state, ...keys).state;
    return [review?.list.row, review?.items.map(({ judgement }) => judgement.isChosen)];
  };
  expect(toggled(false)).toEqual([1, [false, true]]);
  expect(toggled(false, false, false)).toEqual([1, [false, false]].with(1, [false, true]));
  expect(toggled(true)).toEqual([0, [false, true]]);
  expect(toggled(true, true)).toEqual([0, [true, true]]);
  expect(play({ ...state, review: null }, { kind: 'reviewItemToggled' }).state.review).toBeNull();
});

test('esc leads out of the filter before it leads out of the review', () => {
  const { state } = openedReview(systemsOf(2, () => old));
  const typing: Action[] = [
    { kind: 'listFilterOpened' },
    { kind: 'textEdited', text: 'name:s1' },
    { kind: 'promptAccepted' },
  ];
  const filteredOnce = play(state, ...typing).state;
  expect(filteredOnce.review?.rows).toEqual([1]);
  const shown = play(filteredOnce, { kind: 'wentBack' }).state;
  expect([shown.screen.kind, shown.review?.rows, shown.review?.view.filter]).toEqual(['review', [0, 1], '']);
  expect(play(shown, { kind: 'wentBack' }).state).toMatchObject({ screen: { kind: 'systems' }, review: null });
});

test('an answer to an earlier review changes nothing', () => {
  const systems = systemsOf(2, () => old);
  const { state } = openedReview(systems);
  expect(play(state, reread(systems[0], 0)).state.review).toBe(state.review);
});

test('the guard of the system under the cursor is lifted and set again, and no other', () => {
  const systems = systemsOf(2, () => ({ ...old, tags: ['protect'] }));
  const inGroup: Action[] = [
    { kind: 'reviewGroupShown', group: 'protected' },
    { kind: 'moved', motion: 'down', extent: { length: 2, height: 5 } },
  ];
  const reviewed = play(openedReview(systems, { guards: defaultGuards }).state, ...inGroup).state;
  const lifted = play(reviewed, { kind: 'guardToggled' }).state;
  const again = play(lifted, { kind: 'guardToggled' }).state;
  expect(
    [reviewed, lifted, again].map(({ review }) => review?.items.map((item) => item.judgement.isGuardLifted)),
  ).toEqual([
    [false, false],
    [false, true],
    [false, false],
  ]);
});

const pages = pagesOf(systemsOf(6), 2);
const part = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });
const readFirst: Action[] = [{ kind: 'matchingMarked' }, { kind: 'allMarked', readFirst: true }];

const noneStale = 's marked no system; space marks this row';

test('where s marked none, d does not review the row under the cursor, until another key was pressed', () => {
  const fresh = aState({ listing: aListing(pages, { includeDisabled: true }) });
  const { state } = play(fresh, { kind: 'staleMarkRequested' });
  expect(refusalOf(state, 'd')).toBe(noneStale);
  const moved: Action = { kind: 'moved', motion: 'down' };
  expect(refusalOf(play(state, { kind: 'keyPressed', action: moved }, moved).state, 'd')).toBe(null);
});

test.each<[string, Action[]]>([
  ['waits until every page is loaded and the shown systems are marked', readFirst],
  ['waits until every page is loaded and the stale systems are marked', [{ kind: 'staleMarkRequested' }]],
])('%s while every page is read first', (refusal, actions) => {
  const { state } = play(part, ...actions);
  expect(refusalOf(state, 'd')).toBe(refusal);
  expect(refusalOf(play(state, { kind: 'markToggled' }, arrived(0, pages[1])).state, 'd')).toBe(refusal);
  const read = play(state, ...pages.slice(1).map((page) => arrived(0, page))).state;
  expect(refusalOf(read, 'd')).toBe(read.marks.isNoneStale ? noneStale : null);
  expect(refusalOf(play(state, { kind: 'wentBack' }).state, 'd')).toBe(null);
});

test('where a page failed, what was marked by hand can be reviewed', () => {
  const failed = play(part, ...readFirst, { kind: 'pageFailed', scan: 0, problem: refused(418) }).state;
  expect(refusalOf(failed, 'd')).toBe('waits until every page is loaded and the shown systems are marked');
  expect(
    refusalOf(
      { ...failed, marks: { ...failed.marks, marked: withMarked(noMarks, pages[0]?.systems ?? [], { by: 'hand' }) } },
      'd',
    ),
  ).toBe(null);
});

describe.each([
  { columns: minScreen.columns - 1, rows: 24 },
  { columns: 80, rows: minScreen.rows - 1 },
])('where a terminal of %j shows no review', (size) => {
  const small: Action = { kind: 'resized', ...size };

  test.each(['d', 'enter', 'tab', 'space'])('%s begins and changes nothing', (key) => {
    expect(refusalOf(aReview(2), key)).toBeNull();
    expect(refusalOf(play(aReview(2), small).state, key)).toBe('the review does not fit into this terminal');
  });

  test('a phrase that was typed does not count until the review is seen again', () => {
    const { state } = play(aReview(2), ...typed('delete 2').slice(0, -1), small);
    expect(refusalOf(state, 'enter')).toBe('the review does not fit into this terminal');
    expect(refusalOf(play(state, { kind: 'resized', ...minScreen }).state, 'enter')).toBeNull();
  });
});

const blocked: Action = { kind: 'runRefused', run: 2, does: null, holder: null };

test('a run that another session blocks leads back to its review, but not from another screen', () => {
  const begun = play(aReview(2), ...typed('delete 2')).state;
  expect(play(begun, blocked).state.screen).toEqual({ kind: 'review' });
  const browsing = play(begun, { kind: 'runLeft' }, blocked).state;
  expect(browsing).toMatchObject({ deletion: null, screen: { kind: 'systems' }, notice: { kind: 'warning' } });
});
