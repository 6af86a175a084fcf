/** Declares the feature: systems are copied, or exported into files. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { System } from '../../../api/system.ts';
import type { JudgedBy } from '../staleness/staleness.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

/** The systems that an export covers. */
export type ExportScope = 'marked' | 'shown' | 'read';

/** All files, or none: then the failed ones, with the operating system's code, and whether a part remains. */
export type ExportWritten =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly file: string; readonly code: string; readonly isPartLeft: boolean };

/** A file that is written as data arrives. `close` removes an incomplete file. */
export interface ExportFile {
  readonly path: string;
  readonly write: (piece: Uint8Array) => Promise<void>;
  readonly close: (isWhole: boolean) => Promise<void>;
}

/** A text that can be copied. */
export interface CopyText {
  readonly what: string;
  /** Each is one line; null: the text is hidden, and is shown first. */
  readonly lines: readonly string[] | null;
  /** The values that it lacks, in words that follow "without"; undefined: none. */
  readonly leftOut?: string | undefined;
}

export interface ExportFeature {
  readonly action: Tagged<{
    copyOpened: None;
    /** The text under the cursor of the copy menu. */
    textCopied: None;
    exportOpened: None;
    systemsExported: { scope: ExportScope };
  }>;
  readonly effect: Tagged<{
    exportSystems: { systems: readonly System[] } & JudgedBy;
    /** Copies the text unchanged. */
    copyText: { text: string };
    /** Copies with hidden characters made visible: a paste runs nothing. */
    copyLines: { lines: readonly string[] };
  }>;
  readonly overlay: Tagged<{
    /** The texts that the screen beneath offered when the menu was opened. */
    copy: { list: ListPosition; texts: readonly CopyText[] };
    exportSystems: None;
  }>;
  readonly port: {
    /** Writes systems into files that only this person can read, with ages and staleness as of `now`. */
    readonly exportSystems: (systems: readonly System[], by: JudgedBy) => Promise<ExportWritten>;
    /** A file for what is too large to be kept. Rejects with the operating system's code. */
    readonly openExport: (about: { readonly name: string; readonly extension: string }) => Promise<ExportFile>;
  };
}
