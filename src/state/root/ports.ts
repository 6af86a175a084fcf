/** Ports: what the program needs of the machine it runs on. `app` hands these in; nothing below it touches them otherwise. */
import type { RequestEntry } from '../../api/http/request-log.ts';
import type { FeaturePorts } from './state.ts';

/** Ports of the program itself; the others are declared by the features that need them. */
interface MachinePorts {
  readonly version: string;
  /** --preview and --read-only hold for the whole session, whatever a profile says. */
  readonly isPreview: boolean;
  readonly isReadOnly: boolean;
  /** The folder of the runs' journals. Rejects with a code where it must not be used, or there is none. */
  readonly changesFolder: () => Promise<string>;
  /** Told of each request to the service once it is over; absent where nobody keeps a log. */
  readonly requestEnded?: ((entry: RequestEntry) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, by a clock that nobody sets and that goes on while the computer sleeps. */
  readonly sinceBoot: () => number;
  /** From 0 up to 1, by chance. */
  readonly random: () => number;
  /** A UUID, which nobody can guess (RFC 9562, version 4). */
  readonly randomId: () => string;
  readonly copyText: (text: string) => void;
  /** The same with what is hidden in each line made visible. */
  readonly copyLines: (lines: readonly string[]) => void;
  /** The shell gets the terminal until this program is continued. */
  readonly suspend: () => void;
  /** The pager gets it, with this file. Answers what went wrong, as it follows a colon; null: nothing. */
  readonly showFile: (path: string) => Promise<string | null>;
  /** The same with a text, with what is hidden in it made visible, in a file that is removed after. */
  readonly showText: (text: string) => Promise<string | null>;
  /** The editor gets it, with this text; answers what was saved, or what went wrong, as it follows a colon. */
  readonly editText: (
    name: string,
    text: string,
  ) => Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly says: string }>;
  /** The same with a file of the person's own, in its place. Answers what went wrong; null: nothing. */
  readonly editFile: (path: string) => Promise<string | null>;
  /** The program gets the terminal, without a shell, until it ends and a key was pressed. Answers how it ended. */
  readonly runCommand: (name: string, words: readonly string[]) => Promise<string>;
  readonly repaint: () => void;
  readonly leave: () => void;
}

/** The parts of a union as one. */
type Joined<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Ports = MachinePorts & Joined<FeaturePorts>;
