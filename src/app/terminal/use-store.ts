/** Subscribes a component to the store: to each change at once, and to mere progress some times a second. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../../state/kernel/store.ts';

/** A count cannot be read faster, and drawing it more often would slow down what is counted. */
const progressMs = 200;

/** `isProgress`: the second state differs from the first by progress only, and may be drawn later. */
export function useStore<State, Action>(
  store: Store<State, Action>,
  isProgress: (before: State, after: State) => boolean,
): State {
  const subscribe = useCallback(
    (listener: () => void) => {
      let told = store.state();
      let timer: NodeJS.Timeout | undefined;
      const tell = (): void => {
        clearTimeout(timer);
        timer = undefined;
        told = store.state();
        listener();
      };
      const unsubscribe = store.subscribe(() => {
        if (!isProgress(told, store.state())) tell();
        else timer ??= setTimeout(tell, progressMs);
      });
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    [store, isProgress],
  );
  return useSyncExternalStore(subscribe, store.state);
}
