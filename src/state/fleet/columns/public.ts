/** What other features may do with the columns. */
import type { State } from '../../root/state.ts';

/** All columns as narrow as they can be, or those that were chosen. */
export function withWide(state: State, isWide: boolean): State {
  return { ...state, tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, isWide } } };
}
