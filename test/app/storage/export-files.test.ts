/** Files of exports: all or none, for one person alone, never over another file. */
import {
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
import { expect, onTestFinished, test } from 'vitest';
import { openExport, writeExport } from '../../../src/app/storage/export-files.ts';

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
  writeFileSync(join(folder, 'rollcall-keys.csv'), 'mine');
  const written = await writeExport({ name: 'keys', files: { csv: 'a', zip: new Uint8Array([1, 2]) } }, nowhere);
  expect(written).toMatchObject({ ok: true });
  expect(readdirSync(folder).sort()).toEqual(['rollcall-keys-2.csv', 'rollcall-keys-2.zip', 'rollcall-keys.csv']);
  expect(statSync(join(folder, 'rollcall-keys-2.zip')).mode & 0o777).toBe(0o600);
  expect([...readFileSync(join(folder, 'rollcall-keys-2.zip'))]).toEqual([1, 2]);
  expect(readFileSync(join(folder, 'rollcall-keys.csv'), 'utf8')).toBe('mine');
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

test('where nothing can be written, the system says why', async () => {
  const folder = aFolder();
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  process.chdir(gone);
  rmSync(gone, { recursive: true });
  await expect(openExport({ name: 'logs', extension: 'zip' }, nowhere)).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});
