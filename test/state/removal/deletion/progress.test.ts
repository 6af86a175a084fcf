/** The wait of a run, and which of its answers are progress that may be drawn a moment later. */
import { describe, expect, test } from 'vitest';
import { isProgress, pendingName } from '../../../../src/state/root/pending.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { now, pagesOf, refused, systemNotFound, systemsOf } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { aRun, deleted, deleting, old, recheckFailed, rechecked } from './story.ts';

function isProgressOnly(before: State, ...actions: Action[]): boolean {
  let state = before;
  return actions.every((action) => {
    const was = state;
    ({ state } = play(was, action));
    return isProgress(action, was, state);
  });
}

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

test('a run has a name for its wait until its last answer, and each answer begins another wait', () => {
  const names = [aRun(2), play(aRun(2), ...deleting('S0'), deleted('S0')).state].map(pendingName);
  expect(names).toEqual(['run 2 0', 'run 2 1']);
  const checking = play(aRun(1), ...deleting('S0'), deleted('S0')).state;
  expect(pendingName(checking)).toMatch(/^check \d+ 0$/);
  expect(pendingName({ ...checking, deletion: null })).toBeNull();
});
