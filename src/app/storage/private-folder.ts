/** Checks that a folder is this person's alone: what others write there could decide what rollcall runs or deletes. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { codeOf } from '../../state/kernel/system-error.ts';

export type FolderState =
  | { readonly kind: 'own' }
  /** Not there yet, or no folder: what is done in it fails by itself. */
  | { readonly kind: 'missing' }
  /** Not to be used. `code`: the operating system's, or the reason in a word or two; `sentence`: about the folder. */
  | { readonly kind: 'refused'; readonly code: string; readonly sentence: string };

/** Makes the folder, for this person alone, with those above it that are rollcall's own. */
export function ensureOwnFolder(folder: string): FolderState {
  const before = stateOfFolder(folder);
  if (before.kind !== 'missing') return before;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return refused(codeOf(error), `${folder} cannot be made (${codeOf(error)}).`);
  }
  const after = stateOfFolder(folder);
  return after.kind === 'missing' ? refused('ENOTDIR', `${folder} is not a folder.`) : after;
}

/** Checks the folder, and those above it that are rollcall's own. One that others may only read is closed to them. */
export function stateOfFolder(folder: string): FolderState {
  for (const one of ownPart(folder)) {
    const state = stateOfOne(one);
    if (state.kind !== 'own') return state;
  }
  return { kind: 'own' };
}

/** Makes it where it is missing; throws an error with the code of a refusal. */
export function requireOwnFolder(folder: string): void {
  throwRefusal(folder, ensureOwnFolder(folder));
}

export function throwRefusal(path: string, state: FolderState): void {
  if (state.kind === 'refused') throw Object.assign(new Error(state.sentence), { code: state.code, path });
}

/** The folder that has the program's name, and those between; what is above them is the person's own to judge. */
function ownPart(folder: string): readonly string[] {
  const parts: string[] = [];
  for (let one = path.resolve(folder); one !== path.dirname(one); one = path.dirname(one)) {
    parts.unshift(one);
    if (path.basename(one) === 'rollcall') return parts;
  }
  return [folder];
}

function stateOfOne(folder: string): FolderState {
  try {
    const entry = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (entry === undefined) return { kind: 'missing' };
    // A link of one's own leads to where one wants it; a folder behind it is judged like any other.
    const stats = entry.isSymbolicLink() ? fs.statSync(folder) : entry;
    if (!stats.isDirectory()) return { kind: 'missing' };
    if (!isOwn(entry) || !isOwn(stats)) return refused('not yours', `${folder} belongs to another user.`);
    if (process.platform === 'win32' || (stats.mode & 0o077) === 0) return { kind: 'own' };
    if ((stats.mode & 0o022) !== 0) {
      const mend = `Check what is in it, then: chmod 700 ${folder}`;
      return refused('writable by others', `${folder} can be written by other users. ${mend}`);
    }
    if (!entry.isSymbolicLink()) closeToOthers(folder);
    return { kind: 'own' };
  } catch {
    return { kind: 'missing' };
  }
}

function closeToOthers(folder: string): void {
  try {
    fs.chmodSync(folder, 0o700);
  } catch {
    // On a read-only disk others still see the names of the files, and no more.
  }
}

function refused(code: string, sentence: string): FolderState {
  return { kind: 'refused', code, sentence };
}

/** Does it belong to the user that runs this? True on Windows, where files have no owner of this kind. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
