/** Changes in an organisation are kept after a moment of quiet, and nothing is done while nothing changes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepVisits, visitMs } from '../../../src/app/terminal/keep-visits.ts';
import { createStore } from '../../../src/state/kernel/store.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import type { Visit } from '../../../src/state/fleet/resume/model.ts';
import type { Action } from '../../../src/state/root/state.ts';
import { aStateOf, now, systemsOf } from '../../support/make.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function started() {
  const kept: Visit[] = [];
  const store = createStore(aStateOf(systemsOf(20)), reduce, () => undefined);
  keepVisits(store, {
    recall: () => ({ visit: null, problem: null }),
    keep: (_, __, visit) => {
      kept.push(visit);
    },
  });
  const act = (...actions: readonly Action[]): void => {
    for (const action of actions) store.dispatch(action);
  };
  return { kept, act };
}

test.each<[string, Action]>([
  ['a mark', { kind: 'markToggled' }],
  ['a filter', { kind: 'filterSet', text: 'name:s' }],
  ['a sort', { kind: 'sortChanged' }],
  ['a sort the other way round', { kind: 'sortReversed' }],
  ['a threshold', { kind: 'thresholdSet', days: 45 }],
  ['wide columns', { kind: 'wideToggled' }],
])('%s is kept once, a moment after the key', (_, action) => {
  const { kept, act } = started();
  act(action);
  vi.advanceTimersByTime(visitMs - 1);
  expect(kept).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kept).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('the effect of several keys is kept once, a moment after the last of them', () => {
  const { kept, act } = started();
  act({ kind: 'filterSet', text: 'name:s' });
  vi.advanceTimersByTime(visitMs - 1);
  act({ kind: 'markToggled' });
  vi.advanceTimersByTime(visitMs - 1);
  expect(kept).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kept).toMatchObject([{ filter: 'name:s', marks: [expect.stringMatching(/ S0$/)] }]);
});

test('a key that only moves, and time that passes, keep nothing and start no timer', () => {
  const { kept, act } = started();
  act({ kind: 'moved', motion: 'down' }, { kind: 'minutePassed', now: now + 60_000 }, { kind: 'filterOpened' });
  expect([kept, vi.getTimerCount()]).toEqual([[], 0]);
});
