/** A review is opened once its marks are set; only the review on the screen can be confirmed. */
import { describe, expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { smallest } from '../../../../src/state/kernel/layout.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { aListing, aState, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { aReview, typed } from '../deletion/story.ts';
import { arrived, play, refusalOf } from '../../root/play.ts';

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
    refusalOf({ ...failed, marks: { ...failed.marks, marked: withMarked(noMarks, pages[0]?.systems ?? []) } }, 'd'),
  ).toBe(null);
});

describe.each([
  { columns: smallest.columns - 1, rows: 24 },
  { columns: 80, rows: smallest.rows - 1 },
])('where a terminal of %j shows no review', (size) => {
  const small: Action = { kind: 'resized', ...size };

  test.each(['d', 'enter', 'tab', 'space'])('%s begins and changes nothing', (key) => {
    expect(refusalOf(aReview(2), key)).toBeNull();
    expect(refusalOf(play(aReview(2), small).state, key)).toBe('the review does not fit into this terminal');
  });

  test('a phrase that was typed does not count until the review is seen again', () => {
    const { state } = play(aReview(2), ...typed('delete 2').slice(0, -1), small);
    expect(refusalOf(state, 'enter')).toBe('the review does not fit into this terminal');
    expect(refusalOf(play(state, { kind: 'resized', ...smallest }).state, 'enter')).toBeNull();
  });
});

const blocked: Action = { kind: 'runRefused', run: 2, does: null, holder: null };

test('a run that another session blocks leads back to its review, but not from another screen', () => {
  const begun = play(aReview(2), ...typed('delete 2')).state;
  expect(play(begun, blocked).state.screen).toEqual({ kind: 'review' });
  const browsing = play(begun, { kind: 'runLeft' }, blocked).state;
  expect(browsing).toMatchObject({ deletion: null, screen: { kind: 'systems' }, notice: { kind: 'warning' } });
});
