/** Writes exported files into the working directory of the start, else beside the records. */
import { closeSync, openSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, errorCode } from '../../state/kernel/files.ts';
import type { ExportFile, ExportWritten } from '../../state/fleet/export.ts';
import { pathTyped } from './typed-file.ts';
import { nameFor, requireOwnFolder, isNone, type OwnFile, readOwnFile } from './own-file.ts';
import { removeIfPossible, replaceFile, writeWhole } from './atomic-write.ts';
import { workingDirectory } from '../process/node.ts';
import type { MarksSaved, SavedMarks } from '../../state/fleet/marks/feature.ts';
import { lineInList } from '../../state/fleet/marks/marks.ts';
import type { Ports } from '../../state/root/services.ts';
import { maxReviewBytes } from '../../state/removal/review-file/format.ts';

/** `name`: the content and its time, `run-2026-11-21T16-02-11`; `files`: keyed by file extension. */
interface Exported {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** Writes all files or none, with mode 0600; an existing file is never overwritten. */
export async function writeExport(exported: Exported, fallback: () => Promise<string>): Promise<ExportWritten> {
  const here = saveIn(workingDirectory, exported);
  if (here.ok || here.isPartLeft) return here;
  const folder = await fallback().catch(() => null);
  return folder === null ? here : saveIn(() => ownFolder(folder), exported);
}

function ownFolder(folder: string): string {
  requireOwnFolder(folder);
  return folder;
}

export function timeInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-');
}

/** `folderAt` throws if its folder has been removed since the start. */
function saveIn(folderAt: () => string, { name, files }: Exported): ExportWritten {
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

/** Opens an export that is written while it arrives. Rejects with the operating system's error code. */
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

/** Creates the file under the first free name and keeps it open, because the name may lead elsewhere later. */
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

/** Reserves the first name that is free for every file, by creating them empty; adds their paths to `taken`. */
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

/** True if the file or its temporary file exists, or if the folder cannot be read. */
function isPartLeft(path: string): boolean {
  try {
    return readdirSync(dirname(path)).some((name) => name.startsWith(basename(path)));
  } catch {
    return true;
  }
}

// Saves the marks when you leave an organisation, as a list of ids and names with mode 0600.

/** Enough for some 250,000 systems. */
const maxBytes = 16_000_000;

/** `folder`: null if nothing outlives this session. With several sessions, the last one to end wins. */
export function openSavedMarks(folder: string | null): Ports['savedMarks'] {
  /** Lists without a file, because there is no folder or it is unwritable. */
  const unsaved = new Map<string, string>();
  const read = new Set<string>();
  return {
    save(baseUrl, orgId, systems): MarksSaved {
      const name = nameFor(`${baseUrl}\n${orgId}`);
      const path = folder === null ? null : join(folder, 'marks', `${name}.txt`);
      if (systems.length === 0) {
        if (read.has(name)) unsaved.delete(name);
        if (read.has(name) && path !== null) removeIfPossible(path);
        return { kind: 'saved' };
      }
      const text = systems.map((system) => `${lineInList(system)}\n`).join('');
      unsaved.set(name, text);
      if (path === null) return { kind: 'kept' };
      if (Buffer.byteLength(text) > maxBytes) return { kind: 'failed', code: 'too many' };
      try {
        replaceFile(path, text);
      } catch (error) {
        return { kind: 'failed', code: codeOf(error) };
      }
      unsaved.delete(name);
      return { kind: 'saved' };
    },
    read(baseUrl, orgId): SavedMarks | null {
      const name = nameFor(`${baseUrl}\n${orgId}`);
      read.add(name);
      const text = unsaved.get(name);
      if (text !== undefined) return listIn(text, Date.now());
      if (folder === null) return null;
      const file = readOwnFile(join(folder, 'marks', `${name}.txt`), { maxBytes });
      if (isNone(file)) return null;
      if (file.kind === 'read') return listIn(file.bytes.toString(), file.stats.mtimeMs);
      return { kind: 'refused', code: file.why === 'unreadable' ? file.code : refusals[file.why] };
    },
  };
}

const refusals = {
  lostLink: 'a link to nothing',
  notPlain: 'no plain file',
  notYours: 'not yours',
  exposed: 'writable by others',
  tooLarge: 'too large',
};

function listIn(text: string, at: number): SavedMarks {
  return { kind: 'read', text, count: text.split('\n').length - 1, at };
}

// Reads the file of a second person's review: anybody may own it, but only its owner may be able to write it.

export function readReviewFile(typed: string) {
  const name = basename(typed);
  let read;
  try {
    const rules = { maxBytes: maxReviewBytes, isAnyones: true, isLinkFollowed: true };
    read = readOwnFile(pathTyped(typed), rules);
  } catch {
    return { ok: false, message: 'The folder in which rollcall was started is gone. Type the whole path.' } as const;
  }
  if (read.kind === 'read') return { ok: true, bytes: read.bytes, name } as const;
  return { ok: false, message: refusalOf(read, name) } as const;
}

function refusalOf(file: OwnFile, name: string): string {
  if (file.kind === 'missing') return `There is no file "${name}" there. Check the path.`;
  switch (file.why) {
    case 'exposed':
      return `Other users can change "${name}". Ask for the file again, copy it, and chmod go-w the copy.`;
    case 'tooLarge':
      return `"${name}" is larger than any review. Check the path.`;
    case 'unreadable':
      return `rollcall cannot read "${name}" (${file.code}). Ask for a copy that you can read.`;
    case 'notPlain':
    case 'lostLink':
    case 'notYours':
    case 'folder':
      return `"${name}" is no plain file. Check the path.`;
  }
}
