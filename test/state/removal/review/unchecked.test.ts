/** A system that could not be checked is in no run, whatever became of its reading, until it is checked or excluded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import type { System } from '../../../../src/api/system.ts';
import { noteOf } from '../../../../src/screens/removal/review-wording.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { isReread, findUnchecked } from '../../../../src/state/removal/review/check.ts';
import { chosenItems, type Review, withToggled } from '../../../../src/state/removal/review/review.ts';
import { type RunKind, runKinds } from '../../../../src/state/change/run-kinds.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { refused, systemNotFound, systemsOf } from '../../../support/make.ts';
import { old, openedReview, reread, typed } from '../deletion/story.ts';
import { play, type Played } from '../../root/play.ts';
import { holds } from '../../../support/property.ts';

const operation = 'read system';
const page = { kind: 'notTheApi', status: 200, contentType: 'text/html', title: null } as const;

/** Actions of every kind that end a reading. `isTold`: they say what the system is. */
const problems: { readonly [Kind in Problem['kind']]: readonly (Problem & { readonly kind: Kind })[] } = {
  refused: [401, 403, 404, 409, 429, 500, 502, 503].map((status) => refused(status)),
  unreachable: ['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED'].map((code) => {
    return { operation, kind: 'unreachable', host: 'api.example', code };
  }),
  lost: [{ operation, kind: 'lost', code: 'ECONNRESET' }],
  timedOut: [{ operation, kind: 'timedOut', seconds: 30 }],
  redirected: [{ operation, kind: 'redirected', status: 302, location: null }],
  notTheApi: (['content type', 'not json', 'cut off', 'too large'] as const).map((reason) => {
    return { operation, ...page, reason };
  }),
  cached: [3_540_000, null].map((ageMs) => ({ operation, kind: 'cached', ageMs })),
  wrongShape: [{ operation, kind: 'wrongShape', path: 'systemId' }],
  untrustedLink: [{ operation, kind: 'untrustedLink', link: 'x', reason: 'another address', page: null }],
  oddId: [{ operation, kind: 'oddId' }],
  withheld: [{ operation, kind: 'withheld', mode: 'read-only' }],
  outdated: [{ operation: 'read system', kind: 'outdated' }],
  notReviewed: [{ operation, kind: 'notReviewed' }],
  fileUnread: [{ operation, kind: 'fileUnread', path: 'logo.png', code: 'missing' }],
  misleading: [{ operation, kind: 'misleading', header: 'X-Host' }],
  aborted: [{ operation, kind: 'aborted' }],
};
const all: readonly Problem[] = Object.values(problems).flat();
const leaving = all.filter(({ kind }) => kind !== 'oddId');

function reviewIn({ review }: State): Review {
  if (review === null) throw new Error('There is no review.');
  return review;
}

/** Northwind's first systems in a review, whose readings are answered until the check is done. */
function checked(does: RunKind, answers: readonly (Problem | null)[], about: Partial<System> = {}): State {
  const systems = systemsOf(100, () => ({ ...old, isEnabled: does !== 'enable', ...about }));
  const opened = openedReview(systems.slice(0, answers.length), {}, does, systems);
  return answered(opened, ({ systemId }) => answers[Number(systemId.slice(1))] ?? null).state;
}

/** A person waits for a few pauses, and gives up where a token is asked for. */
function answered(
  { state: start, effects: asked }: Played,
  problemOf: (system: { systemId: string }) => Problem | null,
) {
  let state = start;
  const waiting: Effect[] = [...asked];
  const read: string[] = [];
  for (let steps = 0; !isReread(reviewIn(state)); steps++) {
    if (steps > 5000) throw new Error('The check does not end.');
    const next = waiting.shift();
    const played = play(state, ...actionsFor(state, next, problemOf));
    if (next?.kind === 'rereadSystem') read.push(next.systemId);
    state = played.state;
    waiting.push(...played.effects);
  }
  return { state: play(state, { kind: 'timerEnded', timer: 'arm' }).state, read };
}

function actionsFor(
  state: State,
  effect: Effect | undefined,
  problemOf: (system: { systemId: string }) => Problem | null,
): readonly Action[] {
  if (effect === undefined) return [{ kind: 'wentBack' }];
  if (effect.kind === 'startTimer' && effect.timer === 'backoff') {
    const isPatient = [...state.requests.failures.values()].every((failures) => failures < 5);
    return [isPatient ? { kind: 'timerEnded', timer: 'backoff' } : { kind: 'wentBack' }];
  }
  if (effect.kind !== 'rereadSystem') return [];
  const problem = problemOf(effect);
  const system = reviewIn(state).items.find((item) => item.system.systemId === effect.systemId)?.system;
  if (problem === null) return [reread(system)];
  return [{ kind: 'rereadFailed', review: reviewIn(state).id, systemId: effect.systemId, problem }];
}

function begins(state: State): boolean {
  return play(state, ...typed(phraseOf(reviewIn(state)))).effects.some(({ kind }) => kind === 'openJournal');
}

function says(review: Review): string {
  return noteOf(review).text;
}

describe.each(runKinds)('a review to %s', (does) => {
  test.each(leaving)('asks for no phrase while one of its systems met $kind ($status $code $reason)', (problem) => {
    const state = checked(does, [null, problem, null]);
    expect(obstacleOf(reviewIn(state))).toMatchObject({ kind: 'unchecked', count: 1 });
    expect(begins(state)).toBe(false);
    expect(says(reviewIn(state))).toMatch(/^2 of 3 checked\./);
  });

  test.each([systemNotFound, ...problems.oddId])(
    'asks for one where its system is known to be kept: $kind',
    (problem) => {
      const state = checked(does, [null, problem, null]);
      expect([chosenItems(reviewIn(state)).length, begins(state)]).toEqual([2, true]);
      expect(says(reviewIn(state))).toContain('just now');
    },
  );

  test('whatever is answered: nothing unchecked is in a run, and both ways lead on', () => {
    const answers = fc.array(fc.option(fc.constantFrom(...all), { freq: 2 }), { minLength: 1, maxLength: 12 });
    holds([answers], { numRuns: 150 }, (problemsMet) => {
      const state = checked(does, problemsMet);
      const before = reviewIn(state);
      const ids = new Set(findUnchecked(before).map(({ system }) => system.systemId));
      const isShut = ids.size > 0;
      expect(says(before).includes('just now')).toBe(!isShut);
      expect(obstacleOf(before)?.kind === 'unchecked').toBe(isShut);
      if (isShut) expect(begins(state)).toBe(false);

      const without = play(state, { kind: 'uncheckedToggled' }).state;
      const counted = chosenItems(reviewIn(without));
      if (isShut) expect(counted.filter(({ system }) => ids.has(system.systemId))).toEqual([]);
      expect(begins(without)).toBe(counted.length > 0);
      expect(says(reviewIn(without)).includes('just now')).toBe(!isShut);
      const back = play(without, { kind: 'uncheckedToggled' }).state;
      expect(reviewIn(back).items).toEqual(before.items);

      const typing = 'nothing';
      const started = play({ ...state, review: { ...before, typed: typing } }, { kind: 'uncheckedRetried' });
      const again = answered(withoutQuestion(started), () => null);
      expect(new Set(again.read)).toEqual(ids);
      expect(again.read).toHaveLength(ids.size);
      const after = reviewIn(again.state);
      expect([findUnchecked(after).length, obstacleOf(after)?.kind ?? 'none', after.typed]).toEqual([
        0,
        chosenItems(after).length === 0 ? 'nothing' : 'none',
        typing,
      ]);
    });
  });
});

/** The token that was asked for is there: what waits for it is sent. */
function withoutQuestion({ state, effects }: Played): Played {
  const { backoff } = state.requests;
  const requests = { ...state.requests, backoff: null };
  return { state: { ...state, requests, overlay: null }, effects: [...effects, ...(backoff?.queued ?? [])] };
}

describe('r', () => {
  test('asks for the token before anything is sent, where that was refused; the check goes on from there', () => {
    const state = checked('delete', [null, ...Array.from({ length: 11 }, () => refused(401))]);
    const { state: asking, effects } = play(state, { kind: 'uncheckedRetried' });
    expect(effects.filter(({ kind }) => kind === 'rereadSystem')).toEqual([]);
    expect(asking).toMatchObject({ overlay: { kind: 'token' }, requests: { backoff: { until: { kind: 'token' } } } });
    expect(asking.requests.backoff?.queued).toHaveLength(8);
    const left = play(asking, { kind: 'wentBack' }).state;
    expect(obstacleOf(reviewIn(left))).toMatchObject({ kind: 'unchecked', count: 11, problem: { status: 401 } });
    expect(begins(play(left, { kind: 'timerEnded', timer: 'arm' }).state)).toBe(false);
  });

  test('leaves what was excluded, marked and protected as it is, and what it finds is kept', () => {
    const state = checked('delete', [null, refused(500), refused(500)]);
    const excluded = { ...state, review: withToggled(reviewIn(state), 1) };
    const started = play(excluded, { kind: 'uncheckedRetried' });
    const { state: after } = answered(started, () => null);
    expect(reviewIn(after).items.map(({ judgement }) => judgement.isChosen)).toEqual([true, false, true]);
    expect(after.marks).toEqual(state.marks);
  });

  test('does nothing without a review', () => {
    const { review, ...others } = checked('delete', [null]);
    const state: State = { ...others, review: review && null };
    for (const action of [{ kind: 'uncheckedRetried' }, { kind: 'uncheckedToggled' }] as const)
      expect(play(state, action)).toEqual({ state, effects: [] });
  });

  test.each<[string, State]>([
    ['while the check is at work', play(checked('delete', [refused(500)]), { kind: 'uncheckedRetried' }).state],
    ['where every system is checked', checked('delete', [null])],
  ])('does nothing %s', (_, state) => {
    const { state: after, effects } = play(state, { kind: 'uncheckedRetried' });
    expect([reviewIn(after).items, effects]).toEqual([reviewIn(state).items, []]);
  });
});
