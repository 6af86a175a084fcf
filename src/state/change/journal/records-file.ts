/** Tells whether a file in the folder of records is a run that can be read, and what is said of it where it is not. */
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { grouped } from '../../kernel/spelling.ts';
import { openRegularFile, codeOf } from '../../kernel/files.ts';
import { entryIn, type HeaderEntry, recordFormat } from './format.ts';
import { outcomeKinds } from '../outcome.ts';
import type { RunRecord } from './read.ts';

/** The file of a run: its first line, and its last one where that is its end. */
export interface RunEnds {
  readonly path: string;
  readonly header: HeaderEntry;
  readonly end: RunRecord['end'];
}

/** A file that is not understood, with what can be said of it. It is left exactly as it is. */
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

type UnreadReason =
  /** The program ended before the header was on the disk: nothing was planned, nothing was sent. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'header' }
  | { readonly kind: 'newer'; readonly version: string; readonly format: number }
  | { readonly kind: 'twoHeaders' }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notAFile'; readonly what: keyof typeof notAFileWords }
  /** The operating system's code. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** The folder of all records. The code says in a word why. */
  | { readonly kind: 'unusedFolder'; readonly code: string };

/** Longer lines at the ends of a file are the plan's: those of the header and of the end are short. */
const endBytes = 64 * 1024;

const beginning = '{"kind":"run"';

/** Limit for files read whole: a hundred thousand systems take a quarter of it. */
export const maxBytes = 400_000_000;

/** Never waits for anybody, and follows no link. Null where nothing is there any more. */
export async function lookAt(path: string): Promise<RunEnds | UnreadRecords | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  const what = kindOf(stats);
  if (what !== null) return unread(path, stats, { kind: 'notAFile', what });
  try {
    return await lookInto(path, stats);
  } catch (error) {
    return unread(path, stats, { kind: 'unreadable', code: codeOf(error) });
  }
}

/** Null: a plain file. */
export function kindOf(stats: Stats): keyof typeof notAFileWords | null {
  if (stats.isFile()) return null;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'pipe';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function lookInto(path: string, stats: Stats): Promise<RunEnds | UnreadRecords> {
  const { first, last, isOneLine, size } = await endsOf(path);
  const header = entryIn(first);
  if (header?.kind !== 'run') {
    const isTornHeader = beginning.startsWith(first) || first.startsWith(beginning);
    if (isOneLine && isTornHeader) return unread(path, stats, { kind: 'nothing' });
    const { inDoubt = null, orgId = null } = size > maxBytes ? {} : await whatIsSaid(path);
    const said = { inDoubt, orgId: textIn(first, 'orgId') ?? orgId, orgName: textIn(first, 'orgName') };
    return unread(path, stats, newerIn(first) ?? { kind: 'header' }, said);
  }
  const tail = entryIn(last);
  const end = tail?.kind === 'end' ? tail : null;
  if (end !== null && (isWhole(header, end) || size > maxBytes)) return { path, header, end };
  if (size > maxBytes) return unread(path, stats, { kind: 'tooLarge' }, header);
  const said = await whatIsSaid(path);
  return said.headers > 1 ? unread(path, stats, { kind: 'twoHeaders' }, { ...said, ...header }) : { path, header, end };
}

/** Are these the ends of one run? Of two in one file the numbers differ. */
function isWhole({ systems }: HeaderEntry, { counts }: NonNullable<RunRecord['end']>): boolean {
  return outcomeKinds.reduce((sum, kind) => sum + counts[kind], 0) === systems;
}

type Said = Pick<UnreadRecords, 'inDoubt' | 'orgId' | 'orgName'>;

function unread(path: string, { size, mtimeMs }: Stats, why: UnreadReason, said: Partial<Said> = {}): UnreadRecords {
  const { orgId = null, orgName = null, inDoubt = null } = said;
  return { path, why, bytes: size, changedMs: mtimeMs, orgId, orgName, inDoubt };
}

/** The first and the last line, without reading what may be megabytes between them. */
async function endsOf(path: string) {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    const read = async (position: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, position);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const head = await read(0);
    const last = (await read(Math.max(0, size - endBytes))).trimEnd().split('\n').at(-1) ?? '';
    return { first: head.split('\n', 1)[0] ?? '', last, isOneLine: size < endBytes && !head.includes('\n'), size };
  } finally {
    await file.close();
  }
}

/** A header of a format that this program does not know. */
function newerIn(line: string): UnreadReason | null {
  const { kind, format, version } = fieldsIn(line);
  if (kind !== 'run' || typeof format !== 'number' || format <= recordFormat) return null;
  return { kind: 'newer', format, version: typeof version === 'string' ? version : '' };
}

/** A field's text, also where the line is torn or damaged elsewhere. */
function textIn(line: string, name: string): string | null {
  const found = new RegExp(String.raw`"${name}":("(?:[^"\\]|\\.)*")`).exec(line)?.[1];
  const value = found === undefined ? null : parsed(found);
  return typeof value === 'string' ? value : null;
}

/** Line by line, whichever can be read. */
async function whatIsSaid(path: string) {
  const file = await openRegularFile(path, maxBytes);
  const open = new Set<string>();
  let headers = 0;
  let orgId: string | null = null;
  try {
    for await (const line of file.readLines()) {
      const fields = fieldsIn(line);
      if (fields.kind === 'run') headers++;
      if (typeof fields.orgId === 'string') orgId ??= fields.orgId;
      if (typeof fields.systemId !== 'string') continue;
      if (fields.kind === 'intent') open.add(fields.systemId);
      if (fields.kind === 'result') open.delete(fields.systemId);
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  return { headers, inDoubt: open.size, orgId };
}

function fieldsIn(line: string): { readonly [K in 'kind' | 'format' | 'version' | 'orgId' | 'systemId']?: unknown } {
  const value = parsed(line);
  return typeof value === 'object' && value !== null ? value : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A file or a folder of which nothing more can be told. */
export function unreadFile(path: string, why: UnreadReason): UnreadRecords {
  return { path, why, bytes: null, changedMs: null, orgId: null, orgName: null, inDoubt: null };
}

/** In the place of the records, where their folder is not used; by the error that says so. */
export function unusedFolder(error: unknown): UnreadRecords {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : '';
  return unreadFile(path, { kind: 'unusedFolder', code: codeOf(error) });
}

export function isUnread(looked: object): looked is UnreadRecords {
  return 'why' in looked;
}

const notAFileWords = {
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
      return `by a newer rollcall${version}; this reads format ${recordFormat}`;
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
