import { describe, expect, test } from 'vitest';
import { reduce } from '../../../src/state/root/reduce.ts';
import { aListing, aState, now, pagesOf, systemsOf } from '../../support/make.ts';
import { pendingName, isProgress, secondsOfLongWait, secondsPending } from '../../../src/state/root/pending.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
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

describe('the line of notices', () => {
  const what = pendingName(withPageInFlight) ?? '';
  const waited = (from: number, to: number): Action[] =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ kind: 'secondPassed', name: what, seconds: from + at }));

  test('shows a wait from its third second on, where nothing is said', () => {
    expect(secondsOfLongWait(play(withPageInFlight, ...waited(1, 2)).state)).toBeNull();
    expect(secondsOfLongWait(play(withPageInFlight, ...waited(1, 3)).state)).toBe(3);
  });

  test.each([
    ['before the wait', 0],
    ['in its first second', 1],
    ['while its seconds are shown', 8],
  ])('keeps what a key says %s for three seconds, and then shows the wait', (_, at) => {
    const said = play(withPageInFlight, ...waited(1, at), { kind: 'keyUnknown', name: 'Z' }).state;
    expect(said.notice).not.toBeNull();
    expect(secondsOfLongWait(said)).toBeNull();
    expect(secondsOfLongWait(play(said, ...waited(at + 1, at + 2)).state)).toBeNull();
    expect(secondsOfLongWait(play(said, ...waited(at + 1, at + 3)).state)).toBe(at + 3);
  });

  test('gives each notice its own three seconds, and shows the wait again when it is gone', () => {
    const refusal: Action = { kind: 'keyUnknown', name: 'Z' };
    const again = play(withPageInFlight, ...waited(1, 2), refusal, ...waited(3, 4), refusal, ...waited(5, 6)).state;
    expect(secondsOfLongWait(again)).toBeNull();
    expect(secondsOfLongWait({ ...again, notice: null })).toBe(6);
    expect(secondsOfLongWait(play(again, ...waited(7, 7)).state)).toBe(7);
  });

  test('counts from 0 for another wait', () => {
    const said = play(withPageInFlight, ...waited(1, 8), { kind: 'keyUnknown', name: 'Z' }).state;
    const other: Action = { kind: 'secondPassed', name: 'another page', seconds: 3 };
    expect(play(said, other).state.program.pending).toBeNull();
  });
});
