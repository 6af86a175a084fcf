/** In which order are systems shown? */
import type { System } from '../../api/system.ts';

export const orderKeys = [
  ...(['listed', 'name', 'age', 'enrolled', 'state', 'key'] as const),
  ...(['platform', 'version', 'tags', 'id'] as const),
];

/** `listed`: as the service lists them. `age`: by last seen, or by enrolment where never connected. */
export type OrderKey = (typeof orderKeys)[number];

export interface Order {
  readonly by: OrderKey;
  readonly reversed: boolean;
}

export const listedOrder: Order = { by: 'listed', reversed: false };

/** The next kind of order, round and round. */
export function nextOrder(order: Order): Order {
  const next = orderKeys[(orderKeys.indexOf(order.by) + 1) % orderKeys.length];
  return { by: next ?? 'listed', reversed: false };
}

/** What a system is ordered by; null stands last in either direction. */
export type SortKey = string | number | null;

export function sortKeyOf(system: System, by: OrderKey): SortKey {
  switch (by) {
    case 'listed':
      return null;
    case 'name':
      return text(system.hostname);
    // The oldest first: a time that is long ago is a small number.
    case 'age':
      return system.lastSeen === null ? system.enrolledAtMs : system.lastSeenMs;
    case 'enrolled':
      return system.enrolledAtMs;
    case 'state':
      return text(system.state);
    case 'key':
      return text(system.enrolmentKeyDescription);
    case 'platform':
      return text(system.platformType);
    // So that 4.10 comes after 4.9.
    case 'version':
      return text(system.serviceVersion?.replaceAll(/\d+/g, (digits) => digits.padStart(10, '0')) ?? null);
    case 'tags':
      return text(system.tags.join(' '));
    case 'id':
      return text(system.systemId);
  }
}

/** By what rows that are equal are told apart, before the service's order: their names, in either direction. */
export function secondKeyOf(system: System, by: OrderKey): SortKey {
  return by === 'listed' || by === 'name' ? null : text(system.hostname);
}

/** Compares two keys of one kind; 0 leaves the rows in the service's order. */
export function compareKeys(a: SortKey, b: SortKey, reversed: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const ascending = a < b ? -1 : 1;
  return reversed ? -ascending : ascending;
}

function text(value: string | null): SortKey {
  return value === null || value === '' ? null : value.toLowerCase();
}
