/**
 * Appends lines to the file of a change (mode 0600) and flushes them with fsync. Lines that arrive during a write
 * share the next one.
 */
import { constants } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { SavedIntent } from '../../../api/http/saved-intent.ts';
import { appending, appendSynced, codeOf, hasName, isOwn, isTorn } from '../../kernel/files.ts';
import { safeJson } from '../../kernel/spelling.ts';
import { type ChangeLine, type IntentLine, recordFormat, type RequestHeader, type RunHeader } from './format.ts';

export interface Journal {
  readonly path: string;
  /**
   * Resolves once the line is on the disk, with null; otherwise with the operating system's error code (`ENOSPC`).
   */
  append(line: ChangeLine): Promise<string | null>;
  /** Appends an intent. Resolves with the proof that permits sending the request, or with the error code. */
  intend(line: IntentLine): Promise<SavedIntent | string>;
  /** Resolves once all earlier lines are on the disk and the file is closed. */
  close(): Promise<void>;
}

type JournalOpened = { readonly ok: true; readonly journal: Journal } | { readonly ok: false; readonly code: string };

/**
 * Creates a file in `folder`, named after the time, and writes its first lines. If the write fails, the file is
 * removed.
 */
export async function openJournal(
  folder: string,
  header: (RunHeader | RequestHeader) & { readonly version: string; readonly at: string },
  plan: Iterable<ChangeLine>,
): Promise<JournalOpened> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${header.at.slice(0, 23).replaceAll(':', '-')}-${randomName()}.jsonl`);
    const file = await open(path, appending | constants.O_CREAT | constants.O_EXCL, 0o600);
    const journal = await journalIn(path, file, false);
    const begun = { kind: 'change', format: recordFormat, pid: process.pid, computer: hostname() } as const;
    const appended = [journal.append({ ...begun, ...header })];
    for (const line of plan) appended.push(journal.append(line));
    const codes = await Promise.all(appended);
    const code = codes.find((one) => one !== null) ?? null;
    if (code === null) return { ok: true, journal };
    await removeBegun(journal);
    return { ok: false, code };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/** Removes the file of a change that sent nothing: it would look like an interrupted one. */
export async function removeBegun(journal: Journal): Promise<void> {
  await journal.close();
  await rm(journal.path, { force: true }).catch(() => undefined);
}

/** Resumes the file of an interrupted change. Starts a new line, since the last one may be torn. */
export async function reopenJournal(path: string): Promise<JournalOpened> {
  try {
    const file = await openOwn(path);
    return { ok: true, journal: await journalIn(path, file, await isTorn(file)) };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/**
 * Follows no link, and does not block on a pipe. Rejects with a code, also if another user could have written the
 * file.
 */
async function openOwn(path: string): Promise<FileHandle> {
  const file = await open(path, appending | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  const stats = await file.stat();
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o022) !== 0;
  const code = !stats.isFile() ? 'not a file' : !isOwn(stats) ? 'not yours' : isOpen ? 'writable by others' : null;
  if (code === null) return file;
  await file.close();
  throw Object.assign(new Error(path), { code });
}

/** Two changes may begin in the same millisecond. */
function randomName(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex');
}

interface Line {
  readonly text: string;
  readonly written: (code: string | null) => void;
}

/** One write at a time, since two could interleave. Lines that queue up meanwhile share one fsync. */
async function journalIn(path: string, file: FileHandle, isInLine: boolean): Promise<Journal> {
  // Some filesystems do not report the number of links of a file.
  const isNameTold = await hasName(file);
  let queued: Line[] = [];
  let isAfterFault = isInLine;
  let writing: Promise<void> | null = null;

  const writeQueued = async (): Promise<void> => {
    while (queued.length > 0) {
      const lines = queued;
      queued = [];
      // Starts a new line, so that the rest of a torn one does not spoil the next.
      const text = (isAfterFault ? '\n' : '') + lines.map((line) => line.text).join('');
      const code = await appendSynced(file, Buffer.from(text), isNameTold);
      isAfterFault = code !== null;
      for (const line of lines) line.written(code);
    }
    writing = null;
  };

  const append = (line: ChangeLine): Promise<string | null> =>
    new Promise((resolve) => {
      queued.push({ text: `${safeJson(line, 0)}\n`, written: resolve });
      writing ??= writeQueued();
    });

  return {
    path,
    append,
    intend: (line) => SavedIntent.after(() => append(line)),
    async close() {
      await writing;
      await file.close();
    },
  };
}
