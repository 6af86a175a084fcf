/** Compiled code is kept in files of this person alone, for each kind of start, and the oldest of them go. */
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { keepCompiled, keepCompiledAtExit, readCompiled } from '../../../src/app/process/compile-cache.ts';
import { aFolder } from '../../support/folder.ts';

test('it is read again from a file for its owner alone, and not from a broken one', () => {
  const path = join(aFolder(), 'compiled', 'one');
  keepCompiled({ script: new vm.Script('1 + 1'), path, kind: 'screen' });
  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  const cachedData = readCompiled(path);
  expect(new vm.Script('1 + 1', { cachedData }).cachedDataRejected).toBe(false);
  fs.writeFileSync(path, Buffer.alloc(2000));
  expect(readCompiled(path)).toBeUndefined();
});

test('32 files stay, the newest, and a command keeps its own when it ends', () => {
  const folder = join(aFolder(), 'compiled');
  fs.mkdirSync(folder, { mode: 0o700 });
  for (let at = 0; at < 33; at++) {
    fs.mkdirSync(join(folder, `old-${at}`));
    fs.utimesSync(join(folder, `old-${at}`), 1000 + at, 1000 + at);
  }
  const before = process.listeners('exit');
  keepCompiledAtExit({ script: new vm.Script('1'), path: join(folder, 'new'), kind: 'runs' });
  const [keep] = process.listeners('exit').filter((listener) => !before.includes(listener));
  expect(fs.existsSync(join(folder, 'new'))).toBe(false);
  keep?.call(process, 0);
  if (keep !== undefined) process.off('exit', keep);
  const names = fs.readdirSync(folder);
  expect([names.length, names.includes('new')]).toEqual([32, true]);
  expect(['old-0', 'old-1', 'old-2'].filter((name) => names.includes(name))).toEqual(['old-2']);
});
