/** The history for other features: how it is opened. */
import { wholeView } from '../../kernel/list-view.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import { onScreenAbove, openScreens } from '../../root/navigation.ts';
import type { State } from '../../root/state.ts';
import { onScreen, type Step } from '../../root/step.ts';
import type { HistoryState } from './feature.ts';

/** Its list from the first row. */
export const fromTop = { kind: 'history', list: atTop } as const;

/** The state with this known of the history. */
export function withHistory(state: State, about: Partial<HistoryState>): State {
  return { ...state, history: { ...state.history, ...about } };
}

/** The first screen: what lies over nothing leads back to it. */
export function home(state: State): State {
  return onScreen(state, { kind: state.organisation === null ? 'organisations' : 'systems' });
}

/** The history on the screen, refreshed where it is there already. */
export function historyShown(state: State): Step {
  const read = { isLoading: true };
  if (state.screen.kind === 'history') return [withHistory({ ...state, notice: null }, read), { kind: 'listHistory' }];
  const start = openScreens(state).length > 1 ? state : home(state);
  const fresh = { ...read, kept: null, view: wholeView, chosen: null };
  return [withHistory(onScreenAbove(start, fromTop), fresh), { kind: 'listHistory' }];
}
