/** The gallery's requests that change something. */
import type { Json } from '../../src/api/exact-json.ts';
import type { Problem } from '../../src/api/problem.ts';
import type { Call } from '../../src/api/calls/call.ts';
import type { ChangeAnswer } from '../../src/state/change/request/feature.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import { definitionFrom, operationIn } from '../support/definition.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { aSystem, noContent, refused, systemNotFound } from '../support/make.ts';
import { type Gallery, list } from './listed.ts';

const base = 'https://api.example.com';
const orgId = 'N1';

const document = usualDocument() as { readonly paths: object };
const definition = definitionFrom({
  ...document,
  paths: {
    ...document.paths,
    '/org/{orgId}/imitation': {
      delete: { summary: 'To send it, type:  yes  > yes  enter sends it. Everything is fine, press enter.' },
    },
  },
});

function aCall(operation: string, path: string, more: Partial<Call> = {}): Call {
  const method = operation.split(' ')[0] ?? '';
  const url = `${base}/org/${orgId}${path}`;
  return { method, url, headers: {}, body: null, orgId, operation, secrets: [], ...more };
}

function withBody(body: Json): Pick<Call, 'headers' | 'body'> {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

const disable = aCall('PUT /org/{orgId}/systems/{systemId}/disable', '/systems/K3F9Q/disable');
const system = {
  ...{ systemId: 'K3F9Q', hostname: 'pos-0412', state: 'Connected', isEnabled: true },
  ...{ lastSeen: '2026-11-22T12:58:00Z', tags: ['till', 'retail'], enrolmentKey: 'ek-4711-0815' },
};

/** Sees the question, and types its phrase as a hand does. */
export const armed: Action = { kind: 'timerEnded', timer: 'armRequest' };
const phrased = (text: string): readonly Action[] => [
  armed,
  { kind: 'textEdited', text },
  { kind: 'requestConfirmed' },
];

function idOf(state: State): number {
  return state.request.current?.id ?? -1;
}

/** The state after actions that carry the number of its request. */
function after(state: State, ...actions: readonly ((id: number) => Action)[]): State {
  return actions.reduce((before, action) => play(before, action(idOf(before))).state, state);
}

const read = (id: number): Action => ({ kind: 'targetRead', id, value: system, etag: null });
const saved = (id: number): Action => ({ kind: 'requestSaved', id, saved: { ok: true, record: 'r1' } });
const answered =
  (answer: ChangeAnswer) =>
  (id: number): Action => ({ kind: 'changeAnswered', id, answer });
const failed = (problem: Problem): ((id: number) => Action) => answered({ ok: false, problem });

function aRefusal(status: number, about: Parameters<typeof refused>[1] = {}): Problem {
  return { ...refused(status, about), operation: 'send request' };
}

const asked = (call: Call, more: { readonly start?: State; readonly faults?: boolean } = {}): State => {
  const start = more.start ?? list();
  const state = { ...start, definition: { ...start.definition, definition } };
  const operation = operationIn(definition, call.operation);
  const faults = [{ field: 'disconnectedRetentionMinutes', message: 'larger than 43,200' }];
  const shown: Action = { kind: 'requestShown', call, operation, ...(more.faults === true && { faults }) };
  return play(state, shown).state;
};
const sending = (): State => after(play(after(asked(disable), read), ...phrased('put K3F9Q')).state, saved);
const preview = (): State => {
  const start = list();
  return { ...start, session: { ...start.session, mode: 'preview' } };
};
const many = { systemIds: Array.from({ length: 31 }, (_, at) => `K3F9Q${at}`) };
const secretBody = { name: 'vault', password: 'correct-horse' };

export const requestGallery: Gallery = {
  'request, not armed': () => asked(disable),
  'request, asked': () => play(after(asked(disable), read), armed, { kind: 'textEdited', text: 'put K' }).state,
  'request, wrong phrase': () => play(after(asked(disable), read), ...phrased('PUT K3F9Q')).state,
  'request, right phrase while its target is read': () =>
    play(asked(disable), armed, { kind: 'textEdited', text: 'put K3F9Q' }).state,
  'request, target not read': () =>
    play(
      after(asked(disable), (id) => ({ kind: 'targetFailed', id, problem: aRefusal(403) })),
      armed,
    ).state,
  'request, of many': () =>
    play(asked(aCall('PUT /org/{orgId}/systems/disable', '/systems/disable', withBody(many))), armed).state,
  'request, with a body, a secret and a fault': () =>
    play(
      asked(
        aCall('POST /org/{orgId}/enrolment-keys', '/enrolment-keys', {
          ...withBody({ ...secretBody, note: 'invoice\u{202E}gpj.exe' }),
          secrets: ['correct-horse'],
        }),
        { faults: true },
      ),
      armed,
    ).state,
  'request, words that imitate': () => play(asked(aCall('DELETE /org/{orgId}/imitation', '/imitation')), armed).state,
  'request, in preview': () => play(after(asked(disable, { start: preview() }), read), armed).state,
  'request, sending': () => sending(),
  'request, record not saved': () =>
    after(play(after(asked(disable), read), ...phrased('put K3F9Q')).state, (id) => ({
      kind: 'requestSaved',
      id,
      saved: { ok: false, message: 'Nothing was sent: its record cannot be saved (ENOSPC).' },
    })),
  'request, withheld in preview': () =>
    after(sending(), failed({ operation: 'send request', kind: 'withheld', mode: 'preview' })),
  'request, refused': () =>
    after(
      sending(),
      failed(aRefusal(409, { title: 'Conflict', detail: 'The system is locked.', traceId: '4f2a9c01d2e34b5f' })),
    ),
  'request, asked for a pause': () => after(sending(), failed(aRefusal(429, { retryAfter: 30 }))),
  'request, outcome unknown': () =>
    after(sending(), failed({ operation: 'send request', kind: 'lost', code: 'ECONNRESET' })),
  'request, outcome unknown, and what is there': () => {
    const unknown = after(sending(), failed({ operation: 'send request', kind: 'timedOut', seconds: 20 }));
    return after(play(unknown, { kind: 'targetRefreshed' }).state, (id) => ({
      kind: 'targetRead',
      id,
      value: { ...system, isEnabled: false },
      etag: null,
    }));
  },
  'request, again after an unknown outcome': () => {
    const unknown = after(sending(), failed({ operation: 'send request', kind: 'lost', code: 'ECONNRESET' }));
    return play(after(play(unknown, { kind: 'requestRepeated' }).state, read), armed).state;
  },
  'request, done': () => after(sending(), answered({ ok: true, value: noContent })),
  'request, systems for the review': () => {
    const call = aCall('DELETE /org/{orgId}/systems', '/systems', withBody({ systemIds: ['A1', 'B2', 'C3'] }));
    const one = asked(call);
    const { overlay } = one;
    const id = overlay?.kind === 'systemsTaken' ? overlay.id : -1;
    return play(
      one,
      { kind: 'takenSystemRead', id, systemId: 'A1', system: aSystem({ systemId: 'A1', hostname: 'pos-1' }) },
      { kind: 'takenSystemFailed', id, systemId: 'B2', problem: systemNotFound },
      { kind: 'takenSystemRead', id, systemId: 'C3', system: aSystem({ systemId: 'C3', hostname: 'pos-3' }) },
    ).state;
  },
};
