/**
 * Holds the access token while the program runs; it is here alone and never enters the state, an action, an effect or
 * an error. A typed token stays `offered` until the service accepts it.
 */
export interface Credentials {
  /** The token in use at this address; null where there is none, or where it is another service's. */
  readonly tokenFor: (baseUrl: string) => string | null;
  /** The token in use, wherever, so that it can be blotted out of what is said; null while there is none. */
  readonly secret: () => string | null;
  /** Text as it stands in the token field; nothing is known about it yet. */
  readonly offered: () => string;
  readonly offer: (text: string) => void;
  /** Calls `listener` when the offered text changes; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** `baseUrl`: the one service that it is sent to; null: the first that it is asked for. */
  readonly use: (token: string, baseUrl: string | null) => void;
  readonly forget: () => void;
}

export function createCredentials(): Credentials {
  let inUse: { readonly token: string; readonly baseUrl: string | null } | null = null;
  let typed = '';
  const listeners = new Set<() => void>();
  const offer = (text: string): void => {
    typed = text;
    for (const listener of listeners) listener();
  };
  return {
    tokenFor(baseUrl) {
      if (inUse === null) return null;
      if (inUse.baseUrl === null) inUse = { ...inUse, baseUrl };
      return inUse.baseUrl === baseUrl ? inUse.token : null;
    },
    secret: () => inUse?.token ?? null,
    offered: () => typed,
    offer,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    use(token, baseUrl) {
      inUse = { token, baseUrl };
      offer('');
    },
    forget() {
      inUse = null;
      offer('');
    },
  };
}
