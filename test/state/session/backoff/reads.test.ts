import { describe, expect, test } from 'vitest';
import { nothingRead } from '../../../../src/api/paging/next-link.ts';
import { askNewToken } from '../../../../src/state/session/backoff/update.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import { aListing, anOrganisation, aSession, aState, pagesOf, refused, systemsOf } from '../../../support/make.ts';
import {
  aRun,
  deleted,
  deleting,
  failed,
  listed,
  outcomes,
  rechecked,
  recheckFailed,
  rechecks,
  recorded,
  records,
} from '../../removal/deletion/story.ts';
import { arrived, asksAbout, play, readsFirst } from '../../root/play.ts';

const pages = pagesOf(systemsOf(300), 100);
const { orgId } = anOrganisation();

const last: Action = { kind: 'moved', motion: 'last' };
const back: Action = { kind: 'wentBack' };
const timeIsUp: Action = { kind: 'timerEnded', timer: 'backoff' };

function readsPage(at: number): Effect {
  const seen = pages.slice(0, at).map(({ address }) => address);
  const from = { kind: 'link', url: pages[at]?.address ?? '', seen, read: nothingRead } as const;
  const query = { orgId, search: '', includeDisabled: false, perPage: 200 };
  return { kind: 'readPage', scan: 0, query, isFollowed: true, from };
}

function backoff(seconds: number): Effect {
  return { kind: 'startTimer', timer: 'backoff', ms: seconds * 1000, jitterMs: Math.min(1000, seconds * 250) };
}

function fails(problem = refused(500)): Action {
  return { kind: 'pageFailed', scan: 0, problem };
}

/** The first page was read, and the second is on its way. */
const reading = play(aState({ listing: aListing(pages.slice(0, 1)) }), last).state;

describe('a page that fails in passing', () => {
  test('is retried after a backoff, twice, and then reported', () => {
    const first = play(reading, fails());
    expect(first.effects).toEqual([backoff(1)]);
    expect(first.state.requests.backoff).toMatchObject({ until: { kind: 'time', seconds: 1 }, problem: refused(500) });
    const second = play(first.state, timeIsUp, fails());
    expect(second.effects).toEqual([readsPage(1), backoff(2)]);
    const third = play(second.state, timeIsUp, fails());
    expect(third.effects).toEqual([readsPage(1)]);
    expect(third.state.requests.backoff).toBeNull();
    expect(third.state.notice).toMatchObject({ kind: 'problem', problem: refused(500) });
  });

  test('and then arrives resets the retries, and the next one may fail as often', () => {
    const { state, effects } = play(reading, fails(), timeIsUp, arrived(0, pages[1]), fails(), timeIsUp, fails());
    expect(effects).toEqual([backoff(1), readsPage(1), readsPage(2), backoff(1), readsPage(2), backoff(2)]);
    expect(state.list.listing.scan?.count).toBe(200);
  });

  test('gets two more retries after r', () => {
    const told = play(reading, fails(), timeIsUp, fails(), timeIsUp, fails()).state;
    expect(play(told, { kind: 'refreshRequested' }, fails()).effects).toEqual([readsPage(1), backoff(1)]);
  });

  test('is reported at once where esc is pressed during the backoff, and nothing is sent', () => {
    const { state, effects } = play(reading, fails(), back, timeIsUp);
    expect(effects).toEqual([backoff(1)]);
    expect(state).toMatchObject({ requests: { backoff: null }, notice: { kind: 'problem' } });
    expect(state.list.listing.scan).toMatchObject({ count: 100, inFlight: false });
  });

  test('is not retried once another list is open', () => {
    const { effects } = play(reading, fails(), { kind: 'disabledToggled' }, timeIsUp);
    expect(effects).toEqual([backoff(1), readsFirst(2, { includeDisabled: true })]);
  });
});

describe('every other read', () => {
  const waiting = play(reading, fails(refused(429, { retryAfter: 30 }))).state;
  const detailsFail = (retryAfter: number): Action => ({
    ...{ kind: 'detailsFailed', systemId: 'S99', problem: refused(503, { retryAfter }), now: reading.now },
  });

  test('waits with the one that was refused', () => {
    const opened = play(waiting, { kind: 'detailsOpened' });
    expect(opened.effects).toEqual([]);
    const details: Effect = { kind: 'readSystem', orgId, systemId: 'S99' };
    expect(play(opened.state, timeIsUp).effects).toEqual([readsPage(1), details]);
  });

  test('that fails meanwhile waits as long, and no longer', () => {
    const opened = play(reading, { kind: 'detailsOpened' }).state;
    const both = play(opened, fails(refused(429, { retryAfter: 30 })), detailsFail(10));
    expect(both.effects).toEqual([backoff(30)]);
    expect(play(both.state, timeIsUp).effects).toHaveLength(2);
  });

  test('waits longer where the service says so', () => {
    const opened = play(reading, { kind: 'detailsOpened' }).state;
    const { effects } = play(opened, fails(), detailsFail(60));
    expect(effects).toEqual([backoff(1), backoff(60)]);
  });
});

describe('a run that is throttled', () => {
  const slower = refused(429, { retryAfter: 5 });

  test('reads a system again before it tries to delete it again', () => {
    const again = [timeIsUp, ...deleting('S0'), deleted('S0'), listed()];
    const { state, effects } = play(aRun(1), ...deleting('S0'), failed('S0', slower), ...again);
    expect(effects.map(({ kind }) => kind)).toEqual([
      ...['recordIntent', 'changeSystem', 'startTimer', 'recheckSystem', 'recordIntent', 'changeSystem'],
      ...['recordOutcome', 'readCheckPage', 'closeJournal', 'leaveOutOfLastVisit'],
    ]);
    expect(outcomes(state)).toEqual(['S0 done']);
  });

  test('works on half as many at a time from then on, down to one', () => {
    const refusedOnce = play(aRun(9), recheckFailed('S0', slower), recheckFailed('S1', slower)).state;
    expect(refusedOnce.deletion?.concurrency).toBe(2);
    const again = play(refusedOnce, timeIsUp, recheckFailed('S0', slower), timeIsUp, recheckFailed('S0', slower)).state;
    expect(again.deletion?.concurrency).toBe(1);
  });

  test('takes no system before the time is up', () => {
    const { state, effects } = play(aRun(9), recheckFailed('S0', slower), rechecked('S1'));
    expect(effects).toEqual([backoff(5)]);
    expect(play(state, timeIsUp).effects).toEqual([rechecks('S0'), rechecks('S1')]);
  });

  test('takes none whose record was being saved meanwhile', () => {
    const { state, effects } = play(aRun(9), rechecked('S1'), recheckFailed('S0', slower), recorded('S1'));
    expect(effects).toEqual([expect.objectContaining({ kind: 'recordIntent' }), backoff(5)]);
    expect(play(state, timeIsUp).effects).toEqual([rechecks('S0'), rechecks('S1')]);
  });

  test.each([null, 0])('waits longer each time for deletions that are put off with Retry-After %j', (retryAfter) => {
    const again = [...deleting('S0'), failed('S0', refused(429, { retryAfter })), timeIsUp];
    const { effects } = play(aRun(1), ...again, ...again, ...again, ...again);
    expect(effects.filter(({ kind }) => kind === 'startTimer')).toEqual([1, 2, 4, 8].map(backoff));
  });

  test('counts what was put off for each system apart', () => {
    const putOff = (id: string): Action[] => [...deleting(id), failed(id, refused(429)), timeIsUp];
    const { effects } = play(aRun(2), ...['S0', 'S0', 'S1', 'S0', 'S1'].flatMap(putOff));
    expect(effects.filter(({ kind }) => kind === 'startTimer')).toEqual([1, 2, 1, 4, 2].map(backoff));
  });

  test('ends and keeps its queue where it is stopped', () => {
    const stop: Action = { kind: 'deletionStopped' };
    const { state, effects } = play(aRun(2), recheckFailed('S0', slower), recheckFailed('S1', slower), back, stop);
    expect(effects.filter(({ kind }) => kind === 'recheckSystem')).toEqual([]);
    expect(state.deletion).toMatchObject({ stop: 'asked', counts: { notAttempted: 2 } });
  });

  test('leaves without waiting where the person leaves', () => {
    const { effects } = play(aRun(1), recheckFailed('S0', slower), { kind: 'quitConfirmed' });
    expect(effects.at(-1)).toEqual({ kind: 'leave' });
  });

  test('does not send a deletion again whose outcome is not known', () => {
    const problem = refused(503, { retryAfter: 5 });
    const asked = play(aRun(1), ...deleting('S0'), failed('S0', problem));
    expect(asked.effects.at(-1)).toEqual({ ...rechecks('S0'), afterMs: 0 });
    expect(asked.state.requests.backoff).toBeNull();
    const { effects } = play(asked.state, rechecked('S0'), rechecked('S0'));
    expect(effects).toContainEqual(records('S0', { kind: 'failed', problem }));
    expect(effects.map(({ kind }) => kind)).not.toContain('changeSystem');
  });
});

describe('the organisations', () => {
  const loading: State = aState({
    screen: { kind: 'organisations' },
    organisation: null,
    organisations: { kind: 'loading', last: null },
  });
  const forbidden: Action = { kind: 'organisationsFailed', session: 0, problem: refused(403) };

  test('are tried again like pages', () => {
    const { baseUrl } = aSession();
    const { effects } = play(loading, { kind: 'organisationsFailed', session: 0, problem: refused(502) }, timeIsUp);
    expect(effects).toEqual([backoff(1), { kind: 'listOrganisations', baseUrl }]);
  });

  test('that the token may not list can be opened by their ids', () => {
    const asked = play(loading, forbidden).state;
    expect(asked.prompt).toMatchObject({ kind: 'organisation', typed: '' });
    const { state, effects } = play(asked, { kind: 'textEdited', text: ' N7 ' }, { kind: 'promptAccepted' });
    expect(state).toMatchObject({ screen: { kind: 'systems' }, organisation: { orgId: 'N7', orgName: 'N7' } });
    expect(effects).toEqual([readsFirst(1, { orgId: 'N7' }), ...asksAbout('N7')]);
  });

  test('are not requested where the flags name one by its id', () => {
    const session = aSession({ wantedOrganisation: 'N7' });
    const { state, effects } = play({ ...loading, session }, forbidden);
    expect(state).toMatchObject({ screen: { kind: 'systems' }, prompt: null });
    expect(effects).toEqual([readsFirst(1, { orgId: 'N7' }), ...asksAbout('N7')]);
  });

  test('that a new sign-in may not list mean that the token is good', () => {
    const session = aSession({ signIn: { ...aSession().signIn, field: 'token', isTrying: true } });
    const { state, effects } = play({ ...loading, session, screen: { kind: 'signIn' } }, forbidden);
    expect(state).toMatchObject({ screen: { kind: 'organisations' }, prompt: { kind: 'organisation' } });
    expect(effects).toEqual([{ kind: 'storeToken', choice: null, baseUrl: aSession().baseUrl }]);
  });
});

test('a token that is refused twice is asked for once', () => {
  const once = askNewToken(aState(), refused(401));
  expect(askNewToken(once, refused(401)).requests.backoff).toBe(once.requests.backoff);
});
