import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { refreshMs } from '../../../../src/state/fleet/list/feature.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aPage,
  aReviewOf,
  aStateOf,
  aSystem,
  daysAgo,
  now,
  refused,
  systemNotFound,
} from '../../../support/make.ts';
import { arrived, play, refusalOf } from '../../root/play.ts';

const systems = [0, 1].map((at) => aSystem({ systemId: `S${at}`, hostname: `web-${at}`, lastSeen: daysAgo(200) }));
const start = aStateOf(systems);
const watch: Action = { kind: 'watchToggled' };
const tick: Action = { kind: 'timerEnded', timer: 'watch' };
const timer = { kind: 'startTimer', timer: 'watch', ms: refreshMs };
const reads = (systemId: string) => ({ kind: 'readWatched', orgId: 'N1', systemId });

function checked(about: Partial<System>, systemId = 'S0'): Action {
  const before = systems.find((one) => one.systemId === systemId);
  return { kind: 'systemChecked', systemId, system: aSystem({ ...before, ...about }), now };
}

const seen = new Date(now + 5000).toISOString();
const connected: Partial<System> = { state: 'Connected', lastSeen: seen, lastSeenMs: now + 5000 };
const notice = { kind: 'watchedConnected', name: 'web-0', at: now + 5000, isUnmarked: false };
const watched = play(start, watch).state;

describe('a watched system', () => {
  test('is read once a minute, until W stops that', () => {
    const began = play(start, watch);
    expect(began.effects).toEqual([timer]);
    expect(began.state.notice).toMatchObject({
      text: 'Watching web-0: one request a minute until it connects. W stops.',
    });
    expect(play(began.state, tick).effects).toEqual([timer, reads('S0')]);
    const stopped = play(began.state, watch);
    expect(stopped.state.watching.size).toBe(0);
    expect(play(stopped.state, tick).effects).toEqual([]);
  });

  test('is not read again where the refreshed list has it already', () => {
    const refreshing = play(start, { kind: 'autoRefreshToggled' }, watch).state;
    expect(refreshing.notice).toMatchObject({
      text: 'Watching web-0: auto-refresh shows when it connects. W stops.',
    });
    const { scan } = refreshing.list.listing;
    const listed = play(refreshing, arrived(scan?.id ?? 0, aPage(systems)));
    expect(play(listed.state, tick).effects).toEqual([timer]);
    expect(play(listed.state, tick, tick).effects).toEqual([timer, timer, reads('S0')]);
  });

  const ways: readonly (readonly [string, Action])[] = [
    ['a read of its own', checked(connected)],
    ['a page of the list', arrived(1, aPage([aSystem({ ...systems[0], ...connected })]))],
    ['its details', Object.assign(checked(connected), { kind: 'detailsArrived' as const })],
  ];
  test.each(ways)('is told once it connects, by %s', (_, action) => {
    const { state } = play(watched, action);
    expect(state.notice).toEqual(notice);
    expect(state.watching.size).toBe(0);
  });

  test('that was marked says that it is unmarked, and its row is connected', () => {
    const { state } = play(play(watched, { kind: 'markToggled' }).state, checked(connected));
    expect(state.notice).toEqual({ ...notice, isUnmarked: true });
    expect(state.list.listing.scan?.pages[0]?.[0]).toMatchObject(connected);
  });

  test('does not tell a time where "last seen" is from before the watch', () => {
    expect(play(watched, checked({ state: 'Connected' })).state.notice).toEqual({ ...notice, at: null });
  });

  test('waits for its turn while requests pause', () => {
    const backoff = { id: 1, until: { kind: 'time', seconds: 30 }, problem: refused(429), queued: [] } as const;
    const paused: State = { ...watched, requests: { ...watched.requests, backoff } };
    expect(play(paused, tick).effects).toEqual([timer]);
  });

  test('that is gone is no longer watched; after another failure it still is', () => {
    const fails = (problem: typeof systemNotFound): State =>
      play(watched, { kind: 'checkFailed', systemId: 'S0', problem, now }).state;
    expect(fails(systemNotFound).notice).toMatchObject({ text: 'web-0 is no longer there, and no longer watched.' });
    expect(fails(systemNotFound).watching.size).toBe(0);
    expect(fails(refused(503)).watching.get('S0')).toMatchObject({ problem: { status: 503 } });
  });

  test('is forgotten with its organisation', () => {
    expect(play(watched, { kind: 'organisationsOpened' }).state.watching.size).toBe(1);
    const both: State = {
      ...watched,
      organisations: { ...watched.organisations, list: { kind: 'ready', value: [anOrganisation({ orgId: 'C2' })] } },
    };
    const left = play(both, { kind: 'organisationsOpened' }, { kind: 'organisationChosen', orgId: 'C2' });
    expect(left.state.watching.size).toBe(0);
  });
});

test('a check of another row keeps what is known of the row under the cursor', () => {
  const { state } = play(watched, checked({}), checked({}, 'S1'));
  expect(state.details.checked).toMatchObject({ systemId: 'S0' });
});

test('W is refused on a connected system, and beyond ten', () => {
  expect(refusalOf(aStateOf([aSystem({ state: 'Connected' })]), 'W')).toBe('it is connected');
  const many = new Map(
    Array.from({ length: 10 }, (_, at) => [`T${at}`, { name: '', since: now, isRead: false, problem: null }]),
  );
  expect(refusalOf({ ...start, watching: many }, 'W')).toBe('10 systems are watched already');
});

test('a system of a review is watched as well', () => {
  const review = { ...aReviewOf(systems), isArmed: true };
  const { state } = play({ ...start, screen: { kind: 'review' }, review }, { kind: 'reviewedSystemWatched' });
  expect([...state.watching.keys()]).toEqual(['S0']);
});
