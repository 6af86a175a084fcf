/** Reads files that only this user may be able to write: a file that others could have written is refused. */
import fs from 'node:fs';
import path, { resolve } from 'node:path';
import process from 'node:process';
import { codeOf, isOwn } from '../../state/kernel/files.ts';
import { type FolderState, judgeFolder, stateOfFolder } from './folders.ts';
import { homedir } from 'node:os';
import type { ReadFile } from '../../state/change/request/new-thing.ts';
import { workingDirectory } from '../process/node.ts';

interface Rules {
  readonly maxBytes?: number;
  /** Mode bits that the file must not have; defaults to write access for the group and others. */
  readonly closed?: number;
  /** Anybody may own the file, and its folder is not checked, because another person has given it to you. */
  readonly isAnyones?: boolean;
  /** You may link the file elsewhere. */
  readonly isLinkFollowed?: boolean;
}

type Refusal =
  | { readonly why: 'folder'; readonly sentence: string }
  | { readonly why: 'lostLink' | 'notPlain' | 'notYours' | 'exposed' | 'tooLarge' }
  | { readonly why: 'unreadable'; readonly code: string };

export type RefusedFile = Refusal & { readonly kind: 'refused' };

export type OwnFile =
  /** `code`: `ENOTDIR` if its folder is a file. */
  { readonly kind: 'missing'; readonly code: 'ENOENT' | 'ENOTDIR' } | RefusedFile;

/** Never opens a pipe, which could block, or a link, which could lead elsewhere. */
export function readOwnFile(
  file: string,
  rules: Rules = {},
): OwnFile | { readonly kind: 'read'; readonly bytes: Buffer; readonly stats: fs.Stats } {
  const judged = judgeOwnFile(file, rules);
  if (judged.kind !== 'own') return judged;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  try {
    // Windows lacks both flags, and links and pipes that other users could create.
    const handle = fs.openSync(file, O_RDONLY | O_NONBLOCK | (rules.isLinkFollowed === true ? 0 : O_NOFOLLOW));
    try {
      // Checked on the open file, because the path may lead to another file by now.
      const stats = fs.fstatSync(handle);
      const why = faultIn(stats, rules);
      return why === null ? { kind: 'read', bytes: fs.readFileSync(handle), stats } : { kind: 'refused', why };
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    return unreadable(error);
  }
}

export function judgeOwnFile(file: string, rules: Rules = {}): OwnFile | { readonly kind: 'own' } {
  try {
    const folder = rules.isAnyones === true ? null : folderOf(file, rules);
    if (folder?.kind === 'refused') return { kind: 'refused', why: 'folder', sentence: folder.sentence };
    const entry = fs.lstatSync(file);
    const stats = rules.isLinkFollowed === true ? fs.statSync(file, { throwIfNoEntry: false }) : entry;
    if (stats === undefined) return { kind: 'refused', why: 'lostLink' };
    const why = isOwn(entry) || rules.isAnyones === true ? faultIn(stats, rules) : 'notYours';
    return why === null ? { kind: 'own' } : { kind: 'refused', why };
  } catch (error) {
    return unreadable(error);
  }
}

/** The state of the file's folder, or of the first folder behind its links that other users can write. */
function folderOf(file: string, { isLinkFollowed = false }: Rules): FolderState {
  let state = stateOfFolder(path.dirname(file));
  let one = file;
  const isLink = (): boolean => fs.lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  for (let links = 0; isLinkFollowed && state.kind !== 'refused' && isLink() && links < maxLinks; links++) {
    one = path.resolve(fs.realpathSync(path.dirname(one)), fs.readlinkSync(one));
    state = judgeFolder(path.dirname(one));
  }
  return state;
}

/** The limit that Linux has for following links. */
const maxLinks = 40;

function faultIn(stats: fs.Stats, { maxBytes = Infinity, closed = 0o022, isAnyones = false }: Rules) {
  if (!stats.isFile()) return 'notPlain';
  if (!isAnyones && !isOwn(stats)) return 'notYours';
  if (process.platform !== 'win32' && (stats.mode & closed) !== 0) return 'exposed';
  return stats.size > maxBytes ? 'tooLarge' : null;
}

function unreadable(error: unknown): OwnFile {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', code };
  return { kind: 'refused', why: 'unreadable', code };
}

type NoFile = Extract<OwnFile, { readonly kind: 'missing' } | { readonly why: 'folder' }>;

/** True for a missing file, or one in a folder that others can write, which has a notice of its own. */
export function isNone(file: ReturnType<typeof readOwnFile>): file is NoFile {
  return file.kind === 'missing' || (file.kind === 'refused' && file.why === 'folder');
}

/** The content of a JSON file; undefined for any other text. The parser's message would quote the text. */
export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

// Files whose path you type. The first stage of a start reads files too, and must not replace the working directory.

/** A typed path, relative to the working directory of the start or to the home folder. */
export function pathTyped(typed: string): string {
  return typed.startsWith('~/') ? resolve(homedir(), typed.slice(2)) : resolve(workingDirectory(), typed);
}

/**
 * Reads any plain file that you can read. `code`: `missing`, `notPlain`, `tooLarge`, or the operating system's error
 * code.
 */
export const readTypedFile: ReadFile = (typed, maxBytes) => {
  try {
    const rules = { maxBytes, closed: 0, isAnyones: true, isLinkFollowed: true };
    const read = readOwnFile(pathTyped(typed), rules);
    if (read.kind === 'read') return { ok: true, bytes: read.bytes };
    if (read.kind === 'missing') return { ok: false, code: 'missing' };
    return { ok: false, code: read.why === 'unreadable' ? read.code : read.why };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
};
