import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areAny, changesBetween, type VisitSnapshot } from '../../../../src/state/fleet/changes/changes.ts';
import { property } from '../../../support/property.ts';

/** Ids of systems, and whether each is connected. */
const anyVisit = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.boolean()), {
  selector: ([id]) => id,
});

function visitOf(at: number, systems: readonly (readonly [string, boolean])[]): VisitSnapshot {
  const connected = systems.filter(([, is]) => is).map(([id]) => id);
  return { at, systems: systems.map(([id]) => id), connected };
}

test('new, gone and silent systems follow from two visits', () => {
  const before: VisitSnapshot = { at: 1, systems: ['a', 'b', 'c', 'd'], connected: ['a', 'b', 'c'] };
  const now: VisitSnapshot = { at: 2, systems: ['a', 'b', 'd', 'e'], connected: ['a', 'e'] };
  expect(changesBetween(before, now)).toEqual({
    since: 1,
    fresh: new Set(['e']),
    gone: ['c'],
    silent: new Set(['b']),
  });
});

property('every system of two visits is told as it is counted by hand', [anyVisit, anyVisit], (one, other) => {
  const changes = changesBetween(visitOf(1, one), visitOf(2, other));
  const [then, now] = [new Map(one), new Map(other)];
  for (const id of new Set([...then.keys(), ...now.keys()])) {
    expect(changes.fresh.has(id)).toBe(now.has(id) && !then.has(id));
    expect(changes.gone.includes(id)).toBe(then.has(id) && !now.has(id));
    expect(changes.silent.has(id)).toBe(then.get(id) === true && now.get(id) === false);
  }
  expect(areAny(changes)).toBe(changes.fresh.size + changes.gone.length + changes.silent.size > 0);
});
