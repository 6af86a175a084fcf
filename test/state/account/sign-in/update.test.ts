import { describe, expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { TokenFound } from '../../../../src/state/account/token-storage/feature.ts';
import { blankSignIn, type Session, type SignIn } from '../../../../src/state/session/session.ts';
import { initialState } from '../../../../src/state/root/features.ts';
import { type Action, type State } from '../../../../src/state/root/state.ts';
import { anOrganisation, aSession, aState, aStateOf, baseUrl, now, refused, systemsOf } from '../../../support/make.ts';
import { asksAbout, play, readsFirst } from '../../root/play.ts';

const northwind = anOrganisation();
const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });

function arrive(...organisations: readonly ReturnType<typeof anOrganisation>[]): Action {
  return { kind: 'organisationsArrived', session: 0, organisations };
}

/** The program has just been started. */
function started(about: Partial<Session> = {}): State {
  const session = aSession({ baseUrl: null, tokenSource: null, ...about });
  return initialState({ session, now, columns: 80, rows: 24 });
}

const down: Action = { kind: 'moved', motion: 'down' };
const withToken: Action = { kind: 'serviceKnown', baseUrl, token: 'environment' };
const none: TokenFound = { kind: 'none', storage: 'keychain', hasChosen: false };
const searched = (found: TokenFound): Action => ({ kind: 'tokenSearched', session: 0, found });
const unaccepted: TokenFound = { kind: 'unaccepted', storage: 'command', hasChosen: true, sentence: 'Not here.' };
const withoutToken: readonly Action[] = [{ kind: 'serviceKnown', baseUrl, token: null }, searched(none)];
const unauthorised: Action = { kind: 'organisationsFailed', session: 0, problem: refused(401) };

describe('signing in', () => {
  const token = 'T0ken'.repeat(12);
  const bySteps: readonly Action[] = [
    { kind: 'serviceUnknown', token: null, typed: '', message: null },
    { kind: 'textEdited', text: 'https://api.example/' },
    { kind: 'baseUrlEntered' },
    { kind: 'baseUrlAccepted', baseUrl },
    searched(none),
    { kind: 'textEdited', text: token },
    { kind: 'tokenEntered' },
  ];

  test('asks for the address, then for the token, then for the organisations', () => {
    const { state, effects } = play(started(), ...bySteps, arrive(northwind, contoso));
    expect(effects).toEqual([
      { kind: 'checkBaseUrl', typed: 'https://api.example/' },
      { kind: 'findToken', baseUrl },
      { kind: 'tryToken', baseUrl },
      { kind: 'storeToken', baseUrl, choice: null },
      { kind: 'recallOrganisation', baseUrl },
      { kind: 'findUnfinished', baseUrl },
      { kind: 'recallCounts', baseUrl },
    ]);
    expect(state.screen).toEqual({ kind: 'organisations' });
    expect(state.organisations.list).toEqual({ kind: 'ready', value: [northwind, contoso] });
    expect(state.session.tokenSource).toBe('session');
  });

  test('keeps the token out of every state and effect, even where its field would send it', () => {
    expect(JSON.stringify(play(started(), ...bySteps, arrive(northwind)))).not.toContain('T0ken');
  });

  test('asks for nothing where address and token are known', () => {
    const { state, effects } = play(started(), withToken, arrive(northwind, contoso));
    expect(effects).toEqual([
      { kind: 'listOrganisations', baseUrl },
      { kind: 'recallOrganisation', baseUrl },
      { kind: 'findUnfinished', baseUrl },
      { kind: 'recallCounts', baseUrl },
    ]);
    expect(state.screen).toEqual({ kind: 'organisations' });
  });

  test('looks up the token once more where its command is accepted for the address, and asks for one after esc', () => {
    const asked: readonly Action[] = [{ kind: 'baseUrlAccepted', baseUrl }, searched(unaccepted)];
    const accepted = play(started(), ...asked, { kind: 'addressAccepted' }, { kind: 'addressAccepted' });
    expect(accepted.effects).toEqual([
      { kind: 'findToken', baseUrl },
      { kind: 'findToken', baseUrl, isAccepted: true },
    ]);
    expect(accepted.state.session.signIn).toMatchObject({ asked: null, isSearching: true });
    const left = play(started(), ...asked, { kind: 'wentBack' }, { kind: 'addressAccepted' });
    expect(left.effects).toEqual([{ kind: 'findToken', baseUrl }]);
    expect(left.state.session.signIn).toMatchObject({ asked: null, field: 'token', unkept: null });
  });

  test('asks for no token that the keychain has', () => {
    const found = searched({ kind: 'found', storage: 'keychain' });
    const { state, effects } = play(started(), { kind: 'baseUrlAccepted', baseUrl }, found);
    expect(effects).toEqual([
      { kind: 'findToken', baseUrl },
      { kind: 'listOrganisations', baseUrl },
    ]);
    expect(state.session.tokenSource).toBe('keychain');
  });

  test.each<[string, Action[], object]>([
    ['an address that cannot be used', [{ kind: 'baseUrlRefused', reason: 'No https.' }], { message: 'No https.' }],
    [
      'a keychain that does not answer',
      [searched({ kind: 'failed', storage: 'keychain', hasChosen: true, sentence: 'Locked.' })],
      {
        field: 'token',
        message: expect.stringMatching(/^Locked\. Set tokenCommand .*ROLLCALL_TOKEN, or paste/) as string,
      },
    ],
    ['a token command that is not accepted here', [searched(unaccepted)], { field: 'token', asked: 'Not here.' }],
    [
      'a token that cannot be one',
      [...withoutToken, { kind: 'tokenRefused', reason: 'Too short' }],
      { field: 'token', message: 'Not a token: Too short.', isTrying: false },
    ],
    [
      'a token that cannot be one, and is mended',
      [...withoutToken, { kind: 'tokenRefused', reason: 'Too short' }, { kind: 'textEdited', text: '' }],
      { field: 'token', message: null, isTrying: false },
    ],
    [
      'a token that the service refuses, and is mended',
      [...withoutToken, { kind: 'tokenEntered' }, unauthorised, { kind: 'textEdited', text: '' }],
      { field: 'token', problem: null, isTrying: false },
    ],
    [
      'a token that the service refuses',
      [...withoutToken, { kind: 'tokenEntered' }, unauthorised],
      { field: 'token', problem: refused(401), isTrying: false },
    ],
    ['a known token that the service refuses', [withToken, unauthorised], { field: 'token', problem: refused(401) }],
  ])('says what is wrong with %s, and asks again', (_, actions, signIn) => {
    const { state } = play(started(), { kind: 'serviceUnknown', token: null, typed: '', message: null }, ...actions);
    expect(state.screen).toEqual({ kind: 'signIn' });
    expect(state.session.signIn).toMatchObject(signIn);
  });

  test('says whether the keychain keeps the token', () => {
    const kept = { ok: true, storage: 'keychain', stillIn: null } as const;
    const { state } = play(aState(), { kind: 'tokenStored', session: 0, kept });
    expect(state.session).toMatchObject({ tokenSource: 'keychain' });
    expect(state.notice).toEqual({ kind: 'said', text: 'The token is stored in the keychain.' });
  });

  test('goes back from the token to the address, unless a token is being tried', () => {
    const back: Action = { kind: 'wentBack' };
    expect(play(started(), ...withoutToken, back).state.session.signIn.field).toBe('baseUrl');
    expect(play(started(), ...withoutToken, { kind: 'tokenEntered' }, back).state.session.signIn.field).toBe('token');
  });
});

describe('the organisations', () => {
  const opens = [readsFirst(1), ...asksAbout('N1')];

  test('are not listed where there is one: it is opened', () => {
    const { state, effects } = play(started(), withToken, arrive(northwind));
    expect(effects.slice(1)).toEqual(opens);
    expect(state).toMatchObject({ screen: { kind: 'systems' }, organisation: northwind });
  });

  test('are an empty list where there is none', () => {
    const { state } = play(started(), withToken, arrive());
    expect(state.screen).toEqual({ kind: 'organisations' });
    expect(state.organisations.list).toEqual({ kind: 'ready', value: [] });
  });

  test.each(['N1', 'Northwind', 'northWIND'])(
    'are opened at "%s", where the flags ask for it',
    (wantedOrganisation) => {
      const { state, effects } = play(started({ wantedOrganisation }), withToken, arrive(contoso, northwind));
      expect(effects.slice(1)).toEqual(opens);
      expect(state.session.wantedOrganisation).toBeNull();
    },
  );

  test('are opened with the search that the flags ask for', () => {
    const session = { wantedOrganisation: 'N1', wantedSearch: 'till' };
    const { effects } = play(started(session), withToken, arrive(northwind));
    expect(effects).toContainEqual(readsFirst(1, { search: 'till' }));
  });

  test('are shown, with a warning, where the one named by a flag is not among them', () => {
    const { state, effects } = play(started({ wantedOrganisation: 'Fabrikam' }), withToken, arrive(northwind));
    expect(effects.map(({ kind }) => kind)).toEqual(['listOrganisations', 'findUnfinished', 'recallCounts']);
    expect(state.screen.kind).toBe('organisations');
    expect(state.notice).toMatchObject({ kind: 'warning', text: expect.stringContaining('"Fabrikam"') as string });
  });

  test('open the one that was open last straight away, unless the person was faster', () => {
    const recalled: Action = { kind: 'organisationRecalled', orgId: 'C1' };
    const listed = play(started(), withToken, arrive(northwind, contoso, anOrganisation({ orgId: 'F1' }))).state;
    const after = (...actions: Action[]): State => play(listed, ...actions).state;
    expect(after(recalled)).toMatchObject({ screen: { kind: 'systems' }, organisation: contoso });
    expect(after(down, down, recalled)).toMatchObject({ screen: { kind: 'organisations' }, organisation: null });
    expect(after({ ...recalled, orgId: 'of nobody' })).toMatchObject({
      screen: { kind: 'organisations' },
      notice: { text: 'The organisation that was open last is no longer listed. Choose another.' },
    });
  });

  test('that cannot be refreshed stay as they were', () => {
    const problem = refused(418);
    const failed: Action = { kind: 'organisationsFailed', session: 0, problem };
    const { state } = play(aState(), { kind: 'organisationsOpened' }, failed);
    expect(state.organisations.list).toEqual({ kind: 'failed', problem, last: [northwind] });
  });

  test('keep the list and the marks of the one that is opened again, and nothing of another', () => {
    const systems = systemsOf(2);
    const start = aStateOf(systems, { marks: withMarked(noMarks, systems.slice(0, 1), { by: 'hand' }) });
    const visit = (...moves: readonly Action[]) =>
      play(start, { kind: 'organisationsOpened' }, arrive(northwind, contoso), ...moves, {
        kind: 'organisationOpened',
      });
    const [again, other] = [visit(), visit(down)];
    expect([again.state.marks.marked, again.state.list.listing]).toEqual([start.marks.marked, start.list.listing]);
    expect(again.effects.map(({ kind }) => kind)).toEqual(['listOrganisations', 'findUnfinished', 'recallCounts']);
    expect([other.state.marks.marked, other.state.list.listing.scan]).toEqual([noMarks, null]);
    expect(other.state.organisation).toBe(contoso);
    expect(other.effects).toContainEqual(readsFirst(1, { orgId: 'C1' }));
  });
});

describe('signing out', () => {
  const start = aStateOf(systemsOf(3), { nextId: 7 });
  const signedOut: Action = { kind: 'signedOut' };

  test('forgets the token and everything that was read with it', () => {
    const forgotten = [{ storage: 'session', sentence: null }] as const;
    const { state, effects } = play(start, signedOut, { kind: 'tokenForgotten', session: 1, report: forgotten });
    expect(effects).toMatchObject([
      { kind: 'forgetToken', baseUrl },
      { kind: 'rememberListView' },
      { kind: 'saveMarks' },
    ]);
    const report = ['✓ this session: signed out', 'The token stays valid until you revoke it in the portal.'];
    const signIn: SignIn = { ...blankSignIn, field: 'token', typedBaseUrl: baseUrl, report };
    expect(state).toEqual({ ...started({ baseUrl, signIn, number: 1 }), screen: { kind: 'signIn' }, nextId: 7 });
  });

  test.each([arrive(northwind), unauthorised])('does not sign in by a late answer', (answer) => {
    const { state } = play(start, { kind: 'organisationsOpened' }, signedOut);
    expect(play(state, answer)).toEqual({ state, effects: [] });
  });
});

test.each<[TokenFound, boolean]>([
  [{ kind: 'failed', storage: 'keychain', sentence: 'Locked.', hasChosen: false }, true],
  [{ kind: 'failed', storage: 'command', sentence: 'It ended.', hasChosen: true }, true],
  [{ kind: 'failed', storage: 'keychain', sentence: 'Locked.', hasChosen: true }, false],
  [none, false],
])('a search for the token that ends as %j asks for another place later: %j', (found, isAsked) => {
  const { signIn } = play(started(), { kind: 'serviceKnown', baseUrl, token: null }, searched(found)).state.session;
  expect(signIn.unkept).toEqual(isAsked ? found : null);
  expect(signIn.message ?? '').toContain(found.kind === 'failed' ? found.sentence : '');
  expect(signIn.message === null).toBe(found.kind !== 'failed');
});
