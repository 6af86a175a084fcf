import { expect, test } from 'vitest';
import { bannerOf } from '../../../../src/state/session/news.ts';
import type { TokenFound } from '../../../../src/state/account/token-storage/feature.ts';
import { initialState } from '../../../../src/state/root/features.ts';
import { type Action } from '../../../../src/state/root/state.ts';
import { anOrganisation, aSession, baseUrl, now, refused } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const session = aSession({ baseUrl: null, tokenSource: null });
const started = initialState({ session, now, columns: 80, rows: 24 });
const unauthorised: Action = { kind: 'organisationsFailed', session: 0, problem: refused(401) };
const elsewhere = 'https://elsewhere.example';

test('a token that was refused at one address is not tried at another', () => {
  const { state, effects } = play(
    started,
    { kind: 'serviceKnown', baseUrl, token: 'environment' },
    unauthorised,
    { kind: 'wentBack' },
    { kind: 'textEdited', text: elsewhere },
    { kind: 'baseUrlEntered' },
    { kind: 'baseUrlAccepted', baseUrl: elsewhere },
  );
  expect(effects.at(-1)).toEqual({ kind: 'findToken', baseUrl: elsewhere });
  expect(state.session).toMatchObject({ baseUrl: elsewhere, tokenSource: null, number: 1 });
});

const settings = {
  ...{ days: 90, pageSize: 200, isReadOnly: false, marksDisabled: true, bell: true, checksAtRest: true },
  ...{ theme: 'auto' as const, portal: null, basePath: null, person: null },
};
const found: TokenFound = { kind: 'found', storage: 'keychain' };

const toTills: readonly Action[] = [
  { kind: 'profilesListed', names: ['default', 'tills'] },
  { kind: 'moved', motion: 'down', extent: { length: 3, height: 10 } },
  { kind: 'profileChosen' },
  { kind: 'profileUsed', isNew: false, name: 'tills', baseUrl: elsewhere, settings },
];

test.each<[string, Action]>([
  ['a token', { kind: 'tokenSearched', session: 0, found }],
  ['organisations', { kind: 'organisationsArrived', session: 0, organisations: [anOrganisation()] }],
  ['a refusal', unauthorised],
  [
    'a place for the token',
    { kind: 'tokenStored', session: 0, kept: { ok: true, storage: 'keychain', stillIn: null } },
  ],
])('%s that the profile before was asked for goes nowhere', (_, late) => {
  const { state, effects } = play(started, { kind: 'serviceKnown', baseUrl, token: null }, ...toTills);
  expect(effects.slice(-2)).toEqual([
    { kind: 'useProfile', name: 'tills' },
    { kind: 'findToken', baseUrl: elsewhere },
  ]);
  expect(state.session.signIn.isSearching).toBe(true);
  expect(play(state, late)).toEqual({ state, effects: [] });
});

const wrong: Action = { kind: 'clockCompared', clock: { kind: 'ahead', ms: 3_600_000 }, now };

test.each<[string, readonly Action[]]>([
  ['signed out', [{ kind: 'signedOut' }]],
  ['at another address', [{ kind: 'baseUrlAccepted', baseUrl: elsewhere }]],
  ['in another profile', toTills],
])(
  '%s, nothing is known of clocks until the service answers, which is said then though it was hidden before',
  (_, moves) => {
    const dismissed: Action = { kind: 'bannerDismissed' };
    const told = play(started, { kind: 'serviceKnown', baseUrl, token: null }, wrong, dismissed).state;
    const moved = play(told, ...moves).state;
    expect(moved.clock).toEqual({ kind: 'fine' });
    expect(bannerOf(moved)).toBeNull();
    expect(bannerOf(play(moved, wrong).state)).toMatchObject({ kind: 'clock', note: { kind: 'ahead' } });
  },
);
