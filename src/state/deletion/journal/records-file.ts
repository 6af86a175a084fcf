/** Tells whether a file in the folder of records is a run that can be read, and what it says where it is not. */
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { codeOf, openRegularFile } from '../../kernel/operating-system.ts';
import { entryIn, type HeaderEntry } from './format.ts';
import type { RunRecord } from './read.ts';
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
  if (stats.isFile()) return null;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'pipe';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function lookInto(path: string, stats: Stats): Promise<RunEnds | UnreadRecords> {
  const { first, last, isOneLine, size } = await endsOf(path);
  const header = entryIn(first);
  if (header?.kind !== 'run') {
    if (isOneLine && isTornHeader(first)) return unread(path, stats, { kind: 'nothing' });
    const { inDoubt = null, orgId = null } = size > maxBytes ? {} : await whatIsSaid(path);
    const said = { inDoubt, orgId: textIn(first, 'orgId') ?? orgId, orgName: textIn(first, 'orgName') };
    return unread(path, stats, newerIn(first) ?? { kind: 'header' }, said);
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

const beginning = '{"kind":"run"';

function isTornHeader(line: string): boolean {
  return beginning.startsWith(line) || line.startsWith(beginning);
}

/** A header of a format that this program does not know. */
function newerIn(line: string): UnreadReason | null {
  const { kind, format, version } = fieldsIn(line);
  if (kind !== 'run' || typeof format !== 'number' || format <= 1) return null;
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
