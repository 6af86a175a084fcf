/**
 * Where is the access token while the program runs? In this holder alone: it never enters the state, an action, an
 * effect or an error. What is typed stays `offered` until the service accepts it.
 */
export interface Credentials {
  /** The token in use; null while there is none. */
  readonly token: () => string | null;
  /** Text as it stands in the token field; nothing is known about it yet. */
  readonly offered: () => string;
  readonly offer: (text: string) => void;
  /** Calls `listener` when the offered text changes; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly use: (token: string) => void;
  readonly forget: () => void;
}

export function createCredentials(known: string | null = null): Credentials {
  let inUse = known;
  let typed = '';
  const listeners = new Set<() => void>();
  const offer = (text: string): void => {
    typed = text;
    for (const listener of listeners) listener();
  };
  return {
    token: () => inUse,
    offered: () => typed,
    offer,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    use(token) {
      inUse = token;
      offer('');
    },
    forget() {
      inUse = null;
      offer('');
    },
  };
}
