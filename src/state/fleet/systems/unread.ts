/** Counts the systems with fields that cannot be read. */
import type { System } from '../../../api/system.ts';
import { memoize } from '../../kernel/memoize.ts';
import { type SystemField, systemFields } from './fields.ts';

/** For each kind of field, how many systems have one that cannot be read: `tag` 3. Kinds without any are left out. */
export type UnreadCounts = ReadonlyMap<string, number>;

const countsIn = memoize((systems: readonly System[]): UnreadCounts => {
  const counts = new Map<string, number>();
  for (const { unread } of systems) {
    if (unread.length === 0) continue;
    const fields: readonly SystemField[] = unread.map((name) => systemFields[name]);
    for (const noun of new Set(fields.flatMap(({ noun = [] }) => noun))) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return counts;
});

/** Counted once for each page. */
export function unreadCounts(pages: Iterable<readonly System[]>): UnreadCounts {
  const all = new Map<string, number>();
  for (const page of pages) for (const [noun, count] of countsIn(page)) all.set(noun, (all.get(noun) ?? 0) + count);
  return all;
}
