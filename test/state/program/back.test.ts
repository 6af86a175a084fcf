import { expect, test } from 'vitest';
import { describing } from '../../../src/state/enrolment-keys/creation.ts';
import { atTop } from '../../../src/state/kernel/list-cursor.ts';
import type { State } from '../../../src/state/state.ts';
import { aStateOf, baseUrl, systemsOf, type StateParts, withParts } from '../../support/make.ts';
import { play } from '../play.ts';

const start = aStateOf(systemsOf(3));

test.each<[string, StateParts, StateParts]>([
  [
    'what lies over the screen',
    { overlay: { kind: 'help', list: atTop, typed: null }, screen: { kind: 'stale', days: 90 } },
    { overlay: null, screen: { kind: 'stale', days: 90 } },
  ],
  ['the stale screen', { screen: { kind: 'stale', days: 90 } }, { screen: { kind: 'systems' } }],
  ['the keys that were seen', { screen: { kind: 'keysSeen', list: atTop } }, { screen: { kind: 'systems' } }],
  [
    'a key that is being described',
    { screen: { kind: 'newKey', creation: describing } },
    { screen: { kind: 'systems' } },
  ],
])('esc leaves %s', (_, from, to) => {
  expect(play(withParts(start, from), { kind: 'wentBack' })).toEqual({ state: withParts(start, to), effects: [] });
});

test('esc leaves the list for the organisations, of which it keeps what is known', () => {
  const { state, effects } = play(start, { kind: 'wentBack' });
  expect(effects).toEqual([{ kind: 'listOrganisations', baseUrl }]);
  expect(state.screen).toEqual({ kind: 'organisations' });
  expect(state.organisations.list).toEqual({ kind: 'loading', last: [start.organisation] });
});

test('esc never leaves a key that is being created: its answer is shown only once', () => {
  const creating: State = {
    ...start,
    screen: { kind: 'newKey', creation: { kind: 'creating', typed: 'x', attempt: 1, askedAt: 0 } },
  };
  expect(play(creating, { kind: 'wentBack' })).toEqual({ state: creating, effects: [] });
});

test('esc on the first screen says that there is nowhere to go', () => {
  const { state, effects } = play({ ...start, screen: { kind: 'organisations' } }, { kind: 'wentBack' });
  expect(effects).toEqual([]);
  expect(state.notice).toMatchObject({ kind: 'said' });
});
