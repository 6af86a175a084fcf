/** The origin of each mark, which a review names: by hand, by a filter, or by the rule. */
import { expect, test } from 'vitest';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { notStaleByOrigin, summaryOf } from '../../../../src/screens/removal/review-summary.ts';
import { warningsOf } from '../../../../src/screens/removal/review-wording.ts';
import { aListing, aPage, aState, aStateOf, daysAgo, systemsOf } from '../../../support/make.ts';
import { filtered, play } from '../../root/play.ts';

const systems = systemsOf(30, (at) => ({ lastSeen: daysAgo(at < 5 ? 60 : 40) }));
const start = aStateOf(systems);
const down: Action = { kind: 'moved', motion: 'down' };
const pattern: readonly Action[] = [{ kind: 'patternOpened' }, ...filtered('seen:>50d').slice(1)];

function originsOf(state: State): string[] {
  const told = Array.from(state.marks.marked.values(), ({ why }) => [why.by, why.filter].filter(Boolean).join(' '));
  return [...new Set(told)];
}

test.each<[string, readonly Action[], string]>([
  ['space', [{ kind: 'markToggled' }], 'hand'],
  ['space under a filter', [...filtered('seen:>50d'), { kind: 'markToggled' }], 'hand'],
  ['a range', [{ kind: 'rangeToggled' }, down, { kind: 'rangeToggled' }], 'hand'],
  ['a typed filter', pattern, 'filter seen:>50d'],
  ['all shown', [{ kind: 'matchingMarked' }], 'hand'],
  ['all shown by a filter', [...filtered('seen:>50d'), { kind: 'matchingMarked' }], 'filter seen:>50d'],
  ['all loaded', [{ kind: 'allMarked', readFirst: false }], 'hand'],
  ['inverted', [{ kind: 'marksInverted' }], 'hand'],
  ['inverted under a filter', [...filtered('seen:>50d'), { kind: 'marksInverted' }], 'filter seen:>50d'],
  ['a list of names', [{ kind: 'markListEdited', text: 'S1\nS2' }], 'hand'],
])('%s', (_, actions, origin) => {
  const { state } = play(start, ...actions);
  expect(originsOf(state)).toEqual([origin]);
  const { review } = play(state, { kind: 'reviewOpened', does: 'disable' }).state;
  const by = origin === 'hand' ? 'by hand' : 'by filter';
  expect(review === null ? null : summaryOf(review)).toBe(`${state.marks.marked.size} marked ${by}`);
});

test('the stale rule', () => {
  const listing = aListing([aPage(systemsOf(3, () => ({ lastSeen: daysAgo(200) })))], { includeDisabled: true });
  const { state } = play(aState({ listing }), { kind: 'staleMarkRequested' });
  expect(originsOf(state)).toEqual(['rule']);
});

test('systems that a review names are counted to the last', () => {
  const { review } = play(start, { kind: 'matchingMarked' }, { kind: 'reviewOpened', does: 'delete' }).state;
  if (review === null) throw new Error('no review');
  expect(notStaleByOrigin(review).map(({ names }) => names)).toEqual([
    expect.stringMatching(/^\S+, \S+, \S+ and 27 more$/),
  ]);
  expect(warningsOf(review).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^30 marked by hand, not stale: check each · .* and 27 more$/),
  );
});
