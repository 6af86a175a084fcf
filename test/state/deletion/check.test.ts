/** Outcomes of a run that a fresh list contradicts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/state/deletion/outcome.ts';
import { afterFound, afterNoLook, afterNotFound, isContradicted } from '../../../src/state/deletion/check.ts';
import { aListing, aPage, aSystem, now, refused, systemNotFound, systemsOf } from '../../support/make.ts';
import {
  aRun,
  checked,
  checksList,
  closes,
  deleted,
  deleting,
  failed,
  listed,
  old,
  outcomes,
  rechecked,
  recheckFailed,
  rechecks,
  records,
} from './story.ts';
import { play, shownIds } from '../play.ts';
import type { Action } from '../../../src/state/state.ts';

const problem = refused(503);
const anyOutcome = fc.constantFrom<Outcome>(
  { kind: 'deleted' },
  { kind: 'alreadyGone' },
  { kind: 'skipped', why: 'connected' },
  { kind: 'refused', problem: refused(409) },
  { kind: 'failed', problem },
  { kind: 'unknown', problem },
  { kind: 'unknown', problem: null, doubt: 'accepted' },
  { kind: 'unknown', problem: null, doubt: 'cutOff' },
  { kind: 'unknown', problem: null, doubt: 'noAccess' },
  { kind: 'notAttempted', problem: null },
);

test('what is not in a list that is not whole is not looked at, whatever its outcome', () => {
  fc.assert(
    fc.property(anyOutcome, (outcome) => {
      expect(isContradicted(outcome, false, false)).toBe(false);
    }),
  );
});

test('what was found is never called gone, and what was not found never said to exist', () => {
  fc.assert(
    fc.property(anyOutcome, (outcome) => {
      expect(['deleted', 'alreadyGone']).not.toContain(afterFound(outcome).kind);
      const isAttempted = outcome.kind !== 'skipped' && outcome.kind !== 'notAttempted';
      expect(['deleted', 'alreadyGone'].includes(afterNotFound(outcome).kind)).toBe(isAttempted);
    }),
  );
});

test('what is listed and cannot be looked at is unknown', () => {
  expect(afterNoLook({ kind: 'deleted' }, problem)).toEqual({ kind: 'unknown', problem });
  expect(afterNoLook({ kind: 'refused', problem }, refused(500))).toEqual({ kind: 'refused', problem });
});

describe('the check of a run', () => {
  const over = play(aRun(1), ...deleting('S0'), deleted('S0'));

  test('reads one fresh list, and is done where that agrees', () => {
    expect(over.effects.at(-1)).toEqual(checksList());
    expect(over.state.deletion).toMatchObject({ finishedAt: now, check: { kind: 'reading' }, checked: null });
    const { state, effects } = play(over.state, listed('S1', 'S2'));
    expect(effects[0]).toEqual(closes({ deleted: 1 }));
    expect(state.deletion).toMatchObject({ check: null, checked });
  });

  test('compares the listed systems all the same: they still exist, and are saved as such before the end', () => {
    const asked = play(over.state, listed('S0'));
    expect(asked.effects).toEqual([rechecks('S0')]);
    const outcome: Outcome = { kind: 'failed', problem: null, was: 'deleted' };
    const { state, effects } = play(asked.state, rechecked('S0'));
    expect(effects.slice(0, 2)).toEqual([closes({ failed: 1 }), records('S0', outcome)].reverse());
    expect(outcomes(state)).toEqual(['S0 failed']);
    expect(shownIds(state)).toContain('S0');
  });

  test('leaves it deleted where only the list is late', () => {
    const { effects } = play(over.state, listed('S0'), recheckFailed('S0', systemNotFound));
    expect(effects).toContainEqual(closes({ deleted: 1 }));
  });

  test('waits a moment before the list where something failed, for what is carried out late', () => {
    const late = play(aRun(1), ...deleting('S0'), failed('S0', problem), rechecked('S0'), rechecked('S0'));
    expect(late.effects.at(-1)).toEqual(checksList(3000));
    const { state } = play(late.state, listed(), recheckFailed('S0', systemNotFound));
    expect(outcomes(state)).toEqual(['S0 alreadyGone']);
  });

  test('reads a list once more that moved, and takes the second only for what exists', () => {
    const moved: Action = { kind: 'checkPageArrived', run: 2, page: aPage([], { total: 7 }), now };
    const again = play(over.state, moved);
    expect(again.effects).toEqual([checksList()]);
    const { effects } = play(again.state, moved);
    expect(effects[0]).toEqual(closes({ deleted: 1 }, null, { reason: 'incomplete', problem: null }));
  });

  test('is tried again, and given up with the reason, where the list cannot be read', () => {
    const refusedList: Action = { kind: 'checkPageFailed', run: 2, problem: refused(418) };
    const { effects } = play(over.state, refusedList);
    expect(effects[0]).toEqual(closes({ deleted: 1 }, null, { reason: 'unreadable', problem: refused(418) }));
    const busy = play(over.state, { ...refusedList, problem: refused(503) });
    expect(busy.state.requests.wait?.held).toEqual([checksList()]);
    const smaller = play(over.state, { ...refusedList, problem: refused(400) });
    expect(smaller.effects).toMatchObject([{ kind: 'readCheckPage', query: { perPage: null } }]);
  });

  test('is stopped by esc, and by leaving, which asks nothing', () => {
    const stopped = { reason: 'stopped', problem: null } as const;
    const byEsc = play(over.state, { kind: 'wentBack' });
    expect(byEsc.effects.slice(0, 2)).toEqual([
      { kind: 'abandonRead', slot: 'check' },
      closes({ deleted: 1 }, null, stopped),
    ]);
    expect(byEsc.state).toMatchObject({ screen: { kind: 'deletion' }, deletion: { stop: null } });
    const left = play(over.state, { kind: 'quitRequested' });
    expect(left.state.overlay).toBeNull();
    expect(left.effects).toContainEqual(closes({ deleted: 1 }, null, stopped));
    expect(left.effects.at(-1)).toEqual({ kind: 'leave' });
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
