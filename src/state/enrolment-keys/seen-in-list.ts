/** The enrolment keys of the systems of the list. */
import { systemsRead } from '../list/listing.ts';
import type { State } from '../state.ts';
import { type KeySeen, keysSeen } from './seen.ts';

export function seenKeys(state: State): readonly KeySeen[] {
  return keysSeen(systemsRead(state.list.listing), state.staleness.days, state.now);
}
