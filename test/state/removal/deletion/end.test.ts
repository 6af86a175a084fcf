import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import {
  aListing,
  aPage,
  aSession,
  aSystem,
  idsOf,
  now,
  pagesOf,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';
import {
  accessSeen,
  aRun,
  checked,
  checksList,
  closes,
  deleted,
  deleting,
  failed,
  leavesOutOfLastVisit,
  listed,
  old,
  recheckFailed,
  rechecked,
} from './story.ts';
import { play, readsFirst, shownIds } from '../../root/play.ts';
import { pendingName } from '../../../../src/state/root/pending.ts';
import type { CheckedRun } from '../../../../src/state/change/run.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';

const slower = refused(429, { retryAfter: 60 });
const lost: Problem = { operation: 'delete system', kind: 'lost', code: 'ECONNRESET' };

/** It came back, and is kept. */
function ended(systemId: string): Action[] {
  return [rechecked(systemId, { state: 'Connected' })];
}

describe('after a run', () => {
  test('what is gone has left the list, the marks and the total', () => {
    const { state } = play(
      aRun(3),
      ...deleting('S0'),
      deleted('S0'),
      ...deleting('S1'),
      failed('S1', systemNotFound),
      ...deleting('S2'),
      failed('S2', refused(409)),
      ...accessSeen,
      listed('S2'),
    );
    expect(shownIds(state).slice(0, 2)).toEqual(['S2', 'S3']);
    expect(idsOf(state.marks.marked)).toEqual(['S2']);
    expect(state.list.total).toBe(98);
    expect(state.list.listing.cursor).toMatchObject({ row: 0, systemId: 'S2' });
  });

  test('an incomplete list is loaded again from its first page: the old links would skip systems', () => {
    const pages = pagesOf(systemsOf(100), 50);
    const start = aRun(1, { listing: aListing(pages.slice(0, 1)) });
    const { state, effects } = play(start, ...deleting('S0'), deleted('S0'), listed());
    expect(effects.slice(-3)).toEqual([closes({ done: 1 }), leavesOutOfLastVisit('S0'), readsFirst(4)]);
    expect(shownIds(state)).toHaveLength(49);
  });

  test('so is a list that was being refreshed', () => {
    const { effects } = play(aRun(1), { kind: 'disabledToggled' }, ...deleting('S0'), deleted('S0'), listed());
    expect(effects.at(-1)).toEqual(readsFirst(5, { includeDisabled: true }));
  });

  test('esc from a search requests the whole list again: the earlier one holds deleted systems', () => {
    const unsearched = aListing([aPage(systemsOf(100))]);
    const found = aListing([aPage(systemsOf(2))], { search: 's' });
    const back: Action = { kind: 'wentBack' };
    const { state, effects } = play(
      aRun(1, { listing: found, unsearched }),
      ...deleting('S0'),
      deleted('S0'),
      listed(),
      back,
      back,
    );
    expect(effects.at(-1)).toEqual(readsFirst(4));
    expect(shownIds(state)).toEqual(['S1']);
  });

  test('deleted systems are no change at the next visit, and systems that still exist may be', () => {
    const ended = [...deleting('S0'), deleted('S0'), ...deleting('S1'), failed('S1', refused(409)), listed('S1')];
    expect(play(aRun(2), ...ended).effects.at(-1)).toEqual(leavesOutOfLastVisit('S0'));
    const refusedOnly = play(aRun(1), ...deleting('S0'), failed('S0', refused(409)), listed('S0'));
    expect(refusedOnly.effects.at(-1)).toEqual(closes({ refused: 1 }));
  });

  test('a list without deleted systems stays', () => {
    const start = aRun(1);
    const { state } = play(start, rechecked('S0', { state: 'Connected' }));
    expect(shownIds(state)).toEqual(shownIds(start));
    expect(state.list.listing.scan?.pages.flat()[0]).toMatchObject({ systemId: 'S0', state: 'Connected' });
  });

  test('its file is closed, also where one outcome stays unknown: the next start could not find out more', () => {
    const { state, effects } = play(
      aRun(1),
      ...deleting('S0'),
      failed('S0', lost),
      recheckFailed('S0', refused(418)),
      listed('S0'),
      recheckFailed('S0', refused(418)),
    );
    expect(effects).toContainEqual(closes({ unknown: 1 }));
    expect(state.deletion?.finishedAt).not.toBeNull();
  });

  test('its file stays open for the next start where one system is left unsettled', () => {
    const { effects } = play(aRun(5), { kind: 'quitConfirmed' }, ...['S0', 'S1', 'S2', 'S3'].flatMap(ended));
    expect(effects).toContainEqual({ kind: 'closeJournal', run: 2, end: null });
    const all = play(aRun(4), { kind: 'quitConfirmed' }, ...['S0', 'S1', 'S2', 'S3'].flatMap(ended)).effects;
    expect(all).toContainEqual(closes({ kept: 4 }, 'asked', null));
  });

  test.each<[string, Problem, Action[]]>([
    ['a pause was over', slower, [{ kind: 'quitConfirmed' }]],
    ['a pause was over, and the computer shut down', slower, [{ kind: 'endingAsked', isAgain: false }]],
    ['another token was there', refused(401), [{ kind: 'quitConfirmed' }]],
  ])('so does that of a run that is left before %s', (_, problem, leaving) => {
    const held = ['S1', 'S2', 'S3', 'S4'].map((id) => recheckFailed(id, problem));
    for (const begin of [[], [...deleting('S0'), deleted('S0')]]) {
      const start = play(aRun(9), ...begin, recheckFailed('S0', problem), ...held).state;
      const { effects } = play(start, ...leaving);
      expect(effects).toContainEqual({ kind: 'closeJournal', run: 2, end: null });
      expect(effects).toContainEqual({ kind: 'leave' });
    }
  });

  test('so does that of a run that is left during its check, with one system unknown', () => {
    const unknown = [...deleting('S0'), failed('S0', lost), recheckFailed('S0', refused(418))];
    const { effects } = play(aRun(1), ...unknown, { kind: 'quitConfirmed' });
    expect(effects.map(({ kind }) => kind).slice(-4)).toEqual([
      ...['abandonRead', 'closeJournal', 'rememberListView', 'leave'],
    ]);
    expect(effects).toContainEqual({ kind: 'closeJournal', run: 2, end: null });
  });

  test('a notice reports it on another screen, and its own screen shows it', () => {
    const left = play(aRun(1), { kind: 'runLeft' }, ...deleting('S0'), deleted('S0'), listed()).state;
    expect(left.notice).toEqual({ kind: 'said', text: '✓ Deletion finished: 1 of 1. J shows the results.' });
    expect(play(aRun(1), ...deleting('S0'), deleted('S0'), listed()).state.notice).toBeNull();
  });

  test.each<[string, Action[], string, string]>([
    [
      'failed',
      [...deleting('S0'), failed('S0', refused(409))],
      'warning',
      'Deletion finished: 0 of 1 deleted, 1 failed. J shows the results.',
    ],
    [
      'was stopped',
      [{ kind: 'deletionStopped' }, rechecked('S0')],
      'warning',
      'Deletion stopped: 0 of 1 deleted. J shows the results.',
    ],
    [
      'is not known',
      [...deleting('S0'), failed('S0', lost), recheckFailed('S0', refused(418))],
      'warning',
      'Deletion finished: 0 of 1 deleted, 1 unknown. J shows the results.',
    ],
    [
      'did not reach a system',
      [recheckFailed('S0', refused(418))],
      'warning',
      'Deletion finished: 0 of 1 deleted, 1 not reached. J shows the results.',
    ],
    ['was a preview', [rechecked('S0')], 'said', '✓ Preview finished: nothing was deleted. J shows the results.'],
  ])('a notice on another screen says that it %s', (how, actions, kind, text) => {
    const mode = how === 'was a preview' ? { session: aSession({ mode: 'preview' }) } : {};
    const { state } = play(aRun(1, mode), { kind: 'runLeft' }, ...actions, {
      kind: 'checkPageFailed',
      run: 2,
      problem: refused(418),
    });
    expect(state.notice).toEqual({ kind, text });
  });

  test('and not before can anything be tried again', () => {
    const state = aRun(3);
    expect(play(state, { kind: 'retryRequested' })).toEqual({ state, effects: [] });
  });
});

describe('the check of a run', () => {
  const over = play(aRun(1), ...deleting('S0'), deleted('S0'));

  test.each<[string, Action, CheckedRun]>([
    ['by the person', { kind: 'deletionStopped' }, { reason: 'stopped', problem: null }],
    ['with the program', { kind: 'quitConfirmed' }, { reason: 'left', problem: null }],
    [
      'for a token',
      { kind: 'pauseLeft', until: 'token', problem: refused(401), queued: [] },
      { reason: 'token', problem: null },
    ],
  ])('that is stopped %s says so in its file, and reads no more', (_, action, how) => {
    const { effects } = play(over.state, action);
    expect(effects.slice(0, 2)).toEqual([{ kind: 'abandonRead', slot: 'check' }, closes({ done: 1 }, null, how)]);
  });

  test('leaves it deleted where only the list is late', () => {
    const { effects } = play(over.state, listed('S0'), recheckFailed('S0', systemNotFound));
    expect(effects).toContainEqual(closes({ done: 1 }));
  });

  test('looks at what the list contradicts as many at a time as the run takes, and one more for each that is known', () => {
    const ids = Array.from({ length: 7 }, (_, at) => `S${at}`);
    const all = ids.flatMap((id) => [...deleting(id), deleted(id)]);
    const asks = (effects: readonly Effect[]): string[] =>
      effects.flatMap((effect) => (effect.kind === 'recheckSystem' ? [effect.systemId] : []));
    const looking = play(play(aRun(7), ...all).state, listed(...ids));
    expect(asks(looking.effects)).toEqual(ids.slice(0, 4));
    expect(pendingName(looking.state)).toContain('left 7');
    const next = play(looking.state, rechecked('S1'));
    expect([asks(next.effects), pendingName(next.state)?.slice(-6)]).toEqual([['S4'], 'left 6']);
    const rest = ids.filter((id) => id !== 'S1').map((id) => recheckFailed(id, systemNotFound));
    const { state, effects } = play(next.state, ...rest);
    expect(asks(effects)).toEqual(['S5', 'S6']);
    expect(state.deletion).toMatchObject({ counts: { done: 6, failed: 1 }, checked });
  });

  test('reads a list once more that moved, and takes the second only for what exists', () => {
    const moved: Action = { kind: 'checkPageArrived', run: 2, page: aPage([], { total: 7 }), now };
    const again = play(over.state, moved);
    expect(again.effects).toEqual([checksList()]);
    const { effects } = play(again.state, moved);
    expect(effects[0]).toEqual(closes({ done: 1 }, null, { reason: 'incomplete', problem: null }));
  });

  test('is tried again, and given up with the reason, where the list cannot be read', () => {
    const refusedList: Action = { kind: 'checkPageFailed', run: 2, problem: refused(418) };
    const { effects } = play(over.state, refusedList);
    expect(effects[0]).toEqual(closes({ done: 1 }, null, { reason: 'unreadable', problem: refused(418) }));
    const busy = play(over.state, { ...refusedList, problem: refused(503) });
    expect(busy.state.requests.backoff?.queued).toEqual([checksList()]);
    const smaller = play(over.state, { ...refusedList, problem: refused(400) });
    expect(smaller.effects).toMatchObject([{ kind: 'readCheckPage', query: { perPage: null } }]);
  });

  test('hands its list to the screen that shows the same one', () => {
    const systems = systemsOf(100, () => old);
    const listing = aListing([aPage(systems)], { includeDisabled: true });
    const run = play(aRun(1, { listing }), ...deleting('S0'), deleted('S0')).state;
    const page = aPage([...systems.slice(1), aSystem({ systemId: 'new', ...old })]);
    const { state, effects } = play(run, { kind: 'checkPageArrived', run: 2, page, now });
    expect(shownIds(state)).toHaveLength(100);
    expect(shownIds(state).at(-1)).toBe('new');
    expect(effects.map(({ kind }) => kind)).not.toContain('readPage');
  });
});
