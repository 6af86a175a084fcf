/** Why a key of the list of systems cannot be used now. */
import { currentScan } from '../../state/list/listing.ts';
import { systemUnderCursor } from '../../state/list/operations.ts';
import type { State } from '../../state/state.ts';

export function noList(state: State): string | null {
  return state.list.listing.scan === null ? 'no list has been read yet' : null;
}

/** A field is opened ahead of the first page: refused, it would leave its letters to the keys. */
export function noneAsked(state: State): string | null {
  return currentScan(state.list.listing) === null ? noList(state) : null;
}

export function noSystem(state: State): string | null {
  return systemUnderCursor(state) === undefined ? 'no system is shown' : null;
}
