/** Words for fields that cannot be read. */
import type { UnreadCounts } from '../../state/fleet/systems/unread.ts';
import { clean, type Clean } from './clean.ts';
import { plural } from './quantities.ts';

/** `3 tags and 1 name cannot be read`; null where all can. */
export function unreadWords(counts: UnreadCounts): Clean | null {
  const all = [...counts].map(([noun, count]) => plural(count, noun));
  const last = all.at(-1);
  if (last === undefined) return null;
  const words = all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
  return clean(`${words} cannot be read`);
}
