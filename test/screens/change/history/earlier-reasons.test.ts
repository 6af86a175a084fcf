/** How earlier runs left a system, in words. */
import { expect, test } from 'vitest';
import { reasonsOf } from '../../../../src/screens/change/history/earlier-reasons.ts';
import type { EarlierOutcome } from '../../../../src/state/change/runs/earlier.ts';

const at = Date.parse('2026-11-02T10:00:00Z');

function told(...earlier: readonly EarlierOutcome[]): readonly string[] {
  return reasonsOf(earlier).map(({ name, value }) => `${name}: ${value}`);
}

test('earlier deletions are told, the newest three', () => {
  const does = 'delete';
  const kept = { at, does, outcome: { kind: 'kept', why: 'connected' } } as const;
  const failed = { at: Date.parse('2026-10-01T10:00:00Z'), does, outcome: { kind: 'failed', problem: null } } as const;
  expect(told(kept, failed, kept, kept, kept)).toEqual([
    'EARLIER: 2026-11-02 kept: reconnected',
    ': 2026-10-01 failed: no answer was received; the system still exists',
    ': 2026-11-02 kept: reconnected',
    ': 2 more in the history (E)',
  ]);
});

test('an earlier disabling that failed is told as that', () => {
  expect(told({ at, does: 'disable', outcome: { kind: 'refused', problem: null } })).toEqual([
    'EARLIER: 2026-11-02 disabling failed: its record says why',
  ]);
});
