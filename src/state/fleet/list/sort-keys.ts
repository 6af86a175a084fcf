/** The sort keys of systems: made once a page, since making a key takes longer than comparing it. */
import type { System } from '../../../api/system.ts';
import { sortFields, type SortId, type SortKey } from '../systems/fields.ts';

/** `listed`: as the service lists them. `age`: by last seen, or by enrolment where never connected. */
export type SortBy = 'listed' | SortId;

type KeyOf = (system: System) => SortKey;

const keyOf = new Map<SortBy, KeyOf>(sortFields.map(({ id, key }) => [id, key]));

const noKey: KeyOf = () => null;

const pageKeys = new WeakMap<readonly System[], Map<SortBy, readonly SortKey[]>>();

/** The keys of the systems of a page, in its order. */
export function sortKeysOf(page: readonly System[], by: SortBy): readonly SortKey[] {
  const known = pageKeys.get(page) ?? new Map<SortBy, readonly SortKey[]>();
  pageKeys.set(page, known);
  const keys = known.get(by) ?? page.map(keyOf.get(by) ?? noKey);
  known.set(by, keys);
  return keys;
}
