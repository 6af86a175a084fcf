/** The list of a run's results: its groups, the row that is opened, and its place in the window. */
import { describe, expect, test } from 'vitest';
import type { Action } from '../../../../src/state/root/state.ts';
import { refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { aRun, deleted, deleting, failed, listed, recheckFailed } from './story.ts';

describe('the results of a run', () => {
  const last: Action = { kind: 'moved', motion: 'last' };
  const chosen: Action = { kind: 'outcomeGroupChosen', group: 'all' };
  const ended = play(aRun(2), ...deleting('S0'), deleted('S0'), ...deleting('S1'), failed('S1', refused(409)));
  const over = play(ended.state, listed('S1')).state;

  test('are shown by the group that is chosen, from its first row, once all is known', () => {
    const { deletion } = play(over, chosen, last).state;
    expect(deletion).toMatchObject({ group: 'all', list: { row: 1 } });
    const again = play(over, chosen, last, { kind: 'outcomeGroupChosen', group: 'done' }).state;
    expect(again.deletion).toMatchObject({ group: 'done', list: { row: 0, top: 0 } });
    // Before its end, and while it checks itself, there is no such choice.
    for (const early of [aRun(2), ended.state]) expect(play(early, chosen).state).toEqual(early);
    const none = { ...over, deletion: null };
    expect(play(none, chosen).state).toEqual(none);
  });

  test('of one system are opened where there is one, and esc leads back to its row', () => {
    const opened = play(over, { kind: 'outcomeOpened' }).state;
    expect(opened.screen).toEqual({ kind: 'outcome' });
    expect(play(opened, { kind: 'wentBack' }).state.screen).toEqual({ kind: 'deletion' });
    const empty = play(over, { kind: 'outcomeGroupChosen', group: 'kept' }).state;
    expect(play(empty, { kind: 'outcomeOpened' }).state.screen).toEqual({ kind: 'deletion' });
  });

  test('keep their row in view in a window of another size', () => {
    const many = play(aRun(20), ...Array.from({ length: 20 }, (_, at) => recheckFailed(`S${at}`, refused(418))));
    const { deletion } = play(many.state, listed(), chosen, last, { kind: 'resized', columns: 80, rows: 14 }).state;
    const { row = 0, top = 0 } = deletion?.list ?? {};
    expect(row).toBeGreaterThan(0);
    expect(row - top).toBeLessThan(14);
    expect(top).toBeGreaterThan(0);
  });
});
