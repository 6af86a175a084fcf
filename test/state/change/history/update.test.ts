/** The history: its filter, its cursor, and what is told at the start of changes that were interrupted. */
import { describe, expect, test } from 'vitest';
import type { ChangeRow, RequestSummary, RunSummary } from '../../../../src/state/change/runs/files.ts';
import { historyList, newestFirst, pathOf, requestLine } from '../../../../src/state/change/history/feature.ts';
import { onScreenAbove, openScreens } from '../../../../src/state/root/navigation.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { earlierRuns, people } from '../../../screens/deletion-gallery.ts';
import { earlierRequests } from '../../../screens/history-gallery.ts';
import { atTop } from '../../../../src/state/kernel/list-view.ts';
import { aState, aStateOf, aSystem, now } from '../../../support/make.ts';
import { aRun } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';

function listedOf(...rows: readonly ChangeRow[]): Action {
  return { kind: 'historyListed', rows: newestFirst(rows) };
}

const damaged: ChangeRow = {
  ...{ path: '/changes/x.jsonl', bytes: 2, changedMs: null, orgId: null, orgName: null },
  why: { kind: 'inDoubt', message: 'its first line is damaged', count: 3 },
};

const listed = listedOf(...earlierRequests);

const opened: Action = { kind: 'historyOpened' };

function list(): State {
  return aStateOf([aSystem({ systemId: 'S1' })]);
}

function shownBy(filter: string, all = listed): readonly string[] {
  const typed = { kind: 'textEdited', text: filter } as const;
  const { state } = play(list(), opened, all, { kind: 'listFilterOpened' }, typed);
  return historyList.shown(state).map(({ path }) => path);
}

describe('the filter', () => {
  test.each([
    ['', 9],
    ['method:delete', 1],
    ['is:unknown', 2],
    ['is:preview or is:withheld', 2],
    ['-is:done', 6],
    ['status:409', 1],
    ['trace:4f2a', 1],
    ['org:northwind', 7],
    ['on:2026-11-19', 2],
    ['enrolment-keys', 1],
    ['path:enrolment-keys', 1],
    ['nothing:here', 0],
  ])('%s shows %i', (filter, length) => {
    expect(shownBy(filter)).toHaveLength(length);
  });

  test.each([
    ['kind:file', 1],
    ['kind:"enabling"', 1],
    ['is:"not read"', 1],
    ['is:"in progress"', 2],
    ['is:"no outcome"', 1],
    ['is:preview', 2],
    ['is:finished', 2],
    ['is:unknown is:interrupted', 1],
    ['file:"first line"', 1],
    ['file:x.jsonl', 1],
    ['by:anna', 2],
    ['by:ben by:anna', 2],
    ['on:2020', 0],
  ])('%s shows %i of all kinds of rows', (filter, length) => {
    const [going, done, failed, ...others] = earlierRuns;
    const [request, ...requests] = earlierRequests;
    if (going === undefined || done === undefined || failed === undefined || request === undefined) throw new Error();
    const rows: RunSummary[] = [
      { ...going, header: { ...going.header, ...people } },
      { ...done, header: { ...done.header, mode: 'preview' } },
      failed,
      ...others.map((one) => (one.stage === 'cutOff' ? { ...one, counts: { ...one.counts, unknown: 2 } } : one)),
    ];
    const signed = { ...request, header: { ...request.header, ...people } };
    const all = listedOf(...rows, signed, ...requests, { ...damaged, changedMs: now });
    expect(shownBy(filter, all)).toHaveLength(length);
  });

  test.each(['method', 'path', 'org', 'status', 'trace', 'on', 'by', 'file', 'is'])(
    'by %s shows no row for a word that it does not have',
    (column) => {
      // Some have none of it at all.
      const all = listedOf(...earlierRuns, ...earlierRequests, damaged);
      expect(shownBy(`${column}:ged`, all)).toEqual(column === 'file' ? [damaged.path] : []);
    },
  );
});

test('esc from the history leads to the page that it was opened over, and else to the first screen', () => {
  const left = (state: State): string => play(state, opened, { kind: 'wentBack' }).state.screen.kind;
  expect(left(list())).toBe('systems');
  expect(left({ ...list(), screen: { kind: 'deletion' } })).toBe('systems');
  expect(left({ ...list(), screen: { kind: 'deletion' }, organisation: null })).toBe('organisations');
  const page = { kind: 'record', list: atTop } as const;
  expect(left({ ...list(), trail: [{ kind: 'deletion' }], screen: page })).toBe('record');
});

test('it is read anew each time that it is opened, also where it is on the screen', () => {
  const first = play(list(), opened);
  expect([first.state.history.isLoading, first.effects]).toEqual([true, [{ kind: 'listHistory' }]]);
  const there = play({ ...play(first.state, listed).state, notice: { kind: 'said', text: 'x' } }, opened);
  expect(there.state).toMatchObject({ history: { isLoading: true }, notice: null });
  expect(there.effects).toEqual([{ kind: 'listHistory' }]);
  expect(play(there.state, listed).state.history.isLoading).toBe(false);
});

test('the cursor stays on its request when the list is refreshed', () => {
  const more = listedOf(...earlierRequests.slice(0, 1), ...earlierRequests);
  const { state } = play(list(), opened, listed, { kind: 'moved', motion: 'down' }, opened, more);
  expect(state.screen).toMatchObject({ kind: 'history', list: { row: 2 } });
});

test('only one that has no outcome, and that nobody has seen, is marked as seen when it is opened', () => {
  const choose = (row: number): unknown => {
    const start = play(list(), opened, listed).state;
    const state = { ...start, screen: { kind: 'history', list: { row, top: 0 } } } as const;
    return play(state, { kind: 'historyRowChosen' }).effects[0];
  };
  expect(earlierRequests.map((_, row) => (choose(row) as { isLeft: boolean }).isLeft)).toEqual(
    earlierRequests.map(({ stage }) => stage === 'cutOff'),
  );
});

describe('the row under the cursor', () => {
  const [run] = earlierRuns;
  const [, request] = earlierRequests;
  if (run === undefined || request === undefined) throw new Error('They are there.');
  const rows = [damaged, run, request];
  const at = (row: number): State => {
    const { state } = play(list(), opened, { kind: 'historyListed', rows });
    return { ...state, screen: { kind: 'history', list: { row, top: 0 } } };
  };
  const chosen = (row: number) => play(at(row), { kind: 'historyRowChosen' });

  test('is opened, if it is a run or a request, and is under it again after that', () => {
    expect(chosen(1)).toMatchObject({
      state: { history: { chosen: run.path } },
      effects: [{ kind: 'openRun', path: run.path }],
    });
    const { path } = request;
    expect(chosen(2)).toMatchObject({
      ...{ state: { history: { chosen: path } }, effects: [{ kind: 'readRecord', of: { path }, isLeft: false }] },
    });
    const back = play({ ...chosen(2).state, screen: { kind: 'deletion' } }, { kind: 'historyReturned' });
    expect(back).toMatchObject({
      state: { screen: { kind: 'history', list: { row: 2 } }, history: { isLoading: true } },
    });
    expect(back.effects).toEqual([{ kind: 'listHistory' }]);
  });

  test('says what is known of a file that is not understood, and nothing is there below the last', () => {
    const text = '3 in doubt; its first line is damaged';
    expect(chosen(0).state.notice).toEqual({ kind: 'warning', text });
    expect(chosen(0).effects).toEqual([]);
    expect(chosen(3)).toEqual({ state: at(3), effects: [] });
  });

  test('is copied as a line for support, if it is a request', () => {
    const copied = play(at(2), { kind: 'historyRequestCopied' });
    const line = `${request.header.at}  PUT  ${request.header.address}  done  204`;
    expect(copied.effects).toEqual([{ kind: 'copyLines', lines: [line] }]);
    expect(copied.state.notice).toMatchObject({ kind: 'said' });
    expect(play(at(1), { kind: 'historyRequestCopied' })).toEqual({ state: at(1), effects: [] });
    const lines = earlierRequests.map((one) =>
      requestLine(one).replace(one.header.address, '').split(/ {2,}/).slice(2).join(' '),
    );
    expect(lines.slice(0, 7)).toEqual([
      ...['under way in progress', 'done 204', 'refused 409 trace 4f2a9c01d2e34b5f8a6b7c8d9e0f1a2b', 'unknown 502'],
      ...['unknown no outcome', 'preview', 'withheld'],
    ]);
  });
});

test('the history and a request of it lie over the screen beneath: what is opened above leads back to them', () => {
  const page = { kind: 'record', list: atTop } as const;
  for (const kind of ['history', 'request'] as const) {
    const at: State = { ...list(), screen: { kind, list: atTop }, trail: [{ kind: 'systems' }] };
    expect(openScreens(at).map((screen) => screen.kind)).toEqual(['systems', kind]);
    const above = onScreenAbove(at, page);
    expect(play(above, { kind: 'wentBack' }).state).toMatchObject({ screen: { kind }, trail: [{ kind: 'systems' }] });
  }
});

test('an answer that comes when the list is left changes nothing', () => {
  const left = play(list(), opened, { kind: 'wentBack' }).state;
  expect(play(left, listed).state).toEqual(left);
});

test.each([
  ['https://api.example/org/N1/keys/12', 'N1', '…/keys/12'],
  ['https://api.example/prefix/org/N1/keys', 'N1', '…/keys'],
  ['https://api.example/org/N1', 'N1', '/org/N1'],
  ['https://api.example/org/N12/keys', 'N1', '/org/N12/keys'],
  ['https://api.example/account?a=1', null, '/account?a=1'],
])('%s is shown as its path', (address, orgId, path) => {
  const [request] = earlierRequests;
  if (request === undefined) throw new Error('It is there.');
  expect(pathOf({ header: { ...request.header, address, orgId } })).toBe(path);
});

describe('interrupted changes are told', () => {
  const [first, ...others] = earlierRequests.filter(({ result }) => result === null);
  if (first === undefined) throw new Error('There is no such request.');
  const called = (about: Partial<RequestSummary['header']>): RequestSummary => ({
    ...first,
    header: { ...first.header, ...about },
  });
  const found = (...requests: readonly RequestSummary[]): Action => ({ kind: 'leftRequestsFound', requests });

  function saidOf(at: number, columns = 80): string {
    const about = { at: new Date(at).toISOString(), template: '/x/{id}/disable', method: 'PUT' };
    const { notice } = play({ ...list(), columns }, found(called(about))).state;
    return notice?.kind === 'warning' ? `${notice.text} ${notice.next ?? ''}` : '';
  }

  test('with its moment, its method and the end of its path', () => {
    expect(saidOf(Date.parse('2026-11-20T09:05:00Z'))).toBe(
      'A request of 09:05 UTC was interrupted: PUT …/disable. E shows it.',
    );
    expect(saidOf(Date.parse('2026-11-19T16:02:00Z'), 120)).toBe(
      'A request of yesterday 16:02 UTC was interrupted: PUT …/disable. E shows it.',
    );
    expect(saidOf(Date.parse('2026-11-18T16:02:00Z'), 72)).toBe(
      'Interrupted: PUT …/disable, 2026-11-18 16:02 UTC. E shows it.',
    );
    expect(new Date(now).toISOString()).toMatch(/^2026-11-20/);
  });

  test('with the end of a path that is longer than a line has room for cut at its front', () => {
    const end = 'a-rather-long-end-of-a-path';
    const request = called({ at: '2026-11-20T09:05:00Z', template: `/x/{id}/${end}`, method: 'PUT' });
    const { notice } = play({ ...list(), columns: 200 }, found(request)).state;
    expect(notice).toMatchObject({ text: `A request of 09:05 UTC was interrupted: PUT ……${end.slice(-23)}.` });
  });

  test('of another organisation, or in a demo, not at all; without an address they are settled at its own', () => {
    const cut = { kind: 'cutOffElsewhere', orgId: 'N1', does: 'disable', at: '2026-11-20T11:58:00Z' } as const;
    const told = (state: State, baseUrl: string | null, orgId = 'N1'): unknown =>
      play(state, { ...cut, orgId, baseUrl }).state.notice;
    expect(told({ ...list(), columns: 200 }, null)).toEqual({
      ...{ kind: 'warning', text: 'Disabling of 11:58 UTC was interrupted.' },
      next: 'To settle it, start at its own address.',
    });
    expect(told(list(), 'https://x', 'T1')).toBeNull();
    expect(told({ ...list(), session: { ...list().session, isDemo: true } }, 'https://x')).toBeNull();
  });

  test('when there is room: nothing else is asked, is going on, or is not read yet', () => {
    const start = list();
    const busy: readonly Partial<State>[] = [
      { overlay: { kind: 'help', list: atTop, typed: null } },
      { prompt: play(start, { kind: 'filterOpened' }).state.prompt },
      { deletion: aRun(1).deletion },
      { screen: { kind: 'history', list: atTop } },
      { list: aState().list },
      {
        screen: { kind: 'organisations' },
        organisations: { ...start.organisations, list: { kind: 'loading', last: null } },
      },
    ];
    for (const about of busy) {
      const { notice, interrupted } = play({ ...start, ...about }, found(first)).state;
      expect([notice, interrupted.untold.length]).toEqual([null, 1]);
    }
    const asked = { ...start, screen: { kind: 'organisations' }, notice: { kind: 'said', text: 'Welcome.' } } as const;
    expect(play(asked, found(first)).state.notice).toMatchObject({ next: 'E shows it.' });
  });

  test('once, runs and requests together, and only where nothing else is said or asked', () => {
    const busy: State = { ...list(), notice: { kind: 'warning', text: 'Something.' } };
    const run = { orgId: 'N1', does: 'delete', at: '2026-11-20T11:58:00Z', baseUrl: 'https://elsewhere' } as const;
    const waiting = play(busy, found(first, ...others), { kind: 'cutOffElsewhere', ...run }).state;
    expect(waiting.notice).toEqual(busy.notice);
    const told = play({ ...waiting, notice: null }, { kind: 'resized', columns: 80, rows: 30 }).state;
    expect(told.notice).toEqual({
      ...{ kind: 'warning', next: 'E shows them.' },
      text: '3 changes were interrupted, the last of 11:59 UTC.',
    });
    expect(told.interrupted.untold).toEqual([]);
    // A finding while the notice stands is told by the same one; after a key, by one of its own.
    const apart = play(list(), found(first), { kind: 'cutOffElsewhere', ...run }).state;
    expect(apart.notice).toMatchObject({ text: '2 changes were interrupted, the last of 11:59 UTC.' });
    expect(apart.news.untold).toHaveLength(1);
    const seen = play(list(), found(first), { kind: 'keyPressed', action: { kind: 'moved', motion: 'down' } }).state;
    expect(play(seen, { kind: 'cutOffElsewhere', ...run }).state.notice).toMatchObject({
      text: 'A deletion was interrupted.',
    });
    const alone = play(list(), { kind: 'cutOffElsewhere', ...run }).state;
    expect(alone.notice).toEqual({
      ...{ kind: 'warning', next: 'To settle it, start at https://elsewhere.' },
      text: 'A deletion was interrupted.',
    });
  });
});
