import { expect, test } from 'vitest';
import { changesBetween, type VisitSnapshot } from '../../../../src/state/fleet/changes/changes.ts';

test('new, gone and silent systems follow from two visits', () => {
  const before: VisitSnapshot = { at: 1, systems: ['a', 'b', 'c', 'd'], connected: ['a', 'b', 'c'] };
  const now: VisitSnapshot = { at: 2, systems: ['a', 'b', 'd', 'e'], connected: ['a', 'e'] };
  expect(changesBetween(before, now)).toEqual({
    since: 1,
    fresh: new Set(['e']),
    gone: 1,
    silent: new Set(['b']),
  });
});
