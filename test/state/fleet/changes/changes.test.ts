import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areAny,
  changeOf,
  changesBetween,
  snapshotOf,
  snapshotWithout,
  type VisitSnapshot,
} from '../../../../src/state/fleet/changes/changes.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';

/** Ids of systems, and whether each is connected. */
const anyVisit = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.boolean()), {
  selector: ([id]) => id,
});

function visitOf(at: number, systems: readonly (readonly [string, boolean])[]): VisitSnapshot {
  const connected = systems.filter(([, is]) => is).map(([id]) => id);
  const ids = systems.map(([id]) => id);
  return { at, systems: ids, connected, names: ids };
}

test('new, gone and silent systems follow from two visits', () => {
  const before: VisitSnapshot = {
    at: 1,
    systems: ['a', 'b', 'c', 'd'],
    connected: ['a', 'b', 'c'],
    names: ['a', 'b', '', 'd'],
  };
  const today: VisitSnapshot = {
    at: 2,
    systems: ['a', 'b', 'd', 'e'],
    connected: ['a', 'e'],
    names: ['a', 'b', 'd', 'e'],
  };
  expect(changesBetween(before, today)).toEqual({
    since: 1,
    fresh: new Set(['e']),
    gone: new Map([['c', null]]),
    silent: new Set(['b']),
  });
});

property('every system of two visits is told as it is counted by hand', [anyVisit, anyVisit], (one, other) => {
  const changes = changesBetween(visitOf(1, one), visitOf(2, other));
  const [then, today] = [new Map(one), new Map(other)];
  for (const id of new Set([...then.keys(), ...today.keys()])) {
    expect(changes.fresh.has(id)).toBe(today.has(id) && !then.has(id));
    expect(changes.gone.has(id)).toBe(then.has(id) && !today.has(id));
    expect(changes.silent.has(id)).toBe(then.get(id) === true && today.get(id) === false);
  }
  expect(areAny(changes)).toBe(changes.fresh.size + changes.gone.size + changes.silent.size > 0);
});

test('systems that are gone have their names, also after others were left out; too long ones are cut', () => {
  const named = (systemId: string, hostname: string | null) => aSystem({ systemId, hostname });
  const systems = [named('a', 'web'), named('b', 'db'), named('c', null), named('d', 'x'.repeat(200))];
  const before = snapshotWithout(snapshotOf(systems, 1), new Set(['b']));
  const { gone } = changesBetween(before, snapshotOf([], 2));
  expect([...gone]).toEqual([
    ['a', 'web'],
    ['c', null],
    ['d', 'x'.repeat(100)],
  ]);
});

test('the reason of a change follows the system of today', () => {
  const changes = { fresh: new Set(['n']), silent: new Set(['s']) };
  const reason = (systemId: string, about: Parameters<typeof aSystem>[0] = {}) =>
    changeOf(aSystem({ systemId, ...about }), changes, { days: 90, now });
  expect(reason('n')).toBe('new');
  expect(reason('s', { lastSeen: daysAgo(1) })).toBe('stopped');
  expect(reason('s', { lastSeen: daysAgo(91) })).toBe('stale');
  expect(reason('s', { state: 'Connected' })).toBe('back');
  expect(reason('other')).toBeNull();
});
