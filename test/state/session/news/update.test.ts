/** Notices that arrive by themselves are shown until a key was pressed under them, whatever else is said. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remark, withNews } from '../../../../src/state/session/news.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aListing, aPage, aState, systemsOf } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const start = aState({ listing: aListing([aPage(systemsOf(5))]) });
const pressed = (action: Action): Action => ({ kind: 'keyPressed', action });

/** Events of the line of the notice between two news. */
const happenings: Readonly<Record<string, (state: State) => State>> = {
  'a key that says something': (state) => reduce(state, pressed({ kind: 'keyUnknown', name: 'x' }))[0],
  'a key that moves the cursor': (state) => reduce(state, pressed({ kind: 'moved', motion: 'down' }))[0],
  'a key that is refused': (state) => reduce(state, { kind: 'keyRefused', reason: 'no' })[0],
  'a remark that no key asked for': (state) => remark(state, 'Loading the rest.'),
  'another remark': (state) => ({ ...state, notice: { kind: 'said', text: 'Loading.' } }),
  'a question': (state) => ({ ...state, overlay: { kind: 'quit' } }),
  'its answer': (state) => reduce(state, pressed({ kind: 'overlayClosed' }))[0],
  'the details': (state) => reduce(state, pressed({ kind: 'detailsOpened' }))[0],
  'the way back': (state) => reduce(state, pressed({ kind: 'wentBack' }))[0],
  'a minute': (state) => reduce(state, { kind: 'minutePassed', now: state.now })[0],
  'ctrl-c': (state) => reduce(state, { kind: 'interrupted' })[0],
};

const isSeen = ({ overlay, prompt }: State): boolean => overlay === null && prompt === null;

test('each of them is on the screen before a key, or waits and comes once the list is there', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(happenings)) },
    { weight: 1, arbitrary: fc.constantFrom('news', 'a warning') },
  );
  holds([fc.array(step, { maxLength: 25 })], (steps) => {
    let state = start;
    const arrived: State['notice'][] = [];
    const seen = new Set<State['notice']>();
    const look = (): void => {
      if (isSeen(state)) seen.add(state.notice);
    };
    for (const name of steps) {
      if (name === 'news' || name === 'a warning') {
        const kind = name === 'news' ? 'said' : 'warning';
        const notice = { kind, text: `${arrived.length}` } as const;
        arrived.push(notice);
        state = withNews(state, notice);
      } else {
        look();
        state = happenings[name]?.(state) ?? state;
      }
    }
    // The person goes back to the list, and presses keys that say nothing.
    const list: State = { ...state, overlay: null, screen: { kind: 'systems' } };
    state = reduce(list, { kind: 'timerEnded', timer: 'interrupt' })[0];
    for (let at = 0; at <= 2 * steps.length; at++) {
      look();
      state = reduce(state, pressed({ kind: 'moved', motion: 'down' }))[0];
    }
    expect(arrived.filter((notice) => !seen.has(notice))).toEqual([]);
    expect(state.news.untold).toEqual([]);
  });
});

test('one that comes behind a warning seen on another screen is shown in the list', () => {
  const [details] = reduce(start, pressed({ kind: 'detailsOpened' }));
  const behind = remark(withNews(details, { kind: 'warning', text: 'one' }), 'two');
  const key = (state: State): State => reduce(state, pressed({ kind: 'moved', motion: 'down' }))[0];
  expect(key({ ...key(behind), screen: start.screen }).notice).toMatchObject({ text: 'two' });
});

test.each<[string, Action]>([
  ['down, to the first row', { kind: 'moved', motion: 'down' }],
  ['enter, which shows the changes', { kind: 'detailsOpened' }],
  ['x, which hides the line', { kind: 'bannerDismissed' }],
  ['any other key', { kind: 'moved', motion: 'last' }],
])('a key on the line of what changed since the last visit has seen them: %s', (_, action) => {
  const changes = {
    since: 1,
    again: 0,
    fresh: new Set(['s1']),
    gone: new Map<string, null>(),
    silent: new Set<string>(),
  };
  const onLine: State = { ...start, changes: { ...changes, line: 'focused' } };
  const both = withNews(withNews(onLine, { kind: 'warning', text: 'one' }), { kind: 'said', text: 'two' });
  const seen = reduce(both, pressed(action))[0];
  expect(seen.news.untold.map(({ notice }) => notice)).not.toContainEqual({ kind: 'warning', text: 'one' });
});

test('they come one after the other, the oldest first, and none twice', () => {
  const first = withNews(start, { kind: 'warning', text: 'one' });
  const both = withNews(first, { kind: 'said', text: 'two' });
  expect(both.notice).toMatchObject({ text: 'one' });
  const key = (state: State): State => reduce(state, pressed({ kind: 'moved', motion: 'down' }))[0];
  expect(key(both).notice).toMatchObject({ text: 'two' });
  expect(key(key(both)).notice).toBeNull();
});

test('one whose screen is open is over, and the newest of a screen stands for the older ones', () => {
  const older = withNews(start, { kind: 'warning', text: 'older' }, 'deletion');
  const newer = withNews(older, { kind: 'warning', text: 'newer' }, 'deletion');
  expect(newer.notice).toMatchObject({ text: 'newer' });
  const [opened] = reduce({ ...newer, screen: { kind: 'deletion' } }, { kind: 'minutePassed', now: newer.now });
  expect(opened.news.untold).toEqual([]);
});
