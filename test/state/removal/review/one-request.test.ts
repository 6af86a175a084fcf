/** A review whose systems are all named by one request. */
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { phraseOf } from '../../../../src/state/removal/review/opening.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { anEdit } from '../../../support/edits.ts';
import {
  aReviewer,
  aSession,
  aStateOf,
  type StateParts,
  noGuards,
  now,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';
import type { Edit } from '../../../../src/state/change/edit.ts';
import { aRun, old, reread, typed as typing } from '../deletion/story.ts';
import { play } from '../../root/play.ts';

const systems = systemsOf(3, () => old);
const edit = anEdit({ id: 'POST /org/{orgId}/systems/tags', body: { tag: 'x' } });

/** Checked, and ready for its phrase. */
function checked(about: StateParts = {}, edited = edit): State {
  const state = aStateOf(systems, { marks: withMarked(noMarks, systems, { by: 'hand' }), guards: noGuards, ...about });
  const again = systems.map((system) => reread(system));
  return play(state, { kind: 'reviewOpened', does: 'change', edit: edited }, ...again, {
    kind: 'timerEnded',
    timer: 'arm',
  }).state;
}

/** The phrase of the review as it is, from the first key to enter. */
function phrase({ review }: State): Action[] {
  return review === null ? [] : typing(phraseOf(review));
}

/** The service describes a system once more, right before the request. */
function again(system: System, askedAt = 0): Action {
  return { kind: 'systemReread', review: 1, systemId: system.systemId, system, askedAt, now };
}

/** The phrase, and every system as it was. */
function confirms(state: State): Action[] {
  return [...phrase(state), ...systems.map((system) => again(system))];
}

function idsSent(effects: readonly Effect[]): unknown {
  const [sent] = effects.flatMap((effect) => (effect.kind === 'saveRequest' ? [effect.call.body] : []));
  return sent === undefined ? null : JSON.parse(String(sent));
}

const [one, ...others] = systems;
const changed = { ...one, ...old, systemId: 'S0', state: 'Connected' } as System;

test('nothing is sent before every system was read once more after the phrase', () => {
  const typed = play(checked(), ...phrase(checked()));
  expect(idsSent(typed.effects)).toBeNull();
  expect(typed.effects.filter(({ kind }) => kind === 'rereadSystem')).toHaveLength(3);
  const most = play(typed.state, ...others.map((system) => again(system)));
  expect(idsSent(most.effects)).toBeNull();
  const { effects } = play(most.state, again(systems[0] ?? changed));
  expect(idsSent(effects)).toEqual({ tag: 'x', systemIds: ['S1', 'S2', 'S0'].sort() });
});

test('the request is fresh from its oldest reading on, which the last check alone has', () => {
  const [a, b, c] = systems.map((system, at) => again(system, [700, 300, 500][at]));
  const typed = play(checked(), ...phrase(checked())).state;
  const { state } = play(typed, ...[a, b, c].flatMap((action) => action ?? []));
  expect(state.request.current?.leavesBy).toBe(300 + 2000 + 3 * 150);
  const saved: Action = {
    kind: 'requestSaved',
    id: state.request.current?.id ?? 0,
    saved: { ok: true, record: 'r' },
  };
  expect(play(state, saved).effects).toMatchObject([{ kind: 'sendChange', leavesBy: 2750 }]);
});

test.each<[string, Action]>([
  ['connected since the phrase was typed', again(changed)],
  ['protected since', again({ ...changed, state: 'Disconnected', tags: ['protect'] })],
  ['deleted since', { kind: 'rereadFailed', review: 1, systemId: 'S0', problem: systemNotFound }],
  ['not read again', { kind: 'rereadFailed', review: 1, systemId: 'S0', problem: refused(403) }],
])('nothing is sent where a system is %s, and the phrase is typed again for what counts then', (_, answer) => {
  const reset = anEdit({ id: 'POST /org/{orgId}/systems/tags', body: { isEnabled: true } });
  const state = checked({ guards: { ...noGuards, tags: ['protect'] } }, reset);
  const after = play(state, ...phrase(state), answer, ...others.map((system) => again(system)));
  expect(idsSent(after.effects)).toBeNull();
  expect(after.state).toMatchObject({ screen: { kind: 'review' }, review: { typed: '', confirmed: null } });
  expect(after.state.notice).toEqual({
    kind: 'warning',
    text: 'Nothing was sent: systems changed since you typed. Look again, then type the phrase.',
  });
});

const toggles: Action = { kind: 'reviewItemToggled', stays: true };
const typesMore: Action = { kind: 'textEdited', text: 'post 3 from Northwindx' };

test.each<[string, Action[]]>([
  ['the phrase is left', [{ kind: 'wentBack' }]],
  ['the phrase is changed', [{ kind: 'textEdited', text: 'post' }]],
  ['the review is left', [{ kind: 'wentBack' }, { kind: 'wentBack' }]],
  ['a system is excluded', [{ kind: 'wentBack' }, { kind: 'reviewItemToggled' }]],
  ['a system is excluded and included again', [toggles, toggles]],
  ['the phrase is left and shown again', [{ kind: 'wentBack' }, { kind: 'phraseStarted', typed: '' }]],
  ['the phrase is changed and typed again', [typesMore, { kind: 'textEdited', text: 'post 3 from Northwind' }]],
])('nothing is sent where %s while the systems are read', (_, actions) => {
  const state = checked();
  const after = play(state, ...phrase(state), ...actions, ...systems.map((system) => again(system)));
  expect(idsSent(after.effects)).toBeNull();
  expect(after.state.request.current).toBeNull();
});

test('it is sent again by another review alone, also after a pause that the service asks for', () => {
  const sending = play(checked(), ...confirms(checked())).state;
  const id = sending.request.current?.id ?? 0;
  const saved: Action = { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } };
  const problem = refused(429, { retryAfter: 1 });
  const paused = play(sending, saved, { kind: 'changeAnswered', id, answer: { ok: false, problem } });
  expect(paused.state.request.current?.stage.kind).toBe('refused');
  const repeated = play(paused.state, { kind: 'requestRepeated' });
  expect(repeated.state.request.current).toEqual(paused.state.request.current);
  expect(repeated.state.notice).toMatchObject({ text: 'Review its systems again: each is checked right before it.' });
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
])('with %s it is not sent, and its phrase is to be typed again', (_, change, message) => {
  const state = change(checked());
  const after = play(state, ...phrase(state));
  expect(idsSent(after.effects)).toBeNull();
  expect(after.state).toMatchObject({ screen: { kind: 'review' }, review: { typed: '', isInField: false } });
  expect(after.state.notice).toEqual({ kind: 'warning', text: message });
});

function having(state: State, about: Partial<Edit>): State {
  const { review } = state;
  return { ...state, review: review && { ...review, edit: review.edit && { ...review.edit, ...about } } };
}

/** The same request, confirmed by another review. */
function sendingNow(): State['request']['current'] {
  return play(checked(), ...confirms(checked())).state.request.current;
}

test('opened from the file of another person, it leaves the list beneath its request', () => {
  const state = checked();
  const reviewer = aReviewer();
  const of: State = { ...state, trail: [], review: state.review && { ...state.review, reviewer } };
  const sent = play(of, ...confirms(of));
  expect(sent.state).toMatchObject({ screen: { kind: 'request' }, trail: [{ kind: 'systems' }] });
  const [saved] = sent.effects.filter((effect) => effect.kind === 'saveRequest');
  expect(saved).toMatchObject({ about: { reviewed: { by: 'anna', file: reviewer.file } } });
});
