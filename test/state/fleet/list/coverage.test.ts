/** Marking many systems counts those that are out of view, and those that were never in view. */
import { expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { aListing, aPage, aState, daysAgo, pagesOf, systemsOf, withParts } from '../../../support/make.ts';
import { arrived, filtered, play } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

const systems = systemsOf(30, (at) => ({
  platformType: at < 20 ? 'Linux' : 'Windows',
  lastSeen: daysAgo(at % 10 === 0 ? 200 : 1),
  isEnabled: at !== 20,
}));
const whole = aState({ listing: aListing([aPage(systems)], { includeDisabled: true }) });
const part = aState({ listing: aListing(pagesOf(systems, 12).slice(0, 1)) });
const markedBy = (text: string): Action[] => [{ kind: 'patternOpened' }, ...filtered(text).slice(1)];

test('s says how many of the stale ones the filter does not show, and how many are disabled', () => {
  const { state } = play(whole, ...filtered('-s0 os:linux'), { kind: 'staleMarkRequested' });
  expect(state.notice).toMatchObject({ kind: 'staleMarked', count: 3, hidden: 2, disabled: 1 });
});

test('s says what it loads, where disabled systems were left out; esc stops it', () => {
  const { state } = play(part, { kind: 'staleMarkRequested' });
  const text = 'Loading every page, disabled systems included; then marking the stale ones.';
  expect(state.notice).toEqual({ kind: 'said', text });
  expect(play(state, { kind: 'wentBack' }).state.list.listing.pending).toBe(null);
});

test.each<[string, string, Action[]]>([
  ['Marked by "os:linux": 20. u undoes.', 'whole', markedBy('os:linux')],
  ['Marked by "os:linux": 12 of the 12 loaded (30 in all). u undoes.', 'part', markedBy('os:linux')],
  [
    'Marked by "os:linux": 20, 19 hidden by the filter. u undoes.',
    'whole',
    [...filtered('name:s10'), ...markedBy('os:linux')],
  ],
  ['Marks of the 12 loaded systems inverted: 11 marked. u undoes.', 'part', [{ kind: 'marksInverted' }]],
  [
    'Marks of the 11 shown systems inverted: 10 marked. u undoes.',
    'whole',
    [...filtered('name:s1'), { kind: 'marksInverted' }],
  ],
])('%s', (text, list, actions) => {
  const before = list === 'part' ? part : whole;
  const isPattern = actions.some(({ kind }) => kind === 'patternOpened');
  const marks = withMarked(noMarks, isPattern ? [] : list === 'part' ? systems.slice(0, 1) : systems.slice(10, 11), {
    by: 'hand',
  });
  const start = withParts(before, { marks });
  expect(play(start, ...actions).state.notice).toEqual({ kind: 'said', text });
});

test('the sentence about a long pattern leaves room for the rest', () => {
  const { state } = play(part, ...markedBy(`os:linux -${'x'.repeat(80)}`));
  expect(state.notice).toMatchObject({ text: expect.stringMatching(/^.{0,95}u undoes\.$/) as string });
});

test('the notice of s is one of the last page, not of the first', () => {
  const pages = pagesOf(systems, 10).map((page) => arrived(1, page));
  expect(play(part, { kind: 'staleMarkRequested' }, ...pages).state.notice).toMatchObject({ kind: 'staleMarked' });
});
