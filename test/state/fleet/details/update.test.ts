/** The system at rest under the cursor is checked quietly, and whatever is read of one system its row and its mark follow. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import type { System } from '../../../../src/api/system.ts';
import { restMs } from '../../../../src/state/fleet/details.ts';
import { syncOutcomes } from '../../../../src/state/change/runs/update.ts';
import { staleCount } from '../../../../src/state/fleet/staleness/staleness.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aNewRun, aReviewOf, aStateOf, aSystem, daysAgo, now, refused } from '../../../support/make.ts';
import { playAll, shownIds } from '../../root/play.ts';
import { property } from '../../../support/property.ts';

const down: Action = { kind: 'moved', motion: 'down' };
const rests: Action = { kind: 'timerEnded', timer: 'rest' };
const timer = { kind: 'startTimer', timer: 'rest', ms: restMs };
const mark: Action = { kind: 'markToggled' };
const checks = (systemId: string) => ({ kind: 'checkSystem', orgId: 'N1', systemId });
const givesUp = { kind: 'abandonRead', slot: 'quietCheck' };

const old = [0, 1, 2, 3].map((at) => aSystem({ systemId: `S${at}`, hostname: `srv-${at}`, lastSeen: daysAgo(200) }));
const start = aStateOf(old);

function answered(systemId: string, about: Partial<System> = {}): Action {
  const before = old.find((one) => one.systemId === systemId);
  return { kind: 'systemChecked', systemId, system: aSystem({ ...before, ...about }), now };
}

function staleOf({ list, staleness, now: at }: State): number {
  return list.listing.scan === null ? 0 : staleCount(list.listing.scan, staleness.days, at);
}

const aBackoff: State['requests']['backoff'] = {
  id: 1,
  until: { kind: 'time', seconds: 30 },
  problem: refused(429, { retryAfter: 30 }),
  queued: [],
};

test('the details of a system that cannot be read say why, and keep what was read before', () => {
  const open = playAll(start, { kind: 'detailsOpened' }).state;
  const failed = (problem: Problem) =>
    playAll(open, { kind: 'detailsFailed', systemId: 'S0', problem, now }).state.screen;
  expect(failed(refused(418))).toMatchObject({ systemId: 'S0', system: { kind: 'failed', problem: { status: 418 } } });
  expect(failed({ operation: 'read system', kind: 'aborted' })).toBe(open.screen);
});

describe('a row under the cursor', () => {
  test('is checked once it has rested, and once only', () => {
    const moved = playAll(start, down);
    expect(moved.effects).toEqual([timer]);
    const asked = playAll(moved.state, rests);
    expect(asked.effects).toEqual([checks('S1')]);
    expect(playAll(asked.state, answered('S1'), rests).effects).toEqual([]);
    const checking = ['S1', 'S2'].map((id) => playAll(asked.state, answered(id)).state.details.checking);
    expect(checking).toEqual([null, 'S1']);
  });

  test('gives up the check of the one before', () => {
    expect(playAll(start, down, rests, down).effects).toEqual([timer, checks('S1'), givesUp, timer]);
  });

  test('at which nobody arrived is left alone: a start asks for nothing', () => {
    expect(playAll(start, rests).effects).toEqual([]);
  });

  const { scan } = start.list.listing;
  test.each<[string, Partial<State>]>([
    [
      'a page is read',
      scan === null
        ? {}
        : { list: { ...start.list, listing: { ...start.list.listing, scan: { ...scan, inFlight: true } } } },
    ],
    ['the service asks for patience', { requests: { ...start.requests, backoff: aBackoff } }],
    ['something is typed', { prompt: { kind: 'search', typed: '', before: start.list.listing } }],
    ['systems are deleted', { deletion: aNewRun(aReviewOf(old)) }],
    [
      'a setting turns it off',
      { session: { ...start.session, profileSettings: { ...start.session.profileSettings, checksAtRest: false } } },
    ],
  ])('is not checked while %s', (_, about) => {
    expect(playAll({ ...start, ...about }, down, rests).effects.filter(({ kind }) => kind === 'checkSystem')).toEqual(
      [],
    );
  });

  test('is checked after what was under way is over', () => {
    const typing = playAll(
      { ...start, prompt: { kind: 'search', typed: '', before: start.list.listing } },
      down,
      rests,
    );
    expect(playAll(typing.state, { kind: 'promptAccepted' }, rests).effects).toContainEqual(checks('S1'));
  });

  test('is not checked again after the service failed to answer, until it answers something', () => {
    const failed: Action = { kind: 'checkFailed', systemId: 'S1', problem: refused(429, { retryAfter: 30 }), now };
    const held = playAll(start, down, rests, failed);
    expect(held.state.requests.backoff).toBeNull();
    expect(held.state.notice).toBeNull();
    const moved = playAll(held.state, down, rests);
    expect(moved.effects).toEqual([timer]);
    const arrived: Action = { kind: 'detailsArrived', systemId: 'S0', system: aSystem({ systemId: 'S0' }), now };
    expect(playAll(moved.state, arrived, rests).effects).toContainEqual(checks('S2'));
  });
});

describe('a system that is read', () => {
  const marked = playAll(start, down, mark, { kind: 'moved', motion: 'up' }).state;

  test('changes its row, the stale count and the mark, and no other row', () => {
    expect([staleOf(marked), marked.marks.marked.has('S1')]).toEqual([4, true]);
    const { state } = playAll(marked, rests, answered('S1', { state: 'Connected' }));
    expect([staleOf(state), state.marks.marked.has('S1')]).toEqual([3, false]);
    expect(state.list.listing.scan?.pages.flat()[1]).toMatchObject({ state: 'Connected' });
    expect(shownIds(state)).toEqual(shownIds(marked));
    expect(state.list.listing.cursor).toEqual(marked.list.listing.cursor);
    expect(state.notice).toEqual({ kind: 'said', text: 'srv-1 reconnected: unmarked. u undoes.' });
    expect(playAll(state, { kind: 'markingUndone' }).state.marks.marked.has('S1')).toBe(true);
  });

  test('that is not found any more keeps its row, and is told as gone', () => {
    const problem = refused(404, { slug: 'system-not-found' });
    const { state } = playAll(marked, rests, { kind: 'checkFailed', systemId: 'S1', problem, now });
    expect(shownIds(state)).toEqual(shownIds(marked));
    expect(state.list.listing.scan?.gone).toEqual(new Set(['S1']));
    expect([staleOf(state), state.marks.marked.has('S1')]).toEqual([3, false]);
    expect(playAll(state, answered('S1')).state.list.listing.scan?.gone.size).toBe(0);
  });

  test('that says less than the list did leaves that behind it: it may protect', () => {
    const listed = aSystem({ systemId: 'S1', tags: ['protect'], lastSeen: daysAgo(200) });
    const read = { ...listed, tags: [], notSent: ['tags'] };
    const state = aStateOf([listed]);
    const { scan } = playAll(state, { kind: 'systemChecked', systemId: 'S1', system: read, now }).state.list.listing;
    expect(scan?.pages[0]?.[0]).toMatchObject({ tags: [], alsoListed: { tags: ['protect'] } });
  });

  property(
    'leaves the rows, the cursor and other marks as they are, whatever it says',
    [
      fc.integer({ min: 0, max: 3 }),
      fc.record({
        state: fc.constantFrom('Connected', 'Disconnected', 'Away', null),
        lastSeen: fc.option(fc.integer({ min: 0, max: 400 }).map((days) => daysAgo(days))),
        hostname: fc.option(fc.string()),
      }),
    ],
    (at, about) => {
      const all = playAll(aStateOf(old), ...old.map(() => mark)).state;
      const { state } = playAll(all, answered(`S${at}`, about));
      expect(shownIds(state)).toEqual(shownIds(all));
      expect(state.list.listing.cursor).toEqual(all.list.listing.cursor);
      const others = old.filter(({ systemId }) => systemId !== `S${at}`);
      expect(others.every(({ systemId }) => state.marks.marked.has(systemId))).toBe(true);
    },
  );
});

describe('the screen of one system', () => {
  const opened = playAll(start, { kind: 'detailsOpened' }).state;

  test('goes on to the next system and back, and says where the list ends', () => {
    const next = playAll(opened, { kind: 'neighbourOpened', motion: 'down' });
    expect(next.state.screen).toMatchObject({ kind: 'details', systemId: 'S1' });
    expect(playAll(next.state, rests).effects).toEqual([checks('S1')]);
    const { state } = playAll(
      next.state,
      ...[1, 2, 3].map((): Action => ({ kind: 'neighbourOpened', motion: 'down' })),
    );
    expect(state.screen).toMatchObject({ systemId: 'S3' });
    expect(state.notice).toMatchObject({ text: 'This is the last system shown.' });
  });

  test('shows what a quiet check has read', () => {
    const { state } = playAll(
      opened,
      { kind: 'neighbourOpened', motion: 'down' },
      rests,
      answered('S1', { state: 'Away' }),
    );
    expect(state.screen).toMatchObject({ system: { kind: 'ready', value: { state: 'Away' } } });
  });
});

describe('a review that is left', () => {
  const all = playAll(start, ...old.map(() => mark), { kind: 'reviewOpened', does: 'delete' }).state;
  const reread = (systemId: string, about: Partial<System> = {}): Action => {
    const before = old.find((one) => one.systemId === systemId);
    const system = aSystem({ ...before, ...about });
    return { kind: 'systemReread', review: all.review?.id ?? 0, systemId, system, askedAt: 0, now };
  };

  test('unmarks what has reconnected or is gone, in one change', () => {
    const gone: Action = {
      kind: 'rereadFailed',
      review: all.review?.id ?? 0,
      systemId: 'S3',
      problem: refused(404, { slug: 'system-not-found' }),
    };
    const { state } = playAll(all, reread('S0', { state: 'Connected' }), reread('S1'), gone, { kind: 'wentBack' });
    expect(old.filter(({ systemId }) => state.marks.marked.has(systemId)).length).toBe(2);
    expect(state.notice).toMatchObject({ text: '1 reconnected, 1 gone: unmarked. u undoes.' });
    expect(staleOf(state)).toBe(2);
    expect(playAll(state, { kind: 'markingUndone' }).state.marks.marked.size).toBe(4);
  });
});

describe('a run', () => {
  const running: State = { ...start, screen: { kind: 'deletion' }, deletion: aNewRun(aReviewOf(old)) };
  const begun = playAll(running, {
    kind: 'journalOpened',
    run: running.deletion?.id ?? 0,
    path: '/runs/1.jsonl',
    now,
  }).state;
  const rechecked = (systemId: string, about: Partial<System> = {}): Action => {
    const before = old.find((one) => one.systemId === systemId);
    const system = aSystem({ ...before, ...about });
    return { kind: 'systemRechecked', run: begun.deletion?.id ?? 0, systemId, system, record: {}, askedAt: 0, now };
  };

  test('changes the rows as it goes: kept systems are unmarked, and deleted ones are told as gone', () => {
    const marked = playAll(begun, rechecked('S0', { state: 'Connected' })).state;
    expect(marked.list.listing.scan?.pages.flat()[0]).toMatchObject({ state: 'Connected' });
    const run = begun.deletion?.id ?? 0;
    const { state } = playAll(
      marked,
      rechecked('S1'),
      { kind: 'intentRecorded', run, systemId: 'S1' },
      { kind: 'systemChanged', run, systemId: 'S1', accepted: false, now },
    );
    expect(state.list.listing.scan?.gone).toEqual(new Set(['S1']));
    expect(staleOf(state)).toBe(2);
  });

  test('marks a system again that was told as gone, and still exists', () => {
    const run = begun.deletion?.id ?? 0;
    const all = { ...begun, marks: playAll(aStateOf(old), ...old.map(() => mark)).state.marks };
    const gone = playAll(
      all,
      rechecked('S1'),
      { kind: 'intentRecorded', run, systemId: 'S1' },
      { kind: 'systemChanged', run, systemId: 'S1', accepted: false, now },
    ).state;
    expect(gone.marks.marked.has('S1')).toBe(false);
    const { deletion } = gone;
    if (deletion === null) throw new Error('No run is at work.');
    const settled = deletion.settled.map((one) => ({ ...one, outcome: { kind: 'failed', problem: null } as const }));
    const found = syncOutcomes({ ...gone, deletion: { ...deletion, settled } }, gone);
    expect(found.marks.marked.has('S1')).toBe(true);
  });
});
