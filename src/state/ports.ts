/** What does the program need of the machine it runs on? `app` hands these in; nothing below it touches them otherwise. */
import type { Guards } from './guards.ts';
import type { Run } from './run.ts';
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
  /** Null where they were never changed. */
  guards(baseUrl: string, orgId: string): Promise<Guards | null>;
  rememberGuards(baseUrl: string, orgId: string, guards: Guards): Promise<void>;
}

/** The session that is at work, as far as it says so. Times are milliseconds since 1970. */
export interface Holder {
  readonly pid: number;
  readonly since: number;
}

export type Hold =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly holder: Holder | null }
  /** The operating system's code. */
  | { readonly kind: 'failed'; readonly code: string };

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
  /** Takes the organisation for this session's run, until it is released or the program ends, however it ends. */
  readonly holdOrganisation: (baseUrl: string, orgId: string) => Promise<Hold>;
  /** Writes how each system of a run ended into files that only this person can read; answers their paths. Rejects as `fs` does. */
  readonly exportRun: (run: Run) => Promise<readonly string[]>;
  readonly copyOutcomes: (run: Run) => void;
  readonly copyText: (text: string) => void;
  readonly repaint: () => void;
  readonly leave: () => void;
}
