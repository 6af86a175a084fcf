import { describe, expect, test } from 'vitest';
import { reduce } from '../../../src/state/root/reduce.ts';
import { aListing, aState, now, pagesOf, refused, systemNotFound, systemsOf } from '../../support/make.ts';
import { pendingName, isProgress, secondsPending } from '../../../src/state/root/pending.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import {
  aRun,
  deleted,
  deleting,
  old,
  openedReview,
  recheckFailed,
  rechecked,
  reread,
} from '../removal/deletion/story.ts';
import { play } from './play.ts';

const listing = aListing(pagesOf(systemsOf(400), 200).slice(0, 1));
const withPageInFlight = aState({
  listing: { ...listing, scan: listing.scan === null ? null : { ...listing.scan, inFlight: true } },
});

test('nothing is pending without a request', () => {
  expect(pendingName(aState())).toBeNull();
});

test('a page is pending where its list is on the screen, and its seconds are counted', () => {
  expect(pendingName(withPageInFlight)).toContain('page');
  expect(pendingName({ ...withPageInFlight, screen: { kind: 'organisations' } })).toBeNull();
  const [later] = reduce(withPageInFlight, {
    kind: 'secondPassed',
    name: pendingName(withPageInFlight) ?? '',
    seconds: 4,
  });
  expect(secondsPending(later)).toBe(4);
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

const pages = pagesOf(systemsOf(40), 10);

/** The first of four pages is there, and the others are asked for by this key. */
function reading(...keys: Action[]) {
  const state = aState({ listing: aListing(pages.slice(0, 1)) });
  return play(state, ...keys).state;
}

function page(at: number): Action {
  const value = pages[at];
  if (value === undefined) throw new Error('There is no such page.');
  return { kind: 'pageArrived', scan: 0, page: value, now };
}

function isProgressOnly(before: State, ...actions: Action[]): boolean {
  let state = before;
  return actions.every((action) => {
    const was = state;
    ({ state } = play(was, action));
    return isProgress(action, was, state);
  });
}

const toTheEnd: Action = { kind: 'moved', motion: 'last' };

describe('a page that arrives while all are read', () => {
  test('is progress, until the last one', () => {
    const before = reading(toTheEnd);
    const second = play(before, page(1)).state;
    expect(isProgressOnly(before, page(1))).toBe(true);
    const last = play(second, page(2), page(3)).state;
    expect(last.list.listing.scan?.count).toBe(40);
    expect(isProgressOnly(second, page(2), page(3))).toBe(false);
  });

  test('is more than that together with a key', () => {
    const before = reading(toTheEnd);
    for (const key of [
      { kind: 'moved', motion: 'up' },
      { kind: 'markToggled' },
      { kind: 'filterOpened' },
      { kind: 'sortChanged' },
    ] as const) {
      expect(isProgressOnly(before, page(1), key)).toBe(false);
      expect(isProgressOnly(before, key, page(1))).toBe(false);
    }
  });
});

test('a page that the cursor needs is drawn at once', () => {
  const before = reading({ kind: 'moved', motion: 'down' });
  expect(isProgressOnly(before, page(1))).toBe(false);
});

describe('an answer of a run', () => {
  const going = aRun(5);
  const answers = [...deleting('S0'), deleted('S0'), rechecked('S1'), recheckFailed('S2', refused(418))];
  const last = play(aRun(1), ...deleting('S0')).state;

  test('is progress while it goes on, and while it checks itself, but not the one that ends it', () => {
    expect(isProgressOnly(going, ...answers)).toBe(true);
    expect(isProgressOnly(last, deleted('S0'))).toBe(false);
    const pages = pagesOf(
      systemsOf(4, () => old),
      2,
    );
    const checking = play(last, deleted('S0')).state;
    const [first, second] = pages.map((page): Action => ({ kind: 'checkPageArrived', run: 2, page, now }));
    if (first === undefined || second === undefined) throw new Error('There are two pages.');
    expect(isProgressOnly(checking, first)).toBe(true);
    expect(isProgressOnly(play(checking, first).state, second)).toBe(true);
    const looking = play(checking, first, second).state;
    expect(isProgressOnly(looking, recheckFailed('S0', systemNotFound))).toBe(false);
  });

  test('is more than that together with what a person sees or has asked for', () => {
    const rechecks: Action = rechecked('S1');
    const seen = (change: (state: State) => State): boolean => {
      const after = play(going, rechecks).state;
      return isProgress(rechecks, going, change(after));
    };
    const having = (about: object) => (state: State) => ({
      ...state,
      deletion: state.deletion && { ...state.deletion, ...about },
    });
    expect(seen((state) => state)).toBe(true);
    for (const about of [{ list: { row: 1, top: 0 } }, { stop: 'asked' }, { isPaused: true }, { finishedAt: now }])
      expect(seen(having(about))).toBe(false);
    expect(seen((state) => ({ ...state, deletion: null }))).toBe(false);
    expect(isProgress(rechecks, { ...going, deletion: null }, going)).toBe(false);
  });
});

test('what a run waits for is named until its last answer, and each answer begins another wait', () => {
  const names = [aRun(2), play(aRun(2), ...deleting('S0'), deleted('S0')).state].map(pendingName);
  expect(names).toEqual(['run 2 0', 'run 2 1']);
  const checking = play(aRun(1), ...deleting('S0'), deleted('S0')).state;
  expect(pendingName(checking)).toMatch(/^check \d+ 0$/);
  expect(pendingName({ ...checking, deletion: null })).toBeNull();
});
