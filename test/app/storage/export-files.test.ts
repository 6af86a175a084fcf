/** Files of exports: all or none, for one person alone, never over another file. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openExport, timeInName, writeExport } from '../../../src/app/storage/export-files.ts';
import { inShell } from '../../support/folder.ts';
import { aSmallDisk, canMount } from '../../support/small-disk.ts';

function aFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'export-')));
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const nowhere = (): Promise<string> => Promise.reject(new Error('no folder'));

test('each file has its ending and its mode, and none is written over', async () => {
  const folder = aFolder();
  const mine = ['rollcall-keys.csv', 'rollcall-keys-2.zip'].map((name) => join(folder, name));
  for (const path of mine) writeFileSync(path, 'mine');
  const written = await writeExport({ name: 'keys', files: { csv: 'a', zip: new Uint8Array([1, 2]) } }, nowhere);
  const [csv = '', zip = ''] = ['rollcall-keys-3.csv', 'rollcall-keys-3.zip'].map((name) => join(folder, name));
  expect(written).toEqual({ ok: true, paths: [csv, zip] });
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(expect.arrayContaining([...mine, csv, zip]));
  expect(readdirSync(folder)).toHaveLength(4);
  expect(statSync(zip).mode & 0o777).toBe(0o600);
  expect([readFileSync(csv, 'utf8'), ...readFileSync(zip)]).toEqual(['a', 1, 2]);
  expect(mine.map((path) => readFileSync(path, 'utf8'))).toEqual(['mine', 'mine']);
});

test('a file that is written as it arrives stays whole, or goes', async () => {
  const folder = aFolder();
  const whole = await openExport({ name: 'logs', extension: 'zip' }, nowhere);
  const part = await openExport({ name: 'logs', extension: 'zip' }, nowhere);
  expect([whole.path, part.path]).toEqual(
    ['rollcall-logs.zip', 'rollcall-logs-2.zip'].map((name) => join(folder, name)),
  );
  expect(statSync(whole.path).mode & 0o777).toBe(0o600);
  for (const file of [whole, part]) await file.write(new Uint8Array([1, 2, 3]));
  await whole.close(true);
  await part.close(false);
  expect(readdirSync(folder)).toEqual(['rollcall-logs.zip']);
  expect(readFileSync(whole.path)).toHaveLength(3);
});

test('a file that is written as it arrives is opened once: nothing that takes its name later is followed', async () => {
  const folder = aFolder();
  chmodSync(folder, 0o777);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  // Nobody may open such a file another time.
  const umask = process.umask(0o777);
  try {
    const file = await openExport({ name: 'logs', extension: 'zip' }, nowhere);
    inShell(folder, 'rm -f rollcall-logs.zip; ln -s elsewhere rollcall-logs.zip');
    await file.write(new Uint8Array([1, 2, 3]));
    await file.close(true);
  } finally {
    process.umask(umask);
    if (isRoot) process.seteuid?.(0);
  }
  expect(readdirSync(folder)).toEqual(['rollcall-logs.zip']);
});

/** Where the folder of the start is gone. */
function aLostFolder(): string {
  const folder = aFolder();
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  process.chdir(gone);
  rmSync(gone, { recursive: true });
  return folder;
}

const files = { csv: 'a', json: 'b' };

test('where nothing can be written, the system says why', async () => {
  const folder = aLostFolder();
  await expect(openExport({ name: 'logs', extension: 'zip' }, nowhere)).rejects.toThrow();
  const failed = { ok: false, file: 'CSV', code: 'ENOENT', isPartLeft: false };
  expect(await writeExport({ name: 'keys', files }, nowhere)).toEqual(failed);
  expect(readdirSync(folder)).toEqual([]);
});

test('where the folder of the start is gone, files are beside the records, if those are one’s own', async () => {
  const other = join(aLostFolder(), 'rollcall');
  const fallback = () => Promise.resolve(other);
  const paths = ['csv', 'json'].map((ending) => join(other, `rollcall-keys.${ending}`));
  expect(await writeExport({ name: 'keys', files }, fallback)).toEqual({ ok: true, paths });
  expect(statSync(other).mode & 0o777).toBe(0o700);
  const arriving = await openExport({ name: 'keys', extension: 'csv' }, fallback);
  await arriving.close(true);
  expect(arriving.path).toBe(join(other, 'rollcall-keys-2.csv'));
  chmodSync(other, 0o777);
  const failed = { ok: false, file: 'CSV', code: 'writable by others', isPartLeft: false };
  expect(await writeExport({ name: 'keys', files }, fallback)).toEqual(failed);
  await expect(openExport({ name: 'keys', extension: 'csv' }, fallback)).rejects.toThrow('written by other users');
  expect(readdirSync(other)).toHaveLength(3);
});

describe('where only a part can be written', () => {
  test.runIf(canMount)('it is removed, and the file that did not fit is named', async () => {
    const folder = aFolder();
    aSmallDisk(join(folder, 'small'), 64);
    process.chdir(join(folder, 'small'));
    const large = { csv: 'a', json: 'b'.repeat(100_000) };
    const failed = { ok: false, file: 'JSON', code: 'ENOSPC', isPartLeft: false };
    expect(await writeExport({ name: 'keys', files: large }, nowhere)).toEqual(failed);
    expect(readdirSync('.')).toEqual([]);
    const path = join(folder, 'rollcall');
    expect(await writeExport({ name: 'keys', files: large }, () => Promise.resolve(path))).toMatchObject({ ok: true });
    process.chdir(folder);
  });

  test.each([
    ['cannot be removed', 'rm rollcall-keys.csv; mkdir rollcall-keys.csv'],
    ['may still be there', 'rm -r "$PWD"'],
  ])('and %s, that is said, and no other folder is tried', async (_, spoil) => {
    const folder = join(aFolder(), 'here');
    mkdirSync(folder);
    process.chdir(folder);
    const spoilt = {
      // By then the names are taken.
      get csv(): string {
        inShell(folder, spoil);
        return 'a';
      },
    };
    const other = join(folder, '..', 'other');
    const written = await writeExport({ name: 'keys', files: spoilt }, () => Promise.resolve(other));
    expect(written).toMatchObject({ ok: false, file: 'CSV', isPartLeft: true });
    expect(existsSync(other)).toBe(false);
  });
});

test('the time in a name is one that every filesystem takes', () => {
  expect(timeInName(Date.UTC(2026, 10, 21, 16, 2, 11, 999))).toBe('2026-11-21T16-02-11');
});
