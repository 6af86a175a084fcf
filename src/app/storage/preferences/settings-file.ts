/**
 * The settings file on disk: read completely or not at all, and never moved or replaced while it is unreadable. Links
 * are followed for reading and writing, because some people link their settings to a shared folder.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SettingsFault } from '../../../state/session/profile-settings.ts';
import { writeWhole } from '../atomic-write.ts';
import { requireOwnFolder, readOwnFile, type RefusedFile } from '../own-file.ts';
import { changeText, type SettingFields, readSettingsText } from './settings-text.ts';

interface Understood {
  readonly kind: 'understood';
  /** Null if there is no file, which counts as an empty object. */
  readonly text: string | null;
  readonly value: SettingFields;
  readonly notes: readonly string[];
}

type SettingsFile =
  | Understood
  | { readonly kind: 'fault'; readonly fault: SettingsFault }
  /** No settings file is possible. `reason`: without a full stop. */
  | { readonly kind: 'none'; readonly reason: string };

/** Checked by the table of keys; unknown keys are left unchanged. */
export interface StoredOrganisation extends SettingFields {
  /** The organisation's rules, and the ids of permanently protected systems. */
  readonly protection?: SettingFields | undefined;
  readonly protectedSystems?: readonly string[] | undefined;
  readonly views?: SettingFields | undefined;
}

export interface Profile extends SettingFields {
  readonly baseUrl?: string | undefined;
  /** Where the token is stored; another version may have written an unknown storage. */
  readonly keepIn?: string | undefined;
  /** The command that prints the token, split into words as by a shell and run without one. */
  readonly tokenCommand?: string | undefined;
  /** Addresses for which the command was accepted; defaults to the profile's own. */
  readonly tokenCommandFor?: readonly string[] | undefined;
  /** Keyed by base URL and organisation id, separated by a space. */
  readonly organisations?: Readonly<Record<string, StoredOrganisation>> | undefined;
}

export interface PreferencesFile extends SettingFields {
  /** Each command is checked by itself: a mistake in one leaves the others. */
  readonly commands?: readonly unknown[] | undefined;
  readonly profiles?: Readonly<Record<string, Profile>> | undefined;
}

const rules = { maxBytes: 1_000_000, isLinkFollowed: true };

const byteOrderMark = '\u{FEFF}';

/** Removes a byte order mark at the start only; elsewhere the character may be part of a value. */
function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}

export function readSettingsFile(path: string): SettingsFile {
  const fault = (message: string, at: SettingsFault['at'] = null, isEditable = false): SettingsFile => {
    const hasCopy = isEditable && lastUnderstood(path) !== null;
    const copied = hasCopy ? lstatSync(copyPath(path), { throwIfNoEntry: false }) : undefined;
    const copyAt = copied === undefined ? null : Math.round(copied.mtimeMs);
    return { kind: 'fault', fault: { path, at, message, isEditable, copyAt } };
  };
  const file = readOwnFile(path, rules);
  if (file.kind === 'refused') return fault(refusalOf(file), null, file.why === 'tooLarge');
  if (file.kind === 'missing') {
    return file.code === 'ENOENT'
      ? { kind: 'understood', text: null, value: {}, notes: [] }
      : { kind: 'none', reason: `${path} cannot be read (${file.code})` };
  }
  const text = utf8(file.bytes);
  if (text === null) return fault('The file is not UTF-8 text.', null, true);
  const plain = withoutMark(text);
  const first = readSettingsText(plain);
  // Only an unknown key needs the earlier settings, so few starts read the backup.
  const read = first.ok && first.notes.length > 0 ? readSettingsText(plain, lastUnderstood(path) ?? {}) : first;
  if (read.ok) return { kind: 'understood', text, value: read.value, notes: read.notes };
  const { message, line, column } = read.fault;
  return fault(message, { line, column }, true);
}

/** Refuses a file that another user could have written, or that could block. */
const refusals = {
  lostLink: 'The file to which this link leads is missing.',
  notPlain: 'This is not a plain file.',
  notYours: 'The file belongs to another user.',
  exposed: 'Other users can write to the file. Check what is in it, then: chmod go-w config.json',
  tooLarge: 'The file is larger than 1 MB.',
};

function refusalOf(file: RefusedFile): string {
  if (file.why === 'folder') return file.sentence;
  return file.why === 'unreadable' ? `The file cannot be read (${file.code}).` : refusals[file.why];
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Writes the differences of `value` and `after` into the file atomically. Throws as `fs` and `changeText` do. */
export function changeSettingsFile(path: string, { text, value }: Understood, after: SettingFields): void {
  const mark = text?.startsWith(byteOrderMark) === true ? byteOrderMark : '';
  const changed = text === null ? changeText('{}', {}, after) : changeText(text.replace(mark, ''), value, after);
  write(path, mark + changed);
  keepCopy(path, mark + changed);
}

/** Writes to the target of a link, so that the link stays. */
function write(path: string, content: string | Uint8Array): void {
  requireOwnFolder(dirname(path));
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  writeWhole(isThere ? realpathSync(path) : path, content);
}

function copyPath(path: string): string {
  return join(dirname(path), 'config.last-good.json');
}

/** Updates the backup if it differs. A failure is ignored: rollcall then cannot offer to restore it. */
export function keepCopy(path: string, text: string): void {
  try {
    const copy = copyPath(path);
    if (ownText(copy) !== text) writeWhole(copy, text, false);
  } catch {
    // The folder is read-only.
  }
}

function ownText(path: string): string | null {
  const file = readOwnFile(path, { ...rules, isLinkFollowed: false });
  return file.kind === 'read' ? utf8(file.bytes) : null;
}

function lastUnderstood(path: string): SettingFields | null {
  const read = readSettingsText(withoutMark(ownText(copyPath(path)) ?? ''));
  return read.ok ? read.value : null;
}

/** Replaces unreadable settings by the backup. Returns the new path of the unreadable file; throws as `fs` does. */
export function restoreCopy(path: string): string {
  const text = ownText(copyPath(path));
  if (text === null) throw Object.assign(new Error('there is no copy'), { code: 'ENOENT' });
  const aside = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  writeWhole(aside, readFileSync(path));
  write(path, text);
  return aside;
}
