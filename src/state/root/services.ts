/** Ports and services: what features need from the computer and from one another. `app` provides the ports. */
import type { RequestEntry } from '../../api/http/request-log.ts';
import type { FeaturePorts } from './state.ts';
import type { Client } from '../../api/http/client.ts';
import type { Prefetch } from '../../api/systems.ts';

/** Ports of the program itself; features declare the others that they need. */
interface MachinePorts {
  readonly version: string;
  /** --preview and --read-only hold for the whole session, whatever a profile says. */
  readonly isPreview: boolean;
  readonly isReadOnly: boolean;
  /** The folder of the runs' journals. Rejects with a code when it is missing or must not be used. */
  readonly changesFolder: () => Promise<string>;
  /** Called with each finished request to the service; absent without a log. */
  readonly requestEnded?: ((entry: RequestEntry) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since an arbitrary moment, by a monotonic clock that includes sleep. */
  readonly sinceBoot: () => number;
  /** Random, from 0 up to but excluding 1. */
  readonly random: () => number;
  /** A UUID that cannot be guessed (RFC 9562, version 4). */
  readonly randomId: () => string;
  readonly copyText: (text: string) => void;
  /** Copies lines, with invisible characters made visible. */
  readonly copyLines: (lines: readonly string[]) => void;
  /** Gives the terminal to the shell until rollcall is continued. */
  readonly suspend: () => void;
  /** Opens the file in a pager. Resolves with the error, phrased to follow a colon; null on success. */
  readonly showFile: (path: string) => Promise<string | null>;
  /**
   * Shows a text in a pager, with invisible characters made visible, through a temporary file. Same result as
   * `showFile`.
   */
  readonly showText: (text: string) => Promise<string | null>;
  /** Opens a text in an editor; resolves with the saved text, or with the error, phrased to follow a colon. */
  readonly editText: (
    name: string,
    text: string,
  ) => Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }>;
  /** Edits your own file in place. Resolves with the error; null on success. */
  readonly editFile: (path: string) => Promise<string | null>;
  /** Runs a program in the terminal without a shell, until it ends and a key is pressed. Resolves with how it ended. */
  readonly runCommand: (name: string, words: readonly string[]) => Promise<string>;
  readonly repaint: () => void;
  readonly leave: () => void;
}

type Joined<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Ports = MachinePorts & Joined<FeaturePorts>;

// Services for effects. A feature adds the types of its own by `declare module`; the values are in its `services`.

/** Services that `app` provides for effects. */
export interface Given {
  readonly ports: Ports;
}

/** Services that features make. */
export interface Made {
  /** A client for the service in use, with this token or the current one. */
  readonly client: (token?: string) => Client;
  readonly useService: (baseUrl: string) => void;
  readonly pageAhead: Prefetch;
  /** The prefetched next page of the list against which a run checks its outcomes. */
  readonly checkAhead: Prefetch;
}
