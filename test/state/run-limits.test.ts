import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/api/problem.ts';
import type { Action } from '../../src/state/actions.ts';
import { anOrganisation, refused, systemNotFound } from '../support/make.ts';
import { aRun, deleted, deleting, failed, recheckFailed } from './deletion-story.ts';
import { play, shownIds } from './play.ts';

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
    expect(state.run).toMatchObject({ stop: 'unreachable', counts: { notAttempted: 9 } });
  });

  test('does not where one of them is answered in between', () => {
    const answered: Action[] = [...deleting('S2'), deleted('S2')];
    const failures = (...ids: string[]): Action[] => ids.map((id) => recheckFailed(id, unreachable));
    const { state } = play(aRun(9), ...failures('S0', 'S1'), ...answered, ...failures('S3', 'S4'));
    expect(state.run?.stop).toBeNull();
  });
});

describe('a token that may not delete here (403)', () => {
  const refusedWith = (status: number, ...ids: string[]): Action[] =>
    ids.flatMap((id) => [...deleting(id), failed(id, refused(status))]);

  test('ends the run at the third refusal in a row, and not before', () => {
    const twice = play(aRun(9), ...refusedWith(403, 'S0', 'S1')).state;
    expect(twice.run?.stop).toBeNull();
    const { state } = play(twice, ...refusedWith(403, 'S2', 'S3', 'S4', 'S5'));
    expect(state.run).toMatchObject({ stop: 'forbidden', counts: { refused: 3, notAttempted: 6 } });
  });

  test.each<[string, Action[]]>([
    ['a system that is deleted', [...deleting('S2'), deleted('S2')]],
    ['a refusal of another kind', refusedWith(409, 'S2')],
    ['a service that is out of reach', [recheckFailed('S2', unreachable)]],
  ])('is counted anew after %s', (_, between) => {
    const { state } = play(aRun(9), ...refusedWith(403, 'S0', 'S1'), ...between, ...refusedWith(403, 'S3', 'S4'));
    expect(state.run?.stop).toBeNull();
  });
});

describe('systems that are not found', () => {
  const gone = (...ids: string[]): Action[] => ids.map((id) => recheckFailed(id, systemNotFound));
  const seen: Action = { kind: 'accessChecked', run: 2, organisations: [anOrganisation()], now: 0 };
  const unseen: Action = { kind: 'accessChecked', run: 2, organisations: [anOrganisation({ orgId: 'C1' })], now: 0 };
  const checks = (effects: readonly { readonly kind: string }[]): number =>
    effects.filter(({ kind }) => kind === 'checkAccess').length;

  test('make the run ask whether the account still sees the organisation, once for those that come together', () => {
    const first = play(aRun(9), ...gone('S0', 'S1', 'S2'));
    expect(checks(first.effects)).toBe(1);
    const second = play(first.state, seen);
    expect(checks(second.effects)).toBe(1);
    expect(checks(play(second.state, seen).effects)).toBe(0);
    expect(checks(play(second.state, seen, ...gone('S3')).effects)).toBe(1);
  });

  test('end the run where it does not, and stay in the list', () => {
    const { state } = play(aRun(9), ...gone('S0', 'S1'), unseen, ...gone('S2', 'S3', 'S4', 'S5'));
    expect(state.run).toMatchObject({ stop: 'noAccess', counts: { alreadyGone: 6, notAttempted: 3 } });
    expect(shownIds(state)).toHaveLength(100);
  });

  test.each<[string, Problem, number]>([
    ['is asked again after an answer that failed', refused(500), 1],
    ['is not asked again where the token may not ask it', refused(403), 0],
  ])('%s', (_, problem, more) => {
    const failed: Action = { kind: 'accessCheckFailed', run: 2, problem };
    const tries: Action[] = [failed, { kind: 'timerEnded', timer: 'wait' }];
    const { state } = play(aRun(9), ...gone('S0'), ...tries, ...tries, failed);
    expect(checks(play(state, ...gone('S1')).effects)).toBe(more);
  });

  test('with a token that is refused, another one is asked for over the run', () => {
    const problem = refused(401);
    const { state } = play(aRun(9), ...gone('S0'), { kind: 'accessCheckFailed', run: 2, problem });
    expect(state).toMatchObject({ screen: { kind: 'deletion' }, overlay: { kind: 'token' }, run: { stop: null } });
    expect(state.wait?.held).toContainEqual({ kind: 'checkAccess', run: 2 });
  });

  test('ask for a token of the organisation of the run, whichever one is looked at', () => {
    const elsewhere = { ...aRun(9), organisation: anOrganisation({ orgId: 'C1', orgName: 'Contoso' }) };
    const { effects } = play(elsewhere, recheckFailed('S0', refused(401)), { kind: 'newTokenEntered' });
    expect(effects.at(-1)).toMatchObject({ kind: 'replaceToken', organisation: { orgId: 'N1' } });
  });
});
