/** A log on a full disk: it fills slowly. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder } from '../../support/folder.ts';
import { aSmallDisk, canMount, fillBut } from '../../support/small-disk.ts';
import { endedLog } from './ended-log.ts';

test.runIf(canMount)('a log on a disk that is full ends with one sentence', async () => {
  const disk = join(aFolder(), 'disk');
  aSmallDisk(disk, 200);
  fillBut(disk, 60);
  expect(await endedLog(join(disk, 'a.jsonl'))).toEqual(['the disk is full (ENOSPC)']);
});
