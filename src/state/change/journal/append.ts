/** Appends lines to files of records and flushes them to the disk. Mode 0600; lines that come meanwhile go with the next write. */
import { constants } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { isOwn, codeOf } from '../../kernel/files.ts';
import { safeJson } from '../../kernel/hidden-characters.ts';
import { appending, appendSynced, hasName, isTorn } from '../../kernel/synced-append.ts';
import type { HeaderEntry, JournalEntry } from './format.ts';

export interface Journal {
  readonly path: string;
  /** Resolves when the line is on the disk, with null; else with the operating system's code (`ENOSPC`). */
  append(entry: JournalEntry): Promise<string | null>;
  /** Resolves when every line asked for before is on the disk, and the file is closed. */
  close(): Promise<void>;
}

type JournalOpened = { readonly ok: true; readonly journal: Journal } | { readonly ok: false; readonly code: string };

/** Opens a file named after the time in `folder`, and writes its first lines. Where they do not fit, no file stays. */
export async function openJournal(
  folder: string,
  header: HeaderEntry,
  plan: Iterable<JournalEntry>,
): Promise<JournalOpened> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { path, file } = await openNew(folder, header.at.slice(0, 19).replaceAll(':', '-'));
    const journal = await journalIn(path, file, false);
    const appended = [journal.append(header)];
    for (const entry of plan) appended.push(journal.append(entry));
    const codes = await Promise.all(appended);
    const code = codes.find((one) => one !== null) ?? null;
    if (code === null) return { ok: true, journal };
    await journal.close();
    // Nothing was begun by it, and what is in it would look like a run that was interrupted.
    await rm(path, { force: true }).catch(() => undefined);
    return { ok: false, code };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/** Goes on with the file of a run that was cut off, on a line of its own: the last one may have been torn. */
export async function reopenJournal(path: string): Promise<JournalOpened> {
  try {
    const file = await openOwn(path);
    return { ok: true, journal: await journalIn(path, file, await isTorn(file)) };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/**
 * Appends these lines to a file of many sessions, on a line of their own; `isNew`: it is made where it is missing.
 * Resolves when they are on the disk, with null; else with the operating system's code, or the reason in a word or two.
 */
export async function appendTo(path: string, lines: string, isNew: boolean): Promise<string | null> {
  try {
    const file = await openOwn(path, isNew ? constants.O_CREAT : 0);
    try {
      // A line that another session could not finish must not spoil this one.
      const text = (await isTorn(file)) ? `\n${lines}` : lines;
      return await appendSynced(file, Buffer.from(text), await hasName(file));
    } finally {
      await file.close();
    }
  } catch (error) {
    return codeOf(error);
  }
}

/** No link is followed, and a pipe is not waited for. Rejects with a code, also where another user could have written it. */
async function openOwn(path: string, flags = 0): Promise<FileHandle> {
  const file = await open(path, appending | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags, 0o600);
  const stats = await file.stat();
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o022) !== 0;
  const code = !stats.isFile() ? 'not a file' : !isOwn(stats) ? 'not yours' : isOpen ? 'writable by others' : null;
  if (code === null) return file;
  await file.close();
  throw Object.assign(new Error(path), { code });
}

/** Two runs may start in one second: the later one gets a number. */
async function openNew(folder: string, name: string): Promise<{ path: string; file: FileHandle }> {
  for (let attempt = 1; ; attempt++) {
    const path = join(folder, attempt === 1 ? `${name}.jsonl` : `${name}-${attempt}.jsonl`);
    try {
      return { path, file: await open(path, appending | constants.O_CREAT | constants.O_EXCL, 0o600) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
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

  return {
    path,
    append(entry) {
      return new Promise((resolve) => {
        queued.push({ text: `${safeJson(entry, 0)}\n`, written: resolve });
        writing ??= writeQueued();
      });
    },
    async close() {
      await writing;
      await file.close();
    },
  };
}
