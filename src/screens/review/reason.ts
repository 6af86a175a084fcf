/** Why is a system in the review, and why does it not count? In words. */
import type { Guard } from '../../state/guards.ts';
import { type ReviewItem, standingOf } from '../../state/review-item.ts';
import { type Age, isConnected } from '../../state/staleness.ts';
import { type Clean, clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';
import { age } from '../text/times.ts';

/** `last seen 214 days ago`, `marked by hand, seen 2 days ago`, `kept: tag "protect"; g lifts the guard`. */
export function reasonOf(item: ReviewItem): Clean {
  switch (standingOf(item)) {
    case 'out':
      return clean('taken out, not deleted');
    case 'changed':
      return clean(changeWords(item));
    case 'guarded':
      return clean(`kept: ${item.guard === null ? '' : guardWords(item.guard)}; g lifts the guard`);
    case 'counts':
      return clean([why(item), ...unread(item)].join(', '));
  }
}

/** `tag "protect"` */
export function guardWords(guard: Guard): string {
  switch (guard.kind) {
    case 'session':
      return 'this session comes through it';
    case 'tag':
      return `tag "${guard.tag}"`;
    case 'key':
      return `key "${guard.key}"`;
    case 'connected':
      return 'connected now';
    case 'seen':
      return `seen within ${plural(guard.days, 'day')}`;
  }
}

function changeWords({ change }: ReviewItem): string {
  switch (change) {
    case 'connected':
      return 'kept: connected since it was marked';
    case 'seenSince':
      return 'kept: seen since it was marked';
    case 'changed':
      return 'kept: changed since it was marked';
    case 'gone':
      return 'already gone';
    case 'oddId':
      return 'cannot be deleted from here (odd id)';
    case null:
      return '';
  }
}

function why({ system, reason, age: known, guard }: ReviewItem): string {
  const seen = seenWords(known, reason === 'stale');
  const what = isConnected(system) ? 'connected now' : seen;
  // One that counts and has a guard: somebody lifted it.
  if (guard !== null) return `guard lifted, ${what}`;
  return reason === 'stale' ? seen : `marked by hand, ${what}`;
}

function unread({ problem }: ReviewItem): readonly string[] {
  return problem === null ? [] : ['could not be read again'];
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
  return `${age(ms)} ago`;
}
