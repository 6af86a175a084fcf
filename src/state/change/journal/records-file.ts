/** Decides whether a file in the folder of records is a readable change, and describes it if not. */
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { groupDigits } from '../../kernel/spelling.ts';
import { codeOf, openRegularFile, readRegularFile } from '../../kernel/files.ts';
import { type BegunRun, type ChangeHeader, type ChangeLine, lineIn, recordFormat, type ResultLine } from './format.ts';
import { noCounts, type Outcome, type OutcomeCounts, outcomeKinds, withCounted } from '../outcome.ts';
import { unnamedFields } from '../same-value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../api/exact-json.ts';
import type { FieldsSet } from '../edit.ts';
import type { System } from '../../../api/system.ts';
import type { Why } from '../run-kinds.ts';

/** The first and the last lines of the file of a change. */
export interface ChangeEnds {
  readonly path: string;
  readonly header: ChangeHeader;
  readonly end: RunRecord['end'];
  /** For a request: its result, and whether you have seen that it has none. */
  readonly result: ResultLine | null;
  readonly isSeen: boolean;
}

/** A file that cannot be parsed. rollcall never changes such a file. */
export interface UnreadRecords {
  readonly path: string;
  readonly why: UnreadReason;
  /** Null: unknown. */
  readonly bytes: number | null;
  /** Last modification, in milliseconds since 1970. */
  readonly changedMs: number | null;
  /** Null: no line names it. */
  readonly orgId: string | null;
  readonly orgName: string | null;
}

/** Why a file is not read. `message`: the fault in a few words. */
export type UnreadReason =
  /** Not a regular file, or not readable by you. `isPlain`: a pager may be able to show it. */
  | { readonly kind: 'notYours'; readonly message: string; readonly isPlain: boolean }
  | { readonly kind: 'newer'; readonly version: string; readonly format: number }
  | { readonly kind: 'damaged'; readonly message: string }
  /** Damaged; `count` systems have an intent and no result. */
  | { readonly kind: 'inDoubt'; readonly message: string; readonly count: number };

/** The header and the end of a run are short: longer lines at the ends of its file belong to the plan. */
const endBytes = 64 * 1024;

/** Maximum size of a file to read whole; 100,000 systems take a quarter of it. */
export const maxBytes = 400_000_000;

/**
 * Never blocks, and follows no link. Null: the file is gone, or the program ended before anything was planned or
 * sent.
 */
export async function lookAt(path: string): Promise<ChangeEnds | UnreadRecords | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  const what = kindOf(stats);
  if (what !== null) return unread(path, stats, { kind: 'notYours', message: what, isPlain: false });
  try {
    return await findEnd(path, stats);
  } catch (error) {
    return unread(path, stats, { kind: 'notYours', message: `cannot be read (${codeOf(error)})`, isPlain: true });
  }
}

/** Null: a regular file. */
function kindOf(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isSymbolicLink()) return 'a symbolic link, not followed';
  if (stats.isFIFO()) return 'a pipe, not a file';
  return stats.isDirectory() ? 'a folder, not a file' : 'not a file';
}

async function findEnd(path: string, stats: Stats): Promise<ChangeEnds | UnreadRecords | null> {
  const { first, tail, size, isTorn } = await endsOf(path);
  const header = lineIn(first);
  if (header?.kind !== 'change') {
    // The first line is torn, so nothing was planned or sent.
    if (isTorn && size < endBytes && isBeginning(first)) return null;
    const { inDoubt, orgId } = size > maxBytes ? { inDoubt: 0, orgId: null } : await readFacts(path);
    const said = { orgId: textIn(first, 'orgId') ?? orgId, orgName: textIn(first, 'orgName') };
    return unread(path, stats, newerIn(first) ?? damagedReason('its first line is damaged', inDoubt), said);
  }
  if (header.does === 'request') {
    if (size > maxBytes) return unread(path, stats, damagedReason('too large to read', 0), header);
    return await requestEnds(path, header, tail);
  }
  const last = lineIn(tail.trimEnd().split('\n').at(-1) ?? '');
  const end = last?.kind === 'end' ? last : null;
  const run = { path, header, end, result: null, isSeen: false };
  if (end !== null && (isWhole(header, end) || size > maxBytes)) return run;
  if (size > maxBytes) return unread(path, stats, damagedReason('too large to read', 0), header);
  const { headers, inDoubt } = await readFacts(path);
  return headers > 1 ? unread(path, stats, damagedReason('two changes in one file', inDoubt), header) : run;
}

function isBeginning(line: string): boolean {
  const beginning = '{"kind":"change"';
  return beginning.startsWith(line) || line.startsWith(beginning);
}

/**
 * Reads a request whole unless its result is near its end: the intent has a body, and the result the errors of the
 * service. A torn line is left out.
 */
async function requestEnds(path: string, header: ChangeHeader, tail: string): Promise<ChangeEnds | null> {
  const near = tail.split('\n').slice(1, -1);
  const isNear = near.some((line) => line.startsWith('{"kind":"result"'));
  const lines = isNear ? near : (await readRegularFile(path, maxBytes)).split('\n').slice(1, -1);
  if (lines.length === 0) return null;
  let [end, result, isSeen]: [ChangeEnds['end'], ChangeEnds['result'], boolean] = [null, null, false];
  for (const text of lines.filter((one) => /^\{"kind":"(?:result|end|seen)"/.test(one))) {
    const line = lineIn(text);
    if (line?.kind === 'end') end = line;
    else if (line?.kind === 'result') result = line;
    else if (line?.kind === 'seen') isSeen = true;
  }
  return { path, header, end, result, isSeen };
}

/** Do header and end belong to the same run? In a file with two runs the counts differ. */
function isWhole({ items }: ChangeHeader, { counts }: NonNullable<RunRecord['end']>): boolean {
  return outcomeKinds.reduce((sum, kind) => sum + counts[kind], 0) === items;
}

function damagedReason(message: string, inDoubt: number): UnreadReason {
  return inDoubt === 0 ? { kind: 'damaged', message } : { kind: 'inDoubt', message, count: inDoubt };
}

type Said = Partial<Pick<UnreadRecords, 'orgId' | 'orgName'>>;

function unread(path: string, { size, mtimeMs }: Stats, why: UnreadReason, said: Said = {}): UnreadRecords {
  const { orgId = null, orgName = null } = said;
  return { path, why, bytes: size, changedMs: mtimeMs, orgId, orgName };
}

/** Reads both ends of the file, since the plan between them may be large. `isTorn`: there is only a part of a line. */
async function endsOf(path: string) {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    const read = async (position: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, position);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const head = await read(0);
    const tail = size <= endBytes ? head : await read(size - endBytes);
    const first = head.split('\n', 1)[0] ?? '';
    return { first, tail, size, isTorn: head === first };
  } finally {
    await file.close();
  }
}

/** Null unless the header has a newer format. */
function newerIn(line: string): UnreadReason | null {
  const { kind, format, version } = fieldsIn(line);
  if (kind !== 'change' || typeof format !== 'number' || format <= recordFormat) return null;
  return { kind: 'newer', format, version: typeof version === 'string' ? version : '' };
}

/** Extracts a text field, even from a torn or damaged line. */
function textIn(line: string, name: string): string | null {
  const found = new RegExp(String.raw`"${name}":("(?:[^"\\]|\\.)*")`).exec(line)?.[1];
  const value = found === undefined ? null : parseOrNull(found);
  return typeof value === 'string' ? value : null;
}

/** Collects facts from every readable line of a damaged file. */
async function readFacts(path: string) {
  const file = await openRegularFile(path, maxBytes);
  const open = new Set<string>();
  let headers = 0;
  let orgId: string | null = null;
  try {
    for await (const line of file.readLines()) {
      const fields = fieldsIn(line);
      if (fields.kind === 'change') headers++;
      if (typeof fields.orgId === 'string') orgId ??= fields.orgId;
      if (typeof fields.id !== 'string') continue;
      if (fields.kind === 'intent') open.add(fields.id);
      if (fields.kind === 'result') open.delete(fields.id);
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  return { headers, inDoubt: open.size, orgId };
}

function fieldsIn(line: string): { readonly [K in 'kind' | 'format' | 'version' | 'orgId' | 'id']?: unknown } {
  const value = parseOrNull(line);
  return typeof value === 'object' && value !== null ? value : {};
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The folder of records itself, if it is refused or cannot be read. */
export function unusedFolder(path: string, message: string): UnreadRecords {
  const why = { kind: 'notYours', message, isPlain: false } as const;
  return { path, why, bytes: null, changedMs: null, orgId: null, orgName: null };
}

export function isUnread(looked: object): looked is UnreadRecords {
  return 'why' in looked;
}

/** The reason in a few words: `3 in doubt; two changes in one file`. */
export function unreadWords({ why }: UnreadRecords): string {
  switch (why.kind) {
    case 'notYours':
    case 'damaged':
      return why.message;
    case 'newer': {
      const version = why.version === '' ? '' : ` (version ${why.version})`;
      return `by a newer rollcall${version}; this reads format ${recordFormat}`;
    }
    case 'inDoubt':
      return `${groupDigits(why.count)} in doubt; ${why.message}`;
  }
}

function shortWords({ why }: UnreadRecords): string {
  const words = { notYours: 'not readable', newer: 'newer format', damaged: 'damaged' };
  return why.kind === 'inDoubt' ? `${groupDigits(why.count)} in doubt` : words[why.kind];
}

export function nameOfFile({ path }: UnreadRecords): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The notice when the organisation is opened. */
export function unreadNotice(files: readonly UnreadRecords[]): string {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) {
    return `Records not read: ${nameOfFile(first)}, ${shortWords(first)}. E shows it.`;
  }
  const inDoubt = files.reduce((sum, { why }) => sum + (why.kind === 'inDoubt' ? why.count : 0), 0);
  const doubt = inDoubt === 0 ? '' : `, ${groupDigits(inDoubt)} in doubt`;
  return `Records not read: ${groupDigits(files.length)} files here${doubt}. E shows them.`;
}

// Reads the file of a run, line by line: a torn or damaged line does not affect the others.

export interface RunRecord {
  readonly header: BegunRun;
  /** In the order in which the run starts them. */
  readonly planned: readonly System[];
  readonly intents: ReadonlySet<string>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Time of each outcome: milliseconds since 1970. */
  readonly ends: ReadonlyMap<string, number>;
  /** Fields that an operation set, or was about to set, by the id of the system. */
  readonly fields: ReadonlyMap<string, FieldsSet>;
  /** Body of each request, by the id of the system, if each has its own. */
  readonly bodies: ReadonlyMap<string, Json>;
  /** Why each system is in the run, by the id of the system. */
  readonly why: ReadonlyMap<string, Why>;
  /** Null: the program ended before the run did. */
  readonly end: Extract<ChangeLine, { kind: 'end' }> | null;
  /** Number of unreadable lines, not counting a torn last one. */
  readonly damaged: number;
  /** Time of the last line with one: milliseconds since 1970. */
  readonly lastMs: number;
  /** Time of the last intent: milliseconds since 1970; 0: none. */
  readonly lastIntentMs: number;
}

/**
 * `decode` reads a system as the service describes it; unreadable systems count as damaged. Null: not the file of a
 * run.
 */
export function readJournal(text: string, decode: (record: unknown) => System | null): RunRecord | null {
  const found = { planned: [] as System[], intents: new Set<string>(), outcomes: new Map<string, Outcome>() };
  const [fields, bodies, why] = [new Map<string, FieldsSet>(), new Map<string, Json>(), new Map<string, Why>()];
  const ends = new Map<string, number>();
  let first: BegunRun | null = null;
  let end: RunRecord['end'] = null;
  let damaged = 0;
  let lastMs = 0;
  let lastIntentMs = 0;
  // Systems with an intent, whose line of the plan may be damaged. They may have been deleted, so their outcomes must
  // be checked and reported.
  const records = new Map<string, unknown>();
  // The last piece is empty, or a line that was being written when the program ended.
  for (const line of text.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const entry = lineIn(line);
    if (entry === null) {
      damaged++;
      continue;
    }
    if ('at' in entry) lastMs = Date.parse(entry.at);
    switch (entry.kind) {
      case 'change':
        if (entry.does !== 'request') first ??= entry;
        break;
      case 'plan': {
        const systems = entry.systems.map(decode);
        damaged += systems.filter((system) => system === null).length;
        found.planned.push(...systems.filter((system) => system !== null));
        for (const [at, body] of (entry.bodies ?? []).entries()) {
          const system = systems[at];
          if (system != null && body !== null) bodies.set(system.systemId, body);
        }
        for (const [at, reason] of (entry.why ?? []).entries()) {
          const system = systems[at];
          if (system != null && reason !== null) why.set(system.systemId, reason);
        }
        break;
      }
      case 'intent':
        found.intents.add(entry.id);
        lastIntentMs = lastMs;
        if (isJsonObject(entry.sent)) {
          const { id, sent, was } = entry;
          fields.set(id, { sent, before: fieldsBefore(first?.edit?.operation.method ?? '', sent, was) });
        }
        if (damaged > 0) records.set(entry.id, entry.was);
        break;
      case 'result':
        found.outcomes.set(entry.id, entry.outcome);
        ends.set(entry.id, lastMs);
        break;
      case 'end':
        end = entry;
        break;
      case 'seen':
        break;
      default:
        // Compile-time check that every kind has a case.
        entry satisfies never;
    }
  }
  const planned = new Set(found.planned.map(({ systemId }) => systemId));
  for (const [systemId, record] of records) {
    const system = planned.has(systemId) ? null : decode(record);
    if (system?.systemId === systemId) found.planned.push(system);
  }
  return first === null
    ? null
    : { header: first, ...found, ends, fields, bodies, why, end, damaged, lastMs, lastIntentMs };
}

/**
 * Previous values of the fields that a request sets and, if its method replaces the record, of those that it may
 * clear.
 */
export function fieldsBefore(method: string, sent: JsonObject, record: unknown): JsonObject {
  return fieldsOf(record, [...Object.keys(sent), ...unnamedFields(method, sent, record)]);
}

/** The named fields of a record, without those that it does not have. */
export function fieldsOf(record: unknown, names: readonly string[]): JsonObject {
  const fields = typeof record === 'object' && record !== null ? (record as JsonObject) : {};
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name] ?? null] as const] : [])),
  );
}

/** Counts only the systems that have an outcome: the run is still in progress, and the others may yet get one. */
export function countsSoFar(record: RunRecord): OutcomeCounts {
  return countsIn({ ...record, planned: record.planned.filter(({ systemId }) => record.outcomes.has(systemId)) });
}

/** Counts every planned system; one with an intent and no result is unknown. */
export function countsIn({ planned, intents, outcomes }: RunRecord): OutcomeCounts {
  const outcomeLeft = (systemId: string): Outcome => ({
    kind: intents.has(systemId) ? 'unknown' : 'notAttempted',
    problem: null,
  });
  return withCounted(
    noCounts,
    planned.map(({ systemId }) => outcomes.get(systemId) ?? outcomeLeft(systemId)),
  );
}
