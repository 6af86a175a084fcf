/** The tags of systems. */

import type { SystemRecord } from '../fleet/fleet.ts';

/** Services add fields, and leave some out: anything that is no tag is ignored. */
export function tagsOf({ tags }: SystemRecord): readonly string[] {
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((one: unknown) => {
    const isTag = typeof one === 'object' && one !== null && 'tag' in one && typeof one.tag === 'string';
    return isTag ? [String(one.tag)] : [];
  });
}
