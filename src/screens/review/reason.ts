/** Why is a system in the review? In words. */
import type { ReviewItem } from '../../state/review.ts';
import { type Age, dayMs, isConnected } from '../../state/staleness.ts';
import { type Clean, clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';
import { age } from '../text/times.ts';

/** `last seen 214 days ago`, `marked by hand, seen 2 days ago`. */
export function reasonOf({ system, reason, age: known }: ReviewItem): Clean {
  const what = seenWords(known, reason === 'stale');
  if (reason === 'stale') return clean(what);
  return clean(`marked by hand, ${isConnected(system) ? 'connected now' : what}`);
}

function seenWords(known: Age, isStale: boolean): string {
  switch (known.kind) {
    case 'seen':
      return `${isStale ? 'last seen' : 'seen'} ${ago(known.ms)}`;
    case 'neverConnected':
      return `never connected, enrolled ${ago(known.ms)}`;
    case 'unknown':
      return 'age unknown';
  }
}

function ago(ms: number): string {
  return ms < dayMs ? `${age(ms)} ago` : `${plural(Math.floor(ms / dayMs), 'day')} ago`;
}
