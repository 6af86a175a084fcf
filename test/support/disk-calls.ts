/** Records, in order, the calls that bring a file safely to the disk, and still makes them. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { onTestFinished } from 'vitest';

/** Grows until the test ends: `open a`, `write a`, `fsync a`, `close a`, `rename a b`; only the last part of each path. */
export function diskCalls(): readonly string[] {
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
