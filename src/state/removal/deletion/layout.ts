/** The rows that the screen of a run has for its parts. */
import { bodyRows, isRoomy } from '../../kernel/layout.ts';
import { stayingWords } from '../../change/undo.ts';
import { groupsIn } from '../../change/outcome-groups.ts';
import { isGoing, type Run } from '../../change/run.ts';

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** From this width on, what needs attention stands beside what is in flight. */
const columnsForTwo = 70;

interface RunningLayout {
  readonly isSplit: boolean;
  /** Blank lines set the parts apart. */
  readonly isAired: boolean;
  /** Rows of the systems in flight and of those just done, without their titles. */
  readonly now: number;
  readonly done: number;
  /** Rows of what needs attention, without its title. */
  readonly list: number;
}

/** While a run goes on: its bar, its counts and a blank line above the systems. A pause asks in two lines. */
export function runningLayout({ columns, rows }: Size, troubles: number, run: Run): RunningLayout {
  const { concurrency, isPaused } = run;
  const isAired = isRoomy(rows);
  const room = Math.max(2, bodyRows(rows) - (isAired && isPaused ? 4 : 3));
  const isSplit = columns >= columnsForTwo;
  if (isSplit) {
    const now = Math.min(concurrency, Math.max(1, room - 1));
    return { isSplit, isAired, now, done: Math.max(0, room - now - 2), list: Math.max(1, room - 1) };
  }
  // One above the other: what needs attention takes rows from what is just done.
  const now = Math.max(1, Math.min(concurrency, Math.floor(room / 2) - 1));
  const below = Math.max(0, room - now - 2);
  const left = troubles === 0 ? below : below - troubles - 1;
  return { isSplit, isAired, now, done: Math.max(0, left), list: Math.max(1, Math.min(below, troubles)) };
}

interface ResultsLayout {
  readonly hasBar: boolean;
  /** The reason of the row under the cursor, where its cell may be too narrow for it: whole, or its shortest form. */
  readonly reason: number;
  /** Sentences below the list: what the outcomes mean, and where the records are. */
  readonly sentences: number;
  /** Rows of the list, without its titles. */
  readonly list: number;
}

/** Once it is over: its bar, its counts and its groups above the list, and sentences below it. */
export function resultsLayout({ rows }: Size, run: Run): ResultsLayout {
  const hasBar = isRoomy(rows);
  const wanted = sentencesOf(run);
  const reason = isRoomy(rows) ? 2 : 1;
  const above = hasBar ? 4 : 3;
  const sentences = isRoomy(rows) ? wanted : Math.min(wanted, Math.max(0, bodyRows(rows) - above - 3));
  return { hasBar, reason, sentences, list: Math.max(1, bodyRows(rows) - above - reason - sentences) };
}

/** Why it ended early, what was kept, what an undo leaves, how it was checked, which two people did it, where the records are: as far as there is something to say. */
function sentencesOf(run: Run): number {
  const early = run.stop !== null || run.isElsewhere ? 1 : 0;
  const kept = groupsIn(run).kept.length > 0 ? 1 : 0;
  const staying = stayingWords(run) === null ? 0 : 1;
  const people = run.people === undefined ? 0 : 1;
  return early + kept + staying + people + (run.checked === null ? 0 : 1) + (run.journalPath === null ? 0 : 1);
}

/** Rows of the list that has the cursor. */
export function listRows(size: Size, run: Run, troubles: number): number {
  return isGoing(run) ? runningLayout(size, troubles, run).list : resultsLayout(size, run).list;
}
