/** The words for what was marked as stale. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyDisabledSentence, staleMarkedSentence } from '../../../src/screens/text/fleet-wording.ts';
import type { StaleMarked } from '../../../src/state/fleet/marks/feature.ts';
import { holds } from '../../support/property.ts';

const none = { passedOver: 0, hidden: 0, disabled: 0, isShowingDisabled: false, leftOut: 0, unknown: null };
const marked: StaleMarked = { count: 1953, days: 90, of: null, ...none };

test.each<[Partial<StaleMarked>, string]>([
  [{}, '1,953 marked: stale over 90 d. d reviews, u undoes.'],
  [{ days: 1, count: 1 }, '1 marked: stale over 1 d. d reviews, u undoes.'],
  [{ disabled: 296 }, '1,953 marked: stale over 90 d, 296 of them disabled. d reviews, u undoes.'],
  [
    { disabled: 296, isShowingDisabled: true },
    '1,953 marked, 296 of them disabled: now shown. H hides and unmarks them.',
  ],
  [{ hidden: 12 }, '1,953 marked: stale over 90 d, 12 hidden by the filter. d reviews, u undoes.'],
  [{ of: 'key retail', count: 515 }, '515 marked: stale, key retail. d reviews, u undoes.'],
  [{ leftOut: 296 }, '1,953 marked: stale over 90 d. d reviews, u undoes. 296 disabled left out (a setting).'],
  [{ passedOver: 2 }, '1,953 marked: stale over 90 d. d reviews, u undoes. 2 listed under two names: not marked.'],
  [
    { count: 12, unknown: { count: 3, of: 540, example: '1' } },
    '12 marked: stale over 90 d. d reviews, u undoes. Unknown age: 3.',
  ],
  [
    { count: 0, unknown: { count: 540, of: 540, example: '2026-08-16 22:27:26' } },
    'Nothing marked: 540 of 540 systems have unreadable times ("2026-08-16 22:27:26").',
  ],
  [
    { count: 0, unknown: { count: 1, of: 540, example: '2026-08-16T22:27:25.5394567' } },
    'No known age is over 90 d: 1 of 540 systems has an unreadable time ("2026-08-16T22:27:25.5394567").',
  ],
  [
    { count: 0, unknown: { count: 2, of: 2, example: null } },
    'Nothing marked: 2 of 2 systems have no time to count from.',
  ],
  [{ count: 0 }, 'No system is stale (over 90 d). S shows other thresholds.'],
])('%j', (about, sentence) => {
  expect(staleMarkedSentence({ ...marked, ...about })).toBe(sentence);
});

test.each([
  [1, false, 'Only disabled systems are stale: 1. s marks it, H hides it.'],
  [296, false, 'Only disabled systems are stale: 296. s marks them, H hides them.'],
  [296, true, 'Only 296 disabled systems would be added. s marks them, H hides them.'],
] as const)('%i disabled ones alone are asked about', (count, isAnyEnabledStale, sentence) => {
  expect(onlyDisabledSentence({ kind: 'onlyDisabledStale', count, isAnyEnabledStale })).toBe(sentence);
});

test('whatever was marked, the count comes first', () => {
  const n = fc.nat({ max: 99_999 });
  holds([n, n, n, n, fc.boolean(), fc.constantFrom(null, 'key retail')], (count, hidden, disabled, out, is, of) => {
    const about = { ...marked, count: count + 1, hidden, disabled, leftOut: out, isShowingDisabled: is, of };
    expect(staleMarkedSentence(about)).toMatch(/^[\d,]+ marked[:,]/);
  });
});
