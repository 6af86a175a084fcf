/** Why is a system in the review? */
import { expect, test } from 'vitest';
import type { System } from '../../../src/api/system.ts';
import { reasonOf } from '../../../src/screens/review/reason.ts';
import { withMarked } from '../../../src/state/marks.ts';
import { newReview } from '../../../src/state/review.ts';
import { anOrganisation, aSystem, daysAgo, now } from '../../support/make.ts';

test.each<[Partial<System>, string]>([
  [{ lastSeen: daysAgo(214) }, 'last seen 214 days ago'],
  [{ lastSeen: null, enrolledAt: daysAgo(120) }, 'never connected, enrolled 120 days ago'],
  [{ lastSeen: daysAgo(1) }, 'marked by hand, seen 1 day ago'],
  [{ lastSeen: daysAgo(0.25) }, 'marked by hand, seen 6 h ago'],
  [{ lastSeen: daysAgo(400), state: 'Connected' }, 'marked by hand, connected now'],
  [{ lastSeen: 'never' }, 'marked by hand, age unknown'],
])('%j: %s', (about, words) => {
  const marks = withMarked(new Map(), [aSystem(about)]);
  const { items } = newReview(anOrganisation(), marks.values(), {
    total: 9,
    days: 90,
    now,
    isIncomplete: false,
    gap: null,
    isClockUnverified: false,
  });
  expect(items.map(reasonOf)).toEqual([words]);
});
