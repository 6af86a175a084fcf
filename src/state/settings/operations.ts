/** What other features may do with settings. */
import type { State } from '../state.ts';

export function withSettings(state: State, change: Partial<State['settings']>): State {
  return { ...state, settings: { ...state.settings, ...change } };
}
