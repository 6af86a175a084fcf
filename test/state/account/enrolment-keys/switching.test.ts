/** The key under the cursor can be disabled, or not; the service may take that back. */
import { expect, test } from 'vitest';
import type { ServiceKey } from '../../../../src/api/enrolment-keys.ts';
import { keySwitchingRefusal } from '../../../../src/state/account/enrolment-keys/selectors.ts';
import { capabilitiesOf } from '../../../../src/api/calls/capabilities.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition } from '../../../support/definition.ts';
import { aSession, aStateOf } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const list = 'GET /org/{orgId}/enrolment-keys';
const disable = 'PUT /org/{orgId}/enrolment-keys/{keyId}/disable';
const enable = 'PUT /org/{orgId}/enrolment-keys/{keyId}/enable';
const asked: Action = { kind: 'keySwitchRequested' };

const key: ServiceKey = {
  ...{ id: 12, description: 'laptops', status: 'Enabled', usesRemaining: -1, lastUsedMs: null, type: null },
};

/** The list of keys with the cursor on this one, of a service with these operations. */
function onKey(about: Partial<ServiceKey> | null, operations: readonly string[], state: State = aStateOf([])): State {
  const definition = aDefinition(Object.fromEntries(operations.map((operation) => [operation, {}])));
  const orgId = state.organisation?.orgId ?? '';
  const keys = about === null ? [] : [{ ...key, ...about }];
  const read = { orgId, attempt: 1, isReading: false, keys, paging: null, problem: null };
  return {
    ...state,
    screen: { kind: 'keysSeen', list: { row: 0, top: 0 } },
    definition: { ...state.definition, definition, offers: capabilitiesOf(definition) },
    serviceKeys: { ...state.serviceKeys, list: read },
  };
}

function shown(state: State): readonly string[] {
  return play(state, asked).effects.flatMap((effect) =>
    effect.kind === 'showKeyRequest' ? [`${effect.call.method} ${new URL(effect.call.url).pathname}`] : [],
  );
}

test('a key is disabled by its id, and one that is disabled is enabled again', () => {
  const all = [list, disable, enable];
  expect(shown(onKey({}, all))).toEqual([expect.stringMatching(/^PUT .*\/enrolment-keys\/12\/disable$/)]);
  expect(shown(onKey({ status: 'NoUsesRemaining' }, all))).toEqual([expect.stringMatching(/\/disable$/)]);
  expect(shown(onKey({ status: null }, all))).toEqual([expect.stringMatching(/\/disable$/)]);
  expect(shown(onKey({ status: 'Disabled' }, all))).toEqual([expect.stringMatching(/\/12\/enable$/)]);
});

test('a key that is not offered says the reason and asks nothing', () => {
  const known = onKey({}, [list, disable]);
  const onUnread = { ...known, definition: { ...known.definition, offers: null } };
  const refusals: readonly (readonly [State, RegExp])[] = [
    [onKey({}, [list]), /names no way to disable a key/],
    [onKey({}, [list, 'POST /org/{orgId}/enrolment-keys/{keyId}/disable']), /names no way/],
    [onKey({}, [list, `${disable}/{more}`]), /names no way/],
    [onKey({ status: 'Disabled' }, [list, disable]), /names no way to enable a key/],
    [onKey({ id: null }, [list, disable]), /does not list this key/],
    [onKey(null, [list, disable]), /no key/],
    [onKey({}, [list, disable], { ...aStateOf([]), session: aSession({ mode: 'read-only' }) }), /^read-only/],
    [onUnread, /not read yet/],
  ];
  for (const [state, reason] of refusals) {
    expect(keySwitchingRefusal(state)).toMatch(reason);
    expect(shown(state)).toEqual([]);
  }
  const preview = { ...aStateOf([]), session: aSession({ mode: 'preview' }) };
  expect(keySwitchingRefusal(onKey({}, [list, disable], preview))).toBeNull();
});
