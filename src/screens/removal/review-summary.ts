/** Words for how the systems of a review are divided: into its groups, and into the ones that count and the others. */
import {
  chosenItems,
  countsOf,
  isOfRow,
  notStaleItems,
  type Origin,
  type Review,
  type ReviewGroup,
} from '../../state/removal/review/review.ts';
import type { ReviewItem } from '../../state/removal/review/judgement.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import { memoize } from '../../state/kernel/store.ts';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { statusLine, width } from '../text/fit.ts';
import { count, counts } from '../text/quantities.ts';

/**
 * The chosen systems by kind, and the others with their reasons. Where that is wider than `cells`, the reasons are left
 * out, then whole parts: no part is cut. Systems to enable are not described by the rule, which did not mark them.
 */
export function summaryOf(review: Review, cells = Infinity): Clean {
  const { gone, already } = countsOf(review);
  // Nothing keeps a system that needs no request any more.
  const atGoal = counts([gone, 'already gone'], [already, runRows[review.kind].words.already]);
  const parts = [...chosenWords(review), ...atGoal];
  const whole = clean([...parts, ...keptWords(review)].join(' · '));
  if (width(whole) <= cells) return whole;
  const kept = keptWords(review).map((words) => ({ text: words.replace(/:.*/, ''), weight: parts.length + 1 }));
  return statusLine([...parts.map((text, at) => ({ text, weight: parts.length - at })), ...kept], cells);
}

function chosenWords(review: Review): readonly string[] {
  const { lastSeen, neverConnected, disabled } = countsOf(review);
  const { guards, words } = runRows[review.kind];
  if (guards !== 'loss') return counts([chosenItems(review).length, `to ${words.verb}`]);
  return [
    ...(isOfRow(review) ? [rowUnderCursor] : []),
    ...counts([lastSeen, `stale over ${review.rules.days} d`], [neverConnected, 'never connected']),
    ...counts(...notStaleByOrigin(review).map(({ origin, of }) => [of, originWords[origin]] as const)),
    ...counts([disabled, 'disabled']),
  ];
}

/** `2 kept: 1 reconnected, 1 protected`; empty if none is kept. */
function keptWords(review: Review): readonly string[] {
  const all = countsOf(review);
  const reasons = [
    [all.connectedSince, 'reconnected'],
    [all.seenSince, 'seen since'],
    [all.changed, 'changed'],
    [all.guardedConnected, 'connected now'],
    [all.protected + all.guarded + all.notUnderstood, 'protected'],
    [all.oddId, 'with an odd id'],
    [all.excluded, 'excluded'],
  ] as const;
  const found = reasons.filter(([systems]) => systems > 0);
  const kept = found.reduce((sum, [systems]) => sum + systems, 0);
  const why = found.length === 1 ? found.map(([, words]) => words) : counts(...found);
  return counts([kept, `kept: ${why.join(', ')}`]);
}

/** The word for a system of the group. `reconnected` or `already disabled` only if it applies to all. */
export function groupWord(review: Review, group: ReviewGroup): string {
  const { guards, words } = runRows[review.kind];
  if (group !== 'reconnected') return group === 'taken' ? words.verb : group;
  const { already, changed, connectedSince, gone, oddId, seenSince } = countsOf(review);
  if (already + gone > 0) {
    if (connectedSince + seenSince + changed + oddId > 0) return 'kept';
    if (gone === 0) return words.already;
    return already === 0 ? 'already gone' : `gone or ${words.already}`;
  }
  // With guards of its own, a connected system stays chosen, so the group is not called reconnected.
  return guards === 'own' || changed + oddId > 0 ? 'changed' : group;
}

const rowUnderCursor = 'the row under the cursor';

/** Names the origin of systems that the rule does not call stale. */
export const originWords: Readonly<Record<Origin, string>> = {
  hand: 'marked by hand',
  filter: 'marked by filter',
  rule: 'no longer stale',
  row: 'not stale',
  run: 'not stale',
};

export function isByPerson(origin: Origin): boolean {
  return origin === 'hand' || origin === 'filter';
}

interface NotStale {
  readonly origin: Origin;
  readonly of: number;
  /** The first three names, and the number of the others: `a, b, c and 19 more`. */
  readonly names: Clean;
}

export function notStaleByOrigin(review: Review): readonly NotStale[] {
  return byOrigin(notStaleItems(review));
}

const byOrigin = memoize((items: readonly ReviewItem[]): readonly NotStale[] => {
  const groups = Map.groupBy(items, ({ judgement }) => judgement.why.by);
  return Array.from(groups, ([origin, all]) => {
    return { origin, of: all.length, names: someNames(all) };
  });
});

/** Limit of names in a warning; one number sums up the rest. */
const maxNames = 3;

function someNames(items: readonly ReviewItem[]): Clean {
  const names = items.slice(0, maxNames).map(({ system }) => nameOf(system));
  const rest = items.length - names.length;
  return clean(`${names.join(', ')}${rest === 0 ? '' : ` and ${count(rest)} more`}`);
}
