/** Subscribes a component to the store: to each change at once, and to mere progress some times a second. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../../state/kernel/store.ts';

/** A count cannot be read faster, and drawing it more often would slow down what is counted. */
const progressMs = 200;

/** `isProgress`: may what an action made of the state be drawn a moment later? */
export function useStore<State, Action>(
  store: Store<State, Action>,
  isProgress: (action: Action, before: State, state: State) => boolean,
): State {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: NodeJS.Timeout | undefined;
      const tell = (): void => {
        clearTimeout(timer);
        timer = undefined;
        listener();
      };
      const unsubscribe = store.subscribe((action, before) => {
        if (isProgress(action, before, store.state())) timer ??= setTimeout(tell, progressMs);
        else tell();
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
