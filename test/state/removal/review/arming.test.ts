/** When the phrase can be typed, and what it starts: never by keys typed ahead of the review. */
import { describe, expect, test } from 'vitest';
import { bindingOf } from '../../../../src/screens/screen-definition.ts';
import { activeGroups } from '../../../../src/screens/screens.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { quietMs } from '../../../../src/state/kernel/form.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aPage, aSession, aSystem, pagesOf, type StateParts, systemsOf } from '../../../support/make.ts';
import { aReview, aRun, old, openedReview, reread, typed } from '../deletion/story.ts';
import { play, type Played, refusalOf } from '../../root/play.ts';

const systems = systemsOf(2, () => old);
const opened = openedReview(systems);
const again = systems.map((system) => reread(system));
const quiet: Action = { kind: 'timerEnded', timer: 'arm' };
const unknown: Action = { kind: 'keyUnknown', name: 'x' };
const timer = { kind: 'startTimer', timer: 'arm', ms: quietMs };

function isArmed(state: State): boolean | undefined {
  return state.review?.isArmed;
}

function timersOf({ effects }: Played): number {
  return effects.filter(({ kind }) => kind === 'startTimer').length;
}

describe('the phrase', () => {
  test('can be typed once no key was pressed for a moment, also while systems are checked', () => {
    expect(opened.effects.filter((effect) => effect.kind === 'startTimer' && effect.timer === 'arm')).toEqual([timer]);
    const early = play(opened.state, ...again.slice(0, 1));
    expect([isArmed(early.state), timersOf(early)]).toEqual([false, 0]);
    const waiting = play(early.state, quiet);
    expect([isArmed(waiting.state), timersOf(waiting)]).toEqual([true, 0]);
    const read = play(waiting.state, ...again.slice(1));
    expect([isArmed(read.state), timersOf(read)]).toEqual([true, 0]);
  });

  test('can be typed while systems are checked, and counts once all are', () => {
    const early = play(opened.state, quiet, ...again.slice(0, 1), ...typed('delete 2 from Northwind'));
    const review = { typed: 'delete 2 from Northwind', isWrong: false };
    expect(early).toMatchObject({ state: { deletion: null, review }, effects: [] });
    expect(refusalOf(early.state, 'enter')).toBe('1 of 2 systems left to check; your text stays');
    const told = play(early.state, { kind: 'keyRefused', reason: 'enter' }, ...again.slice(1)).state;
    expect([refusalOf(told, 'enter'), told.notice, told.review?.typed]).toEqual([null, null, review.typed]);
    const { effects } = play(told, { kind: 'phraseEntered' });
    expect(effects).toMatchObject([{ kind: 'openJournal' }]);
  });

  test('is not begun before that', () => {
    const read = play(opened.state, ...again).state;
    expect(play(read, ...typed('delete 2'))).toMatchObject({
      state: { deletion: null, review: { typed: '', isInField: false } },
      effects: [],
    });
  });

  test.each<[string, Action, number]>([
    ['a key that does something', { kind: 'keyPressed', action: { kind: 'reviewItemToggled' } }, 1],
    ['a key that means nothing', unknown, 1],
    ['a key that is refused', { kind: 'keyRefused', reason: 'no' }, 1],
    ['a look through the list', { kind: 'keyPressed', action: { kind: 'moved', motion: 'down' } }, 0],
  ])('%s restarts the moment so many times: %i', (_, key, times) => {
    expect(timersOf(play(play(opened.state, ...again).state, key))).toBe(times);
  });

  test('is waited for no more after a key that means nothing, until another quiet moment', () => {
    const lost = play(aReview(2), unknown);
    expect([isArmed(lost.state), timersOf(lost)]).toEqual([false, 1]);
    expect(isArmed(play(lost.state, quiet).state)).toBe(true);
  });

  test('that is being typed is not taken away by such a key', () => {
    const typing = play(aReview(2), { kind: 'phraseStarted', typed: 'd' }, unknown).state;
    expect(typing.review).toMatchObject({ isArmed: true, typed: 'd' });
  });

  test('leaves no other letter than those that the review shows', () => {
    const printable = Array.from({ length: 95 }, (_, at) => (at === 0 ? 'space' : String.fromCharCode(32 + at)));
    const meant = (state: State): string[] =>
      [...printable, 'enter', 'tab'].filter((key) => bindingOf(activeGroups(state), key) !== undefined);
    expect(meant(opened.state)).toEqual([]);
    expect(meant(play(opened.state, quiet).state).join(' ')).toBe(
      'space ! - 1 2 3 4 : ? D G O P W d f g j k o r w enter tab',
    );
  });

  test('is nothing on another screen', () => {
    const left = play(opened.state, ...again, { kind: 'wentBack' });
    expect(left.state.review).toBeNull();
    const elsewhere: State = { ...play(opened.state, ...again).state, screen: { kind: 'systems' } };
    expect(isArmed(play(elsewhere, quiet).state)).toBe(false);
  });
});

describe('nothing is deleted, and it is said why', () => {
  const going = { ...aReview(2), deletion: aRun(3).deletion };
  test.each<[string, State, RegExp]>([
    ['while another run is in progress', going, /A deletion is in progress/],
    ['in a read-only session', { ...aReview(2), session: aSession({ mode: 'read-only' }) }, /Read-only/],
    [
      'in a read-only organisation',
      { ...aReview(2), settings: { ...aReview(2).settings, label: { ...noLabel, isReadOnly: true } } },
      /Read-only/,
    ],
  ])('%s', (_, start, says) => {
    const { state, effects } = play(start, ...typed('delete 2'));
    expect(effects.filter(({ kind }) => kind === 'openJournal')).toEqual([]);
    expect(state.notice).toEqual({ kind: 'warning', text: expect.stringMatching(says) as string });
    expect(state.review).toMatchObject({ typed: '', isInField: false });
  });
});

describe('the review says of its list', () => {
  const marked = [...systems, aSystem({ systemId: 'elsewhere', ...old })];
  const reviewed = (about: StateParts) => openedReview(marked, about, 'delete', systems).state.review;

  test('whether it was read to its end, how many there are, and whether the service changed it meanwhile', () => {
    expect(reviewed({})).toMatchObject({ isIncomplete: false, incompleteness: null, total: 2 });
    const part = aListing(pagesOf(systems, 1).slice(0, 1));
    expect(reviewed({ listing: part, organisationTotal: 9 })).toMatchObject({ isIncomplete: true, total: 9 });
    const short = aListing([aPage(systems, { total: 9 })]);
    expect(reviewed({ listing: short })).toMatchObject({
      isIncomplete: false,
      incompleteness: { kind: 'short', total: 9 },
    });
  });
});
