import { describe, expect, test } from 'vitest';
import { bannerOf } from '../../../../src/state/session/news.ts';
import { endingMs, interruptMs } from '../../../../src/state/shell/program.ts';
import { dayMs } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aListing, anOrganisation, aState, aStateOf, daysAgo, now, pagesOf, systemsOf } from '../../../support/make.ts';
import { aRun, deleted, openedReview } from '../../removal/deletion/story.ts';
import { arrived, filtered, play, shownIds } from '../../root/play.ts';
import type { Action } from '../../../../src/state/root/state.ts';

const systems = systemsOf(50, () => ({ lastSeen: daysAgo(200) }));
const start = aStateOf(systems);
const interrupted: Action = { kind: 'interrupted' };
const quit: Action = { kind: 'quitRequested' };
const confirmed: Action = { kind: 'quitConfirmed' };
const leave = { kind: 'leave' };
const down: Action = { kind: 'moved', motion: 'down' };

/** Two systems are in flight. */
const going = aRun(2);
const gone = deleted;

test.each(['/home/sam/x.jsonl', 'C:\\logs\\x.jsonl', 'x.jsonl'])('a log at %s is told once, by its name', (log) => {
  const logging = { ...start, notice: null, session: { ...start.session, log } };
  const { state } = play(logging, down);
  expect(state.notice).toEqual({ kind: 'said', text: 'Logging to x.jsonl: it names systems, and holds no token.' });
  expect(play({ ...state, notice: null }, down).state.notice).toBeNull();
});

describe('leaving', () => {
  test('by a signal waits a while for requests in flight, and not at all at the second signal', () => {
    const asked = play(going, quit, confirmed, { kind: 'endingAsked', isAgain: false });
    expect(asked.effects).toEqual([{ kind: 'startTimer', timer: 'ending', ms: endingMs }]);
    expect(play(asked.state, { kind: 'endingAsked', isAgain: true }).effects.at(-1)).toEqual(leave);
  });

  test('waits no longer when it is repeated', () => {
    expect(play(going, quit, confirmed, quit, confirmed).effects.at(-1)).toEqual(leave);
  });
});

describe('ctrl-c', () => {
  const timer = { kind: 'startTimer', timer: 'interrupt', ms: interruptMs };

  test('pressed again after a while is pressed for the first time', () => {
    const late = play(start, interrupted, { kind: 'timerEnded', timer: 'interrupt' });
    expect(late.state).toEqual(start);
    expect(play(late.state, interrupted).effects).toEqual([timer]);
  });

  test('stops a run, and pressed twice leaves once it has stopped', () => {
    const once = play(going, interrupted);
    expect(once.state.deletion?.stop).toBe('asked');
    expect(play(once.state, interrupted, gone('S0')).effects.map(({ kind }) => kind)).toEqual(['recordOutcome']);
    expect(play(once.state, interrupted, gone('S0'), gone('S1')).effects.at(-1)).toEqual(leave);
  });

  test('stops the reading', () => {
    const pages = pagesOf(systems, 20);
    const reading = play(aState({ listing: aListing(pages.slice(0, 1)) }), { kind: 'moved', motion: 'last' }).state;
    expect(play(reading, interrupted, arrived(0, pages[1])).effects).toEqual([timer]);
  });
});

describe('the size of the terminal', () => {
  const fewRows: Action = { kind: 'resized', columns: 40, rows: 8 };
  const last: Action = { kind: 'moved', motion: 'last' };

  test('changes, and the cursor of the list stays in view on its system', () => {
    const { state } = play(start, last, fewRows);
    expect(state).toMatchObject({ columns: 40, rows: 8, list: { listing: { cursor: { row: 49, systemId: 'S49' } } } });
    expect(state.list.listing.cursor.top).toBeGreaterThan(46);
  });

  test('changes, and so it does in every other list', () => {
    const organisations = Array.from({ length: 50 }, (_, at) => anOrganisation({ orgId: `N${at}` }));
    const listed = aState({
      screen: { kind: 'organisations' },
      organisations: { kind: 'ready', value: organisations },
    });
    expect(play(listed, last, fewRows).state.organisations.position).toEqual({ row: 49, top: 47 });
    const { review } = play(
      openedReview(systems).state,
      { kind: 'moved', motion: 'last', extent: { length: 50, height: 10 } },
      fewRows,
    ).state;
    expect(review?.list).toEqual({ row: 49, top: 40 });
    const failed = play(going, { kind: 'wentBack' }, gone('S0'), gone('S1')).state;
    expect(play(failed, fewRows).state.deletion?.list).toEqual({ row: 0, top: 0 });
  });
});

describe('a minute', () => {
  const soonStale = aStateOf(systemsOf(3, (at) => ({ lastSeen: daysAgo(89 + at) })));
  const later: Action = { kind: 'minutePassed', now: now + dayMs + 1 };

  test.each(['is:stale', 'seen:>90d'])('moves what is shown by the filter "%s"', (text) => {
    const narrowed = play(soonStale, ...filtered(text)).state;
    expect(shownIds(narrowed)).toEqual(['S2']);
    expect(shownIds(play(narrowed, later).state)).toEqual(['S0', 'S1', 'S2']);
  });

  test('leaves every other list as it is', () => {
    expect(play(start, later).state.list.listing).toBe(start.list.listing);
  });
});

describe('keys', () => {
  test('that cannot be used, or that are unknown, are answered with a sentence', () => {
    expect(play(start, { kind: 'keyRefused', reason: 'd: nothing is marked.' }).state.notice).toEqual({
      kind: 'refused',
      text: 'd: nothing is marked.',
    });
    expect(play(start, { kind: 'keyUnknown', name: 'Z' }).state.notice).toMatchObject({
      text: expect.stringMatching(/^Z /) as string,
    });
  });

  test('move in the list that is on the screen', () => {
    const organisations = ['N1', 'C1'].map((orgId) => anOrganisation({ orgId }));
    const listed = aState({
      screen: { kind: 'organisations' },
      organisations: { kind: 'ready', value: organisations },
    });
    expect(play(listed, down, down).state.organisations.position.row).toBe(1);
    expect(play(start, { kind: 'reviewOpened', does: 'delete' }, down).state.review?.list.row).toBe(0);
    expect(play(going, down).state.deletion?.list.row).toBe(0);
    expect(
      play({ ...start, screen: { kind: 'stale', days: 90, typed: null, row: 'threshold' } }, down).state.list.listing,
    ).toEqual(start.list.listing);
  });

  test('move in lists that only the screen knows, by what it says of them', () => {
    const move: Action = { kind: 'moved', motion: 'last', extent: { length: 30, height: 10 } };
    const bottom = { row: 29, top: 20 };
    expect(play(start, { kind: 'helpOpened' }, move).state.overlay).toEqual({
      kind: 'help',
      list: bottom,
      typed: null,
    });
    expect(play(start, { kind: 'keysSeenOpened' }, move).state.screen).toEqual({ kind: 'keysSeen', list: bottom });
    expect(play(start, { kind: 'helpOpened' }, move).state.screen).toEqual(start.screen);
    expect(play(start, move).state.list.listing.cursor.row).toBe(49);
  });
});

test('a banner that is put away comes back with another cause alone', () => {
  const compared = (kind: 'unverified' | 'fine'): Action => ({ kind: 'clockCompared', clock: { kind }, now });
  const unsure = play(start, compared('unverified')).state;
  const away = play(unsure, { kind: 'bannerDismissed' }).state;
  expect([bannerOf(start), bannerOf(unsure), bannerOf(away)]).toMatchObject([null, { kind: 'clock' }, null]);
  expect(bannerOf(play(away, compared('unverified')).state)).toMatchObject({ kind: 'clock' });
  const failed = play(away, { kind: 'preferencesFailed', message: 'full' }).state;
  expect(bannerOf(failed)).toEqual({ kind: 'preferences', message: 'full' });
  expect(bannerOf(play(failed, { kind: 'bannerDismissed' }, compared('fine')).state)).toBeNull();
  expect(play(start, { kind: 'bannerDismissed' }).state).toBe(start);
});

describe('the palette', () => {
  const opened = play(start, { kind: 'paletteOpened' }).state;

  test('takes the text that is typed, and begins again at its top', () => {
    const moved = play(
      opened,
      { kind: 'moved', motion: 'down', extent: { length: 9, height: 5 } },
      { kind: 'textEdited', text: 'ord' },
    );
    expect(moved.state.overlay).toEqual({ kind: 'palette', typed: 'ord', list: { row: 0, top: 0 } });
  });
});
