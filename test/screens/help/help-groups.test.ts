/** The bindings that the help shows. */
import { expect, test } from 'vitest';
import { keyGroups } from '../../../src/screens/active-keys.ts';
import { helpGroups } from '../../../src/screens/help/help-groups.ts';
import { aReview, aRun } from '../../state/deletion/story.ts';
import { aState } from '../../support/make.ts';

test.each([
  ['the list', aState()],
  ['the review', aReview(2)],
  ['a run', aRun(2)],
])('in %s each key has one meaning: that of the binding which hears it', (_, state) => {
  const keys = helpGroups(null, state, keyGroups(state)).flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.keys.split(' ')),
  );
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('in the review ! is the guard, g and G lead to its ends, h nowhere, and no pages are spoken of', () => {
  const state = aReview(2);
  const entries = helpGroups(null, state, keyGroups(state)).flatMap((group) => group.entries);
  const wordsFor = (keys: string): string | undefined => entries.find((entry) => entry.keys === keys)?.does;
  expect(wordsFor('!')).toBe('lift its guard, or set it again');
  expect(wordsFor('g Home')).toBe('to the first row');
  expect(wordsFor('esc ←')).toBe('go back one level');
  expect(wordsFor('G End')).toBe('to the last row');
});
