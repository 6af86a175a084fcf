/** Writes exported files into the folder in which rollcall was started, else beside the records. */
import { closeSync, openSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, errorCode } from '../../state/kernel/system-error.ts';
import type { ExportWritten } from '../../state/export/feature.ts';
import { requireOwnFolder } from './folders.ts';
import { removeIfPossible, writeWhole } from './atomic-write.ts';
import { workingDirectory } from '../process/node.ts';

type Exported = Readonly<Record<'name' | 'csv' | 'json', string>>;

/**
 * Both whole, or neither. Mode 0600; a file that is there is never written over. `name`: what is in them, and when
 * (`run-2026-11-21T16-02-11`).
 */
export async function writeExport(exported: Exported, fallback: () => Promise<string>): Promise<ExportWritten> {
  const here = savedIn(workingDirectory, exported);
  if (here.ok || here.isPartLeft) return here;
  const folder = await fallback().catch(() => null);
  if (folder === null) return here;
  return savedIn(() => {
    requireOwnFolder(folder);
    return folder;
  }, exported);
}

/** A time as it stands in names of files. */
export function timeInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-');
}

/** `folderAt` throws where there is none: the one the program was started in may have been removed since. */
function savedIn(folderAt: () => string, { name, csv, json }: Exported): ExportWritten {
  const taken: string[] = [];
  let file: 'CSV' | 'JSON' = 'CSV';
  try {
    const base = freeName(join(folderAt(), `rollcall-${name}`), taken);
    writeWhole(`${base}.csv`, csv);
    file = 'JSON';
    writeWhole(`${base}.json`, json);
    return { ok: true, paths: taken };
  } catch (error) {
    for (const path of taken) removeIfPossible(path);
    return { ok: false, file, code: codeOf(error), isPartLeft: taken.some(isPartLeft) };
  }
}

/** Takes the first name that neither file has yet, with empty files; their paths are added to `taken`. */
function freeName(wanted: string, taken: string[]): string {
  for (let attempt = 1; ; attempt++) {
    const base = `${wanted}${attempt === 1 ? '' : `-${attempt}`}`;
    try {
      for (const path of [`${base}.csv`, `${base}.json`]) {
        closeSync(openSync(path, 'wx', 0o600));
        taken.push(path);
      }
      return base;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      for (const path of taken.splice(0)) removeIfPossible(path);
    }
  }
}

/** Whether the file, or one that was written to replace it, is there; true where the folder cannot be read. */
function isPartLeft(path: string): boolean {
  try {
    return readdirSync(dirname(path)).some((name) => name.startsWith(basename(path)));
  } catch {
    return true;
  }
}
