/** The doctor says where records of changes are, whether they can be saved, and what has no known outcome. */
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changesCheck } from '../../../../src/app/commands/doctor/doctor.ts';
import { anEnd, aRecord, recordsIn, withoutSessions } from '../../../support/request-records.ts';
import { aFolder } from '../../../support/folder.ts';

let folder: string;

beforeEach(() => {
  folder = join(aFolder(), 'rollcall', 'changes');
});

/** The first of them has no end. */
async function saved(count: number): Promise<void> {
  const records = recordsIn(folder);
  for (let at = 0; at < count; at++) {
    const begun = await records.begin(aRecord());
    if (!begun.ok) throw new Error(begun.code);
    if (at > 0) await records.end(begun.path, anEnd());
  }
}

test('none are saved yet, and the doctor makes no folder', async () => {
  expect(await changesCheck(folder)).toMatchObject({ ok: null, message: `${folder} (not there yet)` });
  expect(fs.existsSync(folder)).toBe(false);
  expect(await changesCheck(null)).toMatchObject({
    ok: null,
    message: 'none, there is no home folder: rollcall deletes and changes nothing',
  });
});

test('how many there are, and how many have no known outcome', async () => {
  await saved(3);
  expect(await changesCheck(folder)).toMatchObject({ ok: true, message: `${folder}, 3 changes, for you alone` });
  withoutSessions(folder);
  expect(await changesCheck(folder)).toMatchObject({
    ...{ ok: null, message: `${folder}, 3 changes, 1 without a known outcome, for you alone` },
    mend: 'in rollcall, E shows them',
  });
});

test('nothing can be saved: nothing that changes something is sent', async () => {
  await saved(1);
  fs.chmodSync(folder, 0o777);
  expect(await changesCheck(folder)).toMatchObject({
    ok: false,
    message: expect.stringContaining('can be written by other') as string,
  });
});

test('a file that cannot be read is named', async () => {
  await saved(1);
  fs.mkdirSync(join(folder, '2020-01.jsonl'));
  expect(await changesCheck(folder)).toMatchObject({ ok: false, mend: 'move it away' });
});
