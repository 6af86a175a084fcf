import { expect, test } from 'vitest';
import { dayMs } from '../../../../src/state/fleet/staleness/staleness.ts';
import { staleCount } from '../../../../src/state/fleet/staleness/ages.ts';
import { aPage, aScan, aSystem, daysAgo, now } from '../../../support/make.ts';

test('the stale systems are counted for the given threshold and moment', () => {
  const scan = aScan([aPage([aSystem({ lastSeen: daysAgo(89) }), aSystem({ lastSeen: daysAgo(200) })])]);
  const counts = [staleCount(scan, 90, now), staleCount(scan, 300, now), staleCount(scan, 90, now + 2 * dayMs)];
  expect(counts).toEqual([1, 0, 2]);
});
