/** Settings that are not understood: what they protected is not known, so that nothing is changed until they are. */

export interface SettingsFault {
  /** Of the file, as a person named it. */
  readonly path: string;
  /** Counted from 1; null where the file as a whole is not read. */
  readonly at: { readonly line: number; readonly column: number } | null;
  /** In one or two sentences. */
  readonly says: string;
  /** An editor can open the file. */
  readonly isEditable: boolean;
  /** When the copy of the last settings that were understood was written, in milliseconds since 1970; null: there is none. */
  readonly copyAt: number | null;
}

/** On every screen until the settings are understood. */
export const faultNotice = 'Settings not understood: nothing is changed. : edits the file.';

/** The file, the line, the column, and what is wrong there. */
export function faultSentence({ path, at, says }: Pick<SettingsFault, 'path' | 'at' | 'says'>): string {
  return at === null ? `${path}: ${says}` : `${path}, line ${at.line}, column ${at.column}: ${says}`;
}
