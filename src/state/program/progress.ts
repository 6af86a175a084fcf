/** Is a change of the state no more than progress, which nobody misses if it is drawn a moment later? */
import type { Cursor } from '../list/cursor.ts';
import { currentScan } from '../list/listing.ts';
import { isReread } from '../review/review.ts';
import { readsEverything } from '../list/scan.ts';
import type { State } from '../state.ts';

/** What progress changes, besides what it is the progress of. */
const carried: ReadonlySet<string> = new Set([
  ...(['deletion', 'review', 'listing', 'total', 'now', 'awaited', 'failures'] as const),
  ...(['list', 'program', 'requests'] as const),
]);

/** True where a run, a review or the reading of a whole list went on, and nothing happened that a person did or waits for. */
export function isProgressOnly(before: State, after: State): boolean {
  return (
    isOnlyCarried(before, after) &&
    isOnlyCarried(before.list, after.list) &&
    isOnlyCarried(before.program, after.program) &&
    isOnlyCarried(before.requests, after.requests) &&
    isRunProgress(before.deletion, after.deletion) &&
    isReviewProgress(before.review, after.review) &&
    isReadingProgress(before.list.listing, after.list.listing)
  );
}

function isOnlyCarried<Part extends object>(before: Part, after: Part): boolean {
  const keys = Object.keys(after) as (keyof Part & string)[];
  return keys.every((key) => after[key] === before[key] || carried.has(key));
}

function isRunProgress(before: State['deletion'], after: State['deletion']): boolean {
  if (before === after) return true;
  if (before === null || after === null || before.id !== after.id) return false;
  return (
    before.list === after.list &&
    before.stop === after.stop &&
    before.journalPath === after.journalPath &&
    (after.finishedAt === null || (before.check !== null && after.check !== null))
  );
}

function isReviewProgress(before: State['review'], after: State['review']): boolean {
  if (before === after) return true;
  if (before === null || after === null || before.id !== after.id) return false;
  const isSamePrompt = before.typed === after.typed && before.isArmed === after.isArmed;
  return before.list === after.list && isSamePrompt && !isReread(after);
}

function isReadingProgress(before: State['list']['listing'], after: State['list']['listing']): boolean {
  if (before === after) return true;
  const [was, is] = [currentScan(before), currentScan(after)];
  if (was === null || is === null || was.id !== is.id || was.mode !== is.mode || !readsEverything(is)) return false;
  // Whoever moves the cursor gives up going to the end: until then it is the pages that move it.
  const isCursorsOwn = is.mode !== 'end' && !isSamePlace(before.cursor, after.cursor);
  const isListed = before.view.filter === after.view.filter && before.view.order === after.view.order;
  return is.count > was.count && isListed && !isCursorsOwn && before.scan?.id === after.scan?.id;
}

function isSamePlace(a: Cursor, b: Cursor): boolean {
  return a.systemId === b.systemId && a.row === b.row && a.top === b.top;
}
