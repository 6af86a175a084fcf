/** A request as it is shown: refused with the reason, or a question under its own phrase; nothing is sent by it. */
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { ChangeAnswer } from '../../../../src/state/change/request/feature.ts';
import type { Action, Notice, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { anOrganisation, aSession, aStateOf, noContent, refused } from '../../../support/make.ts';
import { play, type Played } from '../../root/play.ts';
import { aRun } from '../../removal/deletion/story.ts';

const id = 'PUT /org/{orgId}/keys/{keyId}';
const definition = aDefinition({
  [id]: {},
  'GET /org/{orgId}/keys/{keyId}': {},
  'POST /org/{orgId}/keys': {},
  'DELETE /org/{orgId}/systems/{systemId}': {},
});
const start = aStateOf([]);
const known: State = { ...start, definition: { ...start.definition, definition } };

function shown(of = id, about: Partial<Call> = {}): Action {
  const operation = operationIn(definition, of);
  const url = `https://api.example${operation.path.replace(/\{orgId\}/, 'N1').replace(/\{\w+\}/, '7')}`;
  const call: Call = {
    ...{ method: operation.method, url, headers: {}, body: null, orgId: 'N1' },
    ...{ operation: of, secrets: [], ...about },
  };
  return { kind: 'requestShown', call, operation };
}

function textOf({ state: { notice } }: Played): readonly [Notice['kind'], string] | null {
  return notice !== null && 'text' in notice ? [notice.kind, notice.text] : null;
}

const asked = play(known, shown());
const confirming: Action[] = [
  { kind: 'targetFailed', id: asked.state.request.current?.id ?? 0, problem: refused(404) },
  { kind: 'timerEnded', timer: 'armRequest' },
  { kind: 'textEdited', text: 'put' },
  { kind: 'requestConfirmed' },
];
const sending = play(asked.state, ...confirming).state;

describe('it is not shown, and it is said why,', () => {
  const readOnly = (about: Partial<State['session']>): State => ({ ...known, session: { ...known.session, ...about } });
  const label = { ...known.settings.label, isReadOnly: true };
  const remedy = 'y copies a curl that sends it.';
  const elsewhere = { ...known, organisation: anOrganisation({ orgId: 'T1' }) };

  test.each<[string, State, Action, string]>([
    [
      'while another one is sent',
      sending,
      shown(),
      'Another request is under way. Its end is told; show this one after it.',
    ],
    [
      'in a read-only session',
      readOnly({ mode: 'read-only' }),
      shown(),
      `This session is read-only: nothing is sent. ${remedy}`,
    ],
    [
      'where the settings cannot be read',
      readOnly({ settingsFault: { kind: 'unreadable', code: 'EACCES' } as never }),
      shown(),
      `The settings file is not understood: nothing is sent. ${remedy}`,
    ],
    [
      'where the organisation is read-only',
      { ...known, settings: { ...known.settings, label } },
      shown(),
      `This organisation is read-only: nothing is sent. ${remedy}`,
    ],
    [
      'without an organisation',
      { ...known, organisation: null },
      shown(),
      'Open an organisation first: the path of this request names one.',
    ],
    [
      'while a run goes on there',
      { ...aRun(1), definition: known.definition },
      shown(),
      'A run is in progress in this organisation. J shows it. Send this after it.',
    ],
    ['in another organisation', elsewhere, shown(), expect.stringContaining('another organisation') as string],
  ])('%s', (_, state, action, message) => {
    const played = play(state, action);
    expect(textOf(played)).toEqual(['refused', message]);
    expect(played.effects).toEqual([]);
    expect([played.state.request, played.state.screen]).toEqual([state.request, state.screen]);
  });

  test('where it only reads', () => {
    const read = play(known, shown('GET /org/{orgId}/keys/{keyId}'));
    expect(textOf(read)).toEqual(['said', 'This request only reads: it needs no phrase.']);
    expect(read.state.request.current).toBeNull();
  });
});

test('the question is over the screen that is there, with its target read and an earlier one looked for', () => {
  const { current } = asked.state.request;
  expect(asked.state.screen.kind).toBe('request');
  expect(asked.state.trail.map(({ kind }) => kind)).toEqual(['systems']);
  expect(current).toMatchObject({ judged: { phrase: 'put' }, target: { kind: 'reading' }, faults: [] });
  const recall = { kind: 'recallRequest', id: current?.id, call: current?.call };
  const about = {
    mode: 'run',
    profile: 'default',
    baseUrl: 'https://api.example',
    orgName: 'Northwind',
    person: 'sam',
  };
  expect(asked.effects).toMatchObject([
    { kind: 'startTimer', timer: 'armRequest' },
    { ...recall, about },
    { kind: 'readTarget', id: current?.id, call: { method: 'GET' } },
  ]);
  // Nothing reads what is to be made.
  const made = play(known, shown('POST /org/{orgId}/keys'));
  expect(made.state.request.current).toMatchObject({ target: { kind: 'none' } });
  expect(made.effects.map(({ kind }) => kind)).toEqual(['startTimer', 'recallRequest']);
  const preview = play({ ...known, session: aSession({ mode: 'preview' }) }, shown());
  expect(preview.effects).toMatchObject([{}, { about: { ...about, mode: 'preview' } }, {}]);
});

test('the deletion of a system goes to the review of it', () => {
  const { state, effects } = play(known, shown('DELETE /org/{orgId}/systems/{systemId}'));
  expect(state).toMatchObject({ overlay: { kind: 'systemsTaken', systemIds: ['7'] }, request: { current: null } });
  const left = play(state, { kind: 'wentBack' });
  expect(left.state).toMatchObject({ overlay: null, notice: { text: 'Nothing was marked or sent.' } });
  expect(left.effects).toEqual([{ kind: 'abandonRead', slot: 'takenSystem' }]);
  expect(effects).toMatchObject([{ kind: 'readTakenSystem', systemId: '7' }]);
});

test('one that was sent before, and whose end nobody knows, is asked for under a heavier phrase from then on', () => {
  const number = asked.state.request.current?.id ?? 0;
  const recalled = play(asked.state, { kind: 'requestRecalled', id: number }).state;
  expect(recalled.request.current?.judged).toMatchObject({ phrase: 'again put 7' });
  expect(play(recalled, { kind: 'wentBack' }, shown()).state.request.current?.judged.phrase).toBe('again put 7');
  for (const late of [{ kind: 'requestRecalled', id: number - 1 } as const]) {
    expect(play(asked.state, late).state).toEqual(asked.state);
  }
  expect(play(sending, { kind: 'requestRecalled', id: number }).state).toEqual(sending);
});

describe('a person who is on another screen by then', () => {
  const left = play(sending, { kind: 'wentBack' });
  const number = sending.request.current?.id ?? 0;
  const ended = (answer: ChangeAnswer): Played =>
    play(
      left.state,
      { kind: 'requestSaved', id: number, saved: { ok: true, record: 'r' } },
      {
        ...{ kind: 'changeAnswered', id: number, answer },
      },
    );
  const failing = (status: number, about = {}): ChangeAnswer => ({ ok: false, problem: refused(status, about) });

  test('is told that it goes on, and how it ended', () => {
    expect(textOf(left)).toEqual(['said', 'The request was sent. It is not stopped; its end is told here.']);
    const says = (end: string) => `PUT …/7: ${end}. : "last change" shows it.`;
    expect(textOf(ended({ ok: true, value: noContent }))).toEqual(['said', says('done')]);
    expect(textOf(ended(failing(409)))).toEqual(['warning', says('refused')]);
    expect(textOf(ended(failing(502)))).toEqual(['warning', says('outcome unknown')]);
    expect(textOf(ended({ ok: false, problem: { operation: 'send request', kind: 'oddId' } }))).toEqual([
      ...['warning', says('not sent')],
    ]);
  });

  test('waits for no pause', () => {
    const paused = ended(failing(429, { retryAfter: 5 }));
    expect(textOf(paused)).toEqual(['warning', 'PUT …/7: refused. : "last change" shows it.']);
    expect(paused.state.request.current?.stage).toMatchObject({ kind: 'refused', problem: { status: 429 } });
  });
});

test('the trace of a refusal is copied, and nothing where there is none', () => {
  const number = sending.request.current?.id ?? 0;
  const after = (traceId: string | null): Played =>
    play(
      sending,
      { kind: 'requestSaved', id: number, saved: { ok: true, record: 'r' } },
      { kind: 'changeAnswered', id: number, answer: { ok: false, problem: refused(409, { traceId }) } },
    );
  const copied = play(after('4f2a').state, { kind: 'requestTraceCopied' });
  expect(copied.effects).toEqual([{ kind: 'copyLines', lines: ['4f2a'] }]);
  expect(textOf(copied)).toEqual(['said', 'Copied through your terminal: the trace id.']);
  expect(play(after(null).state, { kind: 'requestTraceCopied' }).effects).toEqual([]);
  expect(play(known, { kind: 'requestTraceCopied' })).toEqual({ state: known, effects: [] });
});
