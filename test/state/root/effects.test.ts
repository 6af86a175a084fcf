/** Effects on the machine: what each asks of it, and what it answers. */
import { describe, expect, test } from 'vitest';
import type { Action, Effect } from '../../../src/state/root/state.ts';
import { defaultProfileSettings, faultNotice } from '../../../src/state/session/profile-settings.ts';
import { noLabel } from '../../../src/state/session/organisations.ts';
import { definitionFrom } from '../../support/definition.ts';
import { aState, aStateOf, baseUrl, noGuards, now } from '../../support/make.ts';
import { type Answers, atWork } from './at-work.ts';

const at = { baseUrl, orgId: 'N1' };
const settings = defaultProfileSettings;
const columns = { shown: ['tags' as const], isWide: true };
const view = { filter: 'a' } as never;
const organisation = { orgId: 'N1', orgName: 'Northwind', role: 'Owner' };
const snapshot = { at: now, systems: [], connected: [], names: [] };
const changes = { since: 1, fresh: new Set<string>(), gone: new Map<string, null>(), silent: new Set<string>() };
const fault = { path: '/s', at: null, message: 'no', isEditable: true, copyAt: null };
const edit = { text: 'before', path: ['body'] as const, id: '3' };
const text = Buffer.from('{"openapi":"3.0.1","paths":{"/a":{"get":{}}}}');
const kept = { text, etag: 'e', lastModified: null, sha256: 's', at: now };

/** Effects that the machine carries out as they are: it is handed their fields, in this order. */
const handedOn: readonly (readonly [effect: Effect, port?: string])[] = [
  [{ kind: 'rememberGuards', ...at, guards: noGuards }],
  [{ kind: 'rememberLabel', ...at, label: noLabel }],
  [{ kind: 'rememberProfileSettings', settings }, 'rememberSettings'],
  [{ kind: 'rememberProtected', ...at, systemId: 'S1', isProtected: true }],
  [{ kind: 'rememberOrganisationView', ...at, columns, views: {} }, 'rememberView'],
  [{ kind: 'rememberOrganisation', ...at }],
  [{ kind: 'rememberCounts', baseUrl, counts: new Map() }],
  [{ kind: 'recallOrganisation', baseUrl }, 'lastOrganisation'],
  [{ kind: 'rememberListView', ...at, view }],
  [{ kind: 'leaveOutOfLastVisit', ...at, gone: new Set(['S1']) }],
  [{ kind: 'lastVisitSeen', ...at }],
  [{ kind: 'copyText', text: 'a' }],
  [{ kind: 'copyLines', lines: ['a'] }],
  [{ kind: 'suspend' }],
  [{ kind: 'repaint' }],
  [{ kind: 'cancelKeychain' }, 'cancel'],
  [{ kind: 'showAnswerBody', text: 'x' }, 'showText'],
];

type Row = readonly [effect: Effect, calls: readonly (readonly unknown[])[], answer: object | null, answers?: Answers];

/** The profile `b` is chosen; its address, as it is stored, and whether it is new. */
function aProfile(isNew: boolean, stored: string | null, about: object): Row {
  const calls = [['useProfile', 'b'], ['isNewProfile'], ['baseUrl'], ['settings']];
  const answer = { kind: 'profileUsed', name: 'b', isNew, settings, ...about };
  return [{ kind: 'useProfile', name: 'b' }, calls, answer, { isNewProfile: isNew, baseUrl: stored }];
}

/** The definition of `baseUrl` is looked for, and this is kept of it. */
function aRecalled(found: object | null, answer: object): Row {
  const effect: Effect = { kind: 'recallDefinition', baseUrl, profile: 'p' };
  return [effect, [['definitions.recall', 'p', baseUrl]], answer, { 'definitions.recall': found }];
}

const userName = 'The address must not contain a user name or password. Example: https://api.example.com';
const unencrypted = 'Use https: over http anyone on the network could read your token.';

const rows: readonly Row[] = [
  ...handedOn.map(([effect, port]): Row => {
    const { kind, ...fields } = effect;
    const answers = { showText: Promise.resolve(null) };
    return [effect, [[port ?? kind, ...Object.values<unknown>(fields)]], null, answers];
  }),
  [{ kind: 'recallCounts', baseUrl }, [['counts', baseUrl]], { kind: 'countsRecalled', counts: new Map() }],
  [
    { kind: 'recallOrganisation', baseUrl },
    [['lastOrganisation', baseUrl]],
    { kind: 'organisationRecalled', orgId: 'N2' },
    { lastOrganisation: 'N2' },
  ],
  [
    { kind: 'recallOrganisationSettings', ...at },
    ['guards', 'label', 'view'].map((part) => [part, baseUrl, 'N1']),
    { kind: 'organisationSettingsRecalled', orgId: 'N1', guards: noGuards, label: noLabel },
  ],
  [{ kind: 'findUnfinished', baseUrl }, [['changesFolder']], { kind: 'unfinishedFound', unfinished: new Map() }],
  [{ kind: 'listProfiles' }, [['profileNames']], { kind: 'profilesListed', names: ['default'] }],
  aProfile(true, baseUrl, { baseUrl }),
  aProfile(false, 'A.example/', { baseUrl: 'https://a.example' }),
  aProfile(false, 'http://192.0.2.7', { baseUrl: null, refused: `The profile: ${unencrypted}` }),
  aProfile(false, 'https://me:pw@a.example', { baseUrl: null, refused: `The profile: ${userName}` }),
  [
    { kind: 'recallListView', ...at },
    [['listView', baseUrl, 'N1']],
    { kind: 'listViewRecalled', orgId: 'N1', view: null },
  ],
  [
    { kind: 'readSavedMarks', ...at },
    [['savedMarks.read', baseUrl, 'N1']],
    { kind: 'savedMarksRead', saved: null },
    { 'savedMarks.read': null },
  ],
  [{ kind: 'saveMarks', baseUrl, organisation, systems: [] }, [['savedMarks.save', baseUrl, 'N1', []]], null],
  ...(
    [
      [
        { changes, problem: null },
        { kind: 'visitCompared', orgId: 'N1', changes },
      ],
      [
        { changes: null, problem: 'full' },
        { kind: 'preferencesFailed', message: 'full' },
      ],
    ] as const
  ).map(([found, answer]): Row => {
    const effect: Effect = { kind: 'compareWithLastVisit', ...at, snapshot };
    return [effect, [['compareWithLastVisit', baseUrl, 'N1', snapshot]], answer, { compareWithLastVisit: found }];
  }),
  [{ kind: 'leave' }, [['saved'], ['settled'], ['leave']], null],
  [
    { kind: 'runOwnCommand', name: 'Ping', words: ['ping'] },
    [['runCommand', 'Ping', ['ping']]],
    { kind: 'ownCommandEnded', message: 'ended' },
    { runCommand: Promise.resolve('ended') },
  ],
  [
    { kind: 'storeToken', baseUrl, choice: null },
    [
      ['rememberBaseUrl', baseUrl],
      ['store', baseUrl, '', null],
    ],
    { kind: 'tokenStored', kept: { ok: false, sentence: 'no' } },
    { store: Promise.resolve({ ok: false, sentence: 'no' }) },
  ],
  [
    { kind: 'forgetToken', baseUrl },
    [['remove', baseUrl]],
    { kind: 'tokenForgotten', report: [] },
    { remove: Promise.resolve([]) },
  ],
  [{ kind: 'checkBaseUrl', typed: `${baseUrl}/` }, [], { kind: 'baseUrlAccepted', baseUrl }],
  [{ kind: 'checkBaseUrl', typed: 'ftp://x' }, [], { kind: 'baseUrlRefused', reason: expect.any(String) as unknown }],
  [
    { kind: 'makeIdempotencyKey', id: '3', parameter: 'header k', instead: null },
    [['randomId']],
    { kind: 'idempotencyKeyMade', id: '3', parameter: 'header k', instead: null, made: 'u' },
    { randomId: 'u' },
  ],
  ...(['json', 'text'] as const).map((as): Row => {
    const edited = { ok: true, text: 'after' };
    const answer = { kind: 'operationEdited', id: '3', path: ['body'], as, before: 'before', edited };
    const effect = { kind: 'editOperation', as, ...edit } as Effect;
    return [
      effect,
      [['editText', as === 'json' ? 'body' : 'text', 'before']],
      answer,
      { editText: Promise.resolve(edited) },
    ];
  }),
  [
    { kind: 'showAnswerBody', text: 'x' },
    [['showText', 'x']],
    { kind: 'answerBodyFailed', message: 'no pager' },
    { showText: Promise.resolve('no pager') },
  ],
  aRecalled(null, { kind: 'definitionNotKept' }),
  aRecalled({ ...kept, text: Buffer.from('no') }, { kind: 'definitionNotKept' }),
  aRecalled(kept, {
    ...{ kind: 'definitionArrived', isKept: true, definition: { dialect: 'OpenAPI 3' } },
    identity: { etag: 'e', lastModified: null, sha256: 's', at: now },
  }),
];

const named = rows.map(([effect, calls, answer, answers]) => ({ effect, calls, answer, answers }));

test.each(named)(
  '$effect.kind asks the machine for its part, and hears the answer',
  async ({ effect, calls, answer, answers }) => {
    const work = atWork(answers);
    work.does(effect);
    if (answer !== null) expect(await work.hears((answer as Action).kind)).toMatchObject({ ...answer, session: 0 });
    // An effect that answers nothing is done with the tasks that it has begun.
    else for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(work.calls).toEqual(calls);
    if (answer === null) expect(work.actions).toEqual([]);
  },
);

describe('settings that are read once more', () => {
  test.each([
    [{ kind: 'nothing' }, [], null],
    [{ kind: 'editing', path: '/s' }, [['editFile', '/s']], 'no editor'],
    [{ kind: 'restoring' }, [['restoreSettings']], 'no backup'],
  ] as const)('after %j tell what is wrong with them', async (after, calls, message) => {
    const work = atWork({ editFile: Promise.resolve('no editor'), restoreSettings: 'no backup', settingsFault: fault });
    work.does({ kind: 'rereadSettings', after });
    expect(await work.hears('settingsKnown')).toMatchObject({ fault, settings, isNew: false, message });
    expect(work.actions[0]).toMatchObject({ kind: 'ownCommandsKnown', commands: [] });
    expect(work.calls.slice(0, calls.length + 1)).toEqual([...calls, ['rereadSettings']]);
  });

  test('make the session read-only until they are understood', () => {
    const work = atWork();
    work.dispatch({ kind: 'settingsFaultFound', fault });
    const state = work.state();
    expect(state).toMatchObject({
      ...{
        overlay: { kind: 'settingsFault', message: null },
        session: { mode: 'read-only', preferencesProblem: faultNotice },
      },
    });
  });
});

describe('the token', () => {
  test('that is kept goes to its store alone, and one that is forgotten is gone', () => {
    const work = atWork({
      store: Promise.resolve({ ok: true, storage: 'file', stillIn: null }),
      remove: Promise.resolve([]),
    });
    work.credentials.use('a-token', baseUrl);
    const choice = { storage: 'file', command: null } as const;
    work.does({ kind: 'storeToken', baseUrl, choice });
    expect(work.calls).toContainEqual(['store', baseUrl, 'a-token', choice]);
    work.does({ kind: 'forgetToken', baseUrl });
    expect(work.credentials.tokenFor(baseUrl)).toBeNull();
    work.credentials.use('a-token', baseUrl);
    work.does({ kind: 'useProfile', name: 'b' });
    expect(work.credentials.secret()).toBeNull();
  });

  test('that is found is used, unless another session began meanwhile', async () => {
    const found = Promise.withResolvers<object>();
    const answer = { kind: 'found', storage: 'file', token: 'a-token' };
    const [now, late] = [atWork({ find: Promise.resolve(answer) }), atWork({ find: found.promise })];
    now.does({ kind: 'findToken', baseUrl });
    expect(await now.hears('tokenSearched')).toMatchObject({ found: { kind: 'found', storage: 'file' } });
    expect(now.credentials.secret()).toBe('a-token');
    expect(JSON.stringify(now.actions)).not.toContain('a-token');
    late.does({ kind: 'findToken', baseUrl });
    late.dispatch({ kind: 'profileSwitched', name: 'b' });
    found.resolve(answer);
    await late.hears('tokenSearched');
    expect(late.credentials.secret()).toBeNull();
  });
});

test('an effect that leads to another feature is handed to it at once, and as it is', async () => {
  const [operation = expect.fail()] = definitionFrom(text.toString()).operations;
  const row = { path: '/a', fields: {} };
  const work = atWork();
  work.does({ kind: 'openOperation', operation, known: { a: '1' } });
  work.does({ kind: 'openOwnReview', does: 'delete' });
  work.does({ kind: 'openRowOperations', row });
  expect(work.actions[0]).toEqual({ kind: 'reviewOpened', does: 'delete', session: 0 });
  expect(await work.hears('operationOpened')).toEqual({
    kind: 'operationOpened',
    operation,
    known: { a: '1' },
    session: 0,
  });
  expect(await work.hears('operationsOpened')).toEqual({ kind: 'operationsOpened', row, session: 0 });
});

test('the program is left once what it waits for is done', async () => {
  const saved = Promise.withResolvers<null>();
  const work = atWork({ saved: saved.promise }, { ...aState(), screen: { kind: 'systems' } });
  work.does({ kind: 'leave' });
  await Promise.resolve();
  expect(work.calls.map(([name]) => name)).not.toContain('leave');
  saved.resolve(null);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(work.calls.at(-1)).toEqual(['leave']);
});

test('a timer that is started once more ends once, and another one by itself', async () => {
  const work = atWork({}, aStateOf([]));
  for (let times = 0; times < 3; times += 1) work.does({ kind: 'startTimer', timer: 'interrupt', ms: 0 });
  work.does({ kind: 'startTimer', timer: 'rest', ms: 0 });
  await work.until(() => work.actions.some((action) => action.kind === 'timerEnded' && action.timer === 'rest'));
  expect(work.actions).toEqual([
    { kind: 'timerEnded', timer: 'interrupt' },
    { kind: 'timerEnded', timer: 'rest' },
  ]);
});
