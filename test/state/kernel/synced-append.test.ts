/** Appended lines are on the disk once that is said: on Linux by a flag of the file, elsewhere by a call. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, type FileHandle, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openJournal, reopenJournal } from '../../../src/state/change/journal/append.ts';
import type * as syncedAppend from '../../../src/state/kernel/files.ts';
import { appending, appendSynced, hasName, isTorn } from '../../../src/state/kernel/files.ts';
import { aRunHeader } from '../../support/make.ts';
import { aFolder } from '../../support/folder.ts';

let path = '';

beforeEach(() => {
  const folder = aFolder();
  path = join(folder, 'file');
});

/** The flags of this process's open files with this path, as the kernel has them. */
function flagsOf(wanted: string): readonly number[] {
  return readdirSync('/proc/self/fd').flatMap((file) => {
    try {
      if (readlinkSync(`/proc/self/fd/${file}`) !== wanted) return [];
      return [parseInt(/^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8'))?.[1] ?? '', 8)];
    } catch {
      // The one that read the folder is closed by now.
      return [];
    }
  });
}

/** O_DSYNC, O_APPEND and O_RDWR of Linux, written out: a constant that is wrong is wrong here, too. */
const writtenThrough = 0o10000 | 0o2000 | 0o2;

describe.runIf(process.platform === 'linux')('the records of a run are written through to the disk', () => {
  const header = aRunHeader({ at: '2026-11-20T16:02:11Z', items: 2 });

  test('from the first line, and again when the run is resumed', async () => {
    const opened = await openJournal(path, header, []);
    if (!opened.ok) throw new Error(opened.code);
    const { journal } = opened;
    expect(flagsOf(journal.path).map((flags) => flags & writtenThrough)).toEqual([writtenThrough]);
    await journal.close();
    expect(flagsOf(journal.path)).toEqual([]);
    const again = await reopenJournal(journal.path);
    if (!again.ok) throw new Error(again.code);
    expect(flagsOf(journal.path).map((flags) => flags & writtenThrough)).toEqual([writtenThrough]);
    await again.journal.close();
  });
});

/** The module as it is on another system, where a file has no such flag. */
async function elsewhere(): Promise<typeof syncedAppend> {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform });
  });
  // The query makes it another module than the one above.
  const module = '../../../src/state/kernel/files.ts?elsewhere';
  return (await import(module)) as typeof syncedAppend;
}

test('on another system it waits for the disk after each write, and says what the disk says', async () => {
  const { appendSynced } = await elsewhere();
  const file = await open(path, 'a+', 0o600);
  onTestFinished(() => file.close());
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  const calls: string[] = [];
  file.datasync = async () => {
    calls.push(`datasync after ${await readFile(path, 'utf8')}`);
    await prototype.datasync.call(file);
  };
  expect(await appendSynced(file, Buffer.from('one'), true)).toBeNull();
  expect(calls).toEqual(['datasync after one']);
  expect(await appendSynced(file, Buffer.from('two'), true)).toBeNull();
  expect(calls).toEqual(['datasync after one', 'datasync after onetwo']);
  file.datasync = () => Promise.reject(Object.assign(new Error('no disk'), { code: 'EIO' }));
  expect(await appendSynced(file, Buffer.from('three'), true)).toBe('EIO');
});

test('a file that was removed keeps nothing, which is said where the filesystem tells it', async () => {
  const file = await open(path, appending | constants.O_CREAT, 0o600);
  onTestFinished(() => file.close());
  expect([await hasName(file), await appendSynced(file, Buffer.from('one'), true)]).toEqual([true, null]);
  await rm(path);
  expect([await hasName(file), await appendSynced(file, Buffer.from('two'), true)]).toEqual([false, 'ENOENT']);
  expect(await appendSynced(file, Buffer.from('three'), false)).toBeNull();
});

test.each([
  ['', false],
  ['a line\n', false],
  ['a line\nand part of one', true],
  ['\n', false],
  ['x', true],
])('the end of a file with %j, in the middle of a line, is %s', async (text, expected) => {
  await writeFile(path, text);
  const file = await open(path, appending);
  onTestFinished(() => file.close());
  expect(await isTorn(file)).toBe(expected);
});
