import { describe, expect, test } from 'vitest';
import { dayMs, staleIn } from '../../../src/state/staleness/staleness.ts';
import { ages, staleCount } from '../../../src/state/staleness/operations.ts';
import { aPage, aScan, aStateOf, aSystem, daysAgo, now, systemsOf } from '../../support/make.ts';

const start = aStateOf(systemsOf(3));

describe('the stale systems', () => {
  const systems = [aSystem({ lastSeen: daysAgo(89) }), aSystem({ lastSeen: daysAgo(200) })];

  test('are counted for the given threshold and moment', () => {
    const scan = aScan([aPage(systems)]);
    const counts = [staleCount(scan, 90, now), staleCount(scan, 300, now), staleCount(scan, 90, now + 2 * dayMs)];
    expect(counts).toEqual([1, 0, 2]);
  });

  test('are counted again when the list or the moment changes', () => {
    const state = aStateOf(systems);
    const states = [state, { ...state, now: now + 2 * dayMs }, start];
    expect(states.map((each) => staleIn(ages(each), 90))).toEqual([1, 2, 0]);
  });
});
