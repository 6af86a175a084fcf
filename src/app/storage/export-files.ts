/** Writes exported files into the folder in which rollcall was started, else beside the records. */
import { closeSync, openSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, errorCode } from '../../state/kernel/files.ts';
import type { ExportFile, ExportWritten } from '../../state/fleet/export/feature.ts';
import { requireOwnFolder } from './folders.ts';
import { removeIfPossible, writeWhole } from './atomic-write.ts';
import { workingDirectory } from '../process/node.ts';

/** `name`: the content and its time, `run-2026-11-21T16-02-11`; `files`: by the endings of their names. */
interface Exported {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** All whole, or none. Mode 0600; an existing file is never overwritten. */
export async function writeExport(exported: Exported, fallback: () => Promise<string>): Promise<ExportWritten> {
  const here = savedIn(workingDirectory, exported);
  if (here.ok || here.isPartLeft) return here;
  const folder = await fallback().catch(() => null);
  return folder === null ? here : savedIn(() => ownFolder(folder), exported);
}

function ownFolder(folder: string): string {
  requireOwnFolder(folder);
  return folder;
}

export function timeInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-');
}

/** `folderAt` throws where there is none: the one the program was started in may have been removed since. */
function savedIn(folderAt: () => string, { name, files }: Exported): ExportWritten {
  const taken: string[] = [];
  const extensions = Object.keys(files);
  let file = extensions[0]?.toUpperCase() ?? '';
  try {
    const base = freeName(join(folderAt(), `rollcall-${name}`), extensions, taken);
    for (const extension of extensions) {
      file = extension.toUpperCase();
      writeWhole(`${base}.${extension}`, files[extension] ?? '');
    }
    return { ok: true, paths: taken };
  } catch (error) {
    for (const path of taken) removeIfPossible(path);
    return { ok: false, file, code: codeOf(error), isPartLeft: taken.some(isPartLeft) };
  }
}

/** The same for a file that is written as it arrives. Rejects with the operating system's code. */
export async function openExport(
  { name, extension }: { readonly name: string; readonly extension: string },
  fallback: () => Promise<string>,
): Promise<ExportFile> {
  const openIn = (folder: string) => openFree(join(folder, `rollcall-${name}`), extension);
  let opened: Opened;
  try {
    opened = await openIn(workingDirectory());
  } catch {
    opened = await openIn(ownFolder(await fallback()));
  }
  const { path, file } = opened;
  return {
    path,
    async write(piece) {
      for (let written = 0; written < piece.byteLength;) {
        const { bytesWritten } = await file.write(piece, written);
        if (bytesWritten === 0) throw Object.assign(new Error('the disk took only a part'), { code: 'ENOSPC' });
        written += bytesWritten;
      }
    },
    async close(isWhole) {
      if (isWhole) await file.sync();
      await file.close();
      if (!isWhole) removeIfPossible(path);
    },
  };
}

/** Creates the file under the first name that is free. It is opened once: by then its name may lead elsewhere. */
async function openFree(wanted: string, extension: string, attempt = 1): Promise<Opened> {
  const path = `${nameOf(wanted, attempt)}.${extension}`;
  try {
    return { path, file: await open(path, 'wx', 0o600) };
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return openFree(wanted, extension, attempt + 1);
  }
}

interface Opened {
  readonly path: string;
  readonly file: FileHandle;
}

function nameOf(wanted: string, attempt: number): string {
  return attempt === 1 ? wanted : `${wanted}-${attempt}`;
}

/** Takes the first name that none of the files has yet, with empty files; their paths are added to `taken`. */
function freeName(wanted: string, extensions: readonly string[], taken: string[]): string {
  for (let attempt = 1; ; attempt++) {
    const base = nameOf(wanted, attempt);
    try {
      for (const path of extensions.map((extension) => `${base}.${extension}`)) {
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

/** Is the file there, or the temporary one that would replace it? True where the folder cannot be read. */
function isPartLeft(path: string): boolean {
  try {
    return readdirSync(dirname(path)).some((name) => name.startsWith(basename(path)));
  } catch {
    return true;
  }
}
