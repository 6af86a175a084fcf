/** Counts the seconds that the screens show, while an answer is pending and not otherwise. */
import type { Action, State } from '../../state/state.ts';
import { awaited } from '../../state/pending.ts';
import type { Store } from '../../state/kernel/store.ts';

/** Counts from 0 whenever something else is pending. The clock is monotonic: setting the computer's changes nothing. */
export function countSeconds(store: Store<State, Action>): void {
  let what: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  store.subscribe(() => {
    const next = awaited(store.state());
    if (next === what) return;
    what = next;
    clearInterval(timer);
    if (next === null) return;
    let seconds = 0;
    timer = setInterval(() => {
      seconds += 1;
      store.dispatch({ kind: 'secondPassed', awaited: next, seconds });
    }, 1000);
  });
}
