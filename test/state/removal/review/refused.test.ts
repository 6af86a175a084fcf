/** A review is not opened before its marks are set. */
import { expect, test } from 'vitest';
import { refusalFor, bindingOf } from '../../../../src/screens/keys/binding.ts';
import { activeGroups } from '../../../../src/screens/active-keys.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aState, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import { arrived, play } from '../../root/play.ts';

const pages = pagesOf(systemsOf(6), 2);
const part = aState({ listing: aListing(pages.slice(0, 1), { includeDisabled: true }) });
const readFirst: Action[] = [{ kind: 'matchingMarked' }, { kind: 'allMarked', readFirst: true }];

function refusalOfReview(state: State): string | null {
  const review = bindingOf(activeGroups(state), 'd');
  return review === undefined ? null : refusalFor(review, state);
}

const noneStale = 's marked no system; space marks this row';

test('where s marked none, d does not review the row under the cursor, until another key was pressed', () => {
  const fresh = aState({ listing: aListing(pages, { includeDisabled: true }) });
  const { state } = play(fresh, { kind: 'staleMarkRequested' });
  expect(refusalOfReview(state)).toBe(noneStale);
  const moved: Action = { kind: 'moved', motion: 'down' };
  expect(refusalOfReview(play(state, { kind: 'keyPressed', action: moved }, moved).state)).toBe(null);
});

test.each<[string, Action[]]>([
  ['waits until every page is loaded and the shown systems are marked', readFirst],
  ['waits until every page is loaded and the stale systems are marked', [{ kind: 'staleMarkRequested' }]],
])('%s while every page is read first', (refusal, actions) => {
  const { state } = play(part, ...actions);
  expect(refusalOfReview(state)).toBe(refusal);
  expect(refusalOfReview(play(state, { kind: 'markToggled' }, arrived(0, pages[1])).state)).toBe(refusal);
  const read = play(state, ...pages.slice(1).map((page) => arrived(0, page))).state;
  expect(refusalOfReview(read)).toBe(read.marks.isNoneStale ? noneStale : null);
  expect(refusalOfReview(play(state, { kind: 'wentBack' }).state)).toBe(null);
});

test('where a page failed, what was marked by hand can be reviewed', () => {
  const failed = play(part, ...readFirst, { kind: 'pageFailed', scan: 0, problem: refused(418) }).state;
  expect(refusalOfReview(failed)).toBe('waits until every page is loaded and the shown systems are marked');
  expect(
    refusalOfReview({ ...failed, marks: { ...failed.marks, marked: withMarked(noMarks, pages[0]?.systems ?? []) } }),
  ).toBe(null);
});
