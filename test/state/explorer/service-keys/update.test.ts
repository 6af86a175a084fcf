import { expect, test } from 'vitest';
import { pagingFrom } from '../../../../src/api/paging/envelope.ts';
import type { NextPage } from '../../../../src/api/paging/next-link.ts';
import type { ServiceKey, ServiceKeysPage } from '../../../../src/api/enrolment-keys.ts';
import type { Definition } from '../../../../src/api/openapi/definition.ts';
import { keyRows } from '../../../../src/state/account/enrolment-keys/selectors.ts';
import { pendingName } from '../../../../src/state/root/pending.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition } from '../../../support/definition.ts';
import { aStateOf, aSystem, daysAgo, now, refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const address = 'https://api.example/org/N1/enrolment-keys';

const systems = [
  aSystem({ systemId: 'A', enrolmentKeyId: 7, enrolmentKeyDescription: 'laptops' }),
  aSystem({ systemId: 'B', enrolmentKeyId: 7, enrolmentKeyDescription: 'laptops', lastSeen: daysAgo(91) }),
  aSystem({ systemId: 'C', enrolmentKeyId: 12, enrolmentKeyDescription: 'lab' }),
];

function aServiceKey(id: number, about: Partial<ServiceKey> = {}): ServiceKey {
  const usual = { description: `key ${id}`, status: 'Enabled', usesRemaining: -1, lastUsedMs: now, type: null };
  return { id, ...usual, ...about };
}

function aKeysPage(keys: readonly ServiceKey[], next: NextPage = { kind: 'end' }): ServiceKeysPage {
  return { keys, paging: { ...pagingFrom(address), addresses: [address], rows: keys.length, next } };
}

const opened: Action = { kind: 'keysSeenOpened' };
const wanted: Action = { kind: 'serviceKeysWanted' };
const start = aStateOf(systems);
const definition: Definition = aDefinition({ 'GET /org/{orgId}/enrolment-keys': {} });

/** The screen of the keys, with this definition loaded. */
function onKeys(about: Definition = definition): { state: State; attempt: number } {
  const { state, effects } = play(start, opened, wanted, { kind: 'definitionArrived', definition: about });
  const read = effects.find(({ kind }) => kind === 'readServiceKeys');
  return { state, attempt: read?.kind === 'readServiceKeys' ? read.attempt : 0 };
}

test('the keys are asked for once the definition names exactly one way to list them', () => {
  const { state, attempt } = onKeys();
  expect(state.serviceKeys.list).toMatchObject({ orgId: 'N1', attempt, isReading: true, keys: [] });
  const { effects } = play(state, wanted);
  expect(effects).toEqual([{ kind: 'readServiceKeys', attempt: attempt + 1, orgId: 'N1', paging: null }]);
});

test('lookalikes are not asked for', () => {
  for (const id of [
    'POST /org/{orgId}/enrolment-keys',
    'GET /org/{orgId}/enrolment-keys/{keyId}',
    'GET /orgs/{orgId}/enrolment-keys',
    'GET /org/enrolment-keys',
    'GET /org/{orgId}/enrolment-keys/',
    'GET /Org/{orgId}/enrolment-keys',
    'GET /v2/org/{orgId}/enrolment-keys',
  ]) {
    expect(onKeys(aDefinition({ [id]: {} })).state.serviceKeys.list, id).toBeNull();
  }
  const twice = aDefinition({ 'GET /org/{orgId}/enrolment-keys': {}, 'GET /org/{id}/enrolment-keys': {} });
  expect(onKeys(twice).state.serviceKeys.list).toBeNull();
});

test('the keys are gone when the definition names them no longer', () => {
  const { state, attempt } = onKeys();
  const page = aKeysPage([aServiceKey(7)]);
  const other = aDefinition({ 'GET /account': {} });
  const read = play(state, { kind: 'serviceKeysArrived', attempt, page });
  expect(keyRows(read.state)[0]?.listed).not.toBeNull();
  const changed = play(read.state, { kind: 'definitionArrived', definition: other }).state;
  expect(changed.serviceKeys.list).toBeNull();
  expect(keyRows(changed)[0]?.listed).toBeNull();
});

test('the pages are read while somebody looks, and no further', () => {
  const { state, attempt } = onKeys();
  const url = `${address}?page=1`;
  const page = aKeysPage([aServiceKey(7)], { kind: 'page', url });
  const arrived: Action = { kind: 'serviceKeysArrived', attempt, page };
  const { paging } = page;
  const next = play(state, arrived);
  expect(next.effects).toEqual([{ kind: 'readServiceKeys', attempt, orgId: 'N1', paging }]);
  const last = aKeysPage([aServiceKey(12)]);
  const whole = play(next.state, { kind: 'serviceKeysArrived', attempt, page: last }).state;
  expect(whole.serviceKeys.list).toMatchObject({ isReading: false, paging: last.paging });
  expect(whole.serviceKeys.list?.keys.map(({ id }) => id)).toEqual([7, 12]);
  expect([pendingName(state), pendingName(next.state)]).toEqual([`keys ${attempt} 0`, `keys ${attempt} 1`]);
  expect(pendingName(whole)).toBeNull();
  const left = play(state, { kind: 'wentBack' });
  expect(pendingName(left.state)).toBeNull();
  expect(play(left.state, arrived).effects).toEqual([]);
  expect(play(state, { ...arrived, attempt: attempt - 1 }).state).toBe(state);
});

test('the rows are those of the systems with what the service lists, then the keys that no system has', () => {
  const { state, attempt } = onKeys();
  const keys = [aServiceKey(9), aServiceKey(12, { status: 'Disabled' }), aServiceKey(7, { description: 'notebooks' })];
  const read = play(state, { kind: 'serviceKeysArrived', attempt, page: aKeysPage(keys) }).state;
  expect(keyRows(read)).toEqual([
    { id: 7, description: 'notebooks', systems: 2, stale: 1, unknown: 0, listed: keys[2] },
    { id: 12, description: 'key 12', systems: 1, stale: 0, unknown: 0, listed: keys[1] },
    { id: 9, description: 'key 9', systems: 0, stale: 0, unknown: 0, listed: keys[0] },
  ]);
  const elsewhere = { ...read, organisation: { orgId: 'other', orgName: 'Other', role: 'Owner' } };
  expect(keyRows(elsewhere).map(({ listed }) => listed)).toEqual([null, null]);
});

test('the cursor stays on its key when others come before it', () => {
  const keys = [aServiceKey(7), aServiceKey(9)];
  const { state, attempt } = onKeys();
  const read = play(state, { kind: 'serviceKeysArrived', attempt, page: aKeysPage(keys) }).state;
  const atLast = play(read, { kind: 'moved', motion: 'last' }).state;
  expect(keyRows(atLast)[2]?.id).toBe(9);
  const again = play(atLast, wanted);
  const more = [aServiceKey(8), ...keys];
  const page = aKeysPage(more);
  const after = play(again.state, { kind: 'serviceKeysArrived', attempt: attempt + 1, page }).state;
  const { screen } = after;
  expect(screen.kind === 'keysSeen' && keyRows(after)[screen.list.row]?.id).toBe(9);
});

test('where the service does not know what its definition names, the offer is withdrawn for the session', () => {
  for (const status of [404, 405]) {
    const { state, attempt } = onKeys();
    const failed = play(state, { kind: 'serviceKeysFailed', attempt, problem: refused(status) }).state;
    expect(failed.serviceKeys).toMatchObject({ list: null, isWithdrawn: true });
    expect(play(failed, wanted).effects).toEqual([]);
  }
});

test('another failure is told, and what was read before stays', () => {
  const { state, attempt } = onKeys();
  const page = aKeysPage([aServiceKey(7)]);
  const read = play(state, { kind: 'serviceKeysArrived', attempt, page }, wanted).state;
  const problem = refused(403);
  const failed = play(read, { kind: 'serviceKeysFailed', attempt: attempt + 1, problem }).state;
  expect(failed.serviceKeys.list).toMatchObject({ problem, isReading: false, keys: page.keys });
});

test('a link that leads elsewhere is told, and not followed', () => {
  const { state, attempt } = onKeys();
  const next = { kind: 'untrusted', link: 'http://elsewhere.example', reason: 'another address' } as const;
  const page = aKeysPage([aServiceKey(7)], next);
  const read = play(state, { kind: 'serviceKeysArrived', attempt, page });
  expect(read.effects).toEqual([]);
  expect(read.state.serviceKeys.list).toMatchObject({ isReading: false, problem: { reason: 'another address' } });
});
