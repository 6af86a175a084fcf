import { expect, test } from 'vitest';
import { refreshMs } from '../../../src/state/list/auto-refresh.ts';
import { aStateOf, systemsOf } from '../../support/make.ts';
import { play } from '../play.ts';
import type { Action } from '../../../src/state/state.ts';

const toggled: Action = { kind: 'autoRefreshToggled' };
const minute: Action = { kind: 'timerEnded', timer: 'refresh' };
const again = { kind: 'startTimer', timer: 'refresh', ms: refreshMs };

test('the list is refreshed once a minute, until it is stopped', () => {
  const { state, effects } = play(aStateOf(systemsOf(3)), toggled, minute);
  expect(effects.map(({ kind }) => kind)).toEqual(['startTimer', 'readPage', 'startTimer']);
  expect(effects.at(-1)).toEqual(again);
  expect(play(state, toggled, minute).effects).toEqual([]);
});

test.each<[string, Action]>([
  ['types', { kind: 'filterOpened' }],
  ['looks at the help', { kind: 'helpOpened' }],
  ['begins a range', { kind: 'rangeToggled' }],
  ['looks at the ages', { kind: 'staleOpened' }],
])('nothing is read while the user %s', (_, action) => {
  const { state } = play(aStateOf(systemsOf(3)), toggled, action);
  expect(play(state, minute).effects).toEqual([again]);
});
