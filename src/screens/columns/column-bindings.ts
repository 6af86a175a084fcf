/** The keys of the list that choose its columns and show its saved views. */
import type { State } from '../../state/state.ts';
import type { Binding } from '../keys/binding.ts';
import { noList } from '../keys/refusals.ts';
import { placedColumns } from '../list/columns.ts';

const viewBindings: readonly Binding[] = [
  { keys: ['0'], does: 'all systems, as listed', action: { kind: 'viewShown', digit: '0' }, refusal: noList },
  ...Array.from({ length: 9 }, (_, at): Binding => {
    const digit = String(at + 1);
    return {
      keys: [digit],
      does: `show the saved view ${digit}`,
      action: { kind: 'viewShown', digit },
      refusal: (state) => noList(state) ?? noView(state, digit),
    };
  }),
];

function noView({ tableColumns: { savedViews } }: State, digit: string): string | null {
  if (savedViews[digit] === undefined) return 'no view is saved there; : saves this one';
  return savedViews[digit] === 'unreadable' ? 'its saved view cannot be read; : saves this one' : null;
}

export const columnBindings: readonly Binding[] = [
  { keys: ['c'], does: 'choose the columns', action: { kind: 'columnsOpened' }, refusal: noList },
  { keys: ['w'], does: 'wide: every column, or not', action: { kind: 'wideToggled' }, refusal: noWider },
  ...viewBindings,
  { keys: [], does: 'save this view under a digit', action: { kind: 'viewsOpened' }, refusal: noList },
];

function noWider(state: State): string | null {
  const titles = (isWide: boolean): string =>
    placedColumns({
      ...state,
      tableColumns: { ...state.tableColumns, chosen: { ...state.tableColumns.chosen, isWide } },
    })
      .map(({ column }) => column.title)
      .join();
  const isOfUse = state.tableColumns.chosen.isWide || titles(true) !== titles(false);
  return noList(state) ?? (isOfUse ? null : `no further column fits into ${state.columns} columns`);
}
