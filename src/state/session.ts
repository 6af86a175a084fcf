/** Who is signed in where, and what may this session change? The token itself is never here. */

import type { Problem } from '../api/problem.ts';

/** `preview` and `read-only` change nothing; the client refuses their changes, whatever a screen does. */
export type Mode = 'normal' | 'preview' | 'read-only';

/** Where the token in use came from, or is kept: this session alone, the keychain, the environment, the demo. */
export type TokenSource = 'session' | 'keychain' | 'environment' | 'demo';

/** Which way requests take. Names of proxies hold neither user nor password. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly name: string }
  /** Set, and passed by: the service is on this computer and not encrypted, and the proxy is elsewhere. */
  | { readonly kind: 'proxyNotUsed'; readonly name: string };

/** What the sign-in screen asks for, and what is under way there. */
export interface SignIn {
  readonly field: 'baseUrl' | 'token';
  readonly typedBaseUrl: string;
  /** One sentence: why what was entered is not used, or why the token is asked for. */
  readonly says: string | null;
  /** The service's answer to the token that was tried. */
  readonly problem: Problem | null;
  readonly isTrying: boolean;
}

export interface Session {
  readonly mode: Mode;
  readonly isDemo: boolean;
  readonly version: string;
  /** Normalised; null until it is known. */
  readonly baseUrl: string | null;
  readonly tokenSource: TokenSource | null;
  readonly route: Route;
  /** What became of keeping the token in the keychain, to be said once. */
  readonly keeping: string | null;
  readonly signIn: SignIn;
  /** The environment tells Node not to look at certificates (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly isTlsUnchecked: boolean;
  /** Where this session comes from (SSH_CONNECTION); null where it is local. */
  readonly address: string | null;
  /** From the flags: opened when the organisations are known, then forgotten. */
  readonly wantedOrganisation: string | null;
  readonly wantedSearch: string;
}

export const blankSignIn: SignIn = { field: 'baseUrl', typedBaseUrl: '', says: null, problem: null, isTrying: false };

export function newSession(about: {
  mode: Mode;
  isDemo: boolean;
  version: string;
  organisation: string | null;
  search: string;
  isTlsUnchecked: boolean;
  address: string | null;
}): Session {
  const { mode, isDemo, version, isTlsUnchecked, address } = about;
  return {
    mode,
    isDemo,
    version,
    baseUrl: null,
    tokenSource: null,
    route: { kind: 'direct' },
    keeping: null,
    isTlsUnchecked,
    address,
    signIn: blankSignIn,
    wantedOrganisation: about.organisation,
    wantedSearch: about.search,
  };
}

/** Why this session changes nothing at the service; null where it may. */
export function refusalOf(session: Session): string | null {
  switch (session.mode) {
    case 'normal':
      return null;
    case 'preview':
      return 'preview: nothing is changed';
    case 'read-only':
      return 'read-only: nothing is changed';
  }
}
