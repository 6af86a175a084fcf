/** The changes that other features may make to the columns. */
import type { State } from '../../root/state.ts';

/** All columns as narrow as possible, or the chosen ones. */
export function withWide(state: State, isWide: boolean): State {
  return { ...state, tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, isWide } } };
}
