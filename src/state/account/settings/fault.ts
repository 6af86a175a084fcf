/** Settings that are not understood: their protections are unknown, so rollcall changes nothing until they are. */

export interface SettingsFault {
  /** The path of the file, as it was given. */
  readonly path: string;
  /** Counted from 1; null where the whole file is unreadable. */
  readonly at: { readonly line: number; readonly column: number } | null;
  /** The fault in one or two sentences. */
  readonly says: string;
  /** An editor can open the file. */
  readonly isEditable: boolean;
  /** When the copy of the last understood settings was written, in milliseconds since 1970; null: there is no copy. */
  readonly copyAt: number | null;
}

/** Shown on every screen until the settings are understood. */
export const faultNotice = 'Settings not understood: nothing is changed. : edits the file.';

/** The file, the line, the column, and the mistake. */
export function faultSentence({ path, at, says }: Pick<SettingsFault, 'path' | 'at' | 'says'>): string {
  return at === null ? `${path}: ${says}` : `${path}, line ${at.line}, column ${at.column}: ${says}`;
}
