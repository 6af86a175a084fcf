/** The doctor says where records of requests are, whether they can be saved, and what has no known outcome. */
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { requestsCheck } from '../../../../src/app/commands/doctor/kept-checks.ts';
import { anEnd, aRecord, recordsIn, withoutSessions } from '../../../support/request-records.ts';
import { aFolder } from '../../../support/folder.ts';

let folder: string;

beforeEach(() => {
  const home = aFolder();
  folder = join(home, 'rollcall', 'requests');
});

const check = () => requestsCheck(folder, '1.0.0');

async function saved(count: number): Promise<readonly string[]> {
  const records = recordsIn(folder);
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const begun = await records.begin(aRecord());
    if (!begun.ok) throw new Error(begun.code);
    ids.push(begun.id);
    if (at > 0) await records.end(begun.id, anEnd());
  }
  return ids;
}

test('none are saved yet, and the doctor makes no folder', async () => {
  expect(await check()).toMatchObject({ ok: null, says: `${folder} (none is saved yet)` });
  expect(fs.existsSync(folder)).toBe(false);
  expect(await requestsCheck(null, '1.0.0')).toMatchObject({
    ok: null,
    says: 'none, there is no home folder: rollcall sends nothing that changes something',
  });
});

test('how many there are, and how many have no known outcome', async () => {
  await saved(3);
  expect(await check()).toMatchObject({ ok: true, says: `${folder}, 3 requests, for you alone` });
  withoutSessions(folder);
  expect(await check()).toMatchObject({
    ...{ ok: null, says: `${folder}, 3 requests, 1 without a known outcome, for you alone` },
    mend: 'in rollcall, E shows them',
  });
  const [name = ''] = fs.readdirSync(folder);
  fs.appendFileSync(join(folder, name), 'torn\n');
  expect((await check()).says).toContain('1 damaged line');
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test('nothing can be saved: nothing that changes something is sent', async () => {
  await saved(1);
  const [name = ''] = fs.readdirSync(folder);
  const path = join(folder, name);
  fs.chmodSync(path, 0o622);
  expect(await check()).toMatchObject({ ok: false, says: expect.stringContaining('(writable by others)') as string });
  fs.rmSync(path);
  fs.mkdirSync(path);
  expect(await check()).toMatchObject({ ok: false, says: expect.stringContaining('(EISDIR)') as string });
  fs.chmodSync(folder, 0o777);
  expect(await check()).toMatchObject({
    ok: false,
    says: expect.stringContaining('can be written by other') as string,
  });
});

test('an older file that cannot be read is named', async () => {
  await saved(1);
  fs.mkdirSync(join(folder, '2020-01.jsonl'));
  expect(await check()).toMatchObject({ ok: false, mend: 'move it away' });
});
