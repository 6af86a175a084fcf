/** What does the program need of the machine it runs on? `app` hands these in; nothing below it touches them otherwise. */
import type { Mode, Route } from './session.ts';

/** Keeps tokens by account (the service's origin). `sentence` says what happened, for the person. */
export interface TokenStore {
  find(account: string): Promise<{ ok: true; value: string | null } | { ok: false; sentence: string }>;
  keep(account: string, token: string): Promise<{ ok: true } | { ok: false; sentence: string }>;
  forget(account: string): Promise<{ ok: true } | { ok: false; sentence: string }>;
}

/** What is remembered from one start to the next; failures to remember are survived. */
export interface Memory {
  lastOrganisation(baseUrl: string): Promise<string | null>;
  rememberOrganisation(baseUrl: string, orgId: string): Promise<void>;
  rememberBaseUrl(baseUrl: string): Promise<void>;
}

/** How requests reach a service. */
export interface Network {
  readonly route: Route;
  readonly fetch: typeof fetch;
}

export interface Ports {
  readonly version: string;
  readonly mode: Mode;
  readonly tokens: TokenStore;
  readonly memory: Memory;
  readonly networkTo: (baseUrl: string) => Network;
  /** The folder of the runs' journals. */
  readonly runsFolder: () => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to 1, by chance. */
  readonly random: () => number;
  readonly copyText: (text: string) => void;
  readonly repaint: () => void;
  readonly leave: () => void;
}
