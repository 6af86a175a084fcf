/**
 * Holds the access token while rollcall runs. The token is only here, never in the state, an action, an effect or an
 * error. A typed token stays `offered` until the service accepts it.
 */
export interface Credentials {
  /** The token in use at this address; null when there is none, or when it belongs to another service. */
  readonly tokenFor: (baseUrl: string) => string | null;
  /** The token in use at any address, so that it can be redacted from messages; null when there is none. */
  readonly secret: () => string | null;
  /** Text in the token field, not yet checked. */
  readonly offered: () => string;
  readonly offer: (text: string) => void;
  /** Calls `listener` when the offered text changes. Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** `baseUrl`: the only service that receives the token; null: the first service that is requested. */
  readonly use: (token: string, baseUrl: string | null) => void;
  readonly forget: () => void;
}

declare module '../root/services.ts' {
  interface Given {
    readonly credentials: Credentials;
  }
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
