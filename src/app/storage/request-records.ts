/** Keeps request records in files of the month, for their owner alone: a change is saved before it is sent. */
import fs from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { SavedIntent } from '../../api/http/saved-intent.ts';
import { appendTo } from '../../state/change/journal/append.ts';
import {
  afterText,
  type RequestLine,
  requestLineIn,
  requestText,
  valuesIn,
  type Writer,
} from '../../state/change/journal/request-lines.ts';
import { kindOf, unreadFile, type UnreadRecords } from '../../state/change/journal/records-file.ts';
import type {
  KeptRequest,
  RequestEnd,
  RequestRecord,
  RequestRecords,
  RequestSummary,
} from '../../state/change/journal/request-record.ts';
import { openRegularFile, codeOf } from '../../state/kernel/files.ts';
import { removeIfPossible } from './atomic-write.ts';
import { version } from '../cli/flags.ts';
import { isAlive } from '../process/alive.ts';
import { requestsFolder, requireOwnFolder, stateOfFolder } from './folders.ts';

/** A full file begins the next one of its month; the oldest go. */
const mostBytes = 10 * 1024 * 1024;
const mostFiles = 5;

/** One more request may be as large as its stored limit. */
const mostReadBytes = 2 * mostBytes;

/** The search for requests without an end reads so much of the newest records. */
const latestBytes = 1024 * 1024;

/** A session that has been silent for so long about its request will stay silent. */
const longestUnderWayMs = 60 * 60_000;

interface Options {
  /** Their folder. Rejects with a code where there is no home. */
  readonly folder: () => Promise<string>;
  readonly version: string;
  readonly now: () => number;
}

/** A request in a file, with the facts of all later lines about it. */
interface Found {
  readonly line: Extract<RequestLine, { readonly address: string }>;
  readonly path: string;
  /** Without its intent nothing was sent: its record could not be saved. */
  isBegun: boolean;
  end: RequestEnd | null;
  isSeen: boolean;
}

/** The records on this computer; the demo has a folder of its own. */
export function requestRecordsHere(isDemo: boolean): RequestRecords {
  return openRequestRecords({ folder: () => requestsFolder(isDemo), version, now: () => Date.now() });
}

export function openRequestRecords({ folder, now, ...written }: Options): RequestRecords {
  const writer: Writer = { pid: process.pid, computer: hostname() };
  /** Files with the requests of this session, and the proofs that they were saved. */
  const begun = new Map<string, { readonly path: string; readonly intent: SavedIntent }>();

  const begin = async (record: RequestRecord): Promise<{ ok: true; id: string } | { ok: false; code: string }> => {
    try {
      const where = await folder();
      requireOwnFolder(where);
      const id = process.getBuiltinModule('node:crypto').randomUUID();
      const text = requestText(record, { id, version: written.version, ...writer });
      const path = pathFor(where, record.at.slice(0, 7), Buffer.byteLength(text));
      const intent = await SavedIntent.after(() => appendTo(path, text, true));
      if (typeof intent === 'string') return { ok: false, code: intent };
      begun.set(id, { path, intent });
      removeOldest(where, path);
      return { ok: true, id };
    } catch (error) {
      return { ok: false, code: codeOf(error) };
    }
  };

  const summaryOf = ({ line, path, end, isSeen }: Found): RequestSummary => {
    const isUnderWay = end === null && isAtWork(line, now());
    return {
      ...{ id: line.id, ...writtenAbout(line) },
      ...{ end, path, isUnderWay, isSeen },
    };
  };

  return {
    begin,
    intentOf(id) {
      const intent = begun.get(id)?.intent;
      if (intent === undefined) throw new Error('a request without a record was to be sent');
      return intent;
    },
    end: (id, end) => {
      const path = begun.get(id)?.path;
      return path === undefined
        ? Promise.resolve('ENOENT')
        : appendTo(path, afterText({ kind: 'end', id, ...end }), false);
    },
    async list() {
      const where = await folder();
      const requests: RequestSummary[] = [];
      const unread: UnreadRecords[] = [];
      let damaged = 0;
      const state = stateOfFolder(where);
      if (state.kind === 'refused') throw Object.assign(new Error(state.sentence), { code: state.code, path: where });
      // A missing folder holds no records.
      for (const name of state.kind === 'missing' ? [] : namesIn(where).toReversed()) {
        const path = join(where, name);
        const read = await readFile(path).catch((error: unknown) => unreadFile(path, reasonOf(path, error)));
        if ('why' in read) {
          unread.push(read);
          continue;
        }
        damaged += read.damaged;
        requests.push(...read.found.map(summaryOf));
      }
      return { requests: newestFirst(requests), damaged, unread };
    },
    read: ({ id, path }) => readOne(path, id).catch(() => null),
    async withoutEnd() {
      try {
        const where = await folder();
        if (stateOfFolder(where).kind !== 'own') return [];
        const found = await latest(where);
        const left = found.filter(({ line, end, isSeen }) => line.mode === 'sent' && end === null && !isSeen);
        return newestFirst(left.map(summaryOf).filter(({ isUnderWay }) => !isUnderWay));
      } catch {
        return [];
      }
    },
    markSeen: ({ id, path }) =>
      appendTo(path, afterText({ kind: 'seen', id, at: new Date(now()).toISOString() }), false),
  };
}

/** Why the newest file takes no more lines; null where it does, or where there is none. */
export async function nextFileFault(folder: string): Promise<string | null> {
  const newest = namesIn(folder).at(-1);
  const code = newest === undefined ? null : await appendTo(join(folder, newest), '', false);
  return code === 'ENOENT' ? null : code;
}

/** `2026-11.jsonl`, then `2026-11-2.jsonl`. */
const nameShape = /^(\d{4}-\d{2})(?:-(\d{1,4}))?\.jsonl$/;

/** The oldest first. */
function namesIn(folder: string): readonly string[] {
  const files = fs.readdirSync(folder).flatMap((name) => {
    const [, month, number = '1'] = nameShape.exec(name) ?? [];
    return month === undefined ? [] : [{ name, month, number: Number(number) }];
  });
  files.sort((a, b) => (a.month === b.month ? a.number - b.number : a.month < b.month ? -1 : 1));
  return files.map(({ name }) => name);
}

/** The last file of the month, or the next one where so many bytes more do not fit. */
function pathFor(folder: string, month: string, bytes: number): string {
  const last = namesIn(folder).findLast((name) => name.startsWith(month));
  if (last === undefined) return join(folder, `${month}.jsonl`);
  const path = join(folder, last);
  const size = fs.lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size + bytes <= mostBytes) return path;
  return join(folder, `${month}-${Number(nameShape.exec(last)?.[2] ?? '1') + 1}.jsonl`);
}

/** Never the file that was just written, even after a wrong clock. */
function removeOldest(folder: string, current: string): void {
  const others = namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => path !== current);
  for (const path of others.slice(0, Math.max(0, others.length - (mostFiles - 1)))) removeIfPossible(path);
}

/** The code of a link that is not followed says nothing to anybody. */
function reasonOf(path: string, error: unknown): UnreadRecords['why'] {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  const what = stats === undefined ? null : kindOf(stats);
  if (what !== null) return { kind: 'notAFile', what };
  return stats !== undefined && stats.size > mostReadBytes
    ? { kind: 'tooLarge' }
    : { kind: 'unreadable', code: codeOf(error) };
}

async function readFile(path: string): Promise<{ readonly found: readonly Found[]; readonly damaged: number }> {
  const found = new Map<string, Found>();
  let damaged = 0;
  const file = await openRegularFile(path, mostReadBytes);
  try {
    for await (const text of file.readLines({ encoding: 'utf8' })) {
      if (text !== '' && !take(found, text, path)) damaged++;
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  return { found: begunOf(found), damaged };
}

function begunOf(found: ReadonlyMap<string, Found>): readonly Found[] {
  return [...found.values()].filter(({ isBegun }) => isBegun);
}

/** Takes a line; false where it cannot be read. */
function take(found: Map<string, Found>, text: string, path: string): boolean {
  const line = requestLineIn(text);
  if (line === null) return false;
  if ('address' in line) {
    found.set(line.id, { line, path, isBegun: false, end: null, isSeen: false });
    return true;
  }
  const one = found.get(line.id);
  if (one === undefined) return true;
  one.isBegun = true;
  if (line.kind === 'seen') one.isSeen = true;
  else if (line.kind === 'end') {
    const { at, outcome, status, slug, traceId, ms } = line;
    one.end = { at, outcome, status, slug, traceId, ms };
  }
  return true;
}

/** The newest records: of the newest file, and of the one before where that is small. */
async function latest(folder: string): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  let room = latestBytes;
  const parts: { readonly path: string; readonly lines: readonly string[] }[] = [];
  for (const name of namesIn(folder).slice(-2).toReversed()) {
    if (room <= 0) break;
    const path = join(folder, name);
    const file = await openRegularFile(path, mostReadBytes).catch(() => null);
    if (file === null) continue;
    try {
      const { size } = await file.stat();
      const from = Math.max(0, size - room);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      // The first line of a part is none.
      parts.unshift({ path, lines: from === 0 ? lines : lines.slice(1) });
      room -= size;
    } finally {
      await file.close();
    }
  }
  for (const { path, lines } of parts) for (const text of lines) take(found, text, path);
  return begunOf(found);
}

async function readOne(path: string, id: string): Promise<KeptRequest | null> {
  const found = new Map<string, Found>();
  const lines: string[] = [];
  const file = await openRegularFile(path, mostReadBytes);
  try {
    for await (const text of file.readLines({ encoding: 'utf8' })) {
      if (!text.includes(id)) continue;
      take(found, text, path);
      lines.push(text);
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  const one = found.get(id);
  if (one === undefined) return null;
  const sent = lines.find((text) => text.startsWith('{"kind":"intent"')) ?? '';
  const large = requestLineIn(sent);
  const cut = (large !== null && 'cut' in large ? large.cut : null) ?? {};
  const record = { ...writtenAbout(one.line), ...valuesIn(sent) };
  return { id, record, cut, end: one.end, path, lines: lines.join('\n') };
}

function writtenAbout(line: Found['line']): Omit<RequestRecord, 'body' | 'before'> {
  const { at, mode, profile, baseUrl, orgId, orgName, method, template, address } = line;
  const { person, reviewed, confirmed } = line;
  return {
    ...{ at, mode, profile, baseUrl, orgId, orgName, method, template, address },
    ...(person !== undefined && { person }),
    ...(confirmed !== undefined && { reviewed, confirmed }),
  };
}

function newestFirst(requests: readonly RequestSummary[]): readonly RequestSummary[] {
  return requests.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** Is the session that saved it alive on this computer, and may it still report its end? */
function isAtWork({ at, pid, computer }: Writer & { readonly at: string }, now: number): boolean {
  const began = Date.parse(at);
  // Numbers of processes begin again when a computer does.
  const isOver = now - began > longestUnderWayMs || began < Date.now() - uptime() * 1000;
  if (isOver) return false;
  // Nothing else is known of another computer that shares this home.
  return computer === hostname() ? isAlive(pid) : true;
}
