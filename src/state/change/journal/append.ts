/** Appends lines to the file of a change and flushes them to the disk. Mode 0600; lines that come meanwhile go with the next write. */
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
  /** Resolves when the line is on the disk, with null; else with the operating system's code (`ENOSPC`). */
  append(line: ChangeLine): Promise<string | null>;
  /** The same of what is about to be sent; the proof by which it is sent. */
  intend(line: IntentLine): Promise<SavedIntent | string>;
  /** Resolves when every line asked for before is on the disk, and the file is closed. */
  close(): Promise<void>;
}

type JournalOpened = { readonly ok: true; readonly journal: Journal } | { readonly ok: false; readonly code: string };

/** Opens a file named after the time in `folder`, and writes its first lines. Where they do not fit, no file stays. */
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

/** Removes the file of a change by which nothing was sent: it would look like one that was interrupted. */
export async function removeBegun(journal: Journal): Promise<void> {
  await journal.close();
  await rm(journal.path, { force: true }).catch(() => undefined);
}

/** Goes on with the file of a change that was cut off, on a line of its own: the last one may have been torn. */
export async function reopenJournal(path: string): Promise<JournalOpened> {
  try {
    const file = await openOwn(path);
    return { ok: true, journal: await journalIn(path, file, await isTorn(file)) };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/** No link is followed, and a pipe is not waited for. Rejects with a code, also where another user could have written it. */
async function openOwn(path: string): Promise<FileHandle> {
  const file = await open(path, appending | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  const stats = await file.stat();
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o022) !== 0;
  const code = !stats.isFile() ? 'not a file' : !isOwn(stats) ? 'not yours' : isOpen ? 'writable by others' : null;
  if (code === null) return file;
  await file.close();
  throw Object.assign(new Error(path), { code });
}

/** Two changes may begin in one millisecond. */
function randomName(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex');
}

interface Line {
  readonly text: string;
  readonly written: (code: string | null) => void;
}

/** One write at a time: two could mix. Those who wait for the disk together share one wait. */
async function journalIn(path: string, file: FileHandle, isInLine: boolean): Promise<Journal> {
  // On some filesystems no file says how many names it has.
  const isNameTold = await hasName(file);
  let queued: Line[] = [];
  let isAfterFault = isInLine;
  let writing: Promise<void> | null = null;

  const writeQueued = async (): Promise<void> => {
    while (queued.length > 0) {
      const lines = queued;
      queued = [];
      // The rest of a line that was cut off must not spoil the next one.
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
