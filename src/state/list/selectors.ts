/** What follows from the list: the system that keys act on, and how far it has been read. */
import type { System } from '../../api/system.ts';
import { known } from '../kernel/loadable.ts';
import type { State } from '../state.ts';
import { currentScan } from './listing.ts';
import { shownAt } from './rows.ts';
import { isComplete, readsEverything } from './scan.ts';

/** The system under the cursor of the list. */
export function systemUnderCursor(state: State): System | undefined {
  const { scan, view, cursor } = state.list.listing;
  return scan === null ? undefined : shownAt(view, scan, cursor.row);
}

/** The system that keys act on: the one whose fields are shown, else the one under the cursor. */
export function systemAtHand(state: State): System | undefined {
  return state.screen.kind === 'details' ? (known(state.screen.system) ?? undefined) : systemUnderCursor(state);
}

/** Is every page of the list wanted, and is it still being read? */
export function isReadingEverything(state: State): boolean {
  const scan = currentScan(state.list.listing);
  return scan !== null && scan.inFlight && readsEverything(scan);
}

/** Is there a list that was read to its end, disabled systems included? Only then are counts of it whole. */
export function isWholeListRead(state: State): boolean {
  const { scan, pending } = state.list.listing;
  return scan !== null && pending === null && isComplete(scan) && scan.query.includeDisabled;
}

/** Was this page the last one of its list, which is not read once more? */
export function isReadToEnd({ list: { listing } }: State, page: { readonly scan: number }): boolean {
  const { scan, pending } = listing;
  return pending === null && scan?.id === page.scan && isComplete(scan);
}
