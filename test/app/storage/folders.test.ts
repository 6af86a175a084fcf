import { chmodSync, chownSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  configFolder,
  ensureOwnFolder,
  locksFolder,
  notesFolder,
  ownChangesFolder,
  requireOwnFolder,
  changesFolder,
  stateOfFolder,
  tokenFilePath,
} from '../../../src/app/storage/own-file.ts';
import { aFolder, ownFolders } from '../../support/folder.ts';

let base: string;

beforeEach(() => {
  base = aFolder();
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('a folder is made for its owner alone, whatever the umask, with those above it', () => {
  const folder = join(base, 'state', 'rollcall', 'runs');
  expect(stateOfFolder(folder)).toEqual({ kind: 'missing' });
  expect(ensureOwnFolder(folder)).toEqual({ kind: 'own' });
  expect([folder, join(folder, '..'), join(folder, '..', '..')].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
});

test('a folder that others may read is closed to them; one above rollcall’s own is left as it is', () => {
  const folder = join(base, 'rollcall', 'runs');
  mkdirSync(folder, { recursive: true });
  chmodSync(base, 0o777);
  chmodSync(join(base, 'rollcall'), 0o755);
  chmodSync(folder, 0o750);
  expect(stateOfFolder(folder)).toEqual({ kind: 'own' });
  expect([base, join(base, 'rollcall'), folder].map(modeOf)).toEqual([0o777, 0o700, 0o700]);
  // One that nobody else may read is as the person wants it, and so is one to which a link of theirs leads.
  const there = join(base, 'there');
  mkdirSync(there);
  symlinkSync(there, join(base, 'link'));
  for (const [path, mode] of [[folder, 0o500] as const, [there, 0o755] as const]) {
    chmodSync(path, mode);
    expect(stateOfFolder(path === there ? join(base, 'link') : path)).toEqual({ kind: 'own' });
    expect(modeOf(path)).toBe(mode);
  }
});

test.each([0o777, 0o770, 0o720, 0o702, 0o1777])('a folder with mode %o is not used, and left as it is', (mode) => {
  const folder = join(base, 'rollcall', 'runs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const one of [folder, join(base, 'rollcall')]) {
    chmodSync(one, mode);
    const sentence = `${one} can be written by other users. Check what is in it, then: chmod 700 ${one}`;
    expect(ensureOwnFolder(folder)).toEqual({ kind: 'refused', code: 'writable by others', sentence });
    expect(statSync(one).mode & 0o7777).toBe(mode);
    chmodSync(one, 0o700);
  }
  expect(ensureOwnFolder(folder)).toEqual({ kind: 'own' });
});

test.runIf(process.getuid?.() === 0)('the folder of another user is not used, by a link neither', () => {
  const folder = join(base, 'rollcall');
  const link = join(base, 'link');
  mkdirSync(folder, { mode: 0o700 });
  symlinkSync(folder, link);
  expect(stateOfFolder(link)).toEqual({ kind: 'own' });
  chownSync(folder, 12_345, 12_345);
  for (const one of [folder, link]) {
    expect(ensureOwnFolder(one)).toMatchObject({
      kind: 'refused',
      code: 'not yours',
      sentence: `${one} belongs to another user (uid 12345).`,
    });
  }
  expect(() => {
    requireOwnFolder(folder);
  }).toThrow(expect.objectContaining({ code: 'not yours' }));
});

test.runIf(process.getuid?.() === 0)(
  'a link of another user is not followed, though it leads to a folder of one’s own',
  () => {
    const folder = join(base, 'there');
    const link = join(base, 'rollcall');
    mkdirSync(folder, { mode: 0o700 });
    symlinkSync(folder, link);
    lchownSync(link, 12_345, 12_345);
    const sentence = `${link} belongs to another user (uid 12345).`;
    expect(ensureOwnFolder(link)).toEqual({ kind: 'refused', code: 'not yours', sentence });
  },
);

test('a path that is no folder, and a link that leads nowhere, are not used', () => {
  const file = join(base, 'rollcall');
  writeFileSync(file, '');
  expect(ensureOwnFolder(join(file, 'changes'))).toMatchObject({ kind: 'refused', code: 'ENOTDIR' });
  expect(stateOfFolder(file)).toEqual({ kind: 'missing' });
  const link = join(base, 'link');
  symlinkSync(join(base, 'nowhere'), link);
  expect(ensureOwnFolder(link)).toMatchObject({ kind: 'refused' });
});

describe('the places of the folders', () => {
  const places = async () => [
    ...(await Promise.all([changesFolder(false), changesFolder(true)])),
    ...(await Promise.all([notesFolder(), locksFolder(), configFolder(), tokenFilePath()])),
  ];

  const placesIn = (state: string, config: string) => [
    ...['changes', 'demo-changes'].map((name) => join(state, name)),
    ...[state, join(state, 'locks'), config, join(config, 'tokens.json')],
  ];

  /** As on such a system. */
  function on(platform: NodeJS.Platform): void {
    const { platform: before } = process;
    Object.defineProperty(process, 'platform', { value: platform });
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }));
  }

  test('on Linux are where the person wants them; a relative path is none', async () => {
    on('linux');
    const { state, config } = ownFolders();
    expect(await places()).toEqual(placesIn(state, config));
    vi.stubEnv('HOME', base);
    vi.stubEnv('XDG_CONFIG_HOME', 'config');
    vi.stubEnv('XDG_STATE_HOME', 'state');
    const standard = placesIn(join(base, '.local', 'state', 'rollcall'), join(base, '.config', 'rollcall'));
    expect(await places()).toEqual(standard);
    vi.stubEnv('HOME', '');
    await expect(changesFolder(false)).rejects.toMatchObject({ code: 'no home folder' });
  });

  test('on macOS records are not among the logs, which are removed there', async () => {
    on('darwin');
    const inLibrary = (await places()).map((path) => path.slice(path.indexOf('/Library/')));
    expect(inLibrary).toEqual(placesIn('/Library/Application Support/rollcall', '/Library/Preferences/rollcall'));
  });

  test('of records that others may change are refused with their path', async () => {
    const { state } = ownFolders();
    const changes = join(state, 'changes');
    expect(await ownChangesFolder(false)).toBe(changes);
    mkdirSync(changes, { recursive: true, mode: 0o700 });
    chmodSync(changes, 0o777);
    await expect(ownChangesFolder(false)).rejects.toMatchObject({ code: 'writable by others', path: changes });
    expect(await ownChangesFolder(true)).toBe(join(state, 'demo-changes'));
  });
});
