/** Files that a power failure could lose: the order of the calls by which a file takes the place of the one before. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { moveAside, placeFault, replaceFile, writeWhole } from '../../../src/app/storage/atomic-write.ts';
import { aFolder } from '../../support/folder.ts';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Grows until the test ends: `open a`, `write a`, `fsync a`, `close a`, `rename a b`; only the last part of each path. */
function diskCalls(): readonly string[] {
  const { openSync, writeSync, fsyncSync, closeSync, renameSync } = fs;
  const before = { openSync, writeSync, fsyncSync, closeSync, renameSync };
  const calls: string[] = [];
  const names = new Map<number, string>();
  const noted = (call: string, file: number): void => void calls.push(`${call} ${names.get(file) ?? 'another file'}`);
  fs.openSync = (path, ...others) => {
    const file = openSync(path, ...others);
    names.set(file, basename(String(path)));
    noted('open', file);
    return file;
  };
  fs.writeSync = ((file: number, ...others: [NodeJS.ArrayBufferView]) => {
    noted('write', file);
    return writeSync(file, ...others);
  }) as typeof fs.writeSync;
  fs.fsyncSync = (file) => {
    noted('fsync', file);
    fsyncSync(file);
  };
  fs.closeSync = (file) => {
    noted('close', file);
    closeSync(file);
  };
  fs.renameSync = (from, to) => {
    calls.push(`rename ${basename(String(from))} ${basename(String(to))}`);
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, before);
    syncBuiltinESMExports();
  });
  return calls;
}

let folder: string;
let path: string;

beforeEach(() => {
  folder = join(aFolder(), 'rollcall');
  path = join(folder, 'file.json');
});

/** `next`: the file under another name, with a number that nobody knows before. */
function withoutNumber(calls: readonly string[]): readonly string[] {
  return calls.map((call) => call.replace(/file\.json\.[\da-f-]{36}/, 'next'));
}

function callsOf(calls: readonly string[], ...names: readonly string[]): readonly string[] {
  return withoutNumber(calls).filter((call) => names.some((name) => call.startsWith(`${name} `)));
}

test('a file is on the disk before it takes its name, and its name is on the disk before that counts', () => {
  const calls = diskCalls();
  replaceFile(path, 'one');
  expect(callsOf(calls, 'write', 'fsync', 'rename')).toEqual([
    ...['write next', 'fsync next', 'rename next file.json', 'fsync rollcall'],
  ]);
  const closed = callsOf(calls, 'close').map((call) => call.replace('close', 'open'));
  expect(closed.toSorted()).toEqual(callsOf(calls, 'open').toSorted());
});

test('a file that only a power failure may lose does not wait for the disk, and is replaced as a whole, too', () => {
  const calls = diskCalls();
  replaceFile(path, 'one', false);
  expect(callsOf(calls, 'write', 'fsync', 'rename')).toEqual(['write next', 'rename next file.json']);
});

test('the old file stays where the new one cannot take its name, and nothing is left beside it', () => {
  replaceFile(join(path, 'in the way'), 'old');
  expect(() => {
    writeWhole(path, 'new');
  }).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  expect(readdirSync(folder)).toEqual(['file.json']);
  expect(readFileSync(join(path, 'in the way'), 'utf8')).toBe('old');
});

test('it is written for its owner alone, in whichever folder, and with whatever bytes', () => {
  const other = join(folder, '..', 'other');
  writeWhole(other, Uint8Array.of(0xff, 0, 0xfe));
  expect([...readFileSync(other)]).toEqual([0xff, 0, 0xfe]);
  expect(statSync(other).mode & 0o777).toBe(0o600);
});

test('a file that is moved aside keeps its content beside its place; one that cannot be moved is said', () => {
  expect(moveAside(path)).toBeNull();
  replaceFile(path, 'damaged');
  const aside = moveAside(path);
  expect(aside).toMatch(/file\.json\.bad-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
  expect(readFileSync(aside ?? '', 'utf8')).toBe('damaged');
  expect(readdirSync(folder)).toHaveLength(1);
  writeFileSync(path, 'another');
  expect(readdirSync(folder)).toHaveLength(2);
});

test('a folder that is not there yet has no fault where it can be made, and one below a file has', () => {
  const folder = aFolder();
  writeFileSync(join(folder, 'file'), '');
  const places = ['', 'a', 'a/b', 'file', 'file/a'];
  expect(places.map((place) => placeFault(join(folder, place)))).toEqual([null, null, null, 'ENOTDIR', 'ENOTDIR']);
});
