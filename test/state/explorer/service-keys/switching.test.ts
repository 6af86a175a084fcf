/** Requests about keys once they are answered: which offers are withdrawn, and which keys are read again. */
import { expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { Problem } from '../../../../src/api/problem.ts';
import type { ChangeAnswer } from '../../../../src/state/change/request/feature.ts';
import { serviceKeysReads } from '../../../../src/state/explorer/service-keys/effects.ts';
import type { Screen, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aStateOf, noContent, refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const keys = '/org/{orgId}/enrolment-keys';
const [list, create, disable, enable] = [
  ...[`GET ${keys}`, `POST ${keys}`, `PUT ${keys}/{keyId}/disable`, `PUT ${keys}/{keyId}/enable`],
] as const;
const account = 'PUT /account';
const definition = aDefinition(Object.fromEntries([list, create, disable, enable, account].map((id) => [id, {}])));
const keysSeen: Screen = { kind: 'keysSeen', list: { row: 0, top: 0 } };

/** The request is shown over these screens, and is under way. */
function sending(id: string, trail: readonly Screen[]): { readonly state: State; readonly number: number } {
  const operation = operationIn(definition, id);
  const url = `https://api.example/org/N1/enrolment-keys${id === create ? '' : '/12/disable'}`;
  const call: Call = {
    ...{ method: operation.method, url, headers: {}, body: '{"a":1}' },
    ...{ orgId: 'N1', operation: id, secrets: [] },
  };
  const about = aStateOf([]);
  const known = { ...about, definition: { ...about.definition, definition } };
  const shown = play(known, { kind: 'requestShown', call, operation }).state;
  const { current } = shown.request;
  if (current === null) throw new Error('No request is shown.');
  return {
    state: { ...shown, trail, request: { ...shown.request, current: { ...current, stage: { kind: 'sending' } } } },
    number: current.id,
  };
}

function answered(id: string, answer: ChangeAnswer, trail: readonly Screen[] = [keysSeen]) {
  const { state, number } = sending(id, trail);
  return play(state, { kind: 'changeAnswered', id: number, answer });
}

const failed = (problem: Problem): ChangeAnswer => ({ ok: false, problem });
const done: ChangeAnswer = { ok: true, value: noContent };
const lost = failed({ operation: 'send request', kind: 'lost', code: 'ECONNRESET' });

test.each<[string, string, ChangeAnswer, readonly string[]]>([
  ['405', disable, failed(refused(405)), ['disable']],
  ['405', enable, failed(refused(405)), ['enable']],
  ['404 of another thing', disable, failed(refused(404, { slug: 'route-not-found' })), ['disable']],
  ['404 of the key', disable, failed(refused(404, { slug: 'enrolment-key-not-found' })), []],
  ['405 to a new key', create, failed(refused(405)), []],
  ['a lost answer', disable, lost, []],
])('after %s to %s, the offers withdrawn are those that the service does not know', (_, id, answer, withdrawn) => {
  expect([...answered(id, answer).state.serviceKeys.withdrawn]).toEqual(withdrawn);
});

test.each<[string, string, ChangeAnswer, readonly Screen[], boolean]>([
  ['after a change, while their screen lies beneath', disable, done, [keysSeen], true],
  ['after one whose outcome is not known', disable, lost, [keysSeen], true],
  ['after a new key', create, done, [keysSeen], true],
  ['not after a refusal', disable, failed(refused(409)), [keysSeen], false],
  ['not where nobody looks at them', disable, done, [{ kind: 'systems' }], false],
  ['not after a change of another thing', account, done, [keysSeen], false],
])('the keys are read again %s', (_, id, answer, trail, isRead) => {
  const { effects } = answered(id, answer, trail);
  const reads = effects.filter(({ kind }) => kind === 'readServiceKeys');
  expect(reads).toHaveLength(isRead ? 1 : 0);
});

test('a reading that failed is tried again for the same list alone, while somebody looks', () => {
  const { retries } = serviceKeysReads.readServiceKeys;
  const about = aStateOf([]);
  const list = { orgId: 'N1', attempt: 4, isReading: true, keys: [], paging: null, problem: null };
  const read: State = { ...about, screen: keysSeen, serviceKeys: { ...about.serviceKeys, list } };
  const again = (state: State, attempt = 4): string | undefined =>
    retries.serviceKeysFailed?.(state, { kind: 'serviceKeysFailed', attempt, problem: refused(429) })?.kind;
  const left: State = { ...read, screen: { kind: 'systems' } };
  expect([read, { ...left, trail: [keysSeen] }, left, about].map((state) => again(state))).toEqual([
    ...['readServiceKeys', 'readServiceKeys', undefined, undefined],
  ]);
  expect(again(read, 3)).toBeUndefined();
});
