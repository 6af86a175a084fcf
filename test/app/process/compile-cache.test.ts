/** Compiled code is kept in files of this person alone. */
import fs from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { keepCompiled, readCompiled } from '../../../src/app/process/compile-cache.ts';
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
