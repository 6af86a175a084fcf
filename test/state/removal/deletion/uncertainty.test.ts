/** Resolving an uncertain outcome, also where it cannot be saved. */
import { describe, expect, test } from 'vitest';
import { refused, systemNotFound, now } from '../../../support/make.ts';
import { accessSeen, aRun, deleted, deleting, outcomes, recheckFailed, rechecked, rechecks } from './story.ts';
import { play } from '../../root/play.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';

describe('a deletion that the service has only accepted (202)', () => {
  const accepted: Action = { kind: 'systemChanged', run: 2, systemId: 'S0', accepted: true, now };
  const start = play(aRun(2), ...deleting('S0')).state;
  const looks = (effects: readonly Effect[]): unknown[] =>
    effects.flatMap((effect) => (effect.kind === 'recheckSystem' ? [effect.afterMs] : []));

  test('is no outcome: the system is looked at again at once', () => {
    const { state, effects } = play(start, accepted);
    expect(effects).toEqual([{ ...rechecks('S0'), afterMs: 0 }]);
    expect(outcomes(state)).toEqual([]);
  });

  test('has deleted it once it is not found', () => {
    expect(outcomes(play(start, accepted, recheckFailed('S0', systemNotFound), ...accessSeen).state)).toEqual([
      'S0 done',
    ]);
  });

  test('stays unknown where it is still there after some seconds, or cannot be looked at', () => {
    const still = play(start, accepted, ...Array.from({ length: 4 }, () => rechecked('S0')));
    expect(looks(still.effects)).toEqual([0, 1000, 2000, 4000]);
    expect(outcomes(still.state)).toEqual(['S0 unknown']);
    expect(outcomes(play(start, accepted, recheckFailed('S0', refused(418))).state)).toEqual(['S0 unknown']);
  });
});

describe('an outcome that cannot be saved', () => {
  const unrecorded = (systemId: string, code: string): Action => ({
    kind: 'outcomeUnrecorded',
    run: 2,
    systemId,
    code,
    now,
  });

  test('stops the run, and is kept for the report', () => {
    const start = play(aRun(9), ...deleting('S0'), deleted('S0'), unrecorded('S0', 'ENOSPC')).state;
    expect(start.deletion).toMatchObject({ stop: 'journal', journalFault: 'ENOSPC', unrecorded: new Set(['S0']) });
    const { state } = play(start, unrecorded('S1', 'EIO'));
    expect(state.deletion).toMatchObject({ journalFault: 'ENOSPC', unrecorded: new Set(['S0', 'S1']) });
  });

  test('is kept also where it was the last, and then the run ended as it did', () => {
    const over = play(aRun(1), ...deleting('S0'), deleted('S0')).state;
    const { deletion: run } = play(over, unrecorded('S0', 'ENOSPC')).state;
    expect(run).toMatchObject({ stop: null, journalFault: 'ENOSPC', unrecorded: new Set(['S0']) });
  });
});
