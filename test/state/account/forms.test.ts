/** Profiles and the storage of the token: their lists, their fields and what enter and esc do in them. */
import { describe, expect, test } from 'vitest';
import { fieldText, textField } from '../../../src/state/root/navigation.ts';
import { pendingName } from '../../../src/state/root/pending.ts';
import { createdSentence, removalLines, storedSentence } from '../../../src/state/account/token-storage/feature.ts';
import { defaultProfileSettings } from '../../../src/state/session/profile-settings.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { anOrganisation, aSession, aState, aStateOf, baseUrl, systemsOf } from '../../support/make.ts';
import { token } from '../../api/http.ts';
import { aRun } from '../removal/deletion/story.ts';
import { play } from '../root/play.ts';

const start = aStateOf(systemsOf(3), { session: aSession({ profile: 'b', number: 4 }) });
const last: Action = { kind: 'moved', motion: 'last' };
const type = (text: string): Action => ({ kind: 'textEdited', text });

describe('profiles', () => {
  const chosen: Action = { kind: 'profileChosen' };
  const named: Action = { kind: 'profileNamed' };
  const left: Action = { kind: 'profilesLeft' };
  const listed = play(start, { kind: 'profilesOpened' }, { kind: 'profilesListed', names: ['a', 'b'] });
  const open = listed.state;
  const naming = play(open, last, chosen).state;

  test('are listed with the cursor on the one in use, and a row for a new one', () => {
    expect([listed.effects, open.overlay]).toMatchObject([
      [{ kind: 'listProfiles' }],
      { kind: 'profiles', list: { row: 1 }, typed: null, message: null },
    ]);
    expect([naming.overlay, textField(naming), fieldText(naming)]).toMatchObject([
      ...[{ list: { row: 2 }, typed: '' }, 'profileName', ''],
    ]);
    // Keys are letters of the name now.
    expect(play(naming, { kind: 'moved', motion: 'up' }).state.overlay).toEqual(naming.overlay);
    expect(play(start, { kind: 'profilesListed', names: ['a'] }).state.overlay).toMatchObject({ list: { row: 0 } });
  });

  test('that are chosen or named begin another session; the one in use closes the list', () => {
    expect(play(open, chosen)).toMatchObject({ state: { overlay: null, session: { number: 4 } }, effects: [] });
    const used = { effects: [{ kind: 'useProfile', name: 'a' }], state: { overlay: null, session: { number: 5 } } };
    expect(play(open, { kind: 'moved', motion: 'first' }, chosen)).toMatchObject(used);
    expect(play(naming, type(' a '), named)).toMatchObject(used);
    expect(play(start, { kind: 'profileSwitched', name: 'a' })).toMatchObject(used);
    const wrong = play(naming, type('a b'), named);
    expect([wrong.effects, wrong.state.overlay]).toMatchObject([
      ...[[], { typed: 'a b', message: 'Use letters, digits, ".", "-" and "_", at most 32.' }],
    ]);
    expect(play(wrong.state, type('ab')).state.overlay).toMatchObject({ typed: 'ab', message: null });
    for (const action of [chosen, named, left]) expect(play(start, action)).toEqual({ state: start, effects: [] });
    expect(play(open, named).state).toBe(open);
  });

  test('are left step by step', () => {
    const back = play(naming, left).state;
    expect(back.overlay).toMatchObject({ kind: 'profiles', typed: null });
    expect(play(back, left).state.overlay).toBeNull();
  });

  test('are not switched during a run', () => {
    const going = { ...aRun(2), overlay: open.overlay };
    const { state, effects } = play(going, { kind: 'moved', motion: 'first' }, chosen);
    expect([effects, state.overlay]).toMatchObject([
      ...[[], { message: expect.stringMatching(/\. J shows it\. Switch profiles after it\.$/) as unknown }],
    ]);
  });

  test('begin with their own settings, and nothing of the one before', () => {
    const settings = { ...defaultProfileSettings, days: 30, isReadOnly: true };
    const use = (address: string | null): Action => {
      return { kind: 'profileUsed', name: 'c', isNew: true, baseUrl: address, settings };
    };
    const { state, effects } = play(start, use(baseUrl));
    expect([state.organisation, state.list.listing.scan, state.staleness.days]).toEqual([null, null, 30]);
    expect(state.session).toMatchObject({ profile: 'c', isNewProfile: true, mode: 'read-only', tokenSource: null });
    expect(effects).toContainEqual({ kind: 'findToken', baseUrl });
    expect(state.session.signIn.isSearching).toBe(true);
    expect(play(start, use(null)).state.screen).toEqual({ kind: 'signIn' });
  });
});

describe('the storage of the token', () => {
  const take: Action = { kind: 'storageChosen' };
  const enter: Action = { kind: 'commandEntered' };
  const left: Action = { kind: 'storageLeft' };
  const down: Action = { kind: 'moved', motion: 'down' };
  const open = play(start, { kind: 'tokenStorageOpened' }).state;
  const command = play(open, down, down, take).state;
  const keeps = (storage: string, text: string | null = null) => {
    return [{ kind: 'storeToken', baseUrl, choice: { storage, command: text } }];
  };
  const kept = (ok: boolean): Action => ({
    kind: 'tokenStored',
    kept: ok ? { ok: true, storage: 'file', stillIn: null } : { ok: false, sentence: 'It is full.' },
  });

  test('is one of the list, without the keychain where that has just failed', () => {
    expect(play(open, take).effects).toEqual(keeps('session'));
    expect(play(open, down, take).effects).toEqual(keeps('keychain'));
    expect(play(open, last, take).effects).toEqual(keeps('file'));
    const why = { storage: 'keychain' as const, sentence: 'no' };
    const failed: State = { ...open, overlay: { ...open.overlay, kind: 'tokenStorage', why } as State['overlay'] };
    expect(play(failed, down, take).state.overlay).toMatchObject({ command: '' });
    expect(play(failed, last).state.overlay).toMatchObject({ list: { row: 2 } });
  });

  test('is a command that prints it, and never the token itself', () => {
    expect([textField(command), command.overlay]).toMatchObject(['tokenCommand', { command: '', message: null }]);
    const none = play(command, type(' '), enter).state;
    expect(none.overlay).toMatchObject({ message: 'Type the command that prints the token.' });
    expect(play(none, type('pass show x'), enter).effects).toEqual(keeps('command', 'pass show x'));
    expect(play(none, type('p')).state.overlay).toMatchObject({ command: 'p', message: null });
    const astray = play(command, type(`echo ${token}`), enter);
    expect([astray.effects, astray.state.overlay]).toMatchObject([
      ...[[], { command: '', message: 'That contains the token. Type a command that prints it.' }],
    ]);
  });

  test('is waited for, and then told, or asked for once more', () => {
    const waiting = play(open, take).state;
    expect([waiting.overlay, pendingName(waiting), pendingName(open)]).toMatchObject([
      { isTrying: true },
      'keychain',
      null,
    ]);
    for (const action of [take, enter, left, down])
      expect(play(waiting, action).state.overlay).toEqual(waiting.overlay);
    const done = play(waiting, kept(true)).state;
    expect(done).toMatchObject({ overlay: null, session: { tokenSource: 'file' }, notice: { kind: 'said' } });
    const created = play({ ...waiting, session: { ...waiting.session, isNewProfile: true } }, kept(true)).state;
    expect(created).toMatchObject({ session: { isNewProfile: false }, notice: { kind: 'said' } });
    const failed = play(waiting, kept(false)).state;
    expect(failed).toMatchObject({
      overlay: { isTrying: false, message: 'It is full.' },
      session: { tokenSource: 'session' },
    });
    // Nothing was chosen: the sentence says what it means.
    const unasked = play(start, kept(false)).state;
    expect([unasked.notice, unasked.overlay]).toEqual([
      { kind: 'warning', text: 'The token lasts for this session only: It is full.' },
      null,
    ]);
    expect(play(start, { kind: 'keychainCancelled' }).effects).toEqual([{ kind: 'cancelKeychain' }]);
  });

  test('is left step by step, and does nothing without its list', () => {
    const back = play(command, left).state;
    expect([back.overlay, play(back, left).state.overlay]).toMatchObject([
      { kind: 'tokenStorage', command: null },
      null,
    ]);
    for (const action of [take, enter, left]) expect(play(start, action).state).toBe(start);
    expect(play(open, enter).state).toBe(open);
  });

  test.each([
    [{ ok: true, storage: 'file', stillIn: null }, 'The token is stored in a file only you can read.'],
    [{ ok: true, storage: 'session', stillIn: null }, 'The token lasts for this session only.'],
    [{ ok: true, storage: 'command', stillIn: null }, 'The token comes from your command.'],
    [
      { ok: true, storage: 'session', stillIn: 'keychain' },
      'The token lasts for this session only. An earlier one is still in the keychain.',
    ],
    [{ ok: false, sentence: 'Full.' }, 'The token lasts for this session only: Full.'],
  ] as const)('that is %j is told, behind the name of a new profile where there is room', (result, message) => {
    expect(storedSentence(result)).toBe(message);
    expect(createdSentence('p', result)).toBe(`Profile "p" created. ${message}`);
    const isWhole = !result.ok || result.stillIn !== null;
    expect(createdSentence('p'.repeat(60), result).endsWith(message)).toBe(isWhole);
  });

  test('that is emptied is told place by place', () => {
    expect(
      removalLines([
        { storage: 'session', sentence: null },
        { storage: 'command', sentence: null },
        { storage: 'file', sentence: null },
        { storage: 'keychain', sentence: 'It is locked.' },
      ]),
    ).toEqual([
      '✓ this session: signed out',
      '✓ your command: no longer used; what it reads is unchanged',
      '✓ a file only you can read: no longer holds the token',
      '! the keychain: may still hold the token. It is locked.',
      'The token stays valid until you revoke it in the portal.',
    ]);
  });
});

describe('the organisations', () => {
  const all = ['Northwind', 'Tailspin', 'Contoso'].map((orgName, at) => anOrganisation({ orgId: `O${at}`, orgName }));
  const list = { kind: 'ready', value: all } as const;
  const overview = aState({ organisation: null, organisations: list, screen: { kind: 'organisations' } });
  const arrive = (wanted: string | null): State => {
    const session = aSession({ wantedOrganisation: wanted, wantedSearch: 'web' });
    const before = aState({ organisation: null, screen: { kind: 'organisations' }, session });
    const loading = { ...before.organisations, list: { kind: 'loading', last: null } } as State['organisations'];
    return play({ ...before, organisations: loading }, { kind: 'organisationsArrived', organisations: all }).state;
  };

  test.each<[string | null, string | null, string | null]>([
    ['O1', 'O1', null],
    ['tail', 'O1', null],
    ['o', null, 'Several organisations match "o". Choose one.'],
    ['Tailspun', null, 'Unknown organisation "Tailspun". Did you mean "Tailspin"?'],
    ['zzz', null, 'No organisation has the name or id "zzz". Choose one.'],
    [null, null, null],
  ])('that are wanted by %j open one, or say why not', (wanted, orgId, message) => {
    const state = arrive(wanted);
    expect([state.organisation?.orgId ?? null, state.session.wantedOrganisation]).toEqual([orgId, null]);
    if (message !== null) expect(state.notice).toEqual({ kind: 'warning', text: message });
    if (orgId !== null)
      expect(state.list.listing.pending?.query.search ?? state.list.listing.scan?.query.search).toBe('web');
    expect(state.organisations.view.filter).toBe(wanted === 'o' ? 'o' : '');
  });

  test('are filtered, and esc restores the filter, removes it, and stays on the first screen', () => {
    const opened: Action = { kind: 'listFilterOpened' };
    const kept = play(overview, opened, type('tail'), { kind: 'promptAccepted' }).state;
    expect([kept.organisations.view.filter, kept.prompt]).toEqual(['tail', null]);
    const left = play(kept, opened, type('x'), { kind: 'wentBack' }).state;
    expect([left.organisations.view.filter, left.prompt]).toEqual(['tail', null]);
    const none = play(left, { kind: 'wentBack' }).state;
    expect([none.organisations.view.filter, play(none, { kind: 'wentBack' }).state.notice]).toMatchObject([
      ...['', { text: 'This is the first screen. q quits.' }],
    ]);
    expect(play(kept, { kind: 'organisationChosen', orgId: 'O2' }).state.organisation?.orgId).toBe('O2');
  });

  test('open one by its id, which is never the token', () => {
    const asked = play(overview, { kind: 'organisationIdAsked' }).state;
    const enter: Action = { kind: 'promptAccepted' };
    expect([asked.prompt, play(asked, type(' '), enter).state.organisation]).toMatchObject([{ typed: '' }, null]);
    expect(play(asked, type(' O9 '), enter).state.organisation).toEqual({ orgId: 'O9', orgName: 'O9', role: '' });
    expect(play(asked, type('O1'), enter).state.organisation).toEqual(all[1]);
    expect(play(asked, type(token), enter).state).toMatchObject({
      organisation: null,
      prompt: { typed: '' },
    });
  });

  test('open the one of last time, unless a person was faster', () => {
    const recalled = (orgId: string): Action => ({ kind: 'organisationRecalled', orgId });
    expect(play(overview, recalled('O2')).state.organisation?.orgId).toBe('O2');
    expect(play(overview, recalled('O9')).state.notice).toMatchObject({
      text: 'The organisation that was open last is no longer listed. Choose another.',
    });
    const moved = play(overview, { kind: 'moved', motion: 'down' }).state;
    const typing = play(overview, { kind: 'organisationIdAsked' }).state;
    for (const state of [moved, typing, start]) expect(play(state, recalled('O2')).state).toBe(state);
    const session = aSession({ tokenSource: 'environment' });
    expect(play({ ...overview, session }, recalled('O2')).state.notice).toMatchObject({
      text: 'Your token comes from the environment (ROLLCALL_TOKEN).',
    });
  });
});
