import { describe, expect, test } from 'vitest';
import { patternCount } from '../../../../src/state/fleet/filter/feature.ts';
import { fieldText, isCommandInField } from '../../../../src/state/root/navigation.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { keyGroups } from '../../../../src/screens/screens.ts';
import { bindingOf } from '../../../../src/screens/screen-definition.ts';
import { aStateOf, aSystem, daysAgo } from '../../../support/make.ts';
import { play, shownIds } from '../../root/play.ts';

const start = aStateOf([
  aSystem({ systemId: 'web-1', lastSeen: daysAgo(200) }),
  aSystem({ systemId: 'web-2' }),
  aSystem({ systemId: 'db-1', lastSeen: daysAgo(200) }),
  aSystem({ systemId: 'stately', lastSeen: daysAgo(200) }),
]);

const enter: Action = { kind: 'promptAccepted' };

/** The states while this is typed, letter by letter, after what is there. */
function typing(from: State, text: string): State[] {
  const before = fieldText(from);
  const states: State[] = [];
  for (const at of Array.from(text).keys()) {
    states.push(play(states.at(-1) ?? from, { kind: 'textEdited', text: before + text.slice(0, at + 1) }).state);
  }
  return states;
}

const opened = play(start, { kind: 'filterOpened' }).state;

function after(text: string, from = opened): State {
  return typing(from, text).at(-1) ?? from;
}

describe('the last filter without a mistake stays in force', () => {
  test('and neither the field that is being typed nor its value narrows the list', () => {
    const states = typing(after('web '), 'is:stale');
    expect(states.map((state) => state.list.listing.view.filter.text)).toEqual([
      ...['web i', 'web is', 'web', 'web', 'web', 'web', 'web', 'web is:stale'],
    ]);
    expect(shownIds(states.at(-1) ?? start)).toEqual(['web-1']);
  });

  test.each(['age:>90d', 'is:stael', 'seen:>30m', '"db', 'or'])(
    '%s keeps the text, and enter does not take it',
    (word) => {
      const typed = after(`web ${word}`);
      const { state } = play(typed, enter);
      expect(state.prompt).toMatchObject({ typed: `web ${word}`, isRefused: true });
      expect(shownIds(state)).toEqual(['web-1', 'web-2']);
      expect(state.filter.history).toEqual([]);
    },
  );

  test('where a text comes all at once, too', () => {
    const { state } = play(start, { kind: 'filterSet', text: 'db age:>90d' });
    expect(state.prompt).toMatchObject({ typed: 'db age:>90d', isRefused: true });
    expect(shownIds(state)).toHaveLength(4);
    expect(shownIds(play(after('', state), { kind: 'textEdited', text: 'db' }).state)).toEqual(['db-1']);
  });

  test('and a mistake marks nothing', () => {
    const { state } = play(start, { kind: 'patternOpened' });
    const refused = play(after('web is:stael', state), enter).state;
    expect(refused.prompt).toMatchObject({ isRefused: true });
    expect(refused.marks.marked.size).toBe(0);
  });
});

test('esc restores the filter of before', () => {
  const filtered = play(after('web'), enter, { kind: 'filterOpened' }).state;
  expect(shownIds(play(after(' is:stale', filtered), { kind: 'wentBack' }).state)).toEqual(['web-1', 'web-2']);
});

test.each([
  ['', true],
  ['web ', true],
  ['web', false],
  ['name:srv-', false],
  ['"', false],
  ['"why ', false],
  ['"why" ', true],
])('? after %j shows the language: %s', (before, isCommand) => {
  const { state } = play(opened, { kind: 'textEdited', text: before });
  expect(isCommandInField(state, '?', before)).toBe(isCommand);
  expect(isCommandInField(state, 'x', before)).toBe(false);
});

test('n makes an enrolment key, also after a filter', () => {
  const start = aStateOf([aSystem({ hostname: 'web-1' })]);
  const actionOf = (state: State) => bindingOf(keyGroups(state), 'n')?.action.kind;
  expect(actionOf(start)).toBe('newKeyOpened');
  expect(actionOf(play(start, { kind: 'filterSet', text: 'web' }).state)).toBe('newKeyOpened');
});

describe('the keys of a filter that is typed', () => {
  const typed = (state: State): string => fieldText(state);
  const tab: Action = { kind: 'filterCompleted' };
  const recall = (older: boolean): Action => ({ kind: 'filterRecalled', older });
  const type = (text: string): Action => ({ kind: 'textEdited', text });
  const used = ['web', 'db', 'web'].reduce((state, text) => play(state, { kind: 'filterSet', text }).state, start);

  test('bring back earlier filters, the newest first and each once, and an empty line after the newest', () => {
    expect(used.filter.history).toEqual(['web', 'db']);
    const open = play(used, { kind: 'filterOpened' }).state;
    const after = (...older: boolean[]): string => typed(play(open, ...older.map(recall)).state);
    expect([after(true), after(true, true), after(true, true, true)]).toEqual(['web', 'db', 'db']);
    expect([after(true, true, false), after(true, false), after(false)]).toEqual(['web', '', '']);
    expect(typed(play(open, recall(true), type('x'), recall(true)).state)).toBe('web');
    const many = Array.from({ length: 60 }, (_, at): Action => ({ kind: 'filterSet', text: `t${at}` }));
    expect(play(start, ...many).state.filter.history.length).toBe(50);
    expect(play(start, recall(true)).state).toBe(start);
  });

  test('complete the last word, one text after the other', () => {
    const tabs = (text: string, times: number): string => {
      return typed(play(opened, type(text), ...Array<Action>(times).fill(tab)).state);
    };
    const [first, second] = [tabs('is:', 1), tabs('is:', 2)];
    expect([first.startsWith('is:'), second.startsWith('is:'), first === second]).toEqual([true, true, false]);
    expect([tabs('is:stal', 1), tabs('tag:zzz', 1)]).toEqual(['is:stale', 'tag:zzz']);
    expect(shownIds(play(opened, type('is:stal'), tab).state)).toEqual(['web-1', 'db-1', 'stately']);
    expect(play(start, tab).state).toBe(start);
  });

  test('mark by a pattern, and tell how much of it was seen', () => {
    const marks = (text: string, state = start): State => {
      return play(state, { kind: 'patternOpened' }, type(text), { kind: 'promptAccepted' }).state;
    };
    const whole = marks('is:stale');
    expect([whole.marks.marked.size, whole.notice]).toEqual([
      ...[3, { kind: 'said', text: 'Marked by "is:stale": 3. u undoes.' }],
    ]);
    expect(marks('is:stale', play(start, { kind: 'filterSet', text: 'web' }).state).notice).toMatchObject({
      text: 'Marked by "is:stale": 3, 2 hidden by the filter. u undoes.',
    });
    const odd = aStateOf([aSystem({ unread: ['tags'] }), aSystem()]);
    expect(marks('-tag:prod', odd).notice).toMatchObject({
      text: 'Marked by "-tag:prod": 1, 1 unreadable left out. u undoes.',
    });
    expect(marks('web or db or "a text of many words"').notice).toMatchObject({
      text: 'Marked by "web or db or "a text of …": 3. u undoes.',
    });
    expect([marks(' ').marks.marked.size, marks(' ').prompt, marks('web').filter.history]).toEqual([0, null, ['web']]);
    expect(['is:stael', '', 'web'].map((text) => patternCount(start, text))).toEqual([null, 0, 2]);
  });
});
