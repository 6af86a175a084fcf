import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { ChangeAnswer } from '../../../../src/state/change/request/feature.ts';
import { pendingName } from '../../../../src/state/root/pending.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { definitionFrom, operationIn } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { aStateOf, noContent, now, refused } from '../../../support/make.ts';
import { aRun } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';
import { holds } from '../../../support/property.ts';

const definition = definitionFrom(usualDocument());
const operation = operationIn(definition, 'PUT /org/{orgId}/systems/{systemId}/disable');
const call: Call = {
  method: 'PUT',
  url: 'https://api.example.com/org/N1/systems/K3F9Q/disable',
  ...{ headers: {}, body: null, orgId: 'N1', operation: operation.id, secrets: [] },
};
const shown: Action = { kind: 'requestShown', call, operation };

function start(): State {
  const state = aStateOf([]);
  return { ...state, definition: { ...state.definition, definition } };
}

function sent(effects: readonly Effect[]): readonly Effect[] {
  return effects.filter(({ kind }) => kind === 'sendChange');
}

test('an end that could not be recorded is told with the reason', () => {
  expect(play(start(), { kind: 'requestEndLost', code: 'ENOSPC' }).state.notice).toEqual({
    kind: 'warning',
    text: 'The end of the request could not be recorded (ENOSPC).',
  });
});

const done: ChangeAnswer = { ok: true, value: noContent };

function lost(): ChangeAnswer {
  return { ok: false, problem: { operation: 'send request', kind: 'lost', code: 'ECONNRESET' } };
}

type Numbered = (id: number) => Action;

const byPerson: readonly Action[] = [
  shown,
  { kind: 'wentBack' },
  { kind: 'requestRepeated' },
  { kind: 'requestReopened' },
  { kind: 'targetRefreshed' },
  { kind: 'resized', columns: 40, rows: 12 },
  { kind: 'timerEnded', timer: 'requestPause' },
  { kind: 'keyUnknown', name: 'z' },
  { kind: 'interrupted' },
];
const byPhrase: readonly Action[] = [
  { kind: 'requestConfirmed' },
  { kind: 'timerEnded', timer: 'armRequest' },
  { kind: 'textEdited', text: 'put K3F9Q' },
  { kind: 'textEdited', text: 'again put K3F9Q' },
  { kind: 'textEdited', text: 'PUT K3F9Q' },
];
const byService: readonly Numbered[] = [
  (id) => ({ kind: 'targetRead', id, value: { state: 'Connected' }, etag: null }),
  (id) => ({ kind: 'requestSaved', id, saved: { ok: true, record: `r${id}` } }),
  (id) => ({ kind: 'changeAnswered', id, answer: done }),
  (id) => ({ kind: 'changeAnswered', id, answer: lost() }),
];

/** Steps of a person, the service and the clock, in any order; some answers are to an earlier request. */
const anyAction: fc.Arbitrary<Numbered> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...byPerson).map((action) => () => action) },
  { weight: 6, arbitrary: fc.constantFrom(...byPhrase).map((action) => () => action) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...byService), fc.constantFrom(0, 0, 0, 1)).map(
      ([answer, earlier]) =>
        (id: number) =>
          answer(id - earlier),
    ),
  },
);

test('whatever happens in whatever order, a number is sent once, after its phrase and its record', () => {
  let [runs, sendings] = [0, 0];
  holds([fc.array(anyAction, { minLength: 40, maxLength: 80 })], { numRuns: 300, seed: 42 }, (actions) => {
    runs += 1;
    let state = { ...start(), nextId: 1 };
    const numbers = new Set<number>();
    const recorded = new Set<number>();
    for (const next of [() => shown, ...actions]) {
      const before = state.request.current;
      const played = play(state, next(before?.id ?? 1));
      for (const effect of played.effects) {
        if (effect.kind === 'saveRequest') {
          expect(before?.stage).toMatchObject({ kind: 'asking', isArmed: true, typed: before?.judged.phrase });
          expect(recorded.has(effect.id)).toBe(false);
          recorded.add(effect.id);
        }
        if (effect.kind !== 'sendChange') continue;
        expect(recorded.has(effect.id)).toBe(true);
        expect(numbers.has(effect.id)).toBe(false);
        numbers.add(effect.id);
        sendings += 1;
      }
      ({ state } = played);
    }
  });
  // The test is of use only where something is sent.
  expect(sendings).toBeGreaterThan(runs / 6);
});

/** The request with its phrase typed. */
function phrased(text = 'put K3F9Q'): { readonly state: State; readonly id: number } {
  const asked = play(start(), shown).state;
  const id = asked.request.current?.id ?? -1;
  const { state } = play(
    asked,
    ...([
      { kind: 'targetRead', id, value: { isEnabled: true, apiKey: 'a-secret-of-twelve' }, etag: null },
      { kind: 'timerEnded', timer: 'armRequest' },
      { kind: 'textEdited', text },
    ] satisfies readonly Action[]),
  );
  return { state, id };
}

/** The same, confirmed. */
function sending(): { readonly state: State; readonly id: number } {
  const { state, id } = phrased();
  return { state: play(state, { kind: 'requestConfirmed' }).state, id };
}

/** The saved record and the notice where enter is pressed in this state. */
function confirmedIn(state: State): readonly [number, string | null] {
  const played = play(state, { kind: 'requestConfirmed' });
  const { notice } = played.state;
  const saves = played.effects.filter(({ kind }) => kind === 'saveRequest').length;
  return [saves, notice !== null && 'text' in notice ? notice.text : null];
}

test('a request that has begun since the question was asked is looked at by enter', () => {
  const { state } = phrased();
  expect(confirmedIn(state)).toEqual([1, null]);
  const { organisation } = state;
  if (organisation === null) throw new Error('An organisation is open.');
  expect(confirmedIn({ ...state, organisation: { ...organisation, orgId: 'C1' } })).toEqual([
    ...[0, 'Another organisation is open now. Nothing was sent.'],
  ]);
  expect(confirmedIn({ ...state, organisation: null })[0]).toBe(0);
  const { deletion } = aRun(2);
  if (deletion === null) throw new Error('There is a run.');
  const busy = 'A run is in progress in this organisation. J shows it. Nothing was sent.';
  expect(confirmedIn({ ...state, deletion })).toEqual([0, busy]);
  expect(confirmedIn({ ...state, deletion: { ...deletion, finishedAt: now } })[0]).toBe(1);
  const elsewhere = { ...deletion, organisation: { ...deletion.organisation, orgId: 'C1' } };
  expect(confirmedIn({ ...state, deletion: elsewhere })[0]).toBe(1);
  expect(confirmedIn({ ...state, session: { ...state.session, mode: 'read-only' } })[0]).toBe(0);
});

test('a phrase that is another one sends nothing, and is marked as wrong', () => {
  const { state } = phrased('put K3F9');
  expect(confirmedIn(state)[0]).toBe(0);
  expect(play(state, { kind: 'requestConfirmed' }).state.request.current?.stage).toMatchObject({ isWrong: true });
});

test('enter sends nothing before the phrase counts, nor while its target is still being read', () => {
  const { state } = phrased();
  const { current } = state.request;
  if (current?.stage.kind !== 'asking') throw new Error('The phrase is asked for.');
  const having = (about: Partial<typeof current>): State => ({
    ...state,
    request: { ...state.request, current: { ...current, ...about } },
  });
  expect(confirmedIn(having({ stage: { ...current.stage, isArmed: false } }))[0]).toBe(0);
  expect(confirmedIn(having({ target: { kind: 'reading', call } }))[0]).toBe(0);
  expect(confirmedIn(having({}))[0]).toBe(1);
});

test('an answer about the target that nobody waits for changes nothing of the question', () => {
  const { state, id } = phrased();
  const late = { kind: 'targetRead', value: { state: 'Offline' }, etag: '"2"' } as const;
  const failure = { kind: 'targetFailed', id, problem: refused(503) } as const;
  for (const action of [{ ...late, id }, { ...late, id: id - 1 }, failure] satisfies readonly Action[]) {
    expect(play(state, action).state.request.current).toEqual(state.request.current);
  }
});

/** The request after its answer. */
function answeredBy(answer: ChangeAnswer): ReturnType<typeof play> {
  const { state, id } = sending();
  const saved: Action = { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } };
  return play(play(state, saved).state, { kind: 'changeAnswered', id, answer });
}

test.each([
  [{ kind: 'partly', says: 'failed: ["S1"]' }, 'A part of it failed: failed: ["S1"]'],
  [{ kind: 'failed', says: 'success: false' }, 'The service answered that it failed: success: false'],
] as const)('an answer that says %j is no success, on its own screen and on another one', (claim, text) => {
  const answer: ChangeAnswer = { ok: true, value: { ...noContent, claim } };
  const { state } = answeredBy(answer);
  expect([state.screen.kind, state.notice]).toEqual(['answer', { kind: 'warning', text }]);
  const { state: left, id } = sending();
  const saved: Action = { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } };
  const elsewhere = play(left, saved, { kind: 'wentBack' }, { kind: 'changeAnswered', id, answer }).state;
  expect(elsewhere.notice).toEqual({
    kind: 'warning',
    text: `PUT …/disable: ${claim.kind}. : "last change" shows it.`,
  });
});

test('the same request after an unknown outcome wants a heavier phrase at once, and after a known one does not', () => {
  const phraseAfter = (answer: ChangeAnswer): string | undefined => {
    const { request } = play(answeredBy(answer).state, { kind: 'wentBack' }, shown).state;
    return request.current?.judged.phrase;
  };
  expect(phraseAfter(lost())).toBe('again put K3F9Q');
  expect(phraseAfter(done)).toBe('put K3F9Q');
  // Once the same request is known to be done, what was unknown of it is over.
  const asked = play(answeredBy(lost()).state, { kind: 'wentBack' }, shown).state;
  const id = asked.request.current?.id ?? -1;
  const again: readonly Action[] = [
    { kind: 'targetRead', id, value: null, etag: null },
    { kind: 'timerEnded', timer: 'armRequest' },
    { kind: 'textEdited', text: 'again put K3F9Q' },
    { kind: 'requestConfirmed' },
    { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } },
    { kind: 'changeAnswered', id, answer: done },
  ];
  const { request } = play(asked, ...again, { kind: 'wentBack' }, shown).state;
  expect(request.current?.judged.phrase).toBe('put K3F9Q');
});

test('each step that is waited for has a name of its own, and none where a person is asked', () => {
  const asked = play(start(), shown).state;
  const id = asked.request.current?.id ?? -1;
  const paused = answeredBy({ ok: false, problem: refused(429) }).state;
  expect([asked, sending().state, paused].map(pendingName)).toEqual([
    ...[`target ${id}`, `request ${id}`, `pause of request ${id}`],
  ]);
  const over = [
    start(),
    phrased().state,
    answeredBy(lost()).state,
    answeredBy({ ok: false, problem: refused(409) }).state,
  ];
  expect(over.map(pendingName)).toEqual([null, null, null, null]);
});

test('after a pause the same request is asked for again with another number, and after nothing else', () => {
  const pauseIsOver: Action = { kind: 'timerEnded', timer: 'requestPause' };
  const paused = answeredBy({ ok: false, problem: refused(429) }).state;
  const again = play(paused, pauseIsOver).state.request.current;
  expect(again).toMatchObject({ stage: { kind: 'asking' }, judged: { phrase: 'put K3F9Q' } });
  expect(again?.id).not.toBe(paused.request.current?.id);
  const refusedOnce = answeredBy({ ok: false, problem: refused(409) }).state;
  expect(play(refusedOnce, pauseIsOver).state).toEqual(refusedOnce);
  // Longer than anybody waits.
  const long = answeredBy({ ok: false, problem: refused(429, { retryAfter: 601 }) }).state;
  expect(long.request.current?.stage).toMatchObject({ kind: 'refused', problem: { status: 429 } });
  const usual = answeredBy({ ok: false, problem: refused(429) }).state;
  expect(usual.request.current?.stage).toMatchObject({ kind: 'paused', seconds: 2 });
});

test('a token that is refused is asked for anew over the same question', () => {
  const { state } = answeredBy({ ok: false, problem: refused(401) });
  expect(state).toMatchObject({ overlay: { kind: 'token' }, request: { current: { stage: { kind: 'asking' } } } });
});

test('a pause that the service asks for lasts as many seconds as it says', () => {
  const { state, effects } = answeredBy({ ok: false, problem: refused(429, { retryAfter: 7 }) });
  expect(state.request.current?.stage).toMatchObject({ kind: 'paused', seconds: 7 });
  expect(effects).toContainEqual({ kind: 'startTimer', timer: 'requestPause', ms: 7000 });
});

test('a system that was changed is looked at once more, and one that was not changed is not', () => {
  const looks = (answer: ChangeAnswer): readonly Effect[] =>
    answeredBy(answer).effects.filter(({ kind }) => kind === 'checkSystem');
  expect(looks(done)).toEqual([{ kind: 'checkSystem', orgId: 'N1', systemId: 'K3F9Q' }]);
  expect(looks({ ok: false, problem: refused(409) })).toEqual([]);
});

test('a question that is left is gone, its target is read no more, and the end of a request can be looked at again', () => {
  const left = play(play(start(), shown).state, { kind: 'wentBack' });
  expect(left.state.request.current).toBeNull();
  expect(left.effects).toContainEqual({ kind: 'abandonRead', slot: 'target' });
  expect(play(answeredBy(lost()).state, { kind: 'wentBack' }).state.request.current?.stage.kind).toBe('unknown');
  const paused = answeredBy({ ok: false, problem: refused(429) }).state;
  expect(play(paused, { kind: 'wentBack' }).state.request.current).toBeNull();
});

test('a request that is over is shown again as its answer or as it is, and once', () => {
  const screenAfter = (state: State): readonly unknown[] => {
    const { screen, trail } = play(state, { kind: 'requestReopened' }).state;
    return [...trail, screen].map(({ kind }) => kind);
  };
  const unknown = answeredBy(lost()).state;
  const left = play(unknown, { kind: 'wentBack' }).state;
  expect(screenAfter(left)).toEqual(['systems', 'request']);
  expect(screenAfter(unknown)).toEqual(['systems', 'request']);
  // An answer is shown by the explorer.
  expect(screenAfter(play(answeredBy(done).state, { kind: 'wentBack' }).state)).toEqual(['systems', 'answer']);
  expect(screenAfter(start())).toEqual(['systems']);
});

test('without a record nothing is sent', () => {
  const { state, id } = sending();
  const message = 'Nothing was sent: its record cannot be saved (ENOSPC).';
  const played = play(state, { kind: 'requestSaved', id, saved: { ok: false, message } });
  expect(played.effects).toEqual([]);
  expect(played.state.request.current?.stage).toEqual({ kind: 'withheld', because: message });
});

test('quitting before it leaves sends nothing, and its record says so', () => {
  const { state, id } = sending();
  const quit = play(state, { kind: 'interrupted' }, { kind: 'interrupted' });
  expect(quit.effects.some(({ kind }) => kind === 'leave')).toBe(false);
  const { effects } = play(quit.state, { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } });
  expect(sent(effects)).toEqual([]);
  expect(effects[0]).toEqual({ kind: 'withholdRequest', record: 'r' });
  expect(effects.at(-1)).toEqual({ kind: 'leave' });
  const { request } = play(quit.state, { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } }).state;
  expect(request.current?.stage).toEqual({ kind: 'withheld', because: 'Nothing was sent: the program is ending.' });
});

test('quitting while it is sent waits for its answer, and no longer', () => {
  const { state, id } = sending();
  const gone = play(
    state,
    { kind: 'requestSaved', id, saved: { ok: true, record: 'r' } },
    { kind: 'interrupted' },
    { kind: 'interrupted' },
  );
  expect(gone.effects.some(({ kind }) => kind === 'leave')).toBe(false);
  const { effects } = play(gone.state, { kind: 'changeAnswered', id, answer: done });
  expect(effects.at(-1)).toEqual({ kind: 'leave' });
  // Asked for once more, at once: its record has no end.
  expect(play(gone.state, { kind: 'interrupted' }, { kind: 'interrupted' }).effects.map(({ kind }) => kind)).toContain(
    'leave',
  );
});
