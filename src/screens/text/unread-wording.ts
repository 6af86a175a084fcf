/** Words for fields that cannot be read. */
import type { UnreadCounts } from '../../state/fleet/systems/unread.ts';
import { clean, type Clean } from './clean.ts';
import { plural } from './quantities.ts';

/** `3 tags and 1 name cannot be read`, the longest first; empty where all can. */
export function unreadForms(counts: UnreadCounts): readonly Clean[] {
  const [first, ...others] = [...counts].map(([noun, count]) => plural(count, noun));
  if (first === undefined) return [];
  const short = clean(`${first} cannot be read`);
  const last = others.at(-1);
  if (last === undefined) return [short];
  const all = [[first, ...others.slice(0, -1)].join(', '), last].join(' and ');
  return [clean(`${all} cannot be read`), clean(`${first} and others cannot be read`)];
}
