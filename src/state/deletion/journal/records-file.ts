/** Tells whether a file in the folder of records is a run that can be read, and what it says where it is not. */
import { constants, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { codeOf, openRegularFile } from '../../kernel/operating-system.ts';
import type { HeaderEntry } from './format.ts';
import { entryIn, type RunRecord } from './read.ts';
import type { NotAFile, UnreadReason, UnreadRecords } from './unread-records.ts';

/** The file of a run: its first line, and its last one where that is its end. */
export interface RunEnds {
  readonly header: HeaderEntry;
  readonly end: RunRecord['end'];
}

/** Longer lines at the ends of a file are the plan's: those of the header and of the end are short. */
const endBytes = 64 * 1024;

/** What is read whole: the file of a hundred thousand systems has a quarter of it. */
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

function kindOf(stats: Stats): NotAFile | null {
  switch (stats.mode & constants.S_IFMT) {
    case constants.S_IFREG:
      return null;
    case constants.S_IFLNK:
      return 'link';
    case constants.S_IFIFO:
      return 'pipe';
    case constants.S_IFDIR:
      return 'folder';
    default:
      return 'other';
  }
}

async function lookInto(path: string, stats: Stats): Promise<RunEnds | UnreadRecords> {
  const { first, last, isOneLine, size } = await endsOf(path);
  const header = entryIn(first);
  if (header?.kind !== 'run') {
    if (isOneLine && isTornHeader(first)) return unread(path, stats, { kind: 'nothing' });
    const said = size > maxBytes ? nothingSaid : await whatIsSaid(path);
    return unread(path, stats, newerIn(first) ?? { kind: 'header' }, { ...said, ...organisationIn(first) });
  }
  const tail = entryIn(last);
  const end = tail?.kind === 'end' ? tail : null;
  if (end !== null && (isWhole(header, end) || size > maxBytes)) return { header, end };
  if (size > maxBytes) return unread(path, stats, { kind: 'tooLarge' }, header);
  const said = await whatIsSaid(path);
  return said.headers > 1 ? unread(path, stats, { kind: 'twoHeaders' }, { ...said, ...header }) : { header, end };
}

/** Are these the ends of one run? Of two in one file the numbers differ. */
function isWhole({ systems }: HeaderEntry, { counts }: NonNullable<RunRecord['end']>): boolean {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) === systems;
}

interface Said {
  readonly headers: number;
  readonly inDoubt: number | null;
  readonly orgId: string | null;
  readonly orgName: string | null;
}

const nothingSaid: Said = { headers: 0, inDoubt: null, orgId: null, orgName: null };

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

const beginning = '{"kind":"run"';

function isTornHeader(line: string): boolean {
  return beginning.startsWith(line) || line.startsWith(beginning);
}

/** A header of a format that this program does not know. */
function newerIn(line: string): UnreadReason | null {
  const fields = fieldsIn(line);
  const { kind, format, version } = fields;
  if (kind !== 'run' || typeof format !== 'number' || format <= 1) return null;
  return { kind: 'newer', format, version: typeof version === 'string' ? version : '' };
}

/** Also where the line is torn or damaged elsewhere. */
function organisationIn(line: string): Partial<Said> {
  const text = (name: string): string | undefined => {
    const found = new RegExp(String.raw`"${name}":("(?:[^"\\]|\\.)*")`).exec(line)?.[1];
    const value: unknown = found === undefined ? undefined : parsed(found);
    return typeof value === 'string' ? value : undefined;
  };
  const [orgId, orgName] = [text('orgId'), text('orgName')];
  return { ...(orgId !== undefined && { orgId }), ...(orgName !== undefined && { orgName }) };
}

/** Line by line, whichever can be read. */
async function whatIsSaid(path: string): Promise<Said> {
  const file = await openRegularFile(path, maxBytes);
  const open = new Set<string>();
  let headers = 0;
  let orgId: string | null = null;
  try {
    for await (const line of file.readLines({ encoding: 'utf8' })) {
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
  return { headers, inDoubt: open.size, orgId, orgName: null };
}

function fieldsIn(line: string): Readonly<Record<'kind' | 'format' | 'version' | 'orgId' | 'systemId', unknown>> {
  const value = parsed(line);
  const fields = typeof value === 'object' && value !== null ? value : {};
  const own = (name: string): unknown =>
    Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : null;
  const [kind, format, version] = [own('kind'), own('format'), own('version')];
  return { kind, format, version, orgId: own('orgId'), systemId: own('systemId') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
