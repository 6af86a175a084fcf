/** Files of records that are not understood, and the words for them. They are left exactly as they are. */
import { grouped } from '../../kernel/format-number.ts';

/** With what can be said of it. */
export interface UnreadRecords {
  readonly path: string;
  readonly why: UnreadReason;
  /** Null where not even that can be told. */
  readonly bytes: number | null;
  /** When it was last written; milliseconds since 1970. */
  readonly changedMs: number | null;
  /** Null where none of its lines says it, as with the name. */
  readonly orgId: string | null;
  readonly orgName: string | null;
  /** Systems with an intent and no result; null where its lines were not read. */
  readonly inDoubt: number | null;
}

export type UnreadReason =
  /** The program ended before the header was on the disk: nothing was planned, nothing was sent. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'header' }
  | { readonly kind: 'newer'; readonly version: string; readonly format: number }
  | { readonly kind: 'twoHeaders' }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notAFile'; readonly what: NotAFile }
  /** The operating system's code. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** The folder of all records. The code says in a word why. */
  | { readonly kind: 'unusedFolder'; readonly code: string };

export type NotAFile = 'link' | 'pipe' | 'folder' | 'other';

export function isUnread(looked: object): looked is UnreadRecords {
  return 'why' in looked;
}

const notAFileWords: Record<NotAFile, string> = {
  link: 'a symbolic link, not followed',
  pipe: 'a pipe, not a file',
  folder: 'a folder, not a file',
  other: 'not a file',
};

/** Why it is not understood, in a few words. */
export function reasonWords(why: UnreadReason): string {
  switch (why.kind) {
    case 'nothing':
      return 'ended before its first line: nothing was deleted';
    case 'header':
      return 'its first line is damaged';
    case 'newer': {
      const version = why.version === '' ? '' : ` (version ${why.version})`;
      return `by a newer rollcall${version}; this one reads format 1`;
    }
    case 'twoHeaders':
      return 'two runs in one file';
    case 'tooLarge':
      return 'too large to read';
    case 'notAFile':
      return notAFileWords[why.what];
    case 'unreadable':
      return `cannot be read (${why.code})`;
    case 'unusedFolder':
      return `not used: ${why.code}`;
  }
}

const shortWords: Record<UnreadReason['kind'], string> = {
  nothing: 'nothing in it',
  header: 'first line damaged',
  newer: 'newer format',
  twoHeaders: 'two runs in it',
  tooLarge: 'too large',
  notAFile: 'not a file',
  unreadable: 'not readable',
  unusedFolder: 'folder not used',
};

/** Why, after what is left open there: `3 in doubt; two runs in one file`. */
export function unreadWords({ why, inDoubt }: UnreadRecords): string {
  const doubt = inDoubt === null || inDoubt === 0 ? '' : `${grouped(inDoubt)} in doubt; `;
  return `${doubt}${reasonWords(why)}`;
}

export function nameOfFile({ path }: UnreadRecords): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Said when their organisation is opened. */
export function unreadNotice(files: readonly UnreadRecords[]): string {
  const [first, ...others] = files;
  const inDoubt = files.reduce((sum, file) => sum + (file.inDoubt ?? 0), 0);
  const doubt = inDoubt === 0 ? null : `${grouped(inDoubt)} in doubt`;
  if (first !== undefined && others.length === 0) {
    return `Records not read: ${nameOfFile(first)}, ${doubt ?? shortWords[first.why.kind]}. E shows it.`;
  }
  return `Records not read: ${grouped(files.length)} files here${doubt === null ? '' : `, ${doubt}`}. E shows them.`;
}
