/** Is a change of the state no more than progress, which nobody misses if it is drawn a moment later? */
import { isReread } from './review.ts';
import type { State } from './state.ts';

/** What progress changes, besides what it is the progress of. */
const carried: ReadonlySet<string> = new Set<keyof State>(['run', 'review', 'now', 'awaited', 'failures']);

/** True where a run or a review went on, and nothing happened that a person did or waits for. */
export function isProgressOnly(before: State, after: State): boolean {
  const keys = Object.keys(after) as (keyof State)[];
  if (keys.some((key) => after[key] !== before[key] && !carried.has(key))) return false;
  return isRunProgress(before.run, after.run) && isReviewProgress(before.review, after.review);
}

function isRunProgress(before: State['run'], after: State['run']): boolean {
  if (before === after) return true;
  if (before === null || after === null || before.id !== after.id) return false;
  return (
    before.list === after.list &&
    before.stop === after.stop &&
    before.journalPath === after.journalPath &&
    after.finishedAt === null
  );
}

function isReviewProgress(before: State['review'], after: State['review']): boolean {
  if (before === after) return true;
  if (before === null || after === null || before.id !== after.id) return false;
  return before.list === after.list && before.typed === after.typed && !isReread(after);
}
