import { describe, expect, test } from 'vitest';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/review-phrase.ts';
import { countsOf, isReread } from '../../../../src/state/removal/review/review.ts';
import { aListing, aPage, refused, systemsOf } from '../../../support/make.ts';
import { old, openedReview, reread } from '../deletion/story.ts';
import { play } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

describe('how many are too many', () => {
  function reviewed(total: number | null, of: number, isWhole = true) {
    const systems = systemsOf(of, () => old);
    const next = isWhole ? ({ kind: 'end' } as const) : ({ kind: 'page', url: 'https://api.example/2' } as const);
    const listing = aListing([aPage(systems, { total, next })]);
    return openedReview(systems, { listing, organisationTotal: total, guards: defaultGuards }).state.review;
  }

  test.each([null, 0, 6, 100_000])('comes from the complete list, where the service says %j', (total) => {
    const review = reviewed(total, 6);
    expect(review && obstacleOf(review)?.kind).toBe('share');
    expect(review && phraseOf(review)).toBe('delete 6 from Northwind');
  });

  test.each([null, 3])('comes from the loaded systems, where the service says %j', (total) => {
    const review = reviewed(total, 6, false);
    expect(review && obstacleOf(review)?.kind).toBe('share');
  });

  test('comes from the service, where not all pages are loaded', () => {
    const review = reviewed(100, 6, false);
    expect(review && [obstacleOf(review), phraseOf(review)]).toEqual([null, 'delete 6']);
  });
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
  expect([reviewed, lifted, again].map(({ review }) => review?.items.map((item) => item.isGuardLifted))).toEqual([
    [false, false],
    [false, true],
    [false, false],
  ]);
});
