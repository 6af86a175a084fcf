import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areAny,
  changeOf,
  changesBetween,
  snapshotOf,
  type KeptVisit,
  snapshotWithout,
  visitAgain,
  visitSeen,
  type VisitSnapshot,
} from '../../../../src/state/fleet/changes.ts';
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
    again: 0,
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
  expect(areAny(changes)).toBe(changes.fresh.size + changes.again + changes.gone.size + changes.silent.size > 0);
});

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !others.has(id)));
}

property(
  'a system is new once, and news stay until they are seen, over any visits of which some die before that',
  [fc.array(fc.tuple(anyVisit, fc.boolean()), { minLength: 1, maxLength: 8 })],
  (visits) => {
    let kept: KeptVisit = visitOf(0, []);
    let last: ReadonlySet<string> = new Set();
    const known = new Set<string>();
    for (const [at, [systems, isSeen]] of visits.entries()) {
      const visited = visitAgain(kept, visitOf(at + 1, systems));
      const today = new Set<string>(systems.map(([id]) => id));
      expect(visited.changes.fresh).toEqual(without(today, known));
      expect(new Set(visited.changes.gone.keys())).toEqual(without(last, today));
      expect(visited.changes.again).toBe(without(today, last).size - visited.changes.fresh.size);
      kept = isSeen ? visitSeen(visited.kept) : visited.kept;
      if (!isSeen && areAny(visited.changes)) continue;
      last = today;
      for (const id of today) known.add(id);
    }
  },
);

test('a system that this person disabled is no news, neither when it is away nor when it is back', () => {
  const [both, one] = [
    visitOf(1, [
      ['a', false],
      ['b', false],
    ]),
    visitOf(2, [['a', false]]),
  ];
  const away = visitAgain(snapshotWithout(both, new Set(['b'])), one);
  expect([areAny(away.changes), visitAgain(away.kept, both).changes]).toMatchObject([
    ...[false, { fresh: new Set(), gone: new Map(), again: 1 }],
  ]);
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
