/** The store: one loop that reduces an action, keeps the state, notifies its listeners, and runs the effects. */
import process from 'node:process';

/** A store holds one state. `dispatch` is synchronous; effects answer later, with actions of their own. */
export interface Store<State, Action> {
  readonly state: () => State;
  readonly dispatch: (action: Action) => void;
  /**
   * Calls `listener` after each change of state, with the action and the previous state. Returns the function that
   * unsubscribes.
   */
  readonly subscribe: (listener: (action: Action, before: State) => void) => () => void;
}

/** `reduce` returns `[state, ...effects]`; `run` carries an effect out and dispatches its results. */
export function createStore<State, Action, Effect>(
  initial: State,
  reduce: (state: State, action: Action) => readonly [State, ...Effect[]],
  run: (effect: Effect, dispatch: (action: Action) => void, state: State) => void,
): Store<State, Action> {
  let current = initial;
  const listeners = new Set<(action: Action, before: State) => void>();
  const dispatch = (action: Action): void => {
    const before = current;
    const [next, ...effects] = reduce(before, action);
    current = next;
    if (next !== before) for (const listener of listeners) listener(action, before);
    for (const effect of effects) run(effect, dispatch, current);
  };
  return {
    state: () => current,
    dispatch,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Caches the result for each value, which must be immutable; the result is collected with the value. */
export function memoize<Value extends object, Made extends object>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const all = new WeakMap<Value, Made>();
  return (value) => {
    const made = all.get(value) ?? make(value);
    all.set(value, made);
    return made;
  };
}

/** Caches only the last result, and recomputes it when a value is not identical. */
export function keepLast<Values extends readonly unknown[], Made>(
  make: (...values: Values) => Made,
): (...values: Values) => Made {
  let last: { readonly values: Values; readonly made: Made } | null = null;
  return (...values) => {
    if (last?.values.every((value, index) => value === values[index]) !== true)
      last = { values, made: make(...values) };
    return last.made;
  };
}

// Checks whether a process of this user is alive.

/** False also for a process of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
