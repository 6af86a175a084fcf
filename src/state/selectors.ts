/** What follows from the state? Questions that several screens and reducers ask. */
import type { System } from '../api/system.ts';
import { type Ages, agesOf } from './staleness/age-distribution.ts';
import type { FilterContext } from './filter/fields.ts';
import { currentScan, systemsRead } from './list/listing.ts';
import { known } from './kernel/loadable.ts';
import { isMarked } from './marks/marks.ts';
import { isGoing } from './deletion/run.ts';
import { isComplete, readsEverything, type Scan } from './list/scan.ts';
import { isStale } from './staleness/staleness.ts';
import type { State } from './state.ts';
import { shownAt } from './list/rows.ts';

/** Is a place in which the token may be being asked, with nothing else to be done meanwhile? */
export function isKeychainAwaited({ session, overlay }: State): boolean {
  return session.signIn.isSearching || (overlay?.kind === 'keeping' && overlay.isTrying);
}

/** The system under the cursor of the list. */
export function systemUnderCursor(state: State): System | undefined {
  const { scan, view, cursor } = state.list.listing;
  return scan === null ? undefined : shownAt(view, scan, cursor.row);
}

/** The system that keys act on: the one whose fields are shown, else the one under the cursor. */
export function systemAtHand(state: State): System | undefined {
  return state.screen.kind === 'details' ? (known(state.screen.system) ?? undefined) : systemUnderCursor(state);
}

export function filterContext(state: State): FilterContext {
  const { now, changes } = state;
  const { days } = state.staleness;
  const { marked: marks } = state.marks;
  return {
    now,
    days,
    isMarked: (systemId) => isMarked(marks, systemId),
    isNew: (systemId) => changes?.fresh.has(systemId) === true,
    isSilent: (systemId) => changes?.silent.has(systemId) === true,
  };
}

/** Is every page of the list wanted, and is it still being read? */
export function isReadingEverything(state: State): boolean {
  const scan = currentScan(state.list.listing);
  return scan !== null && scan.inFlight && readsEverything(scan);
}

/** Is there a list that was read to its end, disabled systems included? Only then are counts of it whole. */
export function isWholeListRead(state: State): boolean {
  const { scan, asked } = state.list.listing;
  return scan !== null && asked === null && isComplete(scan) && scan.query.includeDisabled;
}

/** A run that is not finished: it asks before the program is left. */
export function isRunGoing(state: State): boolean {
  return isGoing(state.deletion);
}

/** A key that is being created: whether there is one, and its secret, is said only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}

/** Marks that leaving would lose: those set, and those of the session before that are still looked for. */
export function marksAtStake({ marks: { marked: marks }, resume: { toFind } }: State): number {
  return marks.size + toFind.marks.size;
}

const staleCounts = new WeakMap<readonly System[], { days: number; now: number; count: number }>();

/** Stale systems among those read; each page is counted once per threshold and minute. */
export function staleCount(scan: Scan, days: number, now: number): number {
  let sum = 0;
  for (const page of scan.pages) {
    let counted = staleCounts.get(page);
    if (counted?.days !== days || counted.now !== now) {
      counted = { days, now, count: page.filter((system) => isStale(system, days, now)).length };
      staleCounts.set(page, counted);
    }
    sum += counted.count;
  }
  return sum;
}

let lastAges: { scan: Scan | null; now: number; ages: Ages } | undefined;

/** The ages of the systems read; made once per list and minute. */
export function ages(state: State): Ages {
  const { scan } = state.list.listing;
  if (lastAges?.scan !== scan || lastAges.now !== state.now) {
    lastAges = { scan, now: state.now, ages: agesOf(systemsRead(state.list.listing), state.now) };
  }
  return lastAges.ages;
}
