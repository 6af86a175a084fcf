/**
 * The settings file on the disk: read whole or not at all, and never moved or replaced while it is not understood. A
 * person's own link is followed, for reading and for writing: those who keep such files in one place link to them.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SettingsFault } from '../../../state/session/profile-settings.ts';
import { writeWhole } from '../atomic-write.ts';
import { requireOwnFolder } from '../folders.ts';
import { readOwnFile, type RefusedFile } from '../own-file.ts';
import { changedText, type SettingFields, readSettingsText } from './settings-text.ts';

interface Understood {
  readonly kind: 'understood';
  /** Null where there is no file, which is as good as an empty object. */
  readonly text: string | null;
  readonly value: SettingFields;
  readonly notes: readonly string[];
}

type SettingsFile =
  | Understood
  | { readonly kind: 'fault'; readonly fault: SettingsFault }
  /** There can be no such file. `reason`: without a full stop. */
  | { readonly kind: 'none'; readonly reason: string };

/** By the table of keys; unknown keys are left as they are. */
export interface StoredOrganisation extends SettingFields {
  /** Its rules, and the ids of systems that are protected for good. */
  readonly protection?: SettingFields | undefined;
  readonly protectedSystems?: readonly string[] | undefined;
  readonly views?: SettingFields | undefined;
}

export interface Profile extends SettingFields {
  readonly baseUrl?: string | undefined;
  /** Where the token is stored; another version may know other storages. */
  readonly keepIn?: string | undefined;
  /** Prints the token; split into words as a shell would, and run without one. */
  readonly tokenCommand?: string | undefined;
  /** Addresses that it was accepted for; without them, the profile's own. */
  readonly tokenCommandFor?: readonly string[] | undefined;
  /** By base URL and organisation id, with a space between. */
  readonly organisations?: Readonly<Record<string, StoredOrganisation>> | undefined;
}

export interface PreferencesFile extends SettingFields {
  /** Each is read by itself: a mistake in one leaves the others. */
  readonly commands?: readonly unknown[] | undefined;
  readonly profiles?: Readonly<Record<string, Profile>> | undefined;
}

const rules = { maxBytes: 1_000_000, isLinkFollowed: true };

const byteOrderMark = '\u{FEFF}';

/** Only at the beginning it is one: elsewhere a digit may have stood in its place. */
function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}

export function readSettingsFile(path: string): SettingsFile {
  const fault = (says: string, at: SettingsFault['at'] = null, isEditable = false): SettingsFile => {
    const hasCopy = isEditable && lastUnderstood(path) !== null;
    const copied = hasCopy ? lstatSync(copyPath(path), { throwIfNoEntry: false }) : undefined;
    const copyAt = copied === undefined ? null : Math.round(copied.mtimeMs);
    return { kind: 'fault', fault: { path, at, says, isEditable, copyAt } };
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
  // Only an unknown key needs the earlier settings: few starts read the backup.
  const read = first.ok && first.notes.length > 0 ? readSettingsText(plain, lastUnderstood(path) ?? {}) : first;
  if (read.ok) return { kind: 'understood', text, value: read.value, notes: read.notes };
  const { says, line, column } = read.fault;
  return fault(says, { line, column }, true);
}

/** Another user could have written the file, or reading it could block. */
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

/** Writes the differences of the two into the file, whole or not at all. Throws as `fs` and `changedText` do. */
export function changeSettingsFile(path: string, { text, value }: Understood, after: SettingFields): void {
  const mark = text?.startsWith(byteOrderMark) === true ? byteOrderMark : '';
  const changed = text === null ? changedText('{}', {}, after) : changedText(text.replace(mark, ''), value, after);
  write(path, mark + changed);
  keepCopy(path, mark + changed);
}

/** Behind a link, so that the link stays. */
function write(path: string, content: string | Uint8Array): void {
  requireOwnFolder(dirname(path));
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  writeWhole(isThere ? realpathSync(path) : path, content);
}

function copyPath(path: string): string {
  return join(dirname(path), 'config.last-good.json');
}

/** Writes the copy where it differs. Without it, only the offer to restore it is missing. */
export function keepCopy(path: string, text: string): void {
  try {
    const copy = copyPath(path);
    if (ownText(copy) !== text) writeWhole(copy, text, false);
  } catch {
    // A folder that only can be read.
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

/** Restores it in the place of settings that are not understood. Answers the new path of these; throws as `fs` does. */
export function restoreCopy(path: string): string {
  const text = ownText(copyPath(path));
  if (text === null) throw Object.assign(new Error('there is no copy'), { code: 'ENOENT' });
  const aside = `${path}.bad-${new Date().toISOString().replaceAll(':', '-')}`;
  writeWhole(aside, readFileSync(path));
  write(path, text);
  return aside;
}
