/** Generated systems and filters, for properties. */
import fc from 'fast-check';
import type { System } from '../../../../src/api/system.ts';
import type { FilterContext } from '../../../../src/state/fleet/filter/fields.ts';
import { type Sort, sortKinds } from '../../../../src/state/fleet/list/listing.ts';
import { aSystem, daysAgo, now } from '../../../support/make.ts';

/** Hours around the thresholds, a few of them in the future. */
const anyTime = fc.integer({ min: -48, max: 12_000 }).map((hours) => daysAgo(hours / 24));

const anyMaybeTime = fc.option(fc.oneof({ weight: 9, arbitrary: anyTime }, fc.constantFrom('never', '2026-02-30')));

function anySystemWith(systemId: fc.Arbitrary<string>): fc.Arbitrary<System> {
  return fc
    .record({
      systemId,
      lastSeen: anyMaybeTime,
      enrolledAt: anyMaybeTime,
      state: fc.constantFrom('Connected', 'connected', 'Disconnected', 'Disabled', '', null),
      hostname: fc.constantFrom('web', 'Web', 'db', 'till', '東京', '', null),
      enrolmentKeyId: fc.option(fc.integer({ min: 1, max: 4 })),
      enrolmentKeyDescription: fc.constantFrom('laptops', 'tills', null),
      tags: fc.subarray(['prod', 'site-1']),
      isEnabled: fc.boolean(),
    })
    .map(aSystem);
}

export const anySystem = anySystemWith(fc.uuid());

/** Systems in the order in which the service lists them; no id twice. */
export const anyFleet = fc.uniqueArray(anySystem, { selector: ({ systemId }) => systemId, maxLength: 60 });

/** The same ids again and again: the list moves while it is read. */
export const anyMovingFleet = fc.array(anySystemWith(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')), { maxLength: 40 });

export const anyOrder: fc.Arbitrary<Sort> = fc.record({ by: fc.constantFrom(...sortKinds), reversed: fc.boolean() });

const words = 'web is:stale -is:connected is:marked is:protected seen:>90d state:dis -tag:prod is:never'.split(' ');
export const anyFilterText = fc.array(fc.constantFrom(...words), { maxLength: 2 }).map((some) => some.join(' '));

/** Every second id or so is marked. */
export const aContext: FilterContext = {
  now,
  days: 90,
  isMarked: (systemId) => systemId.charCodeAt(0) % 2 === 0,
  isProtected: ({ systemId }) => systemId.charCodeAt(0) % 3 === 0,
  isNew: () => false,
  isSilent: () => false,
  disabledAt: () => null,
};

/** The list cut into pages of any sizes. */
export function anyCut<T>(items: readonly T[]): fc.Arbitrary<(readonly T[])[]> {
  return fc.array(fc.integer({ min: 0, max: items.length }), { maxLength: 6 }).map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), items.length];
    return edges.slice(1).map((end, at) => items.slice(edges[at], end));
  });
}
