/** A request that names its organisation elsewhere than after `/org/`. */
import { expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { definitionFrom, operationIn } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { anOrganisation, aStateOf, baseUrl } from '../../../support/make.ts';
import { aRun } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';
import { organisationsNamed } from '../../../../src/api/calls/call-address.ts';

const definition = definitionFrom(usualDocument());
const leave = 'POST /account/orgs/{orgId}/leave';
const [here, other] = [anOrganisation({ orgId: 'N1' }), anOrganisation({ orgId: 'F2' })];

/** The request to leave this organisation is shown, while N1 is open. */
function leaving(orgId: string, change: (state: State) => State = (state) => state): State {
  const state = aStateOf([]);
  const list = { kind: 'ready', value: [here, other] } as const;
  const start: State = {
    ...state,
    organisation: here,
    organisations: { ...state.organisations, list },
    definition: { ...state.definition, definition },
  };
  const url = `${baseUrl}/account/orgs/${orgId}/leave`;
  const call: Call = { method: 'POST', url, headers: {}, body: null, orgId: null, operation: leave, secrets: [] };
  return play(change(start), { kind: 'requestShown', call, operation: operationIn(definition, leave) }).state;
}

test('it is held by what protects that organisation', () => {
  expect(leaving('N1').request.current?.call.orgId).toBe('N1');
  const isReadOnly = leaving('N1', (state) => ({
    ...state,
    settings: { ...state.settings, label: { ...state.settings.label, isReadOnly: true } },
  }));
  expect(isReadOnly.request.current).toBeNull();
  expect(isReadOnly.notice).toMatchObject({ text: expect.stringContaining('read-only') as string });
});

test.each(['F2', 'N1/F2', 'F2/N1'])('another organisation than the open one is not changed: %s', (orgId) => {
  const { request, notice } = leaving(orgId);
  expect(request.current).toBeNull();
  expect(notice).toMatchObject({ text: 'The path of this request names another organisation than the open one.' });
});

test('a run in progress holds the requests of its organisation, and of no other', () => {
  const during = (orgId: string) =>
    leaving('N1', (state) => {
      const { deletion } = aRun(2);
      return { ...state, deletion: deletion && { ...deletion, organisation: anOrganisation({ orgId }) } };
    }).request.current;
  expect(during('N1')).toBeNull();
  expect(during('F2')?.call.orgId).toBe('N1');
});

test('a name is found in any spelling, and not in the base address', () => {
  const named = (url: string): readonly string[] =>
    organisationsNamed([here, other], url, 'https://x/n1').map(({ orgId }) => orgId);
  expect(named('https://x/n1/account/orgs/%4e1/leave')).toEqual(['N1']);
  expect(named('https://x/n1/account/orgs/n1')).toEqual(['N1']);
  expect(named('https://x/n1/account')).toEqual([]);
  expect(organisationsNamed([here], 'https://x/N1/a', 'https://x/api/v1')).toEqual([here]);
});
