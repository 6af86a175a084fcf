/** Declares the feature: systems are copied, or exported into files. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { System } from '../../../api/system.ts';
import type { JudgedBy } from '../staleness/staleness.ts';
import type { ListPosition } from '../../kernel/list-view.ts';

export type ExportScope = 'marked' | 'shown' | 'read';

/**
 * All files were written, or none; then the file that failed, the operating system's error code, and whether a
 * partial file remains.
 */
export type ExportWritten =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly file: string; readonly code: string; readonly isPartLeft: boolean };

/** A file for data that arrives in pieces. `close(false)` removes an incomplete file. */
export interface ExportFile {
  readonly path: string;
  readonly write: (piece: Uint8Array) => Promise<void>;
  readonly close: (isWhole: boolean) => Promise<void>;
}

export interface CopyText {
  readonly what: string;
  /** One element per line; null: the text is hidden and must be shown before it can be copied. */
  readonly lines: readonly string[] | null;
  /** Names the values left out of the copy, to follow "without"; undefined: nothing is left out. */
  readonly leftOut?: string | undefined;
}

export interface ExportFeature {
  readonly action: Tagged<{
    copyOpened: None;
    textCopied: None;
    exportOpened: None;
    systemsExported: { scope: ExportScope };
  }>;
  readonly effect: Tagged<{
    exportSystems: { systems: readonly System[] } & JudgedBy;
    copyText: { text: string };
    /** Copies with control characters made visible, so that pasting it cannot run a command. */
    copyLines: { lines: readonly string[] };
  }>;
  readonly overlay: Tagged<{
    /** The texts that the screen beneath offered when the menu was opened. */
    copy: { list: ListPosition; texts: readonly CopyText[] };
    exportSystems: None;
  }>;
  readonly port: {
    /** Writes files that only you can read, with ages and staleness as of `now`. */
    readonly exportSystems: (systems: readonly System[], by: JudgedBy) => Promise<ExportWritten>;
    /** Opens a file for data too large to hold in memory. Rejects with the operating system's error code. */
    readonly openExport: (about: { readonly name: string; readonly extension: string }) => Promise<ExportFile>;
  };
}
