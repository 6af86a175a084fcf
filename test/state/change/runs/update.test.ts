import { describe, expect, test } from 'vitest';
import { countsLine } from '../../../../src/screens/change/outcome-wording.ts';
import { bindingOf, refusalFor } from '../../../../src/screens/screen-definition.ts';
import { activeGroups } from '../../../../src/screens/screens.ts';
import { atTop } from '../../../../src/state/kernel/list-view.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import type { UnreadRecords } from '../../../../src/state/change/journal/records-file.ts';
import type { RunRead, RunStage } from '../../../../src/state/change/runs/files.ts';
import { isGoing } from '../../../../src/state/change/run.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aRunRecord,
  aSession,
  aState,
  aStateOf,
  daysAgo,
  now,
  type StateParts,
  systemsOf,
  noGuards,
} from '../../../support/make.ts';
import { aReview, aRun, typed } from '../../removal/deletion/story.ts';
import { obstacleOf } from '../../../../src/state/removal/review/opening.ts';
import { play } from '../../root/play.ts';

const systems = systemsOf(5, () => ({ lastSeen: daysAgo(200) }));
const path = '/runs/1.jsonl';

/** One deleted, one refused, one with no outcome yet, two that were not taken. */
const record = aRunRecord(systems, {
  intents: new Set(['S0', 'S1', 'S2']),
  outcomes: new Map([
    ['S0', { kind: 'done' }],
    ['S1', { kind: 'refused', problem: null }],
  ]),
});

function opened(stage: RunStage, about: StateParts = {}): State {
  const start = aStateOf(systems, { screen: { kind: 'history', list: atTop }, ...about });
  return play(start, { kind: 'pastRunRead', path, read: { record, stage } }).state;
}

function pressed(state: State, key: 'r' | 'e') {
  const binding = bindingOf(activeGroups(state), key);
  return { action: binding?.action, refusal: binding === undefined ? null : refusalFor(binding, state) };
}

test.each([
  [null, false, 'Nothing was exported: no file can be written (ENOSPC).'],
  ['/tmp/run.csv', true, 'Not exported: writing /tmp/run.csv failed (ENOSPC). A part is left: remove it.'],
  ['/tmp/run.csv', false, 'Not exported: writing /tmp/run.csv failed (ENOSPC). No part is left.'],
])('an export that failed says whether a part of a file is left: %s, %s', (written, isPartLeft, text) => {
  const failed = { kind: 'exportFailed', file: written, code: 'ENOSPC', isPartLeft } as const;
  expect(play(aStateOf(systems), failed).state.notice).toMatchObject({ kind: 'warning', text });
});

test('without a run of another session there is no file to refresh from', () => {
  const state = aStateOf(systems);
  expect(play(state, { kind: 'runOpened' })).toEqual({ state, effects: [] });
});

describe('a run that another session is at work on', () => {
  test('counts what has ended, and takes nothing else for an outcome', () => {
    const { deletion: run, screen } = opened('going');
    expect(screen.kind).toBe('deletion');
    expect(run).toMatchObject({ stop: null, isElsewhere: true });
    expect(run?.settled.map(({ system }) => system.systemId)).toEqual(['S0', 'S1']);
    expect(run === null ? null : countsLine(run)).toBe('1 deleted · 1 refused · 1 in flight · 2 waiting');
  });

  test('is not waited for by this session, and esc leads back to the runs', () => {
    const state = opened('going');
    expect(isGoing(state.deletion)).toBe(false);
    expect(play(state, { kind: 'wentBack' }).effects).toEqual([{ kind: 'listHistory' }]);
  });

  test('is refreshed with r, and then shown as it ended', () => {
    const state = opened('going');
    const r = pressed(state, 'r');
    expect(r).toEqual({ action: { kind: 'runOpened' }, refusal: null });
    expect(pressed(state, 'e').action).toBeUndefined();
    expect(play(state, { kind: 'retryRequested' })).toEqual({ state, effects: [] });
    expect(play(state, { kind: 'runOpened' }).effects).toEqual([{ kind: 'openRun', path }]);
    const again = play(state, { kind: 'pastRunRead', path, read: { record, stage: 'cutOff' } }).state;
    expect(again.deletion).toMatchObject({ stop: 'cutOff', isElsewhere: false });
    expect(again.deletion === null ? null : countsLine(again.deletion)).toBe(
      '1 deleted · 1 refused · 1 unknown · 2 not reached',
    );
  });

  test('that is read late changes no other screen', () => {
    const left = play(opened('going'), { kind: 'wentBack' }, { kind: 'wentBack' }).state;
    expect(left.screen.kind).toBe('systems');
    expect(play(left, { kind: 'pastRunRead', path, read: { record, stage: 'ended' } }).state).toEqual(left);
  });
});

test('a run of another service is not tried again here, though its organisation has the same id', () => {
  const elsewhere = opened('cutOff', { session: aSession({ baseUrl: 'https://elsewhere.example' }) });
  expect(pressed(elsewhere, 'r').refusal).toBe('its service is not the one in use');
  expect(play(elsewhere, { kind: 'retryRequested' })).toEqual({ state: elsewhere, effects: [] });
  const here = opened('cutOff');
  expect(pressed(here, 'r').refusal).toBeNull();
  expect(play(here, { kind: 'retryRequested' }).state.screen.kind).toBe('review');
});

const found = { kind: 'cutOffFound', run: 9, record, path, now } as const;

test('a cut-off run that is found while the profiles are listed is settled before another profile is used', () => {
  const listed = play(
    aStateOf(systems),
    { kind: 'profilesListed', names: ['default', 'tills'] },
    { kind: 'moved', motion: 'down', extent: { length: 3, height: 10 } },
  ).state;
  const { state, effects } = play(listed, found, { kind: 'profileChosen' });
  expect(state.deletion?.id).toBe(9);
  expect(state.session.profile).toBe('default');
  expect(state.overlay).toMatchObject({ message: 'A deletion is in progress. J shows it. Switch profiles after it.' });
  expect(effects.map(({ kind }) => kind)).toEqual(['recheckSystem']);
});

test('a cut-off run of another service is let go, though its organisation has the same id', () => {
  const elsewhere = aStateOf(systems, { session: aSession({ baseUrl: 'https://elsewhere.example' }) });
  expect(play(elsewhere, found)).toEqual({
    state: elsewhere,
    effects: [{ kind: 'closeJournal', run: 9, end: null }],
  });
});

test.each([
  [['/home/anna/run-1.csv', '/home/anna/run-1.json'], 'Written: run-1.csv and .json in /home/anna'],
  [['/run-1.csv', '/run-1.json'], 'Written: run-1.csv and .json in /'],
  [['/home/a.csv', '/home/a.json', '/home/a.md'], 'Written: a.csv, .json and .md in /home'],
])('where %j were written is said in a line that ends with the folder, and is no warning', (paths, text) => {
  expect(play(aState(), { kind: 'runExported', paths }).state.notice).toEqual({ kind: 'said', text });
});

describe('a run that another session has forbidden meanwhile', () => {
  const settings = { ...defaultProfileSettings, isReadOnly: true };
  const forbidden: Action = { kind: 'runForbidden', run: 2, settings, label: noLabel, guards: noGuards };
  const begun = play(aReview(2), ...typed('delete 2')).state;

  test('does not begin, and the session is read-only from then on', () => {
    expect(begun.deletion?.id).toBe(2);
    const { state, effects } = play(begun, forbidden);
    expect(effects).toEqual([]);
    expect(state).toMatchObject({
      deletion: null,
      screen: { kind: 'review' },
      session: { mode: 'read-only' },
      notice: { text: 'Read-only, as another session has set it: nothing is deleted here.' },
    });
    const again = play(state, ...typed('delete 2'));
    expect(again.effects).toEqual([]);
    expect(again.state.notice).toEqual({ kind: 'warning', text: 'Read-only: nothing is deleted here.' });
  });

  test('does not begin where a second person is to confirm it, and its review says so', () => {
    const guards = { ...noGuards, secondPersonAbove: 1 };
    const { state } = play(begun, { ...forbidden, settings: defaultProfileSettings, guards });
    expect(state).toMatchObject({
      ...{ deletion: null, screen: { kind: 'review' } },
      notice: { text: 'A second person confirms this, as another session has set it: nothing was deleted.' },
    });
    expect(state.review && obstacleOf(state.review)).toEqual({ kind: 'secondPerson', above: 1 });
  });

  test('leaves a run alone that is not the one that was forbidden', () => {
    expect(play(begun, { ...forbidden, run: 7 }).state).toEqual(begun);
  });

  test('says so in the list, where the review was left meanwhile', () => {
    expect(play(begun, { kind: 'runLeft' }, forbidden).state).toMatchObject({
      deletion: null,
      screen: { kind: 'systems' },
    });
  });
});

test('a run that another session keeps from beginning is said in the list, where the review was left meanwhile', () => {
  const begun = play(aReview(2), ...typed('delete 2')).state;
  const refused: Action = { kind: 'runRefused', run: 2, does: null, holder: null };
  expect(play(begun, refused).state).toMatchObject({ deletion: null, screen: { kind: 'review' } });
  expect(play(begun, { kind: 'runLeft' }, refused).state).toMatchObject({
    deletion: null,
    screen: { kind: 'systems' },
  });
});

function damaged(path: string): UnreadRecords {
  const why = { kind: 'damaged', message: 'its first line is damaged' } as const;
  return { path, why, bytes: 2, changedMs: null, orgId: null, orgName: null };
}

describe('an organisation that is opened', () => {
  const fault: Action = { kind: 'lockFaultFound', orgId: 'N1', code: 'EROFS' };
  const unreadable = damaged('/changes/2.jsonl');
  const unread: Action = { kind: 'unreadRecordsFound', orgId: 'N1', files: [unreadable] };
  const noticeOf = ({ notice }: State): unknown => notice;

  test('and cannot be locked is said to be so where something may be changed, and kept', () => {
    const { state } = play(aStateOf(systems), fault);
    expect(state.runs.lockFault).toBe('EROFS');
    const text = 'Deletions blocked: no lock possible (EROFS).';
    expect(noticeOf(state)).toEqual({ kind: 'warning', text, next: 'See rollcall doctor.' });
    const preview = play(aStateOf(systems, { session: aSession({ mode: 'preview' }) }), fault).state;
    expect([preview.runs.lockFault, preview.notice]).toEqual(['EROFS', null]);
  });

  test('and has a file that is not understood is told of it until the history is looked at', () => {
    const { state } = play(aStateOf(systems), unread);
    const text = 'Records not read: 2.jsonl, damaged. E shows it.';
    expect(noticeOf(state)).toEqual({ kind: 'warning', text });
    expect(state.news.untold).toMatchObject([{ shownBy: 'history' }]);
  });

  test.each([fault, unread])('hears nothing of another one: $kind', (action) => {
    const elsewhere = aStateOf(systems, { organisation: anOrganisation({ orgId: 'T1' }) });
    expect(play(elsewhere, action)).toEqual({ state: elsewhere, effects: [] });
  });
});

test('how each system of the run that is shown ended is copied', () => {
  const shown = opened('ended');
  const copied = play(shown, { kind: 'outcomesCopied' });
  expect(copied.effects).toEqual([{ kind: 'copyOutcomes', run: shown.deletion }]);
  expect(copied.state.notice).toEqual({ kind: 'said', text: 'Sent to your terminal: how each system ended.' });
  const nothing = aStateOf(systems);
  expect(play(nothing, { kind: 'outcomesCopied' })).toEqual({ state: nothing, effects: [] });
});

test('a file that cannot be read, and one while a run goes on, are not opened, and it is said', () => {
  const history = { screen: { kind: 'history', list: atTop } } as const;
  const noticeOf = (state: State, read: RunRead | null): unknown =>
    play(state, { kind: 'pastRunRead', path, read }).state.notice;
  expect(noticeOf(aStateOf(systems, history), null)).toEqual({ kind: 'warning', text: `${path} cannot be read.` });
  expect(noticeOf({ ...aRun(1), ...history }, { record, stage: 'ended' })).toEqual({
    ...{ kind: 'warning', text: 'A deletion is in progress: J shows it. Open earlier results after it.' },
  });
  const failed = play(aStateOf(systems), { kind: 'showingFailed', message: 'no pager' }).state;
  expect(failed.notice).toEqual({ kind: 'warning', text: 'Records not shown: no pager.' });
});

test('the run of this session is shown, and where there is none, the history', () => {
  const run = { ...aRun(1), screen: { kind: 'systems' } } as const;
  expect(play(run, { kind: 'runShown' })).toMatchObject({ state: { screen: { kind: 'deletion' } }, effects: [] });
  const none = play(aStateOf(systems), { kind: 'runShown' });
  expect([none.state.screen.kind, none.effects]).toEqual(['history', [{ kind: 'listHistory' }]]);
});
