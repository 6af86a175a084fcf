/** Folders and files that must be this user's own: one that others could have written is refused. */
import fs from 'node:fs';
import { homedir } from 'node:os';
import path, { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import process from 'node:process';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isOwn, codeOf } from '../../state/kernel/files.ts';

/**
 * Records of changes, which must outlive caches and logs. The demo has its own folder, because its changes are not
 * real.
 */
export async function changesFolder(isDemo: boolean): Promise<string> {
  const { log, data } = await platformFolders();
  return join(process.platform === 'linux' ? log : data, isDemo ? 'demo-changes' : 'changes');
}

/** Rejects also if other users can use the folder, with the code of the refusal. */
export async function ownChangesFolder(isDemo: boolean): Promise<string> {
  const folder = await changesFolder(isDemo);
  throwRefusal(folder, stateOfFolder(folder));
  return folder;
}

export async function configFolder(): Promise<string> {
  return (await platformFolders()).config;
}

export async function tokenFilePath(): Promise<string> {
  return join(await configFolder(), 'tokens.json');
}

/** The folder of crash reports, and of everything else that rollcall stores for itself. */
export async function notesFolder(): Promise<string> {
  return join(await changesFolder(false), '..');
}

/** One folder for all sessions of a user, whatever their profile. */
export async function locksFolder(): Promise<string> {
  return join(await notesFolder(), 'locks');
}

type Folders = Readonly<Record<'config' | 'data' | 'log', string>>;

async function platformFolders(): Promise<Folders> {
  // Loading env-paths already reads the home folder, and throws if there is none.
  const folders = await import('env-paths')
    .then(({ default: envPaths }) => withoutRelative(envPaths('rollcall', { suffix: '' })))
    .catch(() => null);
  // With an empty or relative home, each start could use another folder.
  if (folders === null || !Object.values(folders).every((folder) => isAbsolute(folder))) {
    throw Object.assign(new Error('There is no home folder.'), { code: 'no home folder' });
  }
  return folders;
}

/** The XDG Base Directory Specification ignores relative paths in `XDG_…_HOME`, but env-paths accepts them. */
function withoutRelative({ config, data, log }: Folders): Folders {
  if (process.platform !== 'linux') return { config, data, log };
  const read = (name: string, folder: string, ...standard: string[]): string =>
    isAbsolute(process.env[name] ?? '') ? folder : join(homedir(), ...standard, 'rollcall');
  return {
    config: read('XDG_CONFIG_HOME', config, '.config'),
    data: read('XDG_DATA_HOME', data, '.local', 'share'),
    log: read('XDG_STATE_HOME', log, '.local', 'state'),
  };
}

/** A stable file or lock name for this text that does not reveal it (24 hexadecimal digits). */
export function nameFor(text: string): string {
  // Each start needs a hash, and Node's crypto takes a twentieth of the start to load.
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 24);
}

/** The state of a folder: in one that others can write, they could decide what rollcall runs or deletes. */
export type FolderState =
  | { readonly kind: 'own' }
  /** Missing, or not a folder: any use of it fails by itself. */
  | { readonly kind: 'missing' }
  /** Unusable. `code`: the operating system's, or a short reason; `sentence`: about the folder. */
  | { readonly kind: 'refused'; readonly code: string; readonly sentence: string };

/** Creates the folder with mode 0700, and rollcall's own folders above it. */
export function ensureOwnFolder(folder: string): FolderState {
  const before = stateOfFolder(folder);
  if (before.kind !== 'missing') return before;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return refuse(codeOf(error), `${folder} cannot be made (${codeOf(error)}).`);
  }
  const after = stateOfFolder(folder);
  return after.kind === 'missing' ? refuse('ENOTDIR', `${folder} is not a folder.`) : after;
}

/** Checks a folder of rollcall and rollcall's own folders above it. Removes read access for others. */
export function stateOfFolder(folder: string): FolderState {
  for (const one of ownPart(folder)) {
    const state = judgeFolder(one);
    if (state.kind !== 'own') return state;
    closeToOthers(one);
  }
  return { kind: 'own' };
}

/** Creates the folder if it is missing; throws an error with the code of a refusal. */
export function requireOwnFolder(folder: string): void {
  throwRefusal(folder, ensureOwnFolder(folder));
}

function throwRefusal(path: string, state: FolderState): void {
  if (state.kind === 'refused') throw Object.assign(new Error(state.sentence), { code: state.code, path });
}

/** The folder with the program's name, and those below it; the folders above belong to you. */
function ownPart(folder: string): readonly string[] {
  const parts: string[] = [];
  for (let one = resolve(folder); one !== dirname(one); one = dirname(one)) {
    parts.unshift(one);
    if (basename(one) === 'rollcall') return parts;
  }
  return [folder];
}

/** Checks any folder without changing it. */
function judgeFolder(folder: string): FolderState {
  try {
    const entry = fs.lstatSync(folder);
    // You may link the folder elsewhere; the target is checked like any other folder.
    const stats = fs.statSync(folder);
    if (!stats.isDirectory()) return { kind: 'missing' };
    const other = [entry, stats].find((one) => !isOwn(one));
    if (other !== undefined) return refuse('not yours', `${folder} belongs to another user (uid ${other.uid}).`);
    if (process.platform === 'win32' || (stats.mode & 0o022) === 0) return { kind: 'own' };
    const mend = `Check what is in it, then: chmod 700 ${folder}`;
    return refuse('writable by others', `${folder} can be written by other users. ${mend}`);
  } catch {
    return { kind: 'missing' };
  }
}

function closeToOthers(folder: string): void {
  try {
    const entry = fs.lstatSync(folder);
    if (process.platform === 'win32' || entry.isSymbolicLink() || (entry.mode & 0o077) === 0) return;
    fs.chmodSync(folder, 0o700);
  } catch {
    // A read-only disk refuses chmod; others then see only the names of the files.
  }
}

function refuse(code: string, sentence: string): FolderState {
  return { kind: 'refused', code, sentence };
}

// Reads files that only this user may be able to write: a file that others could have written is refused.

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
