/** Words for why a system is in the review, and why it does not count. */
import type { Guard } from '../../state/review/guards.ts';
import { type ReviewItem, reviewStatusOf } from '../../state/review/item.ts';
import { type Age, isConnected } from '../../state/staleness/staleness.ts';
import { type Clean, clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';
import { age, span } from '../text/times.ts';

/**
 * `last seen 214 d ago`, `marked by hand, seen 2 d ago`, `protected (tag "protect"); ! lifts it`; where room is
 * short, `seen 214 d ago`, `by hand, seen 2 d ago`, `protected (tag "protect")`.
 */
export function reasonOf(item: ReviewItem, isShort = false): Clean {
  switch (reviewStatusOf(item)) {
    case 'out':
      return clean('taken out, not deleted');
    case 'changed':
      return clean(changeWords(item, isShort));
    case 'guarded':
      return clean(`protected (${item.guard === null ? '' : guardWords(item.guard)})${isShort ? '' : '; ! lifts it'}`);
    case 'counts':
      return clean([why(item, isShort), ...unread(item)].join(', '));
  }
}

/** `tag "protect"`, `enrolled 2 d ago` */
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
    case 'tagsUnreadable':
      return 'its tags are too long to read';
    case 'enrolled':
      return `enrolled ${agoOrAhead(guard.ms)}`;
    case 'time':
      return `${guard.field} ${agoOrAhead(guard.ms)}`;
    case 'state':
      return guard.state === null ? 'no state' : `state not understood: "${guard.state}"`;
  }
}

function changeWords({ change }: ReviewItem, isShort: boolean): string {
  const since = isShort ? 'since' : 'since it was marked';
  switch (change?.why) {
    case 'connected':
      return `kept: connected ${since}`;
    case 'seenSince':
      return `kept: seen ${since}`;
    case 'changed': {
      const { field } = change;
      if (field === undefined) return `kept: changed ${since}`;
      return `kept: ${field} changed${isShort ? '' : ` ${since}`}`;
    }
    case 'protected':
      return `kept: protected ${since}`;
    case 'gone':
      return 'already gone';
    case 'oddId':
      return 'cannot be deleted from here (odd id)';
    case undefined:
      return '';
  }
}

function why({ system, reason, age: known, guard }: ReviewItem, isShort: boolean): string {
  const seen = seenWords(known, reason === 'stale', isShort);
  const what = isConnected(system) ? 'connected now' : seen;
  // A system that counts in spite of its guard: the guard was lifted.
  if (guard !== null) return `guard lifted, ${what}`;
  return reason === 'stale' ? seen : `${isShort ? '' : 'marked '}by hand, ${what}`;
}

function unread({ problem }: ReviewItem): readonly string[] {
  return problem === null ? [] : ['could not be read again'];
}

function seenWords(known: Age, isStale: boolean, isShort: boolean): string {
  switch (known.kind) {
    case 'seen':
      return `${isStale && !isShort ? 'last seen' : 'seen'} ${ago(known.ms)}`;
    case 'neverConnected':
      return isShort ? `never seen, ${age(known.ms)}` : `never connected, enrolled ${ago(known.ms)}`;
    case 'unknown':
      return 'age unknown';
    case 'unreadable':
      return 'age unreadable';
  }
}

/** A clock may be ahead of the service's. */
function agoOrAhead(ms: number): string {
  return ms < 0 ? `in ${span(-ms)}` : `${span(ms)} ago`;
}

function ago(ms: number): string {
  return `${age(ms)} ago`;
}
