/** A review whose systems are all named by one request. */
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { phraseOf } from '../../../../src/state/removal/review/review-phrase.ts';
import { isReread } from '../../../../src/state/removal/review/check.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { anEdit } from '../../../support/edits.ts';
import { aSession, aStateOf, type StateParts, noGuards, now, systemsOf } from '../../../support/make.ts';
import type { Edit } from '../../../../src/state/change/edit.ts';
import { aRun, old, reread, typed as typing } from '../deletion/story.ts';
import { play } from '../../root/play.ts';

const systems = systemsOf(3, () => old);
const edit = anEdit({ id: 'POST /org/{orgId}/systems/tags', body: { tag: 'x' } });
const later: Action = { kind: 'minutePassed', now: now + 120_000 };

/** Checked, and ready for its phrase. */
function checked(about: StateParts = {}): State {
  const state = aStateOf(systems, { marks: withMarked(noMarks, systems), guards: noGuards, ...about });
  const again = systems.map((system) => reread(system));
  return play(state, { kind: 'reviewOpened', does: 'change', edit }, ...again, { kind: 'timerEnded', timer: 'arm' })
    .state;
}

/** The phrase of the review as it is, from the first key to enter. */
function phrase({ review }: State): Action[] {
  return review === null ? [] : typing(phraseOf(review));
}

function again(system: System): Action {
  return { kind: 'systemReread', review: 1, systemId: system.systemId, system, now: now + 121_000 };
}

function idsSent(effects: readonly Effect[]): unknown {
  const [sent] = effects.flatMap((effect) => (effect.kind === 'saveRequest' ? [effect.call.body] : []));
  return sent === undefined ? null : JSON.parse(String(sent));
}

test('it is sent with what counts', () => {
  const { effects } = play(checked(), ...phrase(checked()));
  expect(idsSent(effects)).toEqual({ tag: 'x', systemIds: ['S0', 'S1', 'S2'] });
});

test('after a check of two minutes ago all are checked again, and enter sends what counts then', () => {
  const first = play(checked(), later, ...phrase(checked()));
  expect(idsSent(first.effects)).toBeNull();
  expect(first.effects.filter(({ kind }) => kind === 'rereadSystem')).toHaveLength(3);
  expect(first.state.review).toMatchObject({ typed: 'post 3 from Northwind', isInField: true });
  const read = play(first.state, ...systems.map((system) => again(system)));
  expect(read.state.review && isReread(read.state.review)).toBe(true);
  expect(idsSent(play(read.state, { kind: 'phraseEntered' }).effects)).toMatchObject({ systemIds: ['S0', 'S1', 'S2'] });
});

test('a system that was changed by the second check is kept, and the phrase is another one', () => {
  const before = play(checked(), later, ...phrase(checked())).state;
  const [one, ...others] = systems;
  const changed = { ...one, ...old, systemId: 'S0', hostname: 'another', tags: ['protect'] } as System;
  const guards = { ...noGuards, tags: ['protect'] };
  const rules = before.review && { ...before.review, rules: { ...before.review.rules, guards } };
  const { state, effects } = play({ ...before, review: rules }, again(changed), ...others.map(again), {
    kind: 'phraseEntered',
  });
  expect(idsSent(effects)).toBeNull();
  expect(idsSent(play(state, ...phrase(state)).effects)).toMatchObject({ systemIds: ['S1', 'S2'] });
});

test('a review whose request cannot be sent stays as it was', () => {
  const state = checked();
  const { review } = state;
  const readOnly: State = { ...state, session: aSession({ mode: 'read-only' }) };
  const after = play(readOnly, ...phrase(readOnly));
  expect(idsSent(after.effects)).toBeNull();
  expect(after.state).toMatchObject({ screen: { kind: 'review' }, review: { items: review?.items } });
});

test.each<[string, (state: State) => State, string]>([
  [
    'systems that are too many to be checked',
    (state) => ({ ...state, review: state.review && { ...state.review, reread: null } }),
    'Nothing was sent: at most 1,000 systems can be checked for one request.',
  ],
  [
    'an operation that is not known any more',
    (state) => having(state, { plan: null }),
    'Nothing was sent: at most 1,000 systems can be checked for one request.',
  ],
  [
    'a body that has no place for them',
    (state) => having(state, { values: { parameters: new Map(), body: ['x'] } }),
    'Nothing was sent. Its body has no list of systems.',
  ],
  [
    'another request that is being sent',
    (state) => ({ ...state, request: { ...state.request, current: sendingNow() } }),
    'Another request is being sent. Confirm this one after it.',
  ],
  [
    'a run in progress, which is said before anything else',
    (state) => ({ ...state, deletion: aRun(1).deletion }),
    'A deletion is in progress; J shows it. Start this one after it.',
  ],
])('with %s it is not sent, and its phrase is to be typed again', (_, change, says) => {
  const state = change(checked());
  const after = play(state, ...phrase(state));
  expect(idsSent(after.effects)).toBeNull();
  expect(after.state).toMatchObject({ screen: { kind: 'review' }, review: { typed: '', isInField: false } });
  expect(after.state.notice).toEqual({ kind: 'warning', text: says });
});

test('a check that is too old is said, and what was typed stays', () => {
  const { state } = play(checked(), later, ...phrase(checked()));
  const text = 'The check is older than a minute: the systems are checked again. Press enter after it.';
  expect(state.notice).toEqual({ kind: 'warning', text });
  const minute: Action = { kind: 'minutePassed', now: now + 60_000 };
  expect(idsSent(play(checked(), minute, ...phrase(checked())).effects)).not.toBeNull();
});

function having(state: State, about: Partial<Edit>): State {
  const { review } = state;
  return { ...state, review: review && { ...review, edit: review.edit && { ...review.edit, ...about } } };
}

/** The same request, confirmed by another review. */
function sendingNow(): State['request']['current'] {
  return play(checked(), ...phrase(checked())).state.request.current;
}

test('opened from the file of another person, it leaves the list beneath its request', () => {
  const state = checked();
  const reviewer = { by: 'anna', at: '2026-11-01T00:00:00Z', typed: 'anna', days: 90 };
  const of: State = { ...state, trail: [], review: state.review && { ...state.review, reviewer } };
  const sent = play(of, ...phrase(of));
  expect(sent.state).toMatchObject({ screen: { kind: 'request' }, trail: [{ kind: 'systems' }] });
  const [saved] = sent.effects.filter((effect) => effect.kind === 'saveRequest');
  expect(saved).toMatchObject({ about: { reviewed: { by: 'anna' } } });
});
