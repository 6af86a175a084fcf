/** Shows a saved view of the list. */
import { readFilter } from '../filter/filter.ts';
import { moveCursor, showList } from '../list/public.ts';
import { isComplete } from '../list/scan.ts';
import { chosenPaneCells } from '../../kernel/list-view.ts';
import { grouped } from '../../kernel/spelling.ts';
import { listedSort } from '../list/rows.ts';
import { defaultColumns, type TableColumns, viewUnder } from './feature.ts';
import type { State } from '../../root/state.ts';
import { andThen, withNotice, type Step } from '../../root/step.ts';

export function withChosen(state: State, chosen: Partial<TableColumns>): State {
  return { ...state, tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, ...chosen } } };
}

export function withPane(state: State, cells: number | null): State {
  const paneCells = cells === null ? null : chosenPaneCells(state.columns, cells);
  return { ...state, tableColumns: { ...state.tableColumns, paneCells } };
}

/** Digit 0 resets filter, sort, columns and the pane's width. */
export function showView(state: State, digit: string): Step {
  const saved = viewUnder(state.tableColumns.savedViews, digit);
  if (saved === 'unreadable') return [state];
  const { filter, sort, columns } = saved ?? { filter: '', sort: listedSort, columns: defaultColumns.shown };
  const shownAgain = withChosen(showList(state, { filter: readFilter(filter), sort }), { shown: columns });
  const next = digit === '0' ? withPane(shownAgain, null) : shownAgain;
  if (saved === undefined)
    return [withNotice(next, digit === '0' ? allShown : `View ${digit}: no view is saved under it.`)];
  // A view opens at its first row.
  return andThen(moveCursor(next, 'first'), (shown) => [
    withNotice(shown, `View ${digit}: ${saved.name}.${loadedWords(shown)}`),
  ]);
}

const allShown = 'All systems, in service order.';

/** A view filters the loaded systems only: the notice says so. */
function loadedWords({ list: { listing } }: State): string {
  const { scan } = listing;
  return scan === null || isComplete(scan) ? '' : ` ${grouped(scan.count)} systems are loaded; G loads the rest.`;
}
