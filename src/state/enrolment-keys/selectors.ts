/** What follows from the state: the keys of the systems in the list, and whether a key is being created. */
import type { System } from '../../api/system.ts';
import { systemsRead } from '../list/listing.ts';
import { isStale } from '../staleness/staleness.ts';
import type { State } from '../state.ts';

export interface KeySeen {
  /** Null: systems that name no key. */
  readonly id: number | null;
  readonly description: string | null;
  readonly systems: number;
  readonly stale: number;
}

/** Counts systems, and the stale ones among them, by their enrolment key; those with the most systems first. */
export function keysSeen(systems: Iterable<System>, days: number, now: number): readonly KeySeen[] {
  const keys = new Map<number | null, { -readonly [K in keyof KeySeen]: KeySeen[K] }>();
  for (const system of systems) {
    const id = system.enrolmentKeyId;
    const key = keys.get(id) ?? { id, description: system.enrolmentKeyDescription, systems: 0, stale: 0 };
    key.systems++;
    if (isStale(system, days, now)) key.stale++;
    keys.set(id, key);
  }
  return [...keys.values()].sort((a, b) => b.systems - a.systems);
}

/** Those of the list. */
export function seenKeys(state: State): readonly KeySeen[] {
  return keysSeen(systemsRead(state.list.listing), state.staleness.days, state.now);
}

/** A key that is being created: whether there is one, and its secret, is said only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}
