/** The store: one loop that reduces an action, keeps the state, tells its listeners, and runs the effects. */

/** A store holds one state. `dispatch` is synchronous; effects answer later, with actions of their own. */
export interface Store<State, Action> {
  readonly state: () => State;
  readonly dispatch: (action: Action) => void;
  /** Calls `listener` after each change of state, with the action and the state before; the answer ends it. */
  readonly subscribe: (listener: (action: Action, before: State) => void) => () => void;
}

/** `reduce` answers `[state, ...effects]`; `run` carries an effect out and dispatches what came of it. */
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
