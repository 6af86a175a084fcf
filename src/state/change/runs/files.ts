/** Walks the files of changes: for the history, for interrupted changes, and for systems that rollcall disabled. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { System } from '../../../api/system.ts';
import { openRegularFile, readRegularFile, codeOf } from '../../kernel/files.ts';
import type { BegunRequest, BegunRun, ChangeHeader, IntentLine, ResultLine } from '../journal/format.ts';
import { lineIn } from '../journal/format.ts';
import {
  type ChangeEnds,
  countsIn,
  countsSoFar,
  isUnread,
  lookAt,
  maxBytes,
  readJournal,
  type RunRecord,
  type UnreadRecords,
  unusedFolder,
} from '../journal/records-file.ts';
import { noCounts, type OutcomeCounts } from '../outcome.ts';
import { isAtWork } from '../journal/requests.ts';
import type { Signature } from '../run.ts';
import type { RunKind } from '../run-kinds.ts';
import { isSameService } from '../../session/session.ts';

interface ChangeSummary<Header extends ChangeHeader> extends Omit<ChangeEnds, 'end' | 'header'> {
  readonly header: Header;
  readonly counts: OutcomeCounts;
  readonly stage: RunStage;
}

export type RunSummary = ChangeSummary<BegunRun>;
export type RequestSummary = ChangeSummary<BegunRequest>;

export type ChangeRow = RunSummary | RequestSummary | UnreadRecords;

/** `going`: a session is working on it. `cutOff`: it has no last line, and no session will write one. */
export type RunStage = 'ended' | 'going' | 'cutOff';

export type Decode = (record: unknown) => System | null;

type IsLocked = (baseUrl: string, orgId: string) => Promise<boolean>;

/** Maximum number of changes in the history. */
const maxListed = 2000;

/** Newest first, including every unreadable file. A missing folder is empty. */
export async function listChanges(
  folder: string,
  decode: Decode,
  isLocked: IsLocked,
  now: number,
): Promise<readonly ChangeRow[]> {
  const rows: ChangeRow[] = [];
  // One run at a time per organisation: an older one without an end was interrupted.
  const looked = new Set<string>();
  const stageOf = async ({ mode, baseUrl, orgId }: BegunRun): Promise<RunStage> => {
    if (mode === 'preview' || baseUrl === null || looked.has(orgId)) return 'cutOff';
    looked.add(orgId);
    return (await isLocked(baseUrl, orgId)) ? 'going' : 'cutOff';
  };
  for await (const found of filesIn(folder)) {
    if (isUnread(found)) rows.push(found);
    else if (rows.length >= maxListed) continue;
    else if (isRun(found)) rows.push(await summaryOf(found, decode, stageOf));
    else if (isRequest(found)) rows.push(requestSummary(found, now));
  }
  return rows;
}

function isRequest<Row extends { readonly header: ChangeHeader }>(
  row: Row,
): row is Row & { readonly header: BegunRequest } {
  return row.header.does === 'request';
}

type RunEnds = ChangeEnds & { readonly header: BegunRun };

function isRun(found: ChangeEnds | UnreadRecords): found is RunEnds {
  return !isUnread(found) && found.header.does !== 'request';
}

function requestSummary(found: ChangeEnds & { readonly header: BegunRequest }, now: number): RequestSummary {
  const { end, ...about } = found;
  const stage = end !== null ? 'ended' : isAtWork(found.header, now) ? 'going' : 'cutOff';
  return { ...about, counts: end?.counts ?? noCounts, stage };
}

/** Newest first, without previews. */
export async function requestsIn(folder: string, now: number): Promise<readonly RequestSummary[]> {
  const requests: RequestSummary[] = [];
  for await (const found of filesIn(folder)) {
    if (!isUnread(found) && isRequest(found) && found.header.mode === 'run') requests.push(requestSummary(found, now));
  }
  return requests;
}

/** The confirmation of the newest change from the reviewed file with this checksum; null: not confirmed here. */
export async function confirmationOf(folder: string, checksum: string): Promise<Signature | null> {
  for await (const found of filesIn(folder)) {
    if (isUnread(found)) continue;
    const { mode, reviewed, confirmed } = found.header;
    if (mode === 'run' && reviewed?.file === checksum && confirmed !== undefined) return confirmed;
  }
  return null;
}

/** The request has no result, its session has ended, and you have not seen it. */
export function isLeft({ stage, isSeen, result }: RequestSummary): boolean {
  return stage === 'cutOff' && !isSeen && result === null;
}

interface LeftThere {
  /** The newest run without an end, not counting previews; runs of the same service come first. */
  readonly open: RunEnds | null;
  /** Unreadable files of this organisation, and the folder itself if it cannot be read. */
  readonly unread: readonly UnreadRecords[];
}

export async function findLeft(folder: string, baseUrl: string, orgId: string): Promise<LeftThere> {
  const open: RunEnds[] = [];
  const unread: UnreadRecords[] = [];
  for await (const found of filesIn(folder)) {
    if (isUnread(found)) {
      // A folder that cannot be read may have records of this organisation.
      if (found.orgId === orgId || found.path === folder) unread.push(found);
    } else if (isRun(found) && found.header.orgId === orgId && found.header.mode === 'run' && found.end === null) {
      open.push(found);
    }
  }
  return { open: open.find(({ header }) => isSameService(header.baseUrl, baseUrl)) ?? open[0] ?? null, unread };
}

/** Organisations of this service with an unfinished run (not counting previews), and the kind of the newest. */
export async function findUnfinishedRuns(folder: string, baseUrl: string): Promise<ReadonlyMap<string, RunKind>> {
  const unfinished = new Map<string, RunKind>();
  for await (const found of filesIn(folder)) {
    if (!isRun(found) || found.end !== null) continue;
    const { header } = found;
    const isOne = header.mode === 'run' && isSameService(header.baseUrl, baseUrl);
    if (isOne && !unfinished.has(header.orgId)) unfinished.set(header.orgId, header.does);
  }
  return unfinished;
}

type SystemEntry = IntentLine | ResultLine;

interface Wanted<Kind extends SystemEntry['kind'], Found> {
  readonly baseUrl: string;
  readonly orgId: string;
  /** Other lines may be long, and are not parsed. */
  readonly kinds: readonly Kind[];
  readonly read: (
    entries: AsyncIterable<Extract<SystemEntry, { readonly kind: Kind }>>,
    does: RunKind,
  ) => Promise<Found>;
}

/**
 * Reads each run of an organisation, newest first, without previews. Skips unreadable files, which the history
 * reports.
 */
export async function* readEach<Kind extends SystemEntry['kind'], Found>(
  folder: string,
  { baseUrl, orgId, kinds, read }: Wanted<Kind, Found>,
): AsyncGenerator<Found> {
  for await (const found of filesIn(folder)) {
    if (!isRun(found)) continue;
    const { mode, does, ...of } = found.header;
    if (mode !== 'run' || of.orgId !== orgId || !isSameService(of.baseUrl, baseUrl)) continue;
    const answer = await read(entriesIn(found.path, kinds), does).then(
      (value) => ({ value }),
      () => null,
    );
    if (answer !== null) yield answer.value;
  }
}

async function* entriesIn<Kind extends SystemEntry['kind']>(path: string, kinds: readonly Kind[]) {
  const file = await openRegularFile(path, maxBytes);
  try {
    for await (const line of file.readLines()) {
      const kind = kinds.find((one) => line.startsWith(`{"kind":"${one}"`));
      const entry = kind === undefined ? null : lineIn(line);
      if (entry !== null && entry.kind === kind) yield entry as Extract<SystemEntry, { readonly kind: Kind }>;
    }
  } finally {
    await file.close().catch(() => undefined);
  }
}

/** Null: the file is missing or is not that of a run. */
export async function readRun(path: string, decode: Decode): Promise<RunRecord | null> {
  try {
    return readJournal(await readRegularFile(path, maxBytes), decode);
  } catch {
    return null;
  }
}

export interface RunRead {
  readonly record: RunRecord;
  readonly stage: RunStage;
}

/** Reads a run with its stage; null: the file is missing or is not that of a run. */
export async function readRunNow(path: string, decode: Decode, isLocked: IsLocked): Promise<RunRead | null> {
  const found = await lookAt(path);
  if (found === null || !isRun(found)) return null;
  const { mode, baseUrl, orgId } = found.header;
  // Tested before the file is read: a run that ends in between has its last line by then.
  const isAtWork = mode === 'run' && baseUrl !== null && (await isLocked(baseUrl, orgId));
  const isNewest = isAtWork && (await findLeft(dirname(path), baseUrl, orgId)).open?.path === path;
  const record = await readRun(path, decode);
  if (record === null) return null;
  return { record, stage: record.end !== null ? 'ended' : isNewest ? 'going' : 'cutOff' };
}

async function summaryOf(
  { end, ...about }: RunEnds,
  decode: Decode,
  stageOf: (header: BegunRun) => Promise<RunStage>,
): Promise<RunSummary> {
  if (end !== null) return { ...about, counts: end.counts, stage: 'ended' };
  const record = await readRun(about.path, decode);
  const stage = await stageOf(about.header);
  if (record === null) return { ...about, counts: noCounts, stage };
  return { ...about, counts: stage === 'going' ? countsSoFar(record) : countsIn(record), stage };
}

/** Newest first; the folder itself if it cannot be read. */
async function* filesIn(folder: string): AsyncGenerator<ChangeEnds | UnreadRecords> {
  const names = namesIn(folder);
  if (typeof names === 'string') {
    if (names !== 'ENOENT') yield unusedFolder(folder, `cannot be read (${names})`);
    return;
  }
  for (const name of names
    .filter((one) => one.endsWith('.jsonl'))
    .sort()
    .reverse()) {
    const found = await lookAt(join(folder, name));
    if (found !== null) yield found;
  }
}

/**
 * The error code if the folder cannot be read. Synchronous, because a start would wait longer for the thread pool.
 */
function namesIn(folder: string): readonly string[] | string {
  try {
    return readdirSync(folder);
  } catch (error) {
    return codeOf(error);
  }
}
