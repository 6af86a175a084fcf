/** Which runs have left a file, and which of them were cut off? */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { System } from '../api/system.ts';
import type { HeaderEntry } from './journal-entries.ts';
import { countsIn, countsSoFar, entryIn, readJournal, type RunRecord } from './journal-reading.ts';
import type { OutcomeCounts } from './outcome.ts';
import { openPlainFile, readPlainFile } from './plain-file.ts';

/** One line of the list of runs. */
export interface RunSummary {
  readonly path: string;
  readonly header: HeaderEntry;
  readonly counts: OutcomeCounts;
  readonly stage: RunStage;
}

/** `going`: a session is at work on it. `cutOff`: it has no last line, and nobody will write one. */
export type RunStage = 'ended' | 'going' | 'cutOff';

export type Decode = (record: unknown) => System | null;

/** Is a session at work in this organisation? */
export type IsHeld = (baseUrl: string, orgId: string) => Promise<boolean>;

/** Longer lines at the ends of a file are the plan's: those of the header and of the end are short. */
const endBytes = 64 * 1024;

/** What is read whole: the file of a hundred thousand systems has a quarter of it. */
const maxBytes = 400_000_000;

/** The newest first, at most so many; files that are no runs' are passed over. A folder that is not there has none. */
export async function listRuns(
  folder: string,
  decode: Decode,
  isHeld: IsHeld,
  most = 500,
): Promise<readonly RunSummary[]> {
  const paths = (await pathsIn(folder)).slice(0, most);
  const summaries: RunSummary[] = [];
  // A session has one run at a time in an organisation: an older one without an end was cut off.
  const looked = new Set<string>();
  const stageOf = async ({ mode, baseUrl, orgId }: HeaderEntry): Promise<RunStage> => {
    const organisation = `${baseUrl}\n${orgId}`;
    if (mode === 'preview' || baseUrl === null || looked.has(organisation)) return 'cutOff';
    looked.add(organisation);
    return (await isHeld(baseUrl, orgId)) ? 'going' : 'cutOff';
  };
  for (const path of paths) {
    const summary = await summaryOf(path, decode, stageOf);
    if (summary !== null) summaries.push(summary);
  }
  return summaries;
}

/** The newest run of an organisation that was not in preview and has no end; null where there is none. */
export async function findOpenRun(folder: string, baseUrl: string, orgId: string): Promise<string | null> {
  for (const path of await pathsIn(folder)) {
    const ends = await endsOf(path);
    const isThere = ends?.header.baseUrl === baseUrl && ends.header.orgId === orgId;
    if (isThere && ends.header.mode === 'run' && ends.end === null) return path;
  }
  return null;
}

/** The whole record of a run; null where the file is not there or is not a run's. */
export async function readRun(path: string, decode: Decode): Promise<RunRecord | null> {
  try {
    return readJournal(await readPlainFile(path, maxBytes), decode);
  } catch {
    return null;
  }
}

/** What a file says of a run, and what is going on with it. */
export interface RunRead {
  readonly record: RunRecord;
  readonly stage: RunStage;
}

/** The same with its stage. */
export async function readRunNow(path: string, decode: Decode, isHeld: IsHeld): Promise<RunRead | null> {
  const header = (await endsOf(path))?.header;
  if (header === undefined) return null;
  const { mode, baseUrl, orgId } = header;
  // Asked before the file is read: a run that ends meanwhile has its last line by then.
  const isAtWork = mode === 'run' && baseUrl !== null && (await isHeld(baseUrl, orgId));
  const isNewest = isAtWork && (await findOpenRun(dirname(path), baseUrl, orgId)) === path;
  const record = await readRun(path, decode);
  if (record === null) return null;
  return { record, stage: record.end !== null ? 'ended' : isNewest ? 'going' : 'cutOff' };
}

async function summaryOf(
  path: string,
  decode: Decode,
  stageOf: (header: HeaderEntry) => Promise<RunStage>,
): Promise<RunSummary | null> {
  const ends = await endsOf(path);
  if (ends === null) return null;
  const { header, end } = ends;
  if (end !== null) return { path, header, counts: end.counts, stage: 'ended' };
  const record = await readRun(path, decode);
  if (record === null) return null;
  const stage = await stageOf(header);
  return { path, header, counts: stage === 'going' ? countsSoFar(record) : countsIn(record), stage };
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    return names.sort(newestFirst).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** By time, then by number: `…-2.jsonl` is later than `….jsonl`. */
function newestFirst(a: string, b: string): number {
  const key = (name: string): string =>
    `${name.slice(0, 19)} ${/-(\d+)\.jsonl$/.exec(name.slice(19))?.[1]?.padStart(6, '0') ?? ''}`;
  return key(a) < key(b) ? 1 : -1;
}

/** The first and the last line, without reading what may be megabytes between them. */
async function endsOf(path: string): Promise<{ header: HeaderEntry; end: RunRecord['end'] } | null> {
  const file = await openPlainFile(path).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const read = async (position: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, position);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const first = entryIn((await read(0)).split('\n')[0] ?? '');
    const last = entryIn((await read(Math.max(0, size - endBytes))).trimEnd().split('\n').at(-1) ?? '');
    if (first?.kind !== 'run') return null;
    return { header: first, end: last?.kind === 'end' ? last : null };
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
