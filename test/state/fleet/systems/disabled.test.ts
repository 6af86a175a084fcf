/** Since when a system is disabled by rollcall, as it is now. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { type Disabled, type DisabledAt, timeDisabled } from '../../../../src/state/fleet/systems/status.ts';
import { dayMs } from '../../../../src/state/fleet/staleness/staleness.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const enrolledAt = daysAgo(400);
const at = now - 34 * dayMs;
const record: Disabled = { at, enrolledAtMs: Date.parse(enrolledAt) };
const still = { systemId: 'A', isEnabled: false, lastSeen: daysAgo(200), enrolledAt } as const;

function time(field: string, ms: number): Pick<System, 'otherTimes'> {
  return { otherTimes: [{ field, text: new Date(ms).toISOString(), ms }] };
}

test.each<readonly [string, Partial<System>, Partial<Disabled>, DisabledAt]>([
  ['as it was left', {}, {}, at],
  ['never connected', { lastSeen: null }, {}, at],
  ['enabled now', { isEnabled: true }, {}, null],
  ['not said to be disabled', { isEnabled: null }, {}, null],
  ['seen since: somebody enabled it', { lastSeen: daysAgo(20) }, {}, null],
  ['seen in the second after', { lastSeen: new Date(at + 1).toISOString() }, {}, null],
  ['enrolled anew under its id', { enrolledAt: daysAgo(10), lastSeen: null }, {}, null],
  ['enrolled anew, with the last seen of before', { enrolledAt: daysAgo(10) }, {}, null],
  ['enrolled at the same time in another spelling', { enrolledAt: enrolledAt.replace(/\.\d+/, '') }, {}, at],
  ['disabled when the service told no time', {}, { at: null }, 'unknown'],
  ['seen, disabled when the service told no time', { lastSeen: daysAgo(1) }, { at: null }, 'unknown'],
  ['disabled without a record of its enrolment', {}, { enrolledAtMs: null }, 'unknown'],
  ['listed without its enrolment', { enrolledAt: null }, {}, 'unknown'],
  ['last seen at a time that cannot be read', { lastSeen: 'soon' }, {}, 'unknown'],
  ['changed since, by another field', time('modifiedAt', now - 20 * dayMs), {}, 'unknown'],
  ['changed by the disabling itself', time('modifiedAt', at + 2000), {}, at],
  ['to expire', time('expiresAt', now + 20 * dayMs), {}, at],
  ['listed twice, once enabled', { alsoListed: aSystem({ ...still, isEnabled: true }) }, {}, null],
  ['listed twice, once seen since', { alsoListed: aSystem({ ...still, lastSeen: daysAgo(20) }) }, {}, null],
  ['listed twice, once not readable', { alsoListed: aSystem({ ...still, lastSeen: 'soon' }) }, {}, 'unknown'],
])('%s', (_, about, otherwise, expected) => {
  expect(timeDisabled(aSystem({ ...still, ...about }), new Map([['A', { ...record, ...otherwise }]]), now)).toBe(
    expected,
  );
});

test('a system that rollcall did not disable has no such time', () => {
  expect(timeDisabled(aSystem(still), new Map(), now)).toBeNull();
});

test('no time is told but that of the record, and only of a system that is silent since', () => {
  const anyDays = fc.option(fc.integer({ min: 0, max: 500 }).map((days) => daysAgo(days)));
  const anyKnown = fc.option(fc.integer({ min: 0, max: 500 }).map((days) => now - days * dayMs));
  holds(
    [
      fc.record({ lastSeen: anyDays, enrolledAt: anyDays, isEnabled: fc.option(fc.boolean()) }),
      fc.record({ at: anyKnown, enrolledAtMs: anyKnown }),
    ],
    (about, disabled) => {
      const system = aSystem({ systemId: 'A', ...about });
      const found = timeDisabled(system, new Map([['A', disabled]]), now);
      if (typeof found !== 'number') return;
      expect([found, system.isEnabled, system.enrolledAtMs]).toEqual([disabled.at, false, disabled.enrolledAtMs]);
      expect(system.lastSeenMs ?? 0).toBeLessThanOrEqual(found);
    },
  );
});
