/** Subscribes a component to the store: to each change at once, and to mere progress some times a second. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../../state/kernel/store.ts';

/** More often nobody can read a count, and drawing it would take the time of what is counted. */
const progressMs = 200;

/** `isProgress`: may the second state be drawn later than the first was? */
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
