/** The page of a record: opened, searched, exported. */
import { describe, expect, test } from 'vitest';
import type { Run } from '../../../../src/state/change/run.ts';
import type { ChangeRow } from '../../../../src/state/change/runs/files.ts';
import { newestFirst } from '../../../../src/state/change/history/feature.ts';
import { atTop } from '../../../../src/state/kernel/list-view.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { earlierRuns } from '../../../screens/deletion-gallery.ts';
import { earlierRequests, historyGallery } from '../../../screens/history-gallery.ts';
import { aStateOf, aSystem } from '../../../support/make.ts';
import { aRun } from '../../removal/deletion/story.ts';
import { play } from '../../root/play.ts';

const listed: Action = { kind: 'historyListed', rows: newestFirst(earlierRequests) };
const opened: Action = { kind: 'historyOpened' };

const damaged: ChangeRow = {
  ...{ path: '/changes/x.jsonl', bytes: 2, changedMs: null, orgId: null, orgName: null },
  why: { kind: 'damaged', message: 'its first line is damaged' },
};

function list(): State {
  return aStateOf([aSystem({ systemId: 'S1' })]);
}

const aPage = { of: aRun(1).deletion as Run, lines: ['# One', 'web-1', 'Web 2', 'café', 'web-3'] };

describe('a record that was read', () => {
  const read: Action = { kind: 'recordRead', page: aPage };
  const start = play(list(), opened, listed).state;

  test('is shown over the list, which is read again when it is left, and over the results of a run', () => {
    const { state } = play(start, read);
    expect(state).toMatchObject({ screen: { kind: 'record' }, history: { page: aPage } });
    const left = play(state, { kind: 'wentBack' });
    expect(left).toMatchObject({ state: { screen: { kind: 'history' }, history: { page: null } } });
    expect(left.effects).toEqual([{ kind: 'listHistory' }]);
    const results = play({ ...list(), screen: { kind: 'deletion' } }, read).state;
    expect(results.screen.kind).toBe('record');
    expect(play(results, { kind: 'wentBack' })).toMatchObject({ state: { screen: { kind: 'deletion' } }, effects: [] });
  });

  test('is not shown where the person is elsewhere by then; one that is lost is told where it was asked for', () => {
    const elsewhere = list();
    expect(play(elsewhere, read).state).toEqual(elsewhere);
    const asked = { ...start, overlay: { kind: 'help', list: atTop, typed: null } } as const;
    expect(play(asked, read).state).toEqual(asked);
    const lost: Action = { kind: 'recordLost', path: '/x.jsonl' };
    const text = 'Not shown: /x.jsonl cannot be read any more. r refreshes.';
    expect([start, list()].map((at) => play(at, lost).state.notice)).toEqual([{ kind: 'warning', text }, null]);
  });

  test('is searched from the top of the screen on, and from its beginning after the last line', () => {
    const find = (text: string): readonly Action[] => [
      { kind: 'textFindOpened' },
      { kind: 'textEdited', text },
      { kind: 'promptAccepted' },
    ];
    const shown = play(start, read).state;
    const rows = [1, 2, 3].map((times) => {
      const nexts = Array.from({ length: times - 1 }, () => ({ kind: 'textFoundNext' }) as const);
      const { screen, notice } = play(shown, ...find('WEB'), ...nexts).state;
      return [screen.kind === 'record' && screen.list.row, notice?.kind === 'said' && notice.text];
    });
    expect(rows).toEqual([
      [1, '1 of 3. n finds the next.'],
      [2, '2 of 3. n finds the next.'],
      [4, '3 of 3. n finds the next.'],
    ]);
    const round = play(shown, ...find('web'), ...Array.from({ length: 3 }, () => ({ kind: 'textFoundNext' }) as const));
    expect(round.state.screen).toMatchObject({ list: { row: 1 } });
    expect(play(shown, ...find('CAFÉ')).state.screen).toMatchObject({ list: { row: 3 } });
    const none = play(shown, ...find('nothing')).state;
    expect([none.screen, none.notice]).toMatchObject([{ list: { row: 0 } }, { text: 'Nothing has "nothing".' }]);
    const cancelled = play(shown, ...find('web').slice(0, 2), { kind: 'wentBack' }).state;
    expect([cancelled.screen.kind, cancelled.prompt, cancelled.history.find]).toEqual(['record', null, '']);
  });
});

describe('a key for records means', () => {
  const [run] = earlierRuns.slice(1, 2);
  const [request] = earlierRequests;
  if (run === undefined || request === undefined) throw new Error('They are there.');
  const rows = [run, request, damaged];
  const at = (row: number): State => {
    const { state } = play(list(), opened, { kind: 'historyListed', rows });
    return { ...state, screen: { kind: 'history', list: { row, top: 0 } } };
  };

  test.each<[Action['kind'], readonly (Effect | null)[]]>([
    [
      'exportRequested',
      [
        { kind: 'exportRecord', of: { path: run.path }, isPage: false },
        { kind: 'exportRecord', of: { path: request.path }, isPage: false },
        null,
      ],
    ],
    [
      'recordsShown',
      [
        { kind: 'readRecord', of: { path: run.path }, isLeft: false },
        { kind: 'readRecord', of: { path: request.path }, isLeft: false },
        { kind: 'showFile', path: damaged.path },
      ],
    ],
  ])('%s: the row under the cursor', (kind, effects) => {
    const asked = rows.map((_, row) => play(at(row), { kind } as Action).effects);
    expect(asked).toEqual(effects.map((effect) => (effect === null ? [] : [effect])));
    expect(play(list(), { kind } as Action)).toEqual({ state: list(), effects: [] });
  });

  test('else the run that is shown, and on its page that record', () => {
    const shown: State = { ...list(), screen: { kind: 'deletion' }, deletion: aPage.of };
    const meant = { run: aPage.of };
    expect(play(shown, { kind: 'recordsShown' }).effects).toEqual([{ kind: 'readRecord', of: meant }]);
    const all = { kind: 'exportRecord', of: meant, isPage: false };
    expect(play(shown, { kind: 'exportRequested' }).effects).toEqual([all]);
    const page = play(shown, { kind: 'recordRead', page: aPage }).state;
    const one = play({ ...page, deletion: null }, { kind: 'exportRequested', isPage: true });
    expect(one.effects).toEqual([{ ...all, isPage: true }]);
    const of = historyGallery['earlier request']?.().history.page?.of;
    if (of === undefined || !('header' in of)) throw new Error('It is there.');
    const request = play(play(list(), opened, listed).state, { kind: 'recordRead', page: { of, lines: [] } }).state;
    expect(play(request, { kind: 'exportRequested' }).effects).toEqual([{ kind: 'exportRecord', of, isPage: false }]);
  });
});
