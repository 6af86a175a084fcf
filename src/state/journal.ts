/** What is written before and after each deletion? One JSON line each, in a file of its own per run, mode 0600. */
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunHeader } from './effects.ts';
import type { Outcome } from './run.ts';

export type JournalEntry =
  | ({ readonly kind: 'run'; readonly version: string; readonly at: string } & RunHeader)
  /** Before the request leaves. `record` is the system as the service described it just then: what is needed to enrol it again. */
  | { readonly kind: 'intent'; readonly at: string; readonly systemId: string; readonly record: unknown }
  | { readonly kind: 'result'; readonly at: string; readonly systemId: string; readonly outcome: Outcome };

export interface Journal {
  readonly path: string;
  /** Resolves when the line is on the disk, with null; else with the operating system's code (`ENOSPC`). */
  append(entry: JournalEntry): Promise<string | null>;
  /** Resolves when every line asked for before is on the disk, and the file is closed. */
  close(): Promise<void>;
}

/** Opens a file named after the time in `folder`, and writes its first line. */
export async function openJournal(
  folder: string,
  header: JournalEntry & { kind: 'run' },
): Promise<{ ok: true; journal: Journal } | { ok: false; code: string }> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { path, file } = await openNew(folder, header.at.slice(0, 19).replaceAll(':', '-'));
    const code = await appendLine(file, header);
    if (code !== null) {
      await file.close();
      return { ok: false, code };
    }
    return { ok: true, journal: journalIn(path, file) };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

/** Two runs may start in one second: the later one gets a number. */
async function openNew(folder: string, name: string): Promise<{ path: string; file: FileHandle }> {
  for (let attempt = 1; ; attempt++) {
    const path = join(folder, attempt === 1 ? `${name}.jsonl` : `${name}-${attempt}.jsonl`);
    try {
      return { path, file: await open(path, 'ax', 0o600) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** One line after the other: two writes at once could mix. */
function journalIn(path: string, file: FileHandle): Journal {
  let last: Promise<string | null> = Promise.resolve(null);
  return {
    path,
    append(entry) {
      last = last.then(() => appendLine(file, entry));
      return last;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

async function appendLine(file: FileHandle, entry: JournalEntry): Promise<string | null> {
  try {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    const { bytesWritten } = await file.write(line);
    // On a disk that is nearly full, part of a line is written without an error.
    if (bytesWritten < line.length) return 'ENOSPC';
    await file.datasync();
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
