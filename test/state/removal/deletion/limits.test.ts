import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import { anOrganisation, now, refused, systemNotFound } from '../../../support/make.ts';
import {
  accessChecked,
  accessSeen,
  accessCheckFailed,
  aRun,
  checksAccess,
  deleted,
  deleting,
  failed,
  outcomes,
  recheckFailed,
  rechecks,
} from './story.ts';
import { play, shownIds } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

const unreachable: Problem = {
  operation: 'read system',
  kind: 'unreachable',
  host: 'api.example',
  code: 'ENOTFOUND',
};

describe('a service that does not answer', () => {
  test('ends the run after three systems in a row', () => {
    const { state } = play(
      aRun(9),
      ...['S0', 'S1', 'S2', 'S3', 'S4', 'S5'].map((id) => recheckFailed(id, unreachable)),
    );
    expect(state.deletion).toMatchObject({ stop: 'unreachable', counts: { notAttempted: 9 } });
  });

  test('does not where one of them is answered in between', () => {
    const answered: Action[] = [...deleting('S2'), deleted('S2')];
    const failures = (...ids: string[]): Action[] => ids.map((id) => recheckFailed(id, unreachable));
    const { state } = play(aRun(9), ...failures('S0', 'S1'), ...answered, ...failures('S3', 'S4'));
    expect(state.deletion?.stop).toBeNull();
  });
});

describe('a token that may not delete here (403)', () => {
  const refusedWith = (status: number, ...ids: string[]): Action[] =>
    ids.flatMap((id) => [...deleting(id), failed(id, refused(status))]);

  test.each<[string, Action[]]>([
    ['a system that is deleted', [...deleting('S2'), deleted('S2')]],
    ['a refusal of another kind', refusedWith(409, 'S2')],
    ['a service that is out of reach', [recheckFailed('S2', unreachable)]],
  ])('is counted again after %s', (_, between) => {
    const { state } = play(aRun(9), ...refusedWith(403, 'S0', 'S1'), ...between, ...refusedWith(403, 'S3', 'S4'));
    expect(state.deletion?.stop).toBeNull();
  });
});

test('a system whose check is too old by then is checked again so many times, and not at all in a run that is stopped', () => {
  const tooOld: Action = { kind: 'rereadTooOld', run: 2, systemId: 'S0', now: now + 9 };
  const sending = play(aRun(2), ...deleting('S0')).state;
  const again = play(sending, tooOld);
  expect([again.effects, again.state.now]).toEqual([[rechecks('S0')], now + 9]);
  const rounds = Array.from({ length: 4 }, (): Action[] => [tooOld, ...deleting('S0')]).flat();
  const last = play(sending, ...rounds, tooOld).state;
  expect(last.deletion?.settled[0]?.outcome).toEqual({ kind: 'notAttempted', problem: null, why: 'tooSlow' });
  const stopped = play(sending, { kind: 'deletionPaused' }, { kind: 'deletionStopped' }, tooOld);
  expect(stopped.state.deletion?.settled[0]?.outcome).toEqual({ kind: 'notAttempted', problem: null });
  expect(stopped.effects).not.toContainEqual(rechecks('S0'));
  // A paused one checks it once it goes on.
  const paused = play(sending, { kind: 'deletionPaused' }, tooOld);
  expect([paused.effects, paused.state.deletion?.inFlight.get('S0')?.stage]).toEqual([[], 'held']);
  expect(play(paused.state, { kind: 'deletionResumed' }).effects).toContainEqual(rechecks('S0'));
  // Nothing was to be sent of the others.
  const reading = aRun(2);
  expect(play(reading, tooOld)).toEqual({ state: reading, effects: [] });
});

describe('systems that are not found', () => {
  const gone = (...ids: string[]): Action[] => ids.map((id) => recheckFailed(id, systemNotFound));
  const ids = Array.from({ length: 40 }, (_, at) => `S${at}`);

  test('end the run where it does not: none of them is called gone, and they stay in the list', () => {
    const { state } = play(aRun(9), ...gone('S0', 'S1'), accessChecked(false), ...gone('S2', 'S3', 'S4', 'S5'));
    expect(state.deletion).toMatchObject({ stop: 'noAccess', counts: { already: 0, unknown: 6, notAttempted: 3 } });
    expect(state.deletion?.settled[0]?.outcome).toEqual({ kind: 'unknown', problem: null, doubt: 'noAccess' });
    expect(shownIds(state)).toHaveLength(100);
  });

  test('that were only accepted for deletion are not called deleted, either', () => {
    const accepted: Action = { kind: 'systemChanged', run: 2, systemId: 'S0', accepted: true, now };
    const start = play(aRun(1), ...deleting('S0'), accepted).state;
    expect(outcomes(play(start, recheckFailed('S0', refused(418))).state)).toEqual(['S0 unknown']);
    const asked = play(start, ...gone('S0')).state;
    expect(outcomes(asked)).toEqual([]);
    expect(outcomes(play(asked, accessChecked(false)).state)).toEqual(['S0 unknown']);
    expect(outcomes(play(asked, ...accessSeen).state)).toEqual(['S0 done']);
  });

  test.each([403, 404])(
    'end the run also where the account has the organisation and its systems are hidden (%i)',
    (status) => {
      const { state } = play(aRun(9), ...gone('S0', 'S1'), accessChecked(true), accessCheckFailed(refused(status)));
      expect(state.deletion).toMatchObject({ stop: 'noAccess', counts: { already: 0, unknown: 2 } });
    },
  );

  describe('where the list of organisations cannot tell', () => {
    const asked = play(aRun(9), ...gone('S0'), accessCheckFailed(refused(403)));

    test('the organisation’s own list of systems is requested, and from then on only that', () => {
      expect(asked.effects.at(-1)).toEqual({ ...checksAccess, by: 'systems' });
      const seen = play(asked.state, ...accessSeen, ...gone(...ids.slice(1, 9)));
      expect(outcomes(seen.state)).toEqual(['S0 already gone']);
      expect(seen.effects.at(-1)).toEqual({ ...checksAccess, by: 'systems' });
    });

    test.each([403, 404])('a %i of that means that there is no access', (status) => {
      const { state } = play(asked.state, ...gone('S1'), accessCheckFailed(refused(status)));
      expect(state.deletion).toMatchObject({ stop: 'noAccess', counts: { already: 0, unknown: 2 } });
    });

    test('and that cannot tell either, they are unknown, and the run continues', () => {
      const problem = refused(418);
      const { state } = play(asked.state, accessCheckFailed(problem));
      expect(state.deletion).toMatchObject({ stop: null, counts: { unknown: 1 } });
      expect(state.deletion?.settled[0]?.outcome).toEqual({ kind: 'unknown', problem, doubt: 'noAccess' });
    });
  });

  test('with a token that is refused, another one is asked for above the run, and without it nothing is gone', () => {
    const { state } = play(aRun(9), ...gone('S0'), accessCheckFailed(refused(401)));
    expect(state).toMatchObject({ screen: { kind: 'deletion' }, overlay: { kind: 'token' }, deletion: { stop: null } });
    expect(state.requests.backoff?.queued).toContainEqual(checksAccess);
    const { deletion: run } = play(state, { kind: 'wentBack' }).state;
    expect(run).toMatchObject({ stop: 'token', counts: { already: 0, unknown: 1 } });
  });

  test('ask for a token of the organisation of the run, whichever one is looked at', () => {
    const elsewhere = { ...aRun(9), organisation: anOrganisation({ orgId: 'C1', orgName: 'Contoso' }) };
    const { effects } = play(elsewhere, recheckFailed('S0', refused(401)), { kind: 'newTokenEntered' });
    expect(effects.at(-1)).toMatchObject({ kind: 'replaceToken', organisation: { orgId: 'N1' } });
  });
});
