/** How does a component see the state? React is told of each change. */
import { useSyncExternalStore } from 'react';
import type { Store } from '../state/store.ts';

export function useStore<State, Action>(store: Store<State, Action>): State {
  return useSyncExternalStore(store.subscribe, store.state);
}
