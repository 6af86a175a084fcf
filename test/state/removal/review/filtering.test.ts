/** The list of a review is filtered as the list of systems is: while it is typed, with completions, and with a way back. */
import { describe, expect, test } from 'vitest';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { systemsOf } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { old, openedReview } from '../deletion/story.ts';

const names = ['web-1', 'web-2', 'db-1', 'kiosk'];
const systems = systemsOf(4, (at) => ({ ...old, hostname: names[at] ?? null, tags: at < 2 ? ['edge', 'east'] : [] }));
const review = openedReview(systems).state;
const opens: Action = { kind: 'reviewFilterOpened' };
const enter: Action = { kind: 'promptAccepted' };
const esc: Action = { kind: 'wentBack' };
const tab: Action = { kind: 'reviewFilterCompleted' };
const typed = (text: string): Action => ({ kind: 'textEdited', text });

function shown({ review }: State): unknown {
  return review?.rows.map((row) => review.items[row]?.system.hostname).sort();
}

test('it is applied while it is typed, and stays after enter', () => {
  const typing = play(review, opens, typed('name:web'));
  expect([shown(typing.state), typing.state.prompt?.kind]).toEqual([['web-1', 'web-2'], 'reviewFilter']);
  const { state } = play(typing.state, enter);
  expect([shown(state), state.prompt]).toEqual([['web-1', 'web-2'], null]);
  // It begins with what is there.
  expect(play(state, opens).state.prompt).toMatchObject({ typed: 'name:web', completion: null, isRefused: false });
  expect(shown(play(state, opens, typed('')).state)).toEqual([...names].sort());
});

test('esc in it brings back the list as it was, with its cursor', () => {
  const moved = play(review, opens, typed('name:web'), enter, { kind: 'moved', motion: 'last' }).state;
  const { state } = play(moved, opens, typed('kiosk'), esc);
  expect(state).toMatchObject({ prompt: null, review: { filter: moved.review?.filter, list: moved.review?.list } });
  expect(shown(state)).toEqual(['web-1', 'web-2']);
});

test('one with a mistake is not applied, nor accepted until it is corrected', () => {
  const { state } = play(review, opens, typed('name:web'), typed('name:web offline:x'), enter);
  expect(shown(state)).toEqual(['web-1', 'web-2']);
  expect(state.prompt).toMatchObject({ typed: 'name:web offline:x', isRefused: true });
  const corrected = play(state, typed('name:db'));
  expect(corrected.state.prompt).toMatchObject({ isRefused: false });
  expect([shown(corrected.state), play(corrected.state, enter).state.prompt]).toEqual([['db-1'], null]);
});

describe('tab', () => {
  const prompt = (...actions: Action[]): unknown => {
    const { prompt: now } = play(review, opens, ...actions).state;
    return now?.kind === 'reviewFilter' ? now.typed : null;
  };

  test('goes round through what the last word could be, by the systems of the review, and shows it', () => {
    const texts = [1, 2, 3].map((times) => prompt(typed('tag:e'), ...Array.from({ length: times }, () => tab)));
    expect([...texts.slice(0, 2)].sort()).toEqual(['tag:east', 'tag:edge']);
    expect(texts[2]).toBe(texts[0]);
    expect(shown(play(review, opens, typed('tag:e'), tab).state)).toEqual(['web-1', 'web-2']);
  });

  test('begins anew after a key, and after the only one that there is', () => {
    expect(prompt(typed('tag:e'), tab, typed('tag:ea'), tab)).toBe('tag:east');
    expect(prompt(typed('ta'), tab, typed('tag:edg'), tab, tab)).toMatch(/^tag:edge/);
  });

  test('changes nothing where nothing fits, or nothing is typed', () => {
    expect(prompt(typed('tag:zz'), tab)).toBe('tag:zz');
    expect(play(review, tab).state).toEqual(review);
  });
});

test('the order goes through each kind but that of the service, and back to the first', () => {
  const next: Action = { kind: 'reviewSortChanged' };
  const kinds: unknown[] = [review.review?.sort.by];
  let state = review;
  do {
    ({ state } = play(state, next));
    kinds.push(state.review?.sort.by);
  } while (state.review?.sort.by !== kinds[0]);
  expect(kinds).not.toContain('listed');
  expect(new Set(kinds).size).toBe(kinds.length - 1);
  const byName = (at: State) => at.review?.rows.map((row) => at.review?.items[row]?.system.hostname);
  const named = Array.from(kinds.entries()).find(([, kind]) => kind === 'name')?.[0] ?? 0;
  const sorted = play(review, ...Array.from({ length: named }, () => next)).state;
  expect(byName(sorted)).toEqual([...names].sort());
  expect(byName(play(sorted, { kind: 'reviewSortReversed' }).state)).toEqual([...names].sort().reverse());
});
