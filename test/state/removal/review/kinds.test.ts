/** Reviews that lead to disabling or enabling; turned, and opened by an undo. */
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { obstacleOf } from '../../../../src/state/removal/review/opening.ts';
import { withReread } from '../../../../src/state/removal/review/check.ts';
import { chosenItems, readConfirmed, countsOf, type Review } from '../../../../src/state/removal/review/review.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aReviewOf,
  aSession,
  aSystem,
  daysAgo,
  idsOf,
  noGuards,
  now,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';
import {
  aReview,
  aRun,
  deleted,
  deleting,
  openedReview,
  outcomes,
  rechecked,
  reread,
  typed,
} from '../deletion/story.ts';
import { play } from '../../root/play.ts';

const old = { lastSeen: daysAgo(200) };
const off: Partial<System> = { isEnabled: false, state: 'Disabled' };
const guards = { ...noGuards, tags: ['protect'] };
const rules = { days: 90, now, guards, address: null };
const quiet: Action = { kind: 'timerEnded', timer: 'arm' };

function of(does: RunKind, count: number, about: Partial<System> = {}, total = 1000): Review {
  return aReviewOf(
    systemsOf(count, () => ({ ...old, ...about })),
    { kind: does, rules, total },
    'Northwind Traders',
  );
}

function idsChosen(review: Review | null): string[] {
  return review === null ? [] : chosenItems(review).map(({ system }) => system.systemId);
}

describe('the phrase', () => {
  test.each<[RunKind, string, string]>([
    ['disable', 'ddisable 2', 'disable 2'],
    ['enable', 'eenable 2', 'enable 2'],
    ['enable', 'ddelete 2', 'ddelete 2'],
    ['delete', 'ddelete 2', 'delete 2'],
    ['delete', 'delete 2', 'delete 2'],
  ])('in a review to %s, typed as "%s", is "%s"', (does, text, kept) => {
    const open = play(aReview(2, {}, does), { kind: 'phraseStarted', typed: '' }, { kind: 'textEdited', text });
    expect(open.state.review?.typed).toBe(kept);
  });
});

describe('a system that is so already', () => {
  test.each<[RunKind, boolean | null, boolean | null, 'already' | 'changed' | 'lastSeen']>([
    ['disable', true, false, 'already'],
    ['enable', false, true, 'already'],
    // Somebody enabled it since its mark, and wants it.
    ['disable', false, true, 'changed'],
    ['delete', false, false, 'lastSeen'],
    // Nothing says so: that proves neither.
    ['disable', null, null, 'lastSeen'],
    ['enable', null, null, 'lastSeen'],
  ])('in a review to %s, %j in the list and %j once it is read again, counts as %s', (does, listed, read, counted) => {
    const before = of(does, 3, { isEnabled: listed });
    const after = withReread(before, 'S0', aSystem({ systemId: 'S0', ...old, isEnabled: read }), null);
    const others = listed === read ? 2 : 0;
    expect(countsOf(after)[counted]).toBe(counted === 'lastSeen' ? others + 1 : 1);
    expect(idsChosen(after).includes('S0')).toBe(counted === 'lastSeen');
  });

  test('does not count either where the list has it so, and too many are marked to be read again', () => {
    const many = [...systemsOf(1200, () => old).slice(0, 1100)];
    const review = aReviewOf(
      many.map((system, at) => (at < 100 ? { ...system, isEnabled: false } : system)),
      { kind: 'disable', rules, total: 9000 },
    );
    expect(chosenItems(review)).toHaveLength(1000);
  });
});

describe('a review to enable', () => {
  test('protects nothing, and limits no share', () => {
    const living = { ...off, tags: ['protect'], lastSeen: daysAgo(0) };
    const review = aReviewOf(
      systemsOf(9, () => living),
      { kind: 'enable', rules: { ...rules, guards: { ...guards, share: 10 } }, total: 10 },
    );
    const read = withReread(review, 'S0', aSystem({ systemId: 'S0', ...living, hostname: 'another' }), null);
    expect(chosenItems(read)).toHaveLength(9);
    expect(obstacleOf(read)).toBeNull();
    expect(readConfirmed(read).protection.lifted.size).toBe(0);
    expect(countsOf(withReread(read, 'S1', null, systemNotFound))).toMatchObject({ gone: 1 });
  });

  test('that to disable does both', () => {
    const review = aReviewOf(
      systemsOf(9, () => ({ ...old, tags: ['protect'] })),
      { kind: 'disable', rules: { ...rules, guards: { ...guards, share: 10 } }, total: 10 },
    );
    expect(chosenItems(review)).toHaveLength(0);
    const share = of('disable', 9, {}, 10);
    expect(obstacleOf({ ...share, rules: { ...rules, guards: { ...noGuards, share: 10 } } })).toMatchObject({
      kind: 'share',
    });
  });
});

describe('a review that is turned', () => {
  const disabledToo = (at: number): Partial<System> => (at === 2 ? { ...old, ...off } : old);
  const opened = (): State => {
    const start = openedReview(
      systemsOf(3, () => old),
      {},
      'delete',
      systemsOf(100, disabledToo),
    ).state;
    const now2 = systemsOf(3, disabledToo).map((system) => reread(system));
    return play(start, ...now2, quiet, { kind: 'reviewItemToggled', stays: true }).state;
  };

  test('has the same systems and exclusions, without those disabled already', () => {
    const before = play(opened(), { kind: 'phraseStarted', typed: 'd' }).state;
    expect(before.review?.typed).toBe('d');
    const { state, effects } = play(before, { kind: 'reviewTurned', does: 'disable' });
    expect(state.review).toMatchObject({ kind: 'disable', typed: '', isInField: false, isArmed: false });
    expect(idsChosen(state.review)).toEqual(['S1']);
    expect(state.review?.items.map(({ judgement }) => judgement.isChosen)).toEqual([false, true, true]);
    expect(effects).toEqual([{ kind: 'startTimer', timer: 'arm', ms: 400 }]);
    expect(play(state, { kind: 'phraseStarted', typed: 'd' }).state.review?.isInField).toBe(false);
    expect(play(state, quiet, ...typed('disable 1')).state.deletion).toMatchObject({ kind: 'disable' });
  });

  test('back, is the one of before', () => {
    const before = opened();
    const turned = play(before, { kind: 'reviewTurned', does: 'disable' }, { kind: 'reviewTurned', does: 'delete' });
    expect(idsChosen(turned.state.review)).toEqual(idsChosen(before.review));
    expect(turned.state.review?.items).toEqual(before.review?.items);
  });

  test('keeps what came back, and what could not be read, for either', () => {
    const back = play(aReview(2), reread(aSystem({ systemId: 'S0', state: 'Connected' }))).state;
    const { state } = play(back, { kind: 'reviewTurned', does: 'disable' });
    expect(state.review?.items[0]?.judgement.change).toMatchObject(
      back.review?.items[0]?.judgement.change ?? { why: 'none' },
    );
  });

  test('is never one that enables, nor comes from one', () => {
    const start = aReview(2);
    expect(play(start, { kind: 'reviewTurned', does: 'enable' }).state.review).toEqual(start.review);
    const enabling = aReview(2, {}, 'enable');
    expect(play(enabling, { kind: 'reviewTurned', does: 'delete' }).state.review).toEqual(enabling.review);
  });
});

describe('an undo', () => {
  const over = (does: RunKind): State => {
    const run = aRun(3, {}, does);
    const about = { isEnabled: does !== 'enable' };
    const one = (id: string): Action[] => [rechecked(id, about), ...deleting(id).slice(1), deleted(id)];
    // In a run of enabling nothing is kept: it is enabled already.
    const last = does === 'enable' ? { isEnabled: true } : { ...about, hostname: 'other' };
    const done = play(run, ...one('S0'), ...one('S1'), rechecked('S2', last));
    return play(done.state, { kind: 'checkPageFailed', run: 2, problem: refused(418) }).state;
  };

  test('of a run of disabling opens a review to enable what it disabled, and no more', () => {
    const state = over('disable');
    expect(outcomes(state)).toEqual(['S0 done', 'S1 done', 'S2 kept']);
    const undo = play(state, { kind: 'undoRequested' });
    // It is in no row of a list without disabled systems: nothing hides it.
    expect(undo.state).toMatchObject({ screen: { kind: 'review' }, review: { kind: 'enable', hidden: 0 } });
    expect(idsChosen(undo.state.review)).toEqual(['S0', 'S1']);
    expect(undo.effects.map(({ kind }) => kind)).toContain('rereadSystem');
    const id = undo.state.review?.id ?? 0;
    const read = play(undo.state, ...['S0', 'S1'].map((systemId) => reread(aSystem({ systemId, ...off }), id)), quiet);
    expect(play(read.state, ...typed('enable 2')).state.deletion).toMatchObject({ kind: 'enable' });
  });

  test('leaves out what another person has enabled since', () => {
    const undo = play(over('disable'), { kind: 'undoRequested' }).state;
    const read = play(undo, reread(aSystem({ systemId: 'S0', ...old }), undo.review?.id ?? 0)).state;
    expect(idsChosen(read.review)).toEqual(['S1']);
  });

  test('of a run of enabling opens a review to disable, with its guards', () => {
    const undo = play(over('enable'), { kind: 'undoRequested' }).state;
    expect(undo.review?.kind).toBe('disable');
    expect(idsChosen(undo.review)).toEqual(['S0', 'S1']);
    const living = aSystem({ systemId: 'S0', ...old, state: 'Connected' });
    const read = play(undo, reread(living, undo.review?.id ?? 0)).state;
    expect(idsChosen(read.review)).toEqual(['S1']);
  });

  test('is none of a deletion, of a run at work, elsewhere, or without anything done', () => {
    const state = over('disable');
    const { deletion: run } = state;
    if (run === null) throw new Error('There was no run.');
    const nowhere: State[] = [
      over('delete'),
      aRun(2, {}, 'disable'),
      { ...state, organisation: anOrganisation({ orgId: 'C1' }) },
      { ...state, session: aSession({ baseUrl: 'https://elsewhere.example' }) },
      { ...state, deletion: { ...run, isElsewhere: true } },
      { ...state, deletion: { ...run, settled: [] } },
    ];
    for (const one of nowhere) expect(play(one, { kind: 'undoRequested' }).state.screen).toEqual(one.screen);
  });
});

test('once disabling is confirmed, what was disabled already is no longer marked', () => {
  const start = openedReview(
    systemsOf(3, () => old),
    {},
    'disable',
    systemsOf(100, () => old),
  ).state;
  const read = play(
    start,
    reread(aSystem({ systemId: 'S0', ...off })),
    ...['S1', 'S2'].map((systemId) => reread(aSystem({ systemId, ...old }))),
    quiet,
    ...typed('disable 2'),
  ).state;
  expect(read.deletion?.planned.map(({ systemId }) => systemId)).toEqual(['S1', 'S2']);
  expect(idsOf(read.marks.marked)).toEqual(['S1', 'S2']);
});
