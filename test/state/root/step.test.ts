/** Screens that lie over others, and the way back. */
import { expect, test } from 'vitest';
import { atTop } from '../../../src/state/kernel/list-view.ts';
import { onScreenAbove, onScreenBeneath } from '../../../src/state/root/navigation.ts';
import type { State } from '../../../src/state/root/state.ts';
import { aState } from '../../support/make.ts';

function over(state: State, row: number): State {
  return onScreenAbove(state, { kind: 'operations', list: { ...atTop, row }, row: null, from: null });
}

test('esc leads back through the last screens, and then to the one that all lie over', () => {
  let state = aState();
  for (let row = 0; row < 30; row++) state = over(state, row);
  const rows: (number | null)[] = [];
  while (state.trail.length > 0) {
    state = onScreenBeneath(state);
    rows.push(state.screen.kind === 'operations' ? state.screen.list.row : null);
  }
  expect(rows).toEqual([28, 27, 26, 25, 24, 23, 22, 21, null]);
  expect(state.screen).toEqual(aState().screen);
});

test('a screen over another one that is left otherwise begins a new way', () => {
  const left: State = { ...over(over(aState(), 1), 2), screen: { kind: 'organisations' } };
  expect(over(left, 3).trail).toEqual([left.screen]);
});
